#pragma once

#include <string>

#include "tools/manual/command_tables.hpp"

namespace rigkiln::manual {

/// Page rigkiln(1), in the macros of man(7).
[[nodiscard]] std::string programPage(const ProgramEntry& program);

/// Page of a command, such as rigkiln-convert(1).
[[nodiscard]] std::string commandPage(const ProgramEntry& program, const CommandEntry& command);

}  // namespace rigkiln::manual
