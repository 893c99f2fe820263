#include "formats/image/dds.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "formats/image/allocate_pixels.hpp"
#include "formats/image/channel_mask.hpp"
#include "formats/image/colour.hpp"
#include "formats/image/dds_header.hpp"
#include "formats/image/image_issues.hpp"
#include "formats/image/normal_z.hpp"
#include "pipeline/binary/byte_reader.hpp"
#include "pipeline/binary/guarded.hpp"

namespace rigkiln::images {
namespace {

Image emptyImage(const DdsHeader& header) {
    Image image{.width = header.width, .height = header.height};
    allocatePixels(image);
    return image;
}

/// Calls `change` for each pixel.
template <class Change>
void changePixels(Image& image, Change change) {
    for (std::size_t i = 0; i < image.pixels.size(); i += 4) {
        Colour pixel{};
        std::memcpy(pixel.data(), &image.pixels[i], pixel.size());
        change(pixel);
        std::memcpy(&image.pixels[i], pixel.data(), pixel.size());
    }
}

Image readBlocks(ByteReader& reader, const DdsHeader& header, BlockCoding coding) {
    const std::span<const std::byte> blocks =
        reader.take("blocks", sizeInBlocks(coding, header.width, header.height));
    Image image{.width = header.width, .height = header.height};
    decodeBlocks(coding, blocks, image);
    if (coding == BlockCoding::Bc4) {
        changePixels(image, [](Colour& pixel) { pixel = {pixel[0], pixel[0], pixel[0], kOpaque}; });
    } else if (coding == BlockCoding::Bc5) {
        changePixels(image, [&normalZ = NormalZTable::get()](Colour& pixel) {
            pixel = {pixel[0], pixel[1], normalZ(pixel[0], pixel[1]), kOpaque};
        });
    } else if (header.hasRedInAlpha) {
        changePixels(image, [](Colour& pixel) { pixel = {pixel[3], pixel[1], pixel[2], kOpaque}; });
    }
    return image;
}

Image readMasked(ByteReader& reader, const DdsHeader& header) {
    const DdsMasks& masks = header.masks;
    const std::size_t pixelBytes = masks.bitsPerPixel / 8;
    const std::span<const std::byte> bytes = reader.take("pixels", pixelBytes * header.width * header.height);
    const ChannelMask red(masks.channels[0], 0);
    const ChannelMask green(masks.isGrey ? masks.channels[0] : masks.channels[1], 0);
    const ChannelMask blue(masks.isGrey ? masks.channels[0] : masks.channels[2], 0);
    const ChannelMask alpha(masks.channels[3], kOpaque);
    Image image = emptyImage(header);
    std::size_t next = 0;
    changePixels(image, [&](Colour& pixel) {
        std::uint32_t stored = 0;
        for (std::size_t i = 0; i < pixelBytes; ++i)
            stored |= std::to_integer<std::uint32_t>(bytes[next++]) << (8U * i);
        pixel = {red.of(stored), green.of(stored), blue.of(stored), alpha.of(stored)};
    });
    return image;
}

Image readPalette(ByteReader& reader, const DdsHeader& header) {
    constexpr std::size_t kEntries = 256;
    const std::span<const std::byte> entries = reader.take("palette", kEntries * sizeof(Colour));
    std::array<Colour, kEntries> palette{};
    std::memcpy(palette.data(), entries.data(), entries.size());
    if (!header.hasPaletteAlpha) {
        for (Colour& pixel : palette)
            pixel[3] = kOpaque;
    }
    const std::span<const std::byte> indices =
        reader.take("pixels", std::size_t{header.width} * header.height);
    Image image = emptyImage(header);
    std::size_t next = 0;
    changePixels(image,
                 [&](Colour& pixel) { pixel = palette[std::to_integer<std::uint8_t>(indices[next++])]; });
    return image;
}

Image readPicture(ByteReader& reader, const DdsHeader& header) {
    if (header.blocks) return readBlocks(reader, header, *header.blocks);
    return header.hasPalette ? readPalette(reader, header) : readMasked(reader, header);
}

/// Undoes premultiplied alpha. Colours of pixels with alpha 0 are lost and stay as they are.
void divideByAlpha(Image& image) {
    changePixels(image, [](Colour& pixel) {
        const std::uint32_t alpha = pixel[3];
        if (alpha == 0) return;
        for (std::size_t channel = 0; channel < 3; ++channel) {
            const std::uint32_t divided = (pixel.at(channel) * 255U + alpha / 2U) / alpha;
            pixel.at(channel) = static_cast<std::uint8_t>(std::min(divided, 255U));
        }
    });
}

bool recognise(std::span<const std::byte> file, std::string_view /*extension*/) {
    constexpr std::string_view kMagic = "DDS ";
    return file.size() >= kMagic.size() &&
           std::ranges::equal(file.first(kMagic.size()), std::as_bytes(std::span(kMagic)));
}

Result<ImageSize> measure(std::span<const std::byte> file) {
    return guarded<ImageSize>([&] {
        FieldPath path;
        ByteReader reader(file, path);
        const DdsHeader header = readDdsHeader(reader);
        return ImageSize{header.width, header.height};
    });
}

Result<Image> read(std::span<const std::byte> file, Diagnostics& diagnostics) {
    return guarded<Image>([&] {
        FieldPath path;
        ByteReader reader(file, path);
        const DdsHeader header = readDdsHeader(reader);
        if (!header.otherPictures.empty()) diagnostics.add(kFirstPictureOnly, "file", header.otherPictures);
        Image image = readPicture(reader, header);
        if (header.isPremultiplied) divideByAlpha(image);
        return image;
    });
}

constexpr std::array<std::string_view, 1> kExtensions = {".dds"};
constexpr std::array kIssues = {&kFirstPictureOnly};

}  // namespace

constinit const ImageModule kDdsFormat{.id = "dds",
                                       .title = "DirectDraw surface",
                                       .extensions = kExtensions,
                                       .issues = kIssues,
                                       .recognise = recognise,
                                       .measure = measure,
                                       .read = read};

}  // namespace rigkiln::images
