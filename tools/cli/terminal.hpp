#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rigkiln::cli {

/// Whether escape sequences for colours may be written to a stream: it is a terminal, TERM is not "dumb", and
/// NO_COLOR is not set (no-color.org).
[[nodiscard]] bool hasColor(int descriptor);

/// Whether a line on the stream can be written over: it is a terminal, and TERM is not "dumb".
[[nodiscard]] bool isInteractive(int descriptor);

/// Returns the columns of a terminal now; 80 when it does not say.
[[nodiscard]] std::size_t terminalWidth(int descriptor);

/// Returns the beginning of a line that takes at most `columns` columns on any terminal: a character that is
/// not ASCII counts as two. The text is UTF-8 without control characters.
[[nodiscard]] std::string clipped(std::string_view line, std::size_t columns);

}  // namespace rigkiln::cli
