#include "tools/cli/command_line.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

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

/// CLI11 puts two empty lines between groups of options, and names what an option needs and excludes in the
/// order of addresses.
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

    std::string make_option_opts(const CLI::Option* option) const override {
        std::string text = CLI::Formatter::make_option_opts(option);
        if (!option->get_option_text().empty()) return text;
        const std::string needs = namesOf(" Needs:", option->get_needs());
        const std::string excludes = namesOf(" Excludes:", option->get_excludes());
        // They are the last parts of the text, with the same names.
        return text.substr(0, text.size() - needs.size() - excludes.size()) + needs + excludes;
    }

private:
    /// Returns an empty text for no options.
    static std::string namesOf(std::string_view label, const std::set<CLI::Option*>& options) {
        std::set<std::string> names;
        for (const CLI::Option* option : options)
            names.insert(option->get_name());
        std::string text(names.empty() ? "" : label);
        for (const std::string& name : names)
            text += " " + name;
        return text;
    }
};

struct CommandEntry {
    std::string_view name;
    const char* heading;
    Command (*add)(CLI::App& program);
};

/// In the order of `--help`.
constexpr auto kCommands = std::to_array<CommandEntry>({
    {"run", "Convert", addRun},
    {"convert", "Convert", addConvert},
    {"optimize", "Convert", addOptimize},
    {"inspect", "Look", addInspect},
    {"validate", "Look", addValidate},
    {"diff", "Look", addDiff},
    {"init", "Job graphs", addInit},
    {"plan", "Job graphs", addPlan},
    {"explain", "Job graphs", addExplain},
    {"ninja", "Job graphs", addNinja},
    {"farm", "Job graphs", addFarm},
    {"cache", "Job graphs", addCache},
    {"formats", "About the program", addFormats},
    {"schema", "About the program", addSchema},
    {"version", "About the program", addVersion},
});

}  // namespace

CommandLine makeCommandLine(std::string_view chosen) {
    constexpr std::size_t kColumn = 34;
    auto app = std::make_unique<CLI::App>(kDescription, "rigkiln");
    CLI::App& program = *app;
    program.footer(kFooter);
    program.require_subcommand(1);
    program.set_version_flag("--version", versionText, "Print the version");
    program.formatter(std::make_shared<HelpFormatter>());
    program.get_formatter()->column_width(kColumn);
    CommandLine line{.app = std::move(app), .commands = {}};
    const bool isOne = std::ranges::find(kCommands, chosen, &CommandEntry::name) != kCommands.end();
    for (const CommandEntry& entry : kCommands) {
        if (isOne && entry.name != chosen) continue;
        Command command = entry.add(program);
        command.app->group(entry.heading);
        line.commands.push_back(std::move(command));
    }
    return line;
}

}  // namespace rigkiln::cli
