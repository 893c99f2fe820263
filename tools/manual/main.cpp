// Writes the man pages and completions of rigkiln into a folder: rigkiln-manual FOLDER
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "tools/cli/command_line.hpp"
#include "tools/manual/completions.hpp"
#include "tools/manual/man_page.hpp"

namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file) throw std::runtime_error("cannot write " + path.string());
}

void writeManual(const fs::path& folder) {
    namespace manual = rigkiln::manual;
    const rigkiln::cli::CommandLine commandLine = rigkiln::cli::makeCommandLine();
    const manual::ProgramEntry program = manual::describe(commandLine);
    for (const manual::CommandEntry& command : program.commands)
        write(folder / "man" / (program.name + "-" + command.name + ".1"),
              manual::commandPage(program, command));
    write(folder / "completions" / "bash" / program.name, manual::bashCompletion(program));
    write(folder / "completions" / "zsh" / ("_" + program.name), manual::zshCompletion(program));
    write(folder / "completions" / "fish" / (program.name + ".fish"), manual::fishCompletion(program));
    write(folder / "man" / (program.name + ".1"), manual::programPage(program));
}

}  // namespace

int main(int argumentCount, char** arguments) {
    if (argumentCount != 2) {
        std::fputs("usage: rigkiln-manual FOLDER\n", stderr);
        return 2;
    }
    try {
        writeManual(arguments[1]);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "rigkiln-manual: %s\n", error.what());
        return 1;
    }
}
