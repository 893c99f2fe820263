#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <type_traits>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"

/// Writes JSON as text, for the large parts of reports: trees of Json take several times as long.
namespace rigkiln::json_text {

/// Whether a text is ASCII that stands in JSON as it is, which nearly all names are.
inline bool isPlain(std::string_view text) {
    return std::ranges::all_of(text, [](char character) {
        return character >= ' ' && character <= '~' && character != '"' && character != '\\';
    });
}

/// Appends a text in quotes. Precondition: it is UTF-8 without control characters, as toUtf8 returns it.
inline void appendQuoted(std::string& json, std::string_view text) {
    json += '"';
    if (isPlain(text)) {
        json += text;
    } else {
        for (const char character : text) {
            if (character == '"' || character == '\\') json += '\\';
            json += character;
        }
    }
    json += '"';
}

/// Appends any text in quotes.
inline void appendText(std::string& json, std::string_view text) {
    if (!isPlain(text)) return appendQuoted(json, toUtf8(text));
    json += '"';
    json += text;
    json += '"';
}

/// Appends a whole number.
template <class Number>
requires std::is_integral_v<Number>
void appendNumber(std::string& json, Number number) {
    const fmt::format_int text(number);
    json.append(text.data(), text.size());
}

/// Appends a number with three digits behind the point, given in thousandths, at least 0.
template <class Number>
requires std::is_integral_v<Number>
void appendThousandths(std::string& json, Number number) {
    constexpr Number kWhole = 1000;
    constexpr Number kTen = 10;
    appendNumber(json, number / kWhole);
    const Number rest = number % kWhole;
    json += '.';
    json += static_cast<char>('0' + rest / (kTen * kTen));
    json += static_cast<char>('0' + rest / kTen % kTen);
    json += static_cast<char>('0' + rest % kTen);
}

}  // namespace rigkiln::json_text
