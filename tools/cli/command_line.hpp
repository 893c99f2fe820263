#pragma once

#include <memory>
#include <vector>

#include <CLI/CLI.hpp>

#include "tools/cli/commands.hpp"

namespace rigkiln::cli {

/// The program with all its commands, in the order of `--help`.
struct CommandLine {
    std::unique_ptr<CLI::App> app;
    std::vector<Command> commands;
};

[[nodiscard]] CommandLine makeCommandLine();

}  // namespace rigkiln::cli
