#include "formats/image/bc_blocks.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>

#include "formats/image/allocate_pixels.hpp"
#include "pipeline/base/stop.hpp"

namespace rigkiln::images {
namespace {

// Own decoder: the distribution's library (libsquish) starts threads of its own, and is several times slower
// on each of them (docs/performance.md).

constexpr std::size_t kSide = 4;
constexpr std::uint32_t kOpaqueBits = 0xFF000000U;
constexpr std::uint32_t kColorBits = 0x00FFFFFFU;

/// Pixels of a block as little-endian words, from the highest byte to the lowest: alpha, blue, green, red.
using Block = std::array<std::uint32_t, kSide * kSide>;

/// Reads a little-endian number.
template <std::size_t size>
std::uint64_t number(const std::byte* bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = size; i-- > 0;)
        value = value << 8U | std::to_integer<std::uint64_t>(bytes[i]);
    return value;
}

struct BlockColour {
    std::uint32_t red;
    std::uint32_t green;
    std::uint32_t blue;
};

BlockColour widened(std::uint32_t color) {
    const std::uint32_t red = color >> 11U;
    const std::uint32_t green = color >> 5U & 0x3FU;
    const std::uint32_t blue = color & 0x1FU;
    return {red << 3U | red >> 2U, green << 2U | green >> 4U, blue << 3U | blue >> 2U};
}

std::uint32_t mixed(const BlockColour& left, const BlockColour& right, std::uint32_t ofLeft,
                    std::uint32_t ofRight) {
    const std::uint32_t parts = ofLeft + ofRight;
    return ((left.red * ofLeft + right.red * ofRight) / parts) |
           ((left.green * ofLeft + right.green * ofRight) / parts) << 8U |
           ((left.blue * ofLeft + right.blue * ofRight) / parts) << 16U;
}

/// Decodes the eight bytes of colours. Only Bc1 has blocks of three colours plus transparent black.
void decodeColors(const std::byte* bytes, bool isBc1, Block& block) {
    const auto first = static_cast<std::uint32_t>(number<2>(bytes));
    const auto second = static_cast<std::uint32_t>(number<2>(bytes + 2));
    const BlockColour left = widened(first);
    const BlockColour right = widened(second);
    std::array<std::uint32_t, 4> colors{};
    colors[0] = mixed(left, right, 1, 0) | kOpaqueBits;
    colors[1] = mixed(left, right, 0, 1) | kOpaqueBits;
    if (isBc1 && first <= second) {
        colors[2] = mixed(left, right, 1, 1) | kOpaqueBits;
    } else {
        colors[2] = mixed(left, right, 2, 1) | kOpaqueBits;
        colors[3] = mixed(left, right, 1, 2) | kOpaqueBits;
    }
    auto indices = static_cast<std::uint32_t>(number<4>(bytes + 4));
    for (std::uint32_t& pixel : block) {
        pixel = colors[indices & 3U];
        indices >>= 2U;
    }
}

/// Decodes the sixteen values of a Bc4 block. Each selects one of eight values: two end points and six steps
/// between them, or two end points, four steps, 0 and 255.
std::array<std::uint8_t, kSide * kSide> decodeSteps(const std::byte* bytes) {
    const auto left = std::to_integer<std::uint32_t>(bytes[0]);
    const auto right = std::to_integer<std::uint32_t>(bytes[1]);
    std::array<std::uint8_t, 8> values{};
    values[0] = static_cast<std::uint8_t>(left);
    values[1] = static_cast<std::uint8_t>(right);
    const std::uint32_t parts = left > right ? 7 : 5;
    for (std::uint32_t i = 1; i < parts; ++i)
        values[i + 1] = static_cast<std::uint8_t>(((parts - i) * left + i * right) / parts);
    if (left <= right) values[7] = 255;
    std::uint64_t indices = number<6>(bytes + 2);
    std::array<std::uint8_t, kSide * kSide> steps{};
    for (std::uint8_t& step : steps) {
        step = values[indices & 7U];
        indices >>= 3U;
    }
    return steps;
}

void replaceAlpha(Block& block, std::size_t pixel, std::uint32_t alpha) {
    block[pixel] = (block[pixel] & kColorBits) | alpha << 24U;
}

void decodeBlock(BlockCoding coding, const std::byte* bytes, Block& block) {
    switch (coding) {
        case BlockCoding::Bc1:
            return decodeColors(bytes, true, block);
        case BlockCoding::Bc2: {
            decodeColors(bytes + 8, false, block);
            const std::uint64_t alphas = number<8>(bytes);
            for (std::size_t i = 0; i < block.size(); ++i)
                replaceAlpha(block, i, (alphas >> (4 * i) & 0xFU) * 17U);
            return;
        }
        case BlockCoding::Bc3: {
            decodeColors(bytes + 8, false, block);
            const auto alphas = decodeSteps(bytes);
            for (std::size_t i = 0; i < block.size(); ++i)
                replaceAlpha(block, i, alphas[i]);
            return;
        }
        case BlockCoding::Bc4: {
            const auto reds = decodeSteps(bytes);
            for (std::size_t i = 0; i < block.size(); ++i)
                block[i] = kOpaqueBits | reds[i];
            return;
        }
        case BlockCoding::Bc5: {
            const auto reds = decodeSteps(bytes);
            const auto greens = decodeSteps(bytes + 8);
            for (std::size_t i = 0; i < block.size(); ++i)
                block[i] = kOpaqueBits | std::uint32_t{greens[i]} << 8U | reds[i];
            return;
        }
    }
}

std::size_t blockBytes(BlockCoding coding) {
    return coding == BlockCoding::Bc1 || coding == BlockCoding::Bc4 ? 8 : 16;
}

template <BlockCoding coding>
void decodeAll(std::span<const std::byte> blocks, Image& image) {
    const std::byte* next = blocks.data();
    const std::size_t rowBytes = std::size_t{4} * image.width;
    for (std::size_t y = 0; y < image.height; y += kSide) {
        checkStop();
        const std::size_t rows = std::min(kSide, image.height - y);
        for (std::size_t x = 0; x < image.width; x += kSide) {
            const std::size_t copied = std::min(kSide, image.width - x) * 4;
            Block block;
            decodeBlock(coding, next, block);
            next += blockBytes(coding);
            std::uint8_t* pixels = &image.pixels[y * rowBytes + 4 * x];
            for (std::size_t row = 0; row < rows; ++row)
                std::memcpy(pixels + row * rowBytes, &block[row * kSide], copied);
        }
    }
}

}  // namespace

static_assert(std::endian::native == std::endian::little, "pixels are put together as little-endian words");

std::size_t sizeInBlocks(BlockCoding coding, std::uint32_t width, std::uint32_t height) {
    return std::size_t{(width + 3) / 4} * ((height + 3) / 4) * blockBytes(coding);
}

void decodeBlocks(BlockCoding coding, std::span<const std::byte> blocks, Image& image) {
    assert(blocks.size() == sizeInBlocks(coding, image.width, image.height));
    allocatePixels(image);
    switch (coding) {
        case BlockCoding::Bc1:
            return decodeAll<BlockCoding::Bc1>(blocks, image);
        case BlockCoding::Bc2:
            return decodeAll<BlockCoding::Bc2>(blocks, image);
        case BlockCoding::Bc3:
            return decodeAll<BlockCoding::Bc3>(blocks, image);
        case BlockCoding::Bc4:
            return decodeAll<BlockCoding::Bc4>(blocks, image);
        case BlockCoding::Bc5:
            return decodeAll<BlockCoding::Bc5>(blocks, image);
    }
}

}  // namespace rigkiln::images
