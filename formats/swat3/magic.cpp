#include "formats/swat3/magic.hpp"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"

namespace rigkiln::swat3 {

namespace {

constexpr std::size_t kShownOctets = 8;
constexpr std::size_t kTextHead = 512;  // enough to tell text from binary data

struct ForeignMagic {
    std::string_view octets;
    std::string_view title;
};

// Specific entries come before general ones. The suffix sv keeps the NULs in an entry.
using namespace std::string_view_literals;
constexpr std::array kForeignMagics = {
    ForeignMagic{"glTF"sv, "a binary glTF file (GLB)"},
    ForeignMagic{"PK\x03\x04"sv, "a zip archive (the .res files of the game are ones)"},
    ForeignMagic{"PK\x05\x06"sv, "an empty zip archive"},
    ForeignMagic{"Yaz0"sv, "a Yaz0-compressed file"},
    ForeignMagic{"SARC"sv, "a SARC archive"},
    ForeignMagic{"FRES"sv, "a BFRES file"},
    ForeignMagic{"DDS "sv, "a DDS image"},
    ForeignMagic{"\x89PNG"sv, "a PNG image"},
    ForeignMagic{"\xFF\xD8\xFF"sv, "a JPEG image"},
    ForeignMagic{"BM"sv, "a BMP image"},
    ForeignMagic{"\x00\x02\x00\x00"sv, "an Alamo model"},
    ForeignMagic{"\x00\x10\x00\x00"sv, "an Alamo animation"},
    ForeignMagic{"\x00\x09\x00\x00"sv, "an Alamo particle system"},
    ForeignMagic{"\x00\x15\x00\x00"sv, "an Alamo particle system"},
};

std::string textOf(std::span<const std::byte> bytes) {
    std::string text(bytes.size(), '\0');
    std::ranges::transform(bytes, text.begin(), [](std::byte byte) { return static_cast<char>(byte); });
    return text;
}

// No control characters, and at least three quarters ASCII.
bool isText(std::string_view head) {
    const auto isControl = [](char character) {
        const auto octet = static_cast<unsigned char>(character);
        const bool isBlank = character == '\t' || character == '\n' || character == '\r';
        return (octet < 0x20 && !isBlank) || octet == 0x7F;
    };
    const auto foreign = static_cast<std::size_t>(std::ranges::count_if(
        head, [](char character) { return static_cast<unsigned char>(character) >= 0x80; }));
    return std::ranges::none_of(head, isControl) && 4 * foreign <= head.size();
}

// TGA has no magic. Accepts the footer of version 2, or a plausible header.
bool isTga(std::span<const std::byte> file) {
    constexpr std::string_view kFooter("TRUEVISION-XFILE.\0", 18);
    constexpr std::size_t kHeaderSize = 18;
    if (file.size() < kHeaderSize) return false;
    if (textOf(file.last(kFooter.size())) == kFooter) return true;
    const auto at = [&](std::size_t i) { return std::to_integer<unsigned>(file[i]); };
    const unsigned mapType = at(1);
    const unsigned imageType = at(2);
    const unsigned depth = at(16);
    const bool isMapped = mapType == 1 && (imageType == 1 || imageType == 9) && depth == 8;
    const bool isTrueColour =
        mapType == 0 && (imageType == 2 || imageType == 10) && (depth == 16 || depth == 24 || depth == 32);
    const bool isGrey = mapType == 0 && (imageType == 3 || imageType == 11) && depth == 8;
    const bool hasArea = (at(12) | at(13)) != 0 && (at(14) | at(15)) != 0;
    return hasArea && (isMapped || isTrueColour || isGrey);
}

}  // namespace

std::span<const std::byte> octetsOf(const Magic& magic) {
    return std::as_bytes(std::span(magic.octets));
}

std::span<const std::byte> tailOf(const Magic& magic) {
    return octetsOf(magic).last(kMagicTailSize);
}

bool beginsWith(std::span<const std::byte> file, const Magic& magic) {
    const std::size_t size = std::min(file.size(), magic.octets.size());
    return std::ranges::equal(file.first(size), octetsOf(magic).first(size));
}

std::string nameForeignFile(std::span<const std::byte> file) {
    for (const Magic* magic : {&kGsmMagic, &kGsaMagic}) {
        if (file.size() >= magic->octets.size() && beginsWith(file, *magic)) return std::string(magic->title);
    }
    const std::string head = textOf(file.first(std::min(file.size(), kTextHead)));
    for (const ForeignMagic& foreign : kForeignMagics) {
        if (head.starts_with(foreign.octets)) return std::string(foreign.title);
    }
    if (isTga(file)) return "a TGA image";
    if (isText(head)) {
        const std::size_t first = head.find_first_not_of(" \t\r\n");
        const bool isObject = first != std::string::npos && head[first] == '{';
        return isObject && head.find("\"asset\"") != std::string::npos ? "a glTF file" : "text";
    }
    std::string octets;
    for (const std::byte octet : file.first(std::min(file.size(), kShownOctets))) {
        octets += fmt::format(" {:02X}", std::to_integer<unsigned>(octet));
    }
    return fmt::format("a file of unknown kind (it begins with{})", octets);
}

}  // namespace rigkiln::swat3
