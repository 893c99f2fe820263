#include "tools/manual/completions.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rigkiln::manual {
namespace {

/// Puts a text between single quotes of a shell.
std::string shellWord(std::string_view text) {
    std::string result = "'";
    for (const char character : text)
        result += character == '\'' ? std::string("'\\''") : std::string(1, character);
    return result + "'";
}

/// Returns the first sentence of a description on one line, which is all that a list of options has room for.
std::string brief(std::string_view description) {
    std::string text(description.substr(0, description.find('\n')));
    for (const std::string_view end : {". ", "; ", ": "})
        text = text.substr(0, text.find(end));
    if (text.ends_with('.')) text.pop_back();
    return text;
}

std::vector<std::string> namesOf(const std::vector<OptionEntry>& options) {
    std::vector<std::string> names;
    for (const OptionEntry& option : options)
        names.insert(names.end(), option.names.begin(), option.names.end());
    return names;
}

std::vector<OptionEntry> optionsOf(const CommandEntry& command) {
    std::vector<OptionEntry> options;
    for (const OptionGroup& group : command.groups)
        options.insert(options.end(), group.options.begin(), group.options.end());
    return options;
}

std::vector<std::string> commandNames(const ProgramEntry& program) {
    std::vector<std::string> names;
    names.reserve(program.commands.size());
    for (const CommandEntry& command : program.commands)
        names.push_back(command.name);
    return names;
}

/// Returns the branch of bash for the words after an option of a command.
std::string bashValues(const CommandEntry& command, const OptionEntry& option) {
    std::string patterns;
    for (const std::string& name : option.names)
        patterns += fmt::format("{}'{} {}'", patterns.empty() ? "" : "|", command.name, name);
    std::string words = "paths=1";
    if (option.argument.kind == ArgumentKind::Choice)
        words =
            fmt::format("words={}", shellWord(fmt::format("{}", fmt::join(option.argument.choices, " "))));
    if (option.argument.kind == ArgumentKind::Any) words = ":";
    return fmt::format("        {}) {} ;;\n", patterns, words);
}

/// Returns what bash offers where no option is waiting for its value.
std::string bashPositional(const CommandEntry& command) {
    if (command.positionals.empty()) return ":";
    const Argument& argument = command.positionals.front().argument;
    if (argument.kind == ArgumentKind::Choice)
        return fmt::format("words={}", shellWord(fmt::format("{}", fmt::join(argument.choices, " "))));
    return "paths=1";
}

/// Puts a description into the brackets of _arguments.
std::string zshText(std::string_view text) {
    std::string result;
    for (const char character : text) {
        if (character == '[' || character == ']' || character == ':' || character == '\\') result += '\\';
        result += character;
    }
    return result;
}

std::string zshAction(const Argument& argument) {
    if (argument.kind == ArgumentKind::Path) return "_files";
    if (argument.kind != ArgumentKind::Choice) return "";
    const std::string choices = fmt::format("{}", fmt::join(argument.choices, " "));
    return argument.isList ? fmt::format("_sequence compadd - {}", choices) : fmt::format("({})", choices);
}

std::string zshOption(const OptionEntry& option, const std::string& name) {
    std::string text =
        fmt::format("{}{}[{}]", option.mayRepeat ? "*" : "", name, zshText(brief(option.description)));
    if (option.argument.kind != ArgumentKind::None)
        text += fmt::format(":{}:{}", zshText(option.argument.name), zshAction(option.argument));
    return shellWord(text);
}

std::string zshPositional(const OptionEntry& positional) {
    return shellWord(fmt::format("{}:{}:{}", positional.mayRepeat ? "*" : "",
                                 zshText(positional.names.front()), zshAction(positional.argument)));
}

/// Returns the words of `complete` for the names and values of an option of fish.
std::string fishOption(const OptionEntry& option) {
    std::string text;
    for (const std::string& name : option.names) {
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    }
    switch (option.argument.kind) {
        case ArgumentKind::None:
            break;
        case ArgumentKind::Any:
            text += " -x";
            break;
        case ArgumentKind::Path:
            text += " -r -F";
            break;
        case ArgumentKind::Choice:
            text += fmt::format(" -x -a {}",
                                shellWord(fmt::format("{}", fmt::join(option.argument.choices, " "))));
            break;
    }
    return text + " -d " + shellWord(brief(option.description));
}

}  // namespace

