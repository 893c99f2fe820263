#include "tools/cli/command_line.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rigkiln::cli {
namespace {

constexpr const char* kDescription =
    "rigkiln turns models and animations of old games into glTF 2.0, in bulk.\n\n"
    "  rigkiln convert soldier.alo soldier_walk_00.ala -o soldier.glb   one model with its clips\n"
    "  rigkiln convert art/ -o gltf/                                    a whole folder\n"
    "  rigkiln init art/ > art.yaml && rigkiln run art.yaml             a job graph to keep and to change\n"
    "  rigkiln explain art/hero.alo --config art.yaml                   why a file became what it became\n"
    "  rigkiln optimize hero.glb -o small.glb --max-error 0.5mm         fewer keys in any glTF\n"
    "  rigkiln diff soldier.alo soldier.glb                             what differs between two files\n"
    "  rigkiln inspect soldier.alo                                      what is in a file\n"
    "  rigkiln validate gltf/                                           whether glTF files keep the rules";

constexpr const char* kFooter =
    "\nExit codes: 0 everything converted, 1 some files failed, 2 wrong usage or configuration, 3 "
    "environment (disk full,\n"
    "unreadable folder), 4 internal error, 130 interrupted.";

/// CLI11 puts two empty lines between groups of options.
class HelpFormatter final : public CLI::Formatter {
public:
    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
        std::string text = CLI::Formatter::make_help(app, std::move(name), mode);
        constexpr std::string_view kEmptyLines = "\n\n\n";
        for (std::size_t at = text.find(kEmptyLines); at != std::string::npos;
             at = text.find(kEmptyLines, at))
            text.erase(at, 1);
        return text;
    }
};

}  // namespace

CommandLine makeCommandLine() {
    constexpr std::size_t kColumn = 34;
    auto app = std::make_unique<CLI::App>(kDescription, "rigkiln");
    CLI::App& program = *app;
    program.footer(kFooter);
    program.require_subcommand(1);
    program.set_version_flag("--version", versionText(), "Print the version");
    program.formatter(std::make_shared<HelpFormatter>());
    program.get_formatter()->column_width(kColumn);
    CommandLine line{.app = std::move(app), .commands = {}};
    const auto add = [&](const std::string& heading, const std::vector<Command>& commands) {
        for (const Command& command : commands) {
            command.app->group(heading);
            line.commands.push_back(command);
        }
    };
    add("Convert", {addRun(program), addConvert(program), addOptimize(program)});
    add("Look", {addInspect(program), addValidate(program), addDiff(program)});
    add("Job graphs", {addInit(program), addPlan(program), addExplain(program), addNinja(program),
                       addFarm(program), addCache(program)});
    add("About the program", {addFormats(program), addSchema(program), addVersion(program)});
    return line;
}

}  // namespace rigkiln::cli
