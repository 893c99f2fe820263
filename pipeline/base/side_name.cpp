#include "pipeline/base/side_name.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "pipeline/base/portable_name.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

constexpr std::size_t kHashDigits = 16;

/// Common file systems limit names to 255 bytes; the remainder is for the hash, the extension and a temporary
/// name.
constexpr std::size_t kLongestStem = 200;

bool isHexDigit(char character) {
    return (character >= '0' && character <= '9') || (character >= 'a' && character <= 'f');
}

/// Returns the part before the last dot; the whole name when it has no dot or its only dot comes first.
std::string_view withoutExtension(std::string_view name) {
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos || dot == 0 ? name : name.substr(0, dot);
}

}  // namespace

std::string sideFileName(std::string_view stem, std::uint64_t hash, std::string_view extension) {
    return fmt::format("{}.{:016x}{}", stem, hash, extension);
}

std::string_view stemOfSideFile(std::string_view name) {
    const std::size_t dot = name.rfind('.');
    if (dot == std::string_view::npos || dot < kHashDigits + 2) return {};
    const std::string_view hash = name.substr(dot - kHashDigits, kHashDigits);
    if (name[dot - kHashDigits - 1] != '.' || !std::ranges::all_of(hash, isHexDigit)) return {};
    return name.substr(0, dot - kHashDigits - 1);
}

std::string sideFileStem(std::string_view text) {
    std::string stem = toUtf8(text);
    if (stem.size() <= kLongestStem) return stem;
    std::size_t end = kLongestStem;
    while (end > 0 && (static_cast<unsigned char>(stem[end]) & 0xC0U) == 0x80U) {
        --end;
    }
    stem.resize(end);
    return stem;
}

std::string portableStem(std::string_view text) {
    std::string stem = sideFileStem(text);
    std::ranges::replace_if(
        stem, [](char character) { return kForbiddenInNames.find(character) != std::string_view::npos; },
        '_');
    const bool isTaken = stem.empty() || isDeviceName(stem);
    return isTaken ? std::string("_").append(stem) : stem;
}

std::string_view plainStem(std::string_view path) {
    const std::size_t separator = path.find_last_of("/\\:");
    const std::string_view name = separator == std::string_view::npos ? path : path.substr(separator + 1);
    const std::string_view ofSideFile = stemOfSideFile(name);
    return ofSideFile.empty() ? withoutExtension(name) : ofSideFile;
}

}  // namespace rigkiln
