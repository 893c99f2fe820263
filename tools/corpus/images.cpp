#include "tools/corpus/images.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <new>
#include <turbojpeg.h>
#include <utility>

#include "formats/image/png.hpp"
#include "formats/image/webp.hpp"
#include "pipeline/binary/byte_writer.hpp"
#include "tools/corpus/random.hpp"

namespace rigkiln::corpus {
namespace {

constexpr std::size_t kChannels = 4;

/// Blue, green, red, alpha.
void writePixel(const Image& image, std::size_t pixel, ByteWriter& out) {
    for (const std::size_t channel : {2U, 1U, 0U, 3U})
        out.write(image.pixels[kChannels * pixel + channel]);
}

std::size_t pixelsOf(const Image& image) {
    return image.pixels.size() / kChannels;
}

}  // namespace

Image makePicture(ImageSize size) {
    Random random(7);
    Image image{.width = size.width, .height = size.height};
    for (std::size_t i = 0; i < std::size_t{size.width} * size.height; ++i) {
        const auto shade = static_cast<std::uint8_t>(i / 8 % 256);
        image.pixels.insert(image.pixels.end(),
                            {shade, static_cast<std::uint8_t>(random.below(32)), shade, 255});
    }
    return image;
}

std::vector<std::byte> encodeTga(const Image& image, bool isPacked) {
    constexpr std::uint8_t kTrueColor = 2;
    constexpr std::uint8_t kPackedTrueColor = 10;
    ByteWriter out(std::endian::little);
    for (const std::uint8_t octet :
         std::array<std::uint8_t, 12>{0, 0, isPacked ? kPackedTrueColor : kTrueColor})
        out.write(octet);
    out.write(static_cast<std::uint16_t>(image.width));
    out.write(static_cast<std::uint16_t>(image.height));
    out.write(std::uint8_t{32});
    out.write(std::uint8_t{8});
    for (std::size_t i = 0; i < pixelsOf(image); ++i) {
        if (isPacked) out.write(std::uint8_t{0x80});  // a run of one
        writePixel(image, i, out);
    }
    return std::move(out).finish();
}

std::vector<std::byte> encodeBmp(const Image& image) {
    constexpr std::uint32_t kHeader = 54;
    const auto bytes = static_cast<std::uint32_t>(image.pixels.size());
    ByteWriter out(std::endian::little);
    out.write(std::uint8_t{'B'});
    out.write(std::uint8_t{'M'});
    for (const std::uint32_t word : {kHeader + bytes, 0U, kHeader, 40U, image.width, image.height,
                                     1U | 32U << 16U, 0U, bytes, 0U, 0U, 0U, 0U})
        out.write(word);
    for (std::size_t i = 0; i < pixelsOf(image); ++i)
        writePixel(image, i, out);
    return std::move(out).finish();
}

std::vector<std::byte> encodeJpeg(const Image& image, JpegKind kind) {
    constexpr int kQuality = 90;
    const std::unique_ptr<void, int (*)(void*)> compressor(tjInitCompress(), &tjDestroy);
    unsigned char* file = nullptr;
    unsigned long size = 0;
    const bool isMade = compressor != nullptr &&
                        tjCompress2(compressor.get(), image.pixels.data(), static_cast<int>(image.width), 0,
                                    static_cast<int>(image.height), TJPF_RGBA, &file, &size,
                                    kind == JpegKind::Grey ? TJSAMP_GRAY : TJSAMP_420, kQuality,
                                    kind == JpegKind::Progressive ? TJFLAG_PROGRESSIVE : 0) == 0;
    const std::unique_ptr<unsigned char, void (*)(unsigned char*)> owner(file, &tjFree);
    if (!isMade) throw std::bad_alloc();
    std::vector<std::byte> bytes(size);
    std::memcpy(bytes.data(), file, size);
    return bytes;
}

std::vector<std::byte> makeNoiseDds(ImageSize size, std::string_view coding) {
    constexpr std::size_t kPixelsOfBlock = 16;
    Random random(7);
    ByteWriter out(std::endian::little);
    writeDdsHeader(size, coding, out);
    const std::size_t words = coding == "DXT1" ? 1 : 2;
    for (std::size_t i = 0; i < words * size.width * size.height / kPixelsOfBlock; ++i)
        out.write(random.next());
    return std::move(out).finish();
}

std::vector<ArtFile> makeImageSeeds() {
    const Image image = makePicture({.width = 8, .height = 8});
    return {{"fuzz_png/picture", images::encodePng(image)},
            {"fuzz_webp/picture", images::encodeWebp(image)},
            {"fuzz_jpeg/baseline", encodeJpeg(image, JpegKind::Baseline)},
            {"fuzz_jpeg/progressive", encodeJpeg(image, JpegKind::Progressive)},
            {"fuzz_jpeg/grey", encodeJpeg(image, JpegKind::Grey)},
            {"fuzz_tga/plain", encodeTga(image)},
            {"fuzz_tga/packed", encodeTga(image, true)},
            {"fuzz_bmp/picture", encodeBmp(image)},
            {"fuzz_dds/dxt1", makeNoiseDds({.width = 8, .height = 8}, "DXT1")},
            {"fuzz_dds/dxt5", makeNoiseDds({.width = 8, .height = 8}, "DXT5")}};
}

}  // namespace rigkiln::corpus
