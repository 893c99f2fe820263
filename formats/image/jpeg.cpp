#include "formats/image/jpeg.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <string_view>
#include <turbojpeg.h>
#include <type_traits>

#include <fmt/format.h>

#include "formats/image/image_size.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/binary/byte_reader.hpp"
#include "pipeline/binary/guarded.hpp"

namespace rigkiln::image_format {
namespace {

struct Destroy {
    void operator()(void* decompressor) const { tjDestroy(decompressor); }
};

bool recognise(std::span<const std::byte> file, std::string_view /*extension*/) {
    constexpr std::array<std::uint8_t, 3> kStart = {0xFF, 0xD8, 0xFF};
    return file.size() >= kStart.size() &&
           std::ranges::equal(file.first(kStart.size()), std::as_bytes(std::span(kStart)));
}

Image decode(std::span<const std::byte> file) {
    FieldPath path;
    const ByteReader reader(file, path);
    const std::unique_ptr<void, Destroy> decompressor(tjInitDecompress());
    if (!decompressor) throw std::bad_alloc();
    const auto require = [&](int code, std::string_view step) {
        if (code == 0 || tjGetErrorCode(decompressor.get()) == TJERR_WARNING) return;
        reader.failAt(0, step,
                      fmt::format("libjpeg-turbo says: {}", quote(tjGetErrorStr2(decompressor.get()), 200)));
    };
    // The library reads octets as characters.
    const auto* bytes = reinterpret_cast<const unsigned char*>(file.data());  // NOLINT: see above
    int width = 0;
    int height = 0;
    int sampling = 0;
    int colors = 0;
    require(tjDecompressHeader3(decompressor.get(), bytes, file.size(), &width, &height, &sampling, &colors),
            "header");
    requireSize(reader, 0, static_cast<std::uint64_t>(std::max(width, 0)),
                static_cast<std::uint64_t>(std::max(height, 0)));
    Image image{.width = static_cast<std::uint32_t>(width), .height = static_cast<std::uint32_t>(height)};
    image.pixels.resize(std::size_t{4} * image.width * image.height);
    require(tjDecompress2(decompressor.get(), bytes, file.size(), image.pixels.data(), width, 0, height,
                          TJPF_RGBA, TJFLAG_LIMITSCANS | TJFLAG_ACCURATEDCT),
            "scans");
    return image;
}

Result<Image> read(std::span<const std::byte> file, Diagnostics& /*diagnostics*/) {
    return guarded<Image>([&] { return decode(file); });
}

constexpr std::array<std::string_view, 2> kExtensions = {".jpg", ".jpeg"};

}  // namespace

constinit const ImageModule kJpegFormat{
    .id = "jpeg", .title = "JPEG", .extensions = kExtensions, .recognise = recognise, .read = read};

}  // namespace rigkiln::image_format
