#include "formats/ctsa/ctsa_name.hpp"

#include <algorithm>
#include <cstdint>

#include "pipeline/base/side_name.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::ctsa {
namespace {

constexpr char32_t kReplacementCharacter = 0xFFFD;
constexpr char32_t kFirstSupplementary = 0x10000;

bool isHighSurrogate(char16_t unit) {
    return (unit & 0xFC00U) == 0xD800U;
}

bool isLowSurrogate(char16_t unit) {
    return (unit & 0xFC00U) == 0xDC00U;
}

void appendUtf8(std::string& text, char32_t character) {
    const auto append = [&](char32_t octet) { text.push_back(static_cast<char>(octet)); };
    const auto appendFollowing = [&](unsigned shift) { append(0x80U | (character >> shift & 0x3FU)); };
    if (character < 0x80) return append(character);
    if (character < 0x800) {
        append(0xC0U | character >> 6U);
    } else if (character < kFirstSupplementary) {
        append(0xE0U | character >> 12U);
        appendFollowing(6);
    } else {
        append(0xF0U | character >> 18U);
        appendFollowing(12);
        appendFollowing(6);
    }
    appendFollowing(0);
}

/// Removes and returns the first character. Precondition: `utf8` is not empty and valid UTF-8.
char32_t takeCharacter(std::string_view& utf8) {
    const auto lead = static_cast<unsigned char>(utf8.front());
    const unsigned following = lead < 0xC0 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
    char32_t character = following == 0 ? lead : lead & (0x3FU >> following);
    for (unsigned i = 1; i <= following; ++i)
        character = character << 6U | (static_cast<unsigned char>(utf8[i]) & 0x3FU);
    utf8.remove_prefix(1 + following);
    return character;
}

void appendCodeUnits(std::u16string& units, char32_t character) {
    if (character < kFirstSupplementary) {
        units.push_back(static_cast<char16_t>(character));
        return;
    }
    const char32_t offset = character - kFirstSupplementary;
    units.push_back(static_cast<char16_t>(0xD800U | offset >> 10U));
    units.push_back(static_cast<char16_t>(0xDC00U | (offset & 0x3FFU)));
}

bool isCalled(std::u16string_view name, std::string_view baseName) {
    const NameText text = nameText(name);
    return text.utf8 == baseName || portableStem(text.utf8) == baseName;
}

}  // namespace

NameText nameText(std::u16string_view codeUnits) {
    NameText text;
    text.utf8.reserve(codeUnits.size());
    for (std::size_t i = 0; i < codeUnits.size(); ++i) {
        const char16_t unit = codeUnits[i];
        if (isHighSurrogate(unit) && i + 1 < codeUnits.size() && isLowSurrogate(codeUnits[i + 1])) {
            const char32_t high = unit & 0x3FFU;
            ++i;
            appendUtf8(text.utf8, kFirstSupplementary + (high << 10U | (codeUnits[i] & 0x3FFU)));
        } else if (isHighSurrogate(unit) || isLowSurrogate(unit)) {
            appendUtf8(text.utf8, kReplacementCharacter);
            if (text.loneSurrogates == 0) text.firstLoneSurrogate = i;
            ++text.loneSurrogates;
        } else {
            appendUtf8(text.utf8, unit);
        }
    }
    return text;
}

std::optional<std::u16string> codeUnitsOf(std::string_view utf8) {
    if (!isUtf8(utf8)) return std::nullopt;
    std::u16string units;
    units.reserve(utf8.size());
    while (!utf8.empty())
        appendCodeUnits(units, takeCharacter(utf8));
    return units;
}

std::u16string withOctetsSwapped(std::u16string_view codeUnits) {
    std::u16string swapped(codeUnits);
    for (char16_t& unit : swapped)
        unit = static_cast<char16_t>(unit << 8U | unit >> 8U);
    return swapped;
}

std::endian findNameOrder(std::u16string_view readBigEndian, std::string_view baseName) {
    if (!baseName.empty()) {
        const bool isBig = isCalled(readBigEndian, baseName);
        if (isBig != isCalled(withOctetsSwapped(readBigEndian), baseName))
            return isBig ? std::endian::big : std::endian::little;
    }
    const auto isSwappedLatin = [](char16_t unit) { return (unit & 0xFFU) == 0 && unit != 0; };
    const bool isSwapped = !readBigEndian.empty() && std::ranges::all_of(readBigEndian, isSwappedLatin);
    return isSwapped ? std::endian::little : std::endian::big;
}

}  // namespace rigkiln::ctsa
