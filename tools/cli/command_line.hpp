#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "tools/cli/commands.hpp"

namespace rigkiln::cli {

/// The program with its commands, in the order of `--help`.
struct CommandLine {
    std::unique_ptr<CLI::App> app;
    std::vector<Command> commands;
};

/// Makes the program with all commands, or with `chosen` alone if that is the name of one. Options of all
/// commands take several times as long to set up as a small file takes to convert.
[[nodiscard]] CommandLine makeCommandLine(std::string_view chosen = {});

}  // namespace rigkiln::cli
