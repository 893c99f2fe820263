#pragma once

namespace rigkiln::cli {

/// Whether escape sequences for colours may be written to a stream: it is a terminal, TERM is not "dumb", and
/// NO_COLOR is not set (no-color.org).
[[nodiscard]] bool hasColor(int descriptor);

}  // namespace rigkiln::cli
