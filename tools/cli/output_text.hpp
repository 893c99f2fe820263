#pragma once

#include <string_view>

namespace rigkiln::cli {

/// Writes to standard output; a reader that went away (a closed pipe) is no error of ours.
void print(std::string_view text);
/// Writes a line to standard error, with the program's name before it.
void complain(std::string_view text);

}  // namespace rigkiln::cli
