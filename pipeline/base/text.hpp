#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace rigkiln {

/// These fold ASCII letters only and ignore the locale, as old games do.
[[nodiscard]] std::string foldCase(std::string_view text);
[[nodiscard]] bool equalIgnoringCase(std::string_view left, std::string_view right);
[[nodiscard]] bool startsWithIgnoringCase(std::string_view text, std::string_view prefix);
[[nodiscard]] bool containsIgnoringCase(std::string_view text, std::string_view part);

[[nodiscard]] bool isUtf8(std::string_view text);

/// Returns the text unchanged when it is UTF-8 without control characters. Otherwise reads bytes that are not
/// UTF-8 as Windows-1252, the code page of tools of that time, and replaces each control character by U+FFFD.
[[nodiscard]] std::string toUtf8(std::string_view text);

/// Quotes text for messages: at most `limit` bytes, with control characters and bytes that are not UTF-8 as
/// \xNN.
[[nodiscard]] std::string quote(std::string_view text, std::size_t limit = 80);

/// Returns the candidate nearest to `word` by edit distance, ignoring case. Empty when no distance is at most
/// a third of the word's length, or 1 for short words.
[[nodiscard]] std::string_view closestMatch(std::string_view word,
                                            std::span<const std::string_view> candidates);

/// Returns "did you mean 'x'?", or empty when no candidate is near.
[[nodiscard]] std::string suggestion(std::string_view word, std::span<const std::string_view> candidates);

/// Returns the shortest text that reads back as the same number, with '.' as decimal point in every locale.
/// Precondition: finite.
[[nodiscard]] std::string numberText(float number);
[[nodiscard]] std::string numberText(double number);

/// Returns a size for people to read, such as "1.5 MiB".
[[nodiscard]] std::string byteCountText(std::size_t bytes);

}  // namespace rigkiln
