#pragma once

#include <string>
#include <vector>

#include "tools/cli/command_line.hpp"

/// The command line as data, and what is made of it: man pages and completions of shells.
namespace rigkiln::manual {

/// Kind of word that an argument takes.
enum class ArgumentKind {
    None,   ///< a flag
    Any,    ///< a number, a name
    Path,   ///< a file or a folder
    Choice  ///< one of `choices`
};

struct Argument {
    ArgumentKind kind = ArgumentKind::None;
    std::string name{};  ///< "FILE", "{a,b}"
    std::vector<std::string> choices{};
    bool isList = false;  ///< several choices, separated by commas
};

/// An option, or a positional argument, whose only name has no dash.
struct OptionEntry {
    std::vector<std::string> names{};  ///< with dashes, short ones first
    Argument argument{};
    std::string description{};
    bool isRequired = false;
    bool mayRepeat = false;
};

struct OptionGroup {
    std::string title{};
    std::vector<OptionEntry> options{};
};

struct CommandEntry {
    std::string name{};
    std::string description{};
    std::string footer{};
    std::vector<OptionEntry> positionals{};
    std::vector<OptionGroup> groups{};  ///< none is empty
};

struct ProgramEntry {
    std::string name{};
    std::string version{};
    std::string description{};
    std::string footer{};
    std::vector<OptionEntry> options{};
    std::vector<CommandEntry> commands{};
};

/// Reads the whole command line, options that `--help` shows on request among them.
[[nodiscard]] ProgramEntry describe(const cli::CommandLine& commandLine);

}  // namespace rigkiln::manual