std::string bashCompletion(const ProgramEntry& program) {
    std::string text =
        "# Completion of rigkiln for bash.\n"
        "_rigkiln() {\n"
        "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
        "    local command='' words='' paths=0 i\n"
        "    # --option=value is three words.\n"
        "    if [[ $current == '=' ]]; then\n"
        "        current=''\n"
        "    elif [[ $before == '=' ]]; then\n"
        "        before=${COMP_WORDS[COMP_CWORD - 2]}\n"
        "    fi\n"
        "    for ((i = 1; i < COMP_CWORD; ++i)); do\n"
        "        if [[ ${COMP_WORDS[i]} != -* ]]; then\n"
        "            command=${COMP_WORDS[i]}\n"
        "            break\n"
        "        fi\n"
        "    done\n"
        "    case \"$command $before\" in\n";
    for (const CommandEntry& command : program.commands) {
        for (const OptionEntry& option : optionsOf(command)) {
            if (option.argument.kind != ArgumentKind::None) text += bashValues(command, option);
        }
    }
    text += fmt::format("        ' '*) words={} ;;\n",
                        shellWord(fmt::format("{} {}", fmt::join(commandNames(program), " "),
                                              fmt::join(namesOf(program.options), " "))));
    text += "        *)\n            case \"$command $current\" in\n";
    for (const CommandEntry& command : program.commands) {
        const std::string names = fmt::format("{}", fmt::join(namesOf(optionsOf(command)), " "));
        text += fmt::format("                '{} -'*) words={} ;;\n", command.name, shellWord(names));
        text += fmt::format("                '{} '*) {} ;;\n", command.name, bashPositional(command));
    }
    text +=
        "            esac\n"
        "            ;;\n"
        "    esac\n"
        "    if ((paths)); then\n"
        "        compopt -o filenames 2>/dev/null\n"
        "        mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
        "    else\n"
        "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
        "    fi\n"
        "}\n";
    return text + fmt::format("complete -F _rigkiln {}\n", program.name);
}

std::string zshCompletion(const ProgramEntry& program) {
    std::string text = fmt::format(
        "#compdef {0}\n"
        "# Completion of rigkiln for zsh.\n"
        "_{0}() {{\n"
        "    local context state state_descr line\n"
        "    typeset -A opt_args\n"
        "    local -a commands=(\n",
        program.name);
    for (const CommandEntry& command : program.commands) {
        const std::string description = zshText(brief(command.description));
        text += fmt::format("        {}\n", shellWord(fmt::format("{}:{}", command.name, description)));
    }
    text += "    )\n    _arguments -C";
    for (const OptionEntry& option : program.options) {
        for (const std::string& name : option.names)
            text += " " + zshOption(option, name);
    }
    text +=
        " '1:command:->command' '*::argument:->argument'\n"
        "    case $state in\n"
        "        command) _describe command commands ;;\n"
        "        argument)\n"
        "            case $line[1] in\n";
    for (const CommandEntry& command : program.commands) {
        text += fmt::format("                {})\n                    _arguments -s", command.name);
        for (const OptionEntry& option : optionsOf(command)) {
            for (const std::string& name : option.names)
                text += " \\\n                        " + zshOption(option, name);
        }
        for (const OptionEntry& positional : command.positionals)
            text += " \\\n                        " + zshPositional(positional);
        text += "\n                    ;;\n";
    }
    return text + fmt::format(
                      "            esac\n"
                      "            ;;\n"
                      "    esac\n"
                      "}}\n"
                      "_{} \"$@\"\n",
                      program.name);
}

std::string fishCompletion(const ProgramEntry& program) {
    std::string text = fmt::format("# Completion of rigkiln for fish.\ncomplete -c {} -f\n", program.name);
    for (const OptionEntry& option : program.options)
        text += fmt::format("complete -c {} -n __fish_use_subcommand{}\n", program.name, fishOption(option));
    for (const CommandEntry& command : program.commands) {
        text += fmt::format("complete -c {} -n __fish_use_subcommand -a {} -d {}\n", program.name,
                            command.name, shellWord(brief(command.description)));
        const std::string condition =
            fmt::format("complete -c {} -n '__fish_seen_subcommand_from {}'", program.name, command.name);
        for (const OptionEntry& option : optionsOf(command))
            text += condition + fishOption(option) + "\n";
        if (command.positionals.empty()) continue;
        const Argument& argument = command.positionals.front().argument;
        if (argument.kind == ArgumentKind::Path) text += condition + " -F\n";
        if (argument.kind == ArgumentKind::Choice)
            text += fmt::format("{} -a {}\n", condition,
                                shellWord(fmt::format("{}", fmt::join(argument.choices, " "))));
    }
    return text;
}

}  // namespace rigkiln::manual
