#include "pipeline/base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <numeric>
#include <vector>

#include <fmt/format.h>

namespace rigkiln {
namespace {

char foldCharacter(char character) {
    return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a') : character;
}

bool isControl(unsigned char byte) {
    return byte < 0x20 || byte == 0x7F;
}

/// A row of table 3-7 of Unicode 15: a range of lead bytes, and the range that their second byte must lie in.
struct SequenceRule {
    unsigned char firstLead;
    unsigned char lastLead;
    unsigned char secondLow;
    unsigned char secondHigh;
    std::size_t length;
};

constexpr std::array<SequenceRule, 8> kSequenceRules = {{{0xC2, 0xDF, 0x80, 0xBF, 2},
                                                         {0xE0, 0xE0, 0xA0, 0xBF, 3},
                                                         {0xE1, 0xEC, 0x80, 0xBF, 3},
                                                         {0xED, 0xED, 0x80, 0x9F, 3},
                                                         {0xEE, 0xEF, 0x80, 0xBF, 3},
                                                         {0xF0, 0xF0, 0x90, 0xBF, 4},
                                                         {0xF1, 0xF3, 0x80, 0xBF, 4},
                                                         {0xF4, 0xF4, 0x80, 0x8F, 4}}};

/// Returns the length of the well-formed UTF-8 sequence at the start of `text`, or 0 when there is none.
std::size_t utf8SequenceLength(std::string_view text) {
    const auto isWithin = [&](std::size_t index, unsigned char low, unsigned char high) {
        const auto byte = static_cast<unsigned char>(text[index]);
        return byte >= low && byte <= high;
    };
    if (text.empty()) return 0;
    if (isWithin(0, 0x00, 0x7F)) return 1;
    for (const SequenceRule& rule : kSequenceRules) {
        if (!isWithin(0, rule.firstLead, rule.lastLead)) continue;
        if (text.size() < rule.length || !isWithin(1, rule.secondLow, rule.secondHigh)) return 0;
        for (std::size_t index = 2; index < rule.length; ++index) {
            if (!isWithin(index, 0x80, 0xBF)) return 0;
        }
        return rule.length;
    }
    return 0;
}

void appendCodePoint(std::string& text, std::uint32_t codePoint) {
    const auto append = [&](std::uint32_t byte) { text.push_back(static_cast<char>(byte)); };
    if (codePoint < 0x80) {
        append(codePoint);
    } else if (codePoint < 0x800) {
        append(0xC0 | (codePoint >> 6));
        append(0x80 | (codePoint & 0x3F));
    } else {
        append(0xE0 | (codePoint >> 12));
        append(0x80 | ((codePoint >> 6) & 0x3F));
        append(0x80 | (codePoint & 0x3F));
    }
}

constexpr std::uint32_t kReplacementCharacter = 0xFFFD;

std::uint32_t fromWindows1252(unsigned char byte) {
    // Code points of bytes 0x80 to 0x9F; 0 marks the five bytes that Windows-1252 leaves unassigned.
    static constexpr std::array<std::uint16_t, 32> kUpper = {
        0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};
    if (byte < 0x80 || byte > 0x9F) return byte;
    const std::uint16_t codePoint = kUpper.at(byte - 0x80U);
    return codePoint == 0 ? kReplacementCharacter : codePoint;
}

/// Counts insertions, deletions, substitutions and swaps of neighbouring characters ("scna"), which is the
/// most common typing mistake. Ignores ASCII case.
std::size_t editDistance(std::string_view left, std::string_view right) {
    std::vector<std::size_t> beforeLast(right.size() + 1);
    std::vector<std::size_t> last(right.size() + 1);
    std::vector<std::size_t> row(right.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    const auto same = [&](std::size_t i, std::size_t j) {
        return foldCharacter(left[i]) == foldCharacter(right[j]);
    };
    for (std::size_t i = 0; i < left.size(); ++i) {
        beforeLast.swap(last);
        last.swap(row);
        row[0] = i + 1;
        for (std::size_t j = 0; j < right.size(); ++j) {
            const std::size_t substituted = last[j] + (same(i, j) ? 0 : 1);
            row[j + 1] = std::min({substituted, row[j] + 1, last[j + 1] + 1});
            if (i > 0 && j > 0 && same(i, j - 1) && same(i - 1, j)) {
                row[j + 1] = std::min(row[j + 1], beforeLast[j - 1] + 1);
            }
        }
    }
    return row.back();
}

template <class Number>
std::string shortestText(Number number) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
    return {buffer.data(), end};
}

}  // namespace

std::string foldCase(std::string_view text) {
    std::string folded(text);
    std::ranges::transform(folded, folded.begin(), foldCharacter);
    return folded;
}

bool equalIgnoringCase(std::string_view left, std::string_view right) {
    return left.size() == right.size() && startsWithIgnoringCase(left, right);
}

bool startsWithIgnoringCase(std::string_view text, std::string_view prefix) {
    return text.size() >= prefix.size() &&
           std::ranges::equal(text.substr(0, prefix.size()), prefix, {}, foldCharacter, foldCharacter);
}

bool containsIgnoringCase(std::string_view text, std::string_view part) {
    const auto same = [](char left, char right) { return foldCharacter(left) == foldCharacter(right); };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end() ||
           part.empty();
}

bool isUtf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = utf8SequenceLength(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string toUtf8(std::string_view text) {
    std::string converted;
    converted.reserve(text.size());
    while (!text.empty()) {
        const auto lead = static_cast<unsigned char>(text.front());
        const std::size_t length = utf8SequenceLength(text);
        if (isControl(lead)) {
            appendCodePoint(converted, kReplacementCharacter);
        } else if (length > 0) {
            converted.append(text.substr(0, length));
        } else {
            appendCodePoint(converted, fromWindows1252(lead));
        }
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return converted;
}

std::string quote(std::string_view text, std::size_t limit) {
    std::string quoted = "'";
    std::string_view rest = text.substr(0, limit);
    while (!rest.empty()) {
        const auto lead = static_cast<unsigned char>(rest.front());
        const std::size_t length = isControl(lead) ? 0 : utf8SequenceLength(rest);
        if (length == 0) {
            quoted += fmt::format("\\x{:02X}", lead);
        } else {
            quoted.append(rest.substr(0, length));
        }
        rest.remove_prefix(std::max<std::size_t>(length, 1));
    }
    quoted += text.size() > limit ? "...'" : "'";
    return quoted;
}

std::string_view closestMatch(std::string_view word, std::span<const std::string_view> candidates) {
    std::string_view best;
    std::size_t bestDistance = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string_view candidate : candidates) {
        // Skips candidates much shorter than the word. Documents may contain words of megabytes, and the
        // distance takes time proportional to both lengths.
        if (word.size() > candidate.size() + bestDistance) continue;
        const std::size_t distance = editDistance(word, candidate);
        if (distance < bestDistance) {
            bestDistance = distance;
            best = candidate;
        }
    }
    return best;
}

std::string suggestion(std::string_view word, std::span<const std::string_view> candidates) {
    const std::string_view match = closestMatch(word, candidates);
    return match.empty() ? std::string() : fmt::format("did you mean '{}'?", match);
}

std::string numberText(float number) {
    return shortestText(number);
}

std::string numberText(double number) {
    return shortestText(number);
}

std::string byteCountText(std::size_t bytes) {
    static constexpr std::array<std::string_view, 5> kUnits = {"B", "KiB", "MiB", "GiB", "TiB"};
    if (bytes < 1024) return fmt::format("{} B", bytes);
    auto amount = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (; amount >= 1024 && unit + 1 < kUnits.size(); ++unit) {
        amount /= 1024;
    }
    return fmt::format("{:.1f} {}", amount, kUnits.at(unit));
}

}  // namespace rigkiln
