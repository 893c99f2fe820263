#pragma once

#include <string_view>

namespace rigkiln::cli {

/// Writes to standard output. Ignores a closed pipe.
void print(std::string_view text);
/// Writes a line to standard error, after the program's name.
void complain(std::string_view text);

}  // namespace rigkiln::cli
