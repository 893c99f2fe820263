#pragma once

#include <string_view>

namespace rigkiln::cli {

/// Writes to standard output. An error is told by `finishOutput`.
void print(std::string_view text);
/// Closes standard output at the end of the program. Returns the exit code: kEnvironmentFailed, with a
/// message, where something that was printed could not be written. A closed pipe is no error.
[[nodiscard]] int finishOutput(int exitCode);
/// Writes a line to standard error, after the program's name, and above the status line if there is one.
void complain(std::string_view text);
/// Likewise, unless standard error takes nothing for a moment, as a full pipe does whose reader has stopped:
/// other threads then wait for it, and this one must not.
void complainIfPossible(std::string_view text);
/// Removes the status line, likewise.
void clearStatusLineIfPossible();
/// Shows a line on standard error that stays the last one and is written over by the next. Empty: removes it.
/// Safe to use from many threads, together with `complain`.
void showStatusLine(std::string_view line);

}  // namespace rigkiln::cli
