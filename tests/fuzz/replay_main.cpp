#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "tests/fuzz/fuzz_target.hpp"

namespace {

namespace fs = std::filesystem;

// Lists files in sorted order, so that every run replays them in the same order. Throws for a folder without
// files, as such a test would test nothing.
std::vector<fs::path> filesOf(const fs::path& argument) {
    if (fs::is_regular_file(argument)) return {argument};
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(argument)) {
        if (entry.is_regular_file()) files.push_back(entry.path());
    }
    if (files.empty()) throw std::runtime_error(fmt::format("{}: no files to replay", argument.string()));
    std::ranges::sort(files);
    return files;
}

std::vector<char> contentOf(const fs::path& path) {
    std::vector<char> content(fs::file_size(path));
    std::ifstream stream(path, std::ios::binary);
    stream.read(content.data(), static_cast<std::streamsize>(content.size()));
    if (!stream) throw std::runtime_error(fmt::format("{}: cannot be read", path.string()));
    return content;
}

const rigkiln::FuzzTarget& targetNamed(std::string_view name) {
    for (const rigkiln::FuzzTarget& target : rigkiln::fuzzTargets()) {
        if (target.name == name) return target;
    }
    throw std::runtime_error(fmt::format("'{}' is no fuzz target", name));
}

}  // namespace

// Replays inputs of a fuzz target in builds without libFuzzer: TARGET, then files and folders of files.
int main(int argc, char** argv) {
    try {
        const std::span<char*> arguments(argv, static_cast<std::size_t>(argc));
        if (arguments.size() < 3) throw std::runtime_error("give a fuzz target, then files or folders");
        const rigkiln::FuzzTarget& target = targetNamed(arguments[1]);
        std::size_t count = 0;
        for (const char* const argument : arguments.subspan(2)) {
            for (const fs::path& path : filesOf(argument)) {
                fmt::print("{}\n", path.string());
                // Flushed before each input: the last name printed is the one that crashed.
                std::fflush(stdout);
                const std::vector<char> content = contentOf(path);
                target.run(std::as_bytes(std::span(content)));
                ++count;
            }
        }
        fmt::print("{} inputs replayed\n", count);
        return 0;
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 1;
    }
}
