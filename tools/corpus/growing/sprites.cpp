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
#include "tools/corpus/growing/growing.hpp"
#include "tools/corpus/images.hpp"
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

ImageSize sizeOf(std::size_t rows) {
    return {.width = kWidth, .height = static_cast<std::uint32_t>(rows)};
}

/// A model with this texture.
std::vector<ArtFile> modelAnd(std::string extension, std::vector<std::byte> texture) {
    return {makeTexturedModel(0, 0), {"Textures/Surface_00" + std::move(extension), std::move(texture)}};
}

std::vector<ArtFile> tgaOfRows(std::size_t count) {
    return modelAnd(".tga", encodeTga(makePicture(sizeOf(count))));
}

std::vector<ArtFile> bmpOfRows(std::size_t count) {
    return modelAnd(".bmp", encodeBmp(makePicture(sizeOf(count))));
}

std::vector<ArtFile> ddsOfRows(std::size_t count) {
    return modelAnd(".dds", makeNoiseDds(sizeOf(count), "DXT5"));
}

std::vector<ArtFile> pngOfRows(std::size_t count) {
    return modelAnd(".png", images::encodePng(makePicture(sizeOf(count))));
}

std::vector<ArtFile> jpegOfRows(std::size_t count) {
    return modelAnd(".jpg", encodeJpeg(makePicture(sizeOf(count)), JpegKind::Baseline));
}

std::vector<ArtFile> progressiveJpegOfRows(std::size_t count) {
    return modelAnd(".jpg", encodeJpeg(makePicture(sizeOf(count)), JpegKind::Progressive));
}

constexpr std::array kImages = {GrowingCount{"tga rows of 256", 8'192, tgaOfRows},
                                GrowingCount{"bmp rows of 256", 8'192, bmpOfRows},
                                GrowingCount{"dds rows of 256", 8'192, ddsOfRows},
                                GrowingCount{"png rows of 256", 16'384, pngOfRows},
                                GrowingCount{"jpeg rows of 256", 16'384, jpegOfRows},
                                GrowingCount{"jpeg rows of 256, progressive", 16'384, progressiveJpegOfRows}};

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
