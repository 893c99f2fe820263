#pragma once

#include <string>
#include <string_view>

namespace rigkiln::cli {

/// Returns the command of the pager for the value of PAGER (null: not set), or an empty text for none: "less"
/// when PAGER is not set; none when it is empty or "cat".
[[nodiscard]] std::string pagerCommand(const char* pager);

/// Prints through the pager of the user when standard output is a terminal, as git does (PAGER; LESS=FRX when
/// LESS is not set), and plainly otherwise.
void printPaged(std::string_view text);

}  // namespace rigkiln::cli
