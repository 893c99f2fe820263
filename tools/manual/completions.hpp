#pragma once

#include <string>

#include "tools/manual/command_tables.hpp"

/// Completion of commands, options, values and paths in shells.
namespace rigkiln::manual {

/// For share/bash-completion/completions/rigkiln.
[[nodiscard]] std::string bashCompletion(const ProgramEntry& program);

/// For share/zsh/vendor-completions/_rigkiln.
[[nodiscard]] std::string zshCompletion(const ProgramEntry& program);

/// For share/fish/vendor_completions.d/rigkiln.fish.
[[nodiscard]] std::string fishCompletion(const ProgramEntry& program);

}  // namespace rigkiln::manual
