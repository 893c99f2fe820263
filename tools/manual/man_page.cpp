#include "tools/manual/man_page.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rigkiln::manual {
namespace {

/// Escapes text for roff: backslashes, dashes that must stay ASCII, and dots and quotes that begin a line.
std::string escaped(std::string_view text) {
    std::string result;
    bool isLineStart = true;
    for (const char character : text) {
        if (isLineStart && (character == '.' || character == '\'')) result += "\\&";
        if (character == '\\') {
            result += "\\e";
        } else if (character == '-') {
            result += "\\-";
        } else {
            result += character;
        }
        isLineStart = character == '\n';
    }
    return result;
}

std::string upper(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(),
                           [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
    return result;
}

/// Text of several paragraphs. Lines that begin with spaces are examples, and stay lines.
std::string paragraphs(std::string_view text) {
    std::string result;
    bool isExample = false;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const bool isExampleLine = line.starts_with(' ');
        if (isExampleLine != isExample) result += isExampleLine ? ".nf\n" : ".fi\n";
        isExample = isExampleLine;
        if (line.empty()) {
            if (!result.empty()) result += ".PP\n";
        } else {
            result += escaped(line) + '\n';
        }
    }
    if (isExample) result += ".fi\n";
    return result;
}

/// Removes an empty line at the front, which separates footers in help.
std::string_view withoutFront(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of('\n'), text.size()));
    return text;
}

std::string argumentText(const Argument& argument) {
    return argument.kind == ArgumentKind::None ? "" : fmt::format(" \\fI{}\\fR", escaped(argument.name));
}

std::string optionText(const OptionEntry& option) {
    std::string names;
    for (const std::string& name : option.names)
        names += fmt::format("{}\\fB{}\\fR", names.empty() ? "" : ", ", escaped(name));
    return fmt::format(".TP\n{}{}\n{}{}\n", names, argumentText(option.argument), escaped(option.description),
                       option.isRequired ? " (required)" : "");
}

std::string positionalText(const OptionEntry& positional) {
    return fmt::format(".TP\n\\fI{}\\fR{}\n{}\n", escaped(positional.names.front()),
                       positional.mayRepeat ? " ..." : "", escaped(positional.description));
}

std::string heading(std::string_view page, const ProgramEntry& program) {
    return fmt::format(".TH \"{}\" \"1\" \"\" \"{} {}\" \"{}\"\n", upper(page), program.name, program.version,
                       "User commands");
}

std::string exitCodes() {
    return ".SH EXIT STATUS\n"
           ".TP\n0\neverything was done\n"
           ".TP\n1\nsome files failed; of diff: the files differ\n"
           ".TP\n2\nwrong usage or configuration\n"
           ".TP\n3\nthe environment: a full disk, a folder that cannot be read\n"
           ".TP\n4\ninternal error\n"
           ".TP\n130\ninterrupted\n";
}

std::string synopsis(const ProgramEntry& program, const CommandEntry& command) {
    std::string text = fmt::format(".SH SYNOPSIS\n\\fB{} {}\\fR", program.name, command.name);
    if (!command.groups.empty()) text += " [\\fIOPTIONS\\fR]";
    for (const OptionEntry& positional : command.positionals) {
        const std::string name =
            fmt::format("\\fI{}\\fR{}", escaped(positional.names.front()), positional.mayRepeat ? "..." : "");
        text += positional.isRequired ? " " + name : " [" + name + "]";
    }
    return text + "\n";
}

}  // namespace

std::string programPage(const ProgramEntry& program) {
    const std::size_t lineEnd = std::min(program.description.find('\n'), program.description.size());
    const std::string_view summary = std::string_view(program.description).substr(0, lineEnd);
    std::string text = heading(program.name, program);
    text += fmt::format(".SH NAME\n{} \\- models and animations of old games to glTF 2.0, and back\n",
                        program.name);
    text += fmt::format(".SH SYNOPSIS\n\\fB{}\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR] ...\n", program.name);
    text += fmt::format(".SH DESCRIPTION\n{}\n", escaped(summary));
    text += ".SH COMMANDS\n";
    for (const CommandEntry& command : program.commands) {
        text += fmt::format(".TP\n\\fB{}\\-{}\\fR(1)\n{}\n", program.name, escaped(command.name),
                            escaped(command.description));
    }
    text += ".SH OPTIONS\n";
    for (const OptionEntry& option : program.options)
        text += optionText(option);
    const std::string_view examples = withoutFront(std::string_view(program.description).substr(lineEnd));
    text += ".SH EXAMPLES\n" + paragraphs(examples);
    text += exitCodes();
    text += ".SH SEE ALSO\n";
    for (const CommandEntry& command : program.commands) {
        text += fmt::format(".BR {}\\-{} (1){}\n", program.name, escaped(command.name),
                            &command == &program.commands.back() ? "" : ",");
    }
    return text;
}

std::string commandPage(const ProgramEntry& program, const CommandEntry& command) {
    const std::string name = fmt::format("{}-{}", program.name, command.name);
    std::string text = heading(name, program);
    text += fmt::format(".SH NAME\n{} \\- {}\n", escaped(name), escaped(command.description));
    text += synopsis(program, command);
    if (!command.positionals.empty()) {
        text += ".SH ARGUMENTS\n";
        for (const OptionEntry& positional : command.positionals)
            text += positionalText(positional);
    }
    for (const OptionGroup& group : command.groups) {
        text += fmt::format(".SH {}\n", escaped(upper(group.title)));
        for (const OptionEntry& option : group.options)
            text += optionText(option);
    }
    // The footer of the program, which commands without one of their own inherit, is about exit codes alone.
    if (command.footer != program.footer && !command.footer.empty())
        text += ".SH NOTES\n" + paragraphs(withoutFront(command.footer));
    text += exitCodes();
    text += fmt::format(".SH SEE ALSO\n.BR {} (1)\n", program.name);
    return text;
}

}  // namespace rigkiln::manual
