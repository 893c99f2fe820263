#include "tests/revisions/golden_art.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string_view>
#include <turbojpeg.h>
#include <utility>

#include <fmt/format.h>

#include "formats/bfres/file/bfres_file.hpp"
#include "formats/image/png.hpp"
#include "formats/image/webp.hpp"
#include "tests/support/image/bmp_builder.hpp"
#include "tests/support/image/dds_builder.hpp"
#include "tests/support/image/tga_builder.hpp"
#include "tools/corpus/art.hpp"
#include "tools/corpus/bfres_art.hpp"
#include "tools/corpus/bfres_texture.hpp"
#include "tools/corpus/random.hpp"
#include "tools/corpus/sprites.hpp"
#include "tools/corpus/swat3/swat3_art.hpp"
#include "tools/corpus/textured.hpp"

namespace rigkiln::test {
namespace {

using corpus::ArtFile;
using corpus::Random;

constexpr std::uint64_t kSeed = 1;
constexpr std::uint32_t kSide = 8;  ///< pixels; of all images made here
constexpr std::size_t kPixels = std::size_t{kSide} * kSide;

class ArtFolder {
public:
    void add(const std::string& folder, std::vector<ArtFile> files) {
        for (ArtFile& file : files)
            add(folder, std::move(file));
    }
    void add(const std::string& folder, ArtFile file) {
        files_.push_back({folder + "/" + file.path, std::move(file.bytes)});
    }
    [[nodiscard]] std::vector<ArtFile> take() && { return std::move(files_); }

private:
    std::vector<ArtFile> files_;
};

/// Models that have clips: one skin, rigid parts, levels of detail, several weights per vertex.
bool isOfUnits(const std::string& path) {
    constexpr std::array<std::string_view, 4> kUnits = {"TROOPER", "WALKER", "SHIP", "SERPENT"};
    const std::string name = path.substr(path.rfind('/') + 1);
    return std::ranges::any_of(kUnits, [&](std::string_view unit) { return name.starts_with(unit); });
}

Bytes noise(std::size_t size, Random& random) {
    Bytes bytes(size);
    for (std::byte& byte : bytes)
        byte = static_cast<std::byte>(random.below(256));
    return bytes;
}

/// Rows of 24 bits from the bottom; a quarter of the pixels have the colour that SWAT 3 does not draw.
Bytes keyedBmp(Random& random) {
    Bytes pixels = noise(3 * kPixels, random);
    for (std::size_t i = 0; i < kPixels / 4; ++i)
        std::ranges::copy(bytesOf({255, 0, 255}), pixels.begin() + static_cast<std::ptrdiff_t>(12 * i));
    return bmpFile({.width = kSide, .height = kSide, .pixels = std::move(pixels)});
}

std::vector<Bytes> makeBmpFiles(Random& random) {
    return {bmpFile({.width = kSide, .height = kSide, .pixels = noise(3 * kPixels, random)}),
            bmpFile({.width = kSide, .height = kSide, .bits = 16, .pixels = noise(2 * kPixels, random)}),
            bmpFile({.width = kSide,
                     .height = kSide,
                     .bits = 8,
                     .colours = noise(std::size_t{4} * 256, random),
                     .pixels = noise(kPixels, random)})};
}

std::vector<Bytes> makeDdsFiles(Random& random) {
    constexpr std::size_t kBlocks = kPixels / 16;
    std::vector<Bytes> files;
    const auto addBlocks = [&](std::string_view coding, std::size_t blockBytes) {
        files.push_back(images::makeDds({.width = kSide, .height = kSide, .fourCc = coding},
                                        noise(kBlocks * blockBytes, random)));
    };
    addBlocks("DXT1", 8);
    addBlocks("DXT3", 16);
    addBlocks("DXT4", 16);
    addBlocks("DXT5", 16);
    addBlocks("ATI1", 8);
    addBlocks("ATI2", 16);
    constexpr std::uint32_t kRgbWithAlpha = 0x41;
    files.push_back(images::makeDds({.width = kSide,
                                     .height = kSide,
                                     .formatFlags = kRgbWithAlpha,
                                     .fourCc = {},
                                     .bits = 16,
                                     .masks = {0xF00, 0xF0, 0xF, 0xF000}},
                                    noise(2 * kPixels, random)));
    return files;
}

std::vector<Bytes> makeTgaFiles(Random& random) {
    constexpr unsigned kFromTheTopWithAlpha = 0x28;
    const auto packetsOf = [&](std::size_t pixelBytes) {
        // Half of the pixels as a run of one colour, half as they are.
        constexpr unsigned kRun = 0x80;
        constexpr auto kLength = static_cast<unsigned>(kPixels / 2 - 1);
        return joined({bytesOf({kRun | kLength}), noise(pixelBytes, random), bytesOf({kLength}),
                       noise(kPixels / 2 * pixelBytes, random)});
    };
    return {tgaFile({.width = kSide, .height = kSide, .pixels = noise(3 * kPixels, random)}),
            tgaFile({.width = kSide,
                     .height = kSide,
                     .pixelBits = 32,
                     .descriptor = kFromTheTopWithAlpha,
                     .pixels = noise(4 * kPixels, random)}),
            tgaFile({.width = kSide,
                     .height = kSide,
                     .pixelBits = 16,
                     .descriptor = 0,
                     .pixels = noise(2 * kPixels, random)}),
            tgaFile({.imageType = 10, .width = kSide, .height = kSide, .pixels = packetsOf(3)}),
            tgaFile({.colourMapType = 1,
                     .imageType = 1,
                     .entryCount = 256,
                     .entryBits = 24,
                     .width = kSide,
                     .height = kSide,
                     .pixelBits = 8,
                     .colourMap = noise(std::size_t{3} * 256, random),
                     .pixels = noise(kPixels, random)})};
}

Bytes jpegFile(int sampling, int flags, Random& random) {
    const std::unique_ptr<void, int (*)(tjhandle)> compressor(tjInitCompress(), tjDestroy);
    const Bytes pixels = noise(4 * kPixels, random);
    unsigned char* bytes = nullptr;
    unsigned long size = 0;
    constexpr int kQuality = 90;
    const int status =
        tjCompress2(compressor.get(), reinterpret_cast<const unsigned char*>(pixels.data()), int{kSide}, 0,
                    int{kSide}, TJPF_RGBA, &bytes, &size, sampling, kQuality, flags);
    const auto all = std::as_bytes(std::span(bytes, size));
    Bytes file(all.begin(), all.end());
    tjFree(bytes);
    if (status != 0) throw std::runtime_error("cannot make a JPEG");
    return file;
}

std::vector<Bytes> makeJpegFiles(Random& random) {
    return {jpegFile(TJSAMP_444, 0, random), jpegFile(TJSAMP_420, TJFLAG_PROGRESSIVE, random),
            jpegFile(TJSAMP_GRAY, 0, random)};
}

std::vector<Bytes> makePngFiles(Random& random) {
    Image image{.width = kSide, .height = kSide};
    for (const std::byte octet : noise(4 * kPixels, random))
        image.pixels.push_back(std::to_integer<std::uint8_t>(octet));
    return {corpus::makePng(kSide, random), images::encodePng(std::move(image))};
}

std::vector<Bytes> makeWebpFiles(Random& random) {
    Image image{.width = kSide, .height = kSide};
    for (const std::byte octet : noise(4 * kPixels, random))
        image.pixels.push_back(std::to_integer<std::uint8_t>(octet));
    return {images::encodeWebp(std::move(image))};
}

/// A model of a box for each image, which names it.
void addImages(ArtFolder& art, const std::string& id, std::vector<Bytes> images) {
    for (std::size_t number = 0; number < images.size(); ++number) {
        const std::string folder = fmt::format("image-{}", id);
        art.add(folder, corpus::makeTexturedModel(number, number));
        art.add(folder,
                ArtFile{fmt::format("Textures/Surface_{:02}.{}", number, id), std::move(images[number])});
    }
}

/// Worms with a texture in their own file. FTEX is no file of its own.
void addFtexImages(ArtFolder& art, Random& random) {
    struct Coding {
        std::uint32_t format;
        bfres::TileMode mode;
    };
    constexpr std::array<Coding, 4> kCodings = {{{0x1A, bfres::TileMode::Thin2D},
                                                 {0x31, bfres::TileMode::Thin1D},
                                                 {0x33, bfres::TileMode::Thin2D},
                                                 {0x35, bfres::TileMode::Thin1D}}};
    for (const Coding& coding : kCodings) {
        bfres::BfresFile file = corpus::makeWorm();
        file.textures = {corpus::makeTexture({.name = file.models.front().materials.front().textures.front(),
                                              .format = coding.format,
                                              .mode = coding.mode,
                                              .width = kSide,
                                              .height = kSide},
                                             noise(4 * kPixels, random))};
        art.add("image-ftex", ArtFile{fmt::format("Worm_{:02X}.bfres", coding.format), encodeBfres(file)});
    }
}

}  // namespace

std::vector<corpus::ArtFile> makeGoldenArt() {
    constexpr std::size_t kSwat3Conventions = 4;
    ArtFolder art;
    Random random(kSeed);
    for (ArtFile& file : corpus::makeArtFiles(kSeed, 0)) {
        if (isOfUnits(file.path)) art.add("units", file);
        art.add("alamo", std::move(file));
    }
    for (const char* folder : {"alamo", "units"})
        art.add(folder, corpus::makeTextures(kSeed));
    for (std::size_t number = 0; number < kSwat3Conventions; ++number)
        art.add("swat3", corpus::makeSwat3Files(kSeed, number));
    art.add("swat3", ArtFile{"Swat3/Set_0001/Textures/guy_body.bmp", keyedBmp(random)});
    art.add("bfres", corpus::makeBfresArt(kSeed));
    art.add("sprites", corpus::makeSpriteFiles(kSeed));
    addImages(art, "bmp", makeBmpFiles(random));
    addImages(art, "dds", makeDdsFiles(random));
    addImages(art, "jpeg", makeJpegFiles(random));
    addImages(art, "png", makePngFiles(random));
    addImages(art, "tga", makeTgaFiles(random));
    addFtexImages(art, random);
    addImages(art, "webp", makeWebpFiles(random));
    return std::move(art).take();
}

}  // namespace rigkiln::test
