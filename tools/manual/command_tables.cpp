#include "tools/manual/command_tables.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

namespace rigkiln::manual {
namespace {

std::vector<std::string> splitAt(std::string_view text, char separator) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        parts.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

/// CLI11 gives "UINT:INT in [1 - 1024]" or "TEXT:{auto,live}": a type, and what checks add to it.
Argument argumentOf(const CLI::Option& option) {
    if (option.get_expected_max() == 0) return {};
    const std::string type = option.get_type_name();
    Argument argument{.kind = ArgumentKind::Any, .name = type.substr(0, type.find(':'))};
    if (const std::size_t open = type.find('{'); open != std::string::npos) {
        const std::size_t close = std::min(type.find('}', open), type.size());
        argument.kind = ArgumentKind::Choice;
        argument.choices = splitAt(std::string_view(type).substr(open + 1, close - open - 1), ',');
        argument.isList = type.ends_with(",...");
        argument.name = type.substr(open);
        return argument;
    }
    constexpr std::array<std::string_view, 3> kPaths = {"FILE", "FOLDER", "PATH"};
    if (std::ranges::find(kPaths, argument.name) != kPaths.end()) argument.kind = ArgumentKind::Path;
    constexpr std::array<std::string_view, 3> kNumbers = {"UINT", "INT", "FLOAT"};
    if (std::ranges::find(kNumbers, argument.name) != kNumbers.end()) argument.name = "NUMBER";
    return argument;
}

OptionEntry entryOf(const CLI::Option& option) {
    OptionEntry entry{.argument = argumentOf(option),
                      .description = option.get_description(),
                      .isRequired = option.get_required(),
                      .mayRepeat = option.get_items_expected_max() > 1};
    for (const std::string& name : option.get_snames())
        entry.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames())
        entry.names.push_back("--" + name);
    if (entry.names.empty()) entry.names.push_back(option.get_name());
    return entry;
}

/// Adds the options of a command by their groups, in the order in which groups appear.
void addOptions(const CLI::App& app, CommandEntry& command) {
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_positional()) {
            command.positionals.push_back(entryOf(*option));
            continue;
        }
        const std::string& title = option->get_group();
        auto group = std::ranges::find(command.groups, title, &OptionGroup::title);
        if (group == command.groups.end()) group = command.groups.insert(group, OptionGroup{.title = title});
        group->options.push_back(entryOf(*option));
    }
}

}  // namespace

ProgramEntry describe(const cli::CommandLine& commandLine) {
    const CLI::App& app = *commandLine.app;
    ProgramEntry program{.name = app.get_name(),
                         .version = std::string(cli::version()),
                         .description = app.get_description(),
                         .footer = app.get_footer()};
    for (const CLI::Option* option : app.get_options())
        program.options.push_back(entryOf(*option));
    for (const cli::Command& command : commandLine.commands) {
        // Puts the options of formats, which the short help leaves out, into groups.
        if (command.helpOn) (void)command.helpOn("all");
        CommandEntry entry{.name = command.app->get_name(),
                           .description = command.app->get_description(),
                           .footer = command.app->get_footer()};
        addOptions(*command.app, entry);
        program.commands.push_back(std::move(entry));
    }
    return program;
}

}  // namespace rigkiln::manual
