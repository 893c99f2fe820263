#include "tools/corpus/sprites.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "formats/containers/meg.hpp"
#include "formats/containers/sarc.hpp"
#include "formats/containers/zip.hpp"
#include "formats/ctsa/ctsa_file.hpp"
#include "formats/image/png.hpp"
#include "pipeline/binary/byte_writer.hpp"
#include "tools/corpus/growing/growing.hpp"
#include "tools/corpus/random.hpp"
#include "tools/corpus/textured.hpp"

// Sprites, archives full of sprites, and images.

namespace rigkiln::corpus {
namespace {

std::vector<std::byte> spriteOf(std::size_t frames) {
    const SheetPlan plan{.width = static_cast<std::uint32_t>(frames),
                         .height = 1,
                         .frameWidth = 1,
                         .frameHeight = 1,
                         .frames = static_cast<std::uint32_t>(frames)};
    Result<std::vector<std::byte>> bytes = ctsa::encodeCtsa(makeSprite(plan, u"Walk"));
    if (!bytes) throw std::logic_error(bytes.error().text());
    return std::move(*bytes);
}

/// On a sheet with a column of pixels for each frame.
std::vector<ArtFile> withFrames(std::size_t count) {
    const auto width = static_cast<std::uint32_t>(count);
    Image sheet{.width = width, .height = 1, .pixels = std::vector<std::uint8_t>(4 * count, 255)};
    return {{"Walk.ctsa", spriteOf(count)}, {"Walk.png", images::encodePng(std::move(sheet))}};
}

std::vector<ArtFile> withoutSheet(std::size_t count) {
    return {{"Walk.ctsa", spriteOf(count)}};
}

constexpr std::array kSprites = {GrowingCount{"ctsa frames on a sheet", 16'384, withFrames},
                                 GrowingCount{"ctsa frames without a sheet", 16'384, withoutSheet}};

std::string memberName(std::size_t number) {
    return fmt::format("Sprite_{:06}.ctsa", number);
}

std::vector<ArtFile> zipWithMembers(std::size_t count) {
    std::vector<containers::ZipMember> members;
    for (std::size_t i = 0; i < count; ++i)
        members.push_back({.name = memberName(i), .bytes = spriteOf(1), .isPacked = i % 2 == 0});
    return {{"Sprites.zip", containers::encodeZip(members)}};
}

std::vector<ArtFile> megWithMembers(std::size_t count) {
    std::vector<containers::MegMember> members;
    for (std::size_t i = 0; i < count; ++i)
        members.push_back({.name = memberName(i), .bytes = spriteOf(1)});
    return {{"Sprites.meg", containers::encodeMeg(members, containers::MegVersion::One)}};
}

std::vector<ArtFile> sarcWithMembers(std::size_t count) {
    std::vector<containers::SarcMember> members;
    for (std::size_t i = 0; i < count; ++i)
        members.push_back({.name = memberName(i), .bytes = spriteOf(1)});
    return {{"Sprites.sarc", containers::encodeSarc(members, std::endian::big)}};
}

constexpr std::array kArchives = {GrowingCount{"zip members", 8'192, zipWithMembers},
                                  GrowingCount{"meg members", 8'192, megWithMembers},
                                  GrowingCount{"sarc members", 8'192, sarcWithMembers}};

constexpr std::uint32_t kWidth = 256;

Image pictureOf(std::size_t rows) {
    Random random(7);
    Image image{.width = kWidth, .height = static_cast<std::uint32_t>(rows)};
    for (std::size_t i = 0; i < rows * kWidth; ++i) {
        const auto shade = static_cast<std::uint8_t>(i / 8 % 256);
        image.pixels.insert(image.pixels.end(),
                            {shade, static_cast<std::uint8_t>(random.below(32)), shade, 255});
    }
    return image;
}

/// A model with this texture.
std::vector<ArtFile> modelAnd(std::string extension, std::vector<std::byte> texture) {
    return {makeTexturedModel(0, 0), {"Textures/Surface_00" + std::move(extension), std::move(texture)}};
}

/// Four octets for each pixel, not packed: blue, green, red, alpha.
void writePixels(const Image& image, ByteWriter& out) {
    for (std::size_t i = 0; i < image.pixels.size(); i += 4) {
        for (const std::size_t channel : {2U, 1U, 0U, 3U})
            out.write(image.pixels[i + channel]);
    }
}

std::vector<ArtFile> tgaOfRows(std::size_t count) {
    constexpr std::uint8_t kTrueColor = 2;
    ByteWriter out(std::endian::little);
    for (const std::uint8_t octet : std::array<std::uint8_t, 12>{0, 0, kTrueColor})
        out.write(octet);
    out.write(static_cast<std::uint16_t>(kWidth));
    out.write(static_cast<std::uint16_t>(count));
    out.write(std::uint8_t{32});
    out.write(std::uint8_t{8});
    writePixels(pictureOf(count), out);
    return modelAnd(".tga", std::move(out).finish());
}

std::vector<ArtFile> bmpOfRows(std::size_t count) {
    constexpr std::uint32_t kHeader = 54;
    const auto bytes = static_cast<std::uint32_t>(4 * count * kWidth);
    ByteWriter out(std::endian::little);
    out.write(std::uint8_t{'B'});
    out.write(std::uint8_t{'M'});
    for (const std::uint32_t word :
         {kHeader + bytes, 0U, kHeader, 40U, kWidth, static_cast<std::uint32_t>(count), 1U | 32U << 16U, 0U,
          bytes, 0U, 0U, 0U, 0U})
        out.write(word);
    writePixels(pictureOf(count), out);
    return modelAnd(".bmp", std::move(out).finish());
}

std::vector<ArtFile> ddsOfRows(std::size_t count) {
    Random random(7);
    ByteWriter out(std::endian::little);
    writeDdsHeader({.width = kWidth, .height = static_cast<std::uint32_t>(count)}, "DXT5", out);
    for (std::size_t block = 0; block < count * kWidth / 16; ++block) {
        out.write(random.next());
        out.write(random.next());
    }
    return modelAnd(".dds", std::move(out).finish());
}

constexpr std::array kImages = {GrowingCount{"tga rows of 256", 8'192, tgaOfRows},
                                GrowingCount{"bmp rows of 256", 8'192, bmpOfRows},
                                GrowingCount{"dds rows of 256", 8'192, ddsOfRows}};

}  // namespace

std::span<const GrowingCount> spriteCounts() {
    return kSprites;
}

std::span<const GrowingCount> archiveCounts() {
    return kArchives;
}

std::span<const GrowingCount> imageCounts() {
    return kImages;
}

}  // namespace rigkiln::corpus
