#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace rigkiln {

/// ASCII only: old games compare names this way, whatever the locale.
[[nodiscard]] std::string foldCase(std::string_view text);
[[nodiscard]] bool equalIgnoringCase(std::string_view left, std::string_view right);
[[nodiscard]] bool startsWithIgnoringCase(std::string_view text, std::string_view prefix);
[[nodiscard]] bool containsIgnoringCase(std::string_view text, std::string_view part);

[[nodiscard]] bool isUtf8(std::string_view text);

/// The text itself when it is UTF-8 without control characters. Otherwise bytes that are no UTF-8 are read as
/// Windows-1252, the code page of the tools of that time, and control characters become U+FFFD.
[[nodiscard]] std::string toUtf8(std::string_view text);

/// For messages: quoted, control characters and bytes that are no UTF-8 as \xNN, at most `limit` bytes of the
/// text.
[[nodiscard]] std::string quote(std::string_view text, std::size_t limit = 80);

/// The candidate a person most likely meant by `word`, or empty when none is near (edit distance above a
/// third of the word).
[[nodiscard]] std::string_view closestMatch(std::string_view word,
                                            std::span<const std::string_view> candidates);

/// "did you mean 'x'?" or empty, ready to be appended to a message.
[[nodiscard]] std::string suggestion(std::string_view word, std::span<const std::string_view> candidates);

/// Shortest text that reads back as the same number, '.' as decimal point in every locale. Precondition:
/// finite.
[[nodiscard]] std::string numberText(float number);
[[nodiscard]] std::string numberText(double number);

/// "1.5 MiB", for people.
[[nodiscard]] std::string byteCountText(std::size_t bytes);

}  // namespace rigkiln
