#include "formats/bfres/textures/texture_image.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "formats/bfres/textures/gx2_tiling.hpp"
#include "formats/bfres/textures/texture_level.hpp"
#include "formats/image/allocate_pixels.hpp"
#include "formats/image/bc_blocks.hpp"
#include "formats/image/colour.hpp"
#include "formats/image/normal_z.hpp"
#include "pipeline/base/error_codes.hpp"

namespace rigkiln::bfres {

namespace {

using images::BlockCoding;
using images::Colour;
using images::kOpaque;

constexpr std::array<std::uint8_t, 4> kInOrder = {0, 1, 2, 3};
constexpr std::uint8_t kZero = 4;
constexpr std::uint8_t kOne = 5;

/// Maps -127..127 to 0..255; -128 counts as -127. Keeps the order of values, which distinguishes two kinds of
/// blocks.
std::uint8_t unsignedOf(std::byte stored) {
    constexpr int kLargest = 127;
    const int number = std::max(-kLargest, int{static_cast<std::int8_t>(stored)});
    return static_cast<std::uint8_t>(((number + kLargest) * 255 + kLargest) / (2 * kLargest));
}

/// Makes signed BC4 blocks unsigned by converting their end points; nothing else in them is signed.
void makeUnsigned(std::vector<std::byte>& blocks) {
    constexpr std::size_t kHalfBytes = 8;  // a BC5 block is two BC4 blocks
    for (std::size_t i = 0; i + kHalfBytes <= blocks.size(); i += kHalfBytes) {
        blocks[i] = std::byte{unsignedOf(blocks[i])};
        blocks[i + 1] = std::byte{unsignedOf(blocks[i + 1])};
    }
}

Image decodeBlockImage(const TextureLevel& level, std::vector<std::byte> blocks) {
    Image image{.width = level.width, .height = level.height};
    if (level.format.type == NumberType::Snorm) makeUnsigned(blocks);
    decodeBlocks(*level.format.layout.blocks, blocks, image);
    return image;
}

/// Converts one component of a packed pixel to eight bits.
class Component {
public:
    Component(unsigned shift, unsigned bits, bool isSigned)
        : shift_(shift), mask_((std::uint64_t{1} << bits) - 1), isSigned_(isSigned) {}

    [[nodiscard]] std::uint8_t of(std::uint64_t pixel) const {
        const std::uint64_t stored = pixel >> shift_ & mask_;
        if (!isSigned_) return static_cast<std::uint8_t>((stored * 255 + mask_ / 2) / mask_);
        // Values are -largest to largest. The one value below counts as -largest.
        const std::uint64_t largest = mask_ >> 1U;
        const std::uint64_t raised = stored <= largest ? stored + largest : stored - largest - 2;
        const std::uint64_t number = stored == largest + 1 ? 0 : raised;
        return static_cast<std::uint8_t>((number * 255 + largest) / (2 * largest));
    }

private:
    unsigned shift_;
    std::uint64_t mask_;
    bool isSigned_;
};

Image decodePackedImage(const TextureLevel& level, const std::vector<std::byte>& elements) {
    const TextureLayout& layout = level.format.layout;
    std::vector<Component> components;
    unsigned shift = 0;
    for (const std::uint8_t bits : layout.bits) {
        if (bits == 0) break;
        components.emplace_back(shift, bits, level.format.type == NumberType::Snorm);
        shift += bits;
    }
    Image image{.width = level.width, .height = level.height};
    images::allocatePixels(image);
    for (std::size_t i = 0; i < image.pixels.size() / 4; ++i) {
        std::uint64_t pixel = 0;
        for (std::size_t byte = layout.elementBytes; byte-- > 0;)
            pixel = pixel << 8U | std::to_integer<std::uint64_t>(elements[i * layout.elementBytes + byte]);
        Colour colour = {0, 0, 0, kOpaque};
        for (std::size_t channel = 0; channel < components.size(); ++channel)
            colour.at(channel) = components[channel].of(pixel);
        std::memcpy(&image.pixels[4 * i], colour.data(), colour.size());
    }
    return image;
}

/// Whether elements already are pixels of eight bits per channel.
bool isPlain(const TextureFormat& format) {
    constexpr std::array<std::uint8_t, 4> kBytes = {8, 8, 8, 8};
    return format.layout.bits == kBytes && format.type != NumberType::Snorm;
}

Image decodeElements(const TextureLevel& level, std::vector<std::byte> elements) {
    if (level.format.layout.blocks) return decodeBlockImage(level, std::move(elements));
    if (!isPlain(level.format)) return decodePackedImage(level, elements);
    Image image{.width = level.width, .height = level.height};
    images::allocatePixels(image);
    std::memcpy(image.pixels.data(), elements.data(), elements.size());
    return image;
}

void rebuildBlue(Image& image) {
    const images::NormalZTable& normalZ = images::NormalZTable::get();
    for (std::size_t i = 0; i < image.pixels.size(); i += 4) {
        image.pixels[i + 2] = normalZ(image.pixels[i], image.pixels[i + 1]);
        image.pixels[i + 3] = kOpaque;
    }
}

void chooseChannels(Image& image, const std::array<std::uint8_t, 4>& channels) {
    if (channels == kInOrder) return;
    for (std::size_t i = 0; i < image.pixels.size(); i += 4) {
        std::array<std::uint8_t, 6> sources{};
        std::memcpy(sources.data(), &image.pixels[i], 4);
        sources[kZero] = 0;
        sources[kOne] = kOpaque;
        for (std::size_t channel = 0; channel < channels.size(); ++channel)
            image.pixels[i + channel] = sources.at(channels.at(channel));
    }
}

bool isNormalMap(const Texture& texture, const TextureFormat& format) {
    constexpr std::uint8_t kBlue = 2;
    return format.layout.blocks == BlockCoding::Bc5 && texture.channels[0] == 0 && texture.channels[1] == 1 &&
           texture.channels[2] >= kBlue;
}

Error wrong(std::string problem) {
    return kDamaged.error(std::move(problem));
}

}  // namespace

Result<Image> decodeTexture(const Texture& texture, std::span<const std::byte> data, std::uint32_t level) {
    const Result<TextureLevel> found = textureLevel(texture, level);
    if (!found) return found.error();
    const auto* const unknown =
        std::ranges::find_if(texture.channels, [](std::uint8_t channel) { return channel > kOne; });
    if (unknown != texture.channels.end())
        return wrong(fmt::format("channels: {}, 0 to {} are known", *unknown, kOne));
    const std::uint64_t needed = found->offset + found->surface.sizeBytes();
    if (needed > data.size())
        return wrong(fmt::format("level {}: {} bytes up to 0x{:X}, the texture has 0x{:X}", level,
                                 found->surface.sizeBytes(), needed, data.size()));
    const std::span<const std::byte> bytes = data.subspan(static_cast<std::size_t>(found->offset));
    Image image = decodeElements(*found, untile(found->surface, bytes));
    if (isNormalMap(texture, found->format)) {
        rebuildBlue(image);
    } else {
        chooseChannels(image, texture.channels);
    }
    return image;
}

}  // namespace rigkiln::bfres
