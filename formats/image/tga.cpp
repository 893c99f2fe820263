#include "formats/image/tga.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "formats/image/alpha.hpp"
#include "formats/image/colour.hpp"
#include "formats/image/image_issues.hpp"
#include "formats/image/image_size.hpp"
#include "formats/image/palette.hpp"
#include "formats/image/stored_rows.hpp"
#include "formats/image/tga_header.hpp"
#include "formats/image/tga_packets.hpp"
#include "pipeline/binary/byte_reader.hpp"
#include "pipeline/binary/guarded.hpp"

namespace rigkiln::images {
namespace {

constexpr std::string_view kExtension = ".tga";

// --- decoding one colour

template <std::size_t size>
using Octets = std::span<const std::byte, size>;

std::uint8_t octet(std::byte byte) {
    return std::to_integer<std::uint8_t>(byte);
}

/// Scales five bits to eight: 0 stays 0 and 31 becomes 255.
std::uint8_t widened(unsigned fiveBits) {
    return static_cast<std::uint8_t>(fiveBits << 3U | fiveBits >> 2U);
}

unsigned word(Octets<2> octets) {
    return octet(octets[0]) | static_cast<unsigned>(octet(octets[1])) << 8U;
}

Colour opaqueFrom555(Octets<2> octets) {
    const unsigned bits = word(octets);
    return {widened(bits >> 10U & 31U), widened(bits >> 5U & 31U), widened(bits & 31U), kOpaque};
}

Colour from1555(Octets<2> octets) {
    Colour colour = opaqueFrom555(octets);
    if ((word(octets) & 0x8000U) == 0) colour.back() = 0;
    return colour;
}

Colour from24(Octets<3> octets) {
    return {octet(octets[2]), octet(octets[1]), octet(octets[0]), kOpaque};
}

Colour from32(Octets<4> octets) {
    return {octet(octets[2]), octet(octets[1]), octet(octets[0]), octet(octets[3])};
}

Colour fromGrey(Octets<1> octets) {
    return {octet(octets[0]), octet(octets[0]), octet(octets[0]), kOpaque};
}

Colour fromGreyAlpha(Octets<2> octets) {
    return {octet(octets[0]), octet(octets[0]), octet(octets[0]), octet(octets[1])};
}

/// Bit 15 of a 16-bit colour counts as alpha only if the header says so: most files leave it 0.
bool hasAlphaBit(const TgaHeader& header) {
    return header.colourBits() == 16 && header.alphaBits() == 1;
}

// --- decoding all pixels

/// Fills the image row by row, in the orientation that the header gives.
template <std::size_t pixelBytes, class ColourOf>
void fill(Image& image, const TgaHeader& header, std::span<const std::byte> stored,
          const ColourOf& colourOf) {
    const std::size_t width = header.width;
    for (std::size_t row = 0; row < header.height; ++row) {
        const std::size_t y = header.isTopToBottom() ? row : header.height - 1U - row;
        const auto from = stored.subspan(row * width * pixelBytes, width * pixelBytes);
        const auto to = std::span(image.pixels).subspan(y * width * sizeof(Colour), width * sizeof(Colour));
        for (std::size_t column = 0; column < width; ++column) {
            const std::size_t x = header.isRightToLeft() ? width - 1 - column : column;
            const Colour colour = colourOf(from.subspan(column * pixelBytes).template first<pixelBytes>());
            std::ranges::copy(colour, to.subspan(x * sizeof(Colour)).begin());
        }
    }
}

void fillTrueColour(Image& image, const TgaHeader& header, std::span<const std::byte> stored) {
    switch (header.pixelBytes()) {
        case 4:
            return fill<4>(image, header, stored, from32);
        case 3:
            return fill<3>(image, header, stored, from24);
        default:
            return fill<2>(image, header, stored, hasAlphaBit(header) ? from1555 : opaqueFrom555);
    }
}

template <std::size_t entryBytes, class ColourOf>
std::vector<Colour> coloursFrom(std::span<const std::byte> entries, const ColourOf& colourOf) {
    std::vector<Colour> colours;
    colours.reserve(entries.size() / entryBytes);
    for (std::size_t at = 0; at < entries.size(); at += entryBytes)
        colours.push_back(colourOf(entries.subspan(at).template first<entryBytes>()));
    return colours;
}

std::vector<Colour> mapColours(const TgaHeader& header, std::span<const std::byte> entries) {
    switch (header.entryBytes()) {
        case 4:
            return coloursFrom<4>(entries, from32);
        case 3:
            return coloursFrom<3>(entries, from24);
        default:
            return coloursFrom<2>(entries, hasAlphaBit(header) ? from1555 : opaqueFrom555);
    }
}

void fillMapped(Image& image, const TgaHeader& header, std::span<const std::byte> entries,
                std::span<const std::byte> stored, Diagnostics& diagnostics) {
    Palette palette(mapColours(header, entries), header.firstEntry);
    if (header.pixelBytes() == 1) {
        fill<1>(image, header, stored, [&](Octets<1> octets) { return palette.at(octet(octets[0])); });
    } else {
        fill<2>(image, header, stored, [&](Octets<2> octets) { return palette.at(word(octets)); });
    }
    palette.report(diagnostics);
}

void fillGrey(Image& image, const TgaHeader& header, std::span<const std::byte> stored) {
    if (header.pixelBytes() == 1) return fill<1>(image, header, stored, fromGrey);
    fill<2>(image, header, stored, fromGreyAlpha);
}

// --- alpha

/// Whether each colour stores a whole byte of alpha.
bool hasAlphaOctet(const TgaHeader& header) {
    return header.kind() == TgaKind::Grey ? header.pixelBits == 16 : header.colourBits() == 32;
}

/// Whether the extension area says "no alpha" while the header counts alpha bits. The header is believed
/// then: Paint Shop Pro leaves the field of the area 0.
bool isAlphaDisputed(const TgaHeader& header, std::optional<TgaAttributes> attributes) {
    return attributes == TgaAttributes::None && header.alphaBits() > 0;
}

/// The extension area takes precedence over the header, because it says more.
AlphaMeaning alphaMeaning(const TgaHeader& header, std::optional<TgaAttributes> attributes) {
    const bool isCounted = header.alphaBits() > 0;
    const AlphaMeaning byHeader = isCounted ? AlphaMeaning::Declared : AlphaMeaning::Undeclared;
    if (!attributes || isAlphaDisputed(header, attributes)) return byHeader;
    switch (*attributes) {
        case TgaAttributes::None:
        case TgaAttributes::Undefined:
        case TgaAttributes::UndefinedKept:
            return AlphaMeaning::Meaningless;
        case TgaAttributes::Alpha:
        case TgaAttributes::Multiplied:
            return AlphaMeaning::Declared;
    }
    return byHeader;  // reserved values: only the header counts
}

void settleTgaAlpha(Image& image, const TgaHeader& header, std::span<const std::byte> file,
                    Diagnostics& diagnostics) {
    if (!hasAlphaOctet(header) && !hasAlphaBit(header)) return;
    const std::optional<TgaAttributes> attributes = tgaAttributes(file);
    settleAlpha(image, alphaMeaning(header, attributes), diagnostics);
    if (isAlphaDisputed(header, attributes)) {
        diagnostics.add(kAlphaDisputed, "extension area",
                        fmt::format("attributes type 0, {} bits in the header", header.alphaBits()));
    }
    if (attributes == TgaAttributes::Multiplied)
        diagnostics.add(kAlphaPremultiplied, "extension area", "attributes type 4");
}

// --- the file

std::span<const std::byte> takeColourMap(ByteReader& reader, const TgaHeader& header) {
    if (!header.hasColourMap()) return {};
    return reader.take("colour map", header.entryCount * header.entryBytes());
}

TgaHeader takeHeader(ByteReader& reader) {
    const TgaHeader header = decodeTgaHeader(reader);
    requireSize(reader, kTgaWidthOffset, header.width, header.height);
    return header;
}

Image decode(std::span<const std::byte> file, Diagnostics& diagnostics) {
    FieldPath path;
    ByteReader reader(file, path);
    const TgaHeader header = takeHeader(reader);
    reader.take("id", header.idLength);
    const std::span<const std::byte> entries = takeColourMap(reader, header);

    std::vector<std::byte> unpacked;
    std::span<const std::byte> stored;
    if (header.isPacked()) {
        unpacked = unpackTga(reader, header);
        stored = unpacked;
    } else {
        stored = takeRows(reader, {.width = header.width,
                                   .height = header.height,
                                   .pixelBits = header.pixelBytes() * 8,
                                   .rowBytes = header.width * header.pixelBytes()});
    }

    Image image{.width = header.width, .height = header.height};
    image.pixels.resize(std::size_t{header.width} * header.height * sizeof(Colour));
    switch (header.kind()) {
        case TgaKind::Mapped:
            fillMapped(image, header, entries, stored, diagnostics);
            break;
        case TgaKind::TrueColour:
            fillTrueColour(image, header, stored);
            break;
        case TgaKind::Grey:
            fillGrey(image, header, stored);
            break;
    }
    settleTgaAlpha(image, header, file, diagnostics);
    return image;
}

Result<ImageSize> measure(std::span<const std::byte> file) {
    return guarded<ImageSize>([&] {
        FieldPath path;
        ByteReader reader(file, path);
        const TgaHeader header = takeHeader(reader);
        return ImageSize{header.width, header.height};
    });
}

Result<Image> read(std::span<const std::byte> file, Diagnostics& diagnostics) {
    return guarded<Image>([&] { return decode(file, diagnostics); });
}

/// TGA has no magic. Accepts the footer of version 2, or the extension together with a plausible header.
bool recognise(std::span<const std::byte> file, std::string_view extension) {
    if (hasTgaFooter(file)) return true;
    if (extension != kExtension) return false;
    return guarded<bool>([&] {
               FieldPath path;
               ByteReader reader(file, path);
               (void)decodeTgaHeader(reader);
               return true;
           })
        .hasValue();
}

constexpr std::array kExtensions = {kExtension};
constexpr std::array kIssues = {&kAlphaUndeclared, &kAlphaIgnored, &kAlphaDisputed, &kAlphaPremultiplied,
                                &kPaletteIndex};

}  // namespace

constinit const ImageModule kTgaFormat{
    .id = "tga",
    .title = "Truevision TGA",
    .extensions = kExtensions,
    .revision = 1,
    .issues = kIssues,
    .recognise = recognise,
    .measure = measure,
    .read = read,
};

}  // namespace rigkiln::images
