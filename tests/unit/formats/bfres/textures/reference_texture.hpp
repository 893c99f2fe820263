#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "formats/bfres/textures/gx2_tiling.hpp"

/// Independent decoder of textures, which handles one element and one pixel at a time, without regard to
/// speed. It shares only the names of tile modes with the tested decoder.
namespace rigkiln::bfres::reference {

inline std::uint64_t bit(std::uint64_t number, unsigned place) {
    return number >> place & 1U;
}

/// Index of an element in its tile.
inline std::uint64_t placeInTile(std::uint32_t x, std::uint32_t y, std::size_t bytes) {
    const std::array<std::uint64_t, 3> xs = {bit(x, 0), bit(x, 1), bit(x, 2)};
    const std::array<std::uint64_t, 3> ys = {bit(y, 0), bit(y, 1), bit(y, 2)};
    if (bytes == 1) return xs[0] + 2 * xs[1] + 4 * xs[2] + 8 * ys[1] + 16 * ys[0] + 32 * ys[2];
    if (bytes == 2) return xs[0] + 2 * xs[1] + 4 * xs[2] + 8 * ys[0] + 16 * ys[1] + 32 * ys[2];
    if (bytes == 4) return xs[0] + 2 * xs[1] + 4 * ys[0] + 8 * xs[2] + 16 * ys[1] + 32 * ys[2];
    if (bytes == 8) return xs[0] + 2 * ys[0] + 4 * xs[1] + 8 * xs[2] + 16 * ys[1] + 32 * ys[2];
    return ys[0] + 2 * xs[0] + 4 * xs[1] + 8 * xs[2] + 16 * ys[1] + 32 * ys[2];
}

struct Mode {
    bool isMacro = false;
    bool isThick = false;
    bool swapsBanks = false;
    std::uint64_t aspect = 1;
};

inline Mode modeOf(std::uint32_t number) {
    Mode mode;
    mode.isMacro = number >= 4 && number <= 15;
    mode.isThick = number == 3 || number == 7 || number == 11 || number == 13 || number == 15;
    mode.swapsBanks = (number >= 8 && number <= 11) || number == 14 || number == 15;
    if (number == 5 || number == 9) mode.aspect = 2;
    if (number == 6 || number == 10) mode.aspect = 4;
    return mode;
}

inline std::uint64_t swapWidth(const Mode& mode, std::size_t bytes, std::uint64_t pitch) {
    const std::uint64_t bits = bytes * 8;
    const std::uint64_t samples = mode.isThick ? 4 : 1;
    const std::uint64_t wanted = std::max<std::uint64_t>(1, 128 / bits) * 32;
    const std::uint64_t least = 256 * 8 * 4 / (samples * 8 * bits);
    const std::uint64_t most = 2 * 4 * 2048 / (samples * mode.aspect * 2 * bits);
    std::uint64_t width = std::min(most, std::max(least, wanted));
    while (width >= 2 * pitch)
        width /= 2;
    return width;
}

inline std::uint64_t macroAddress(const Mode& mode, const TiledSurface& surface, std::uint32_t x,
                                  std::uint32_t y) {
    const std::uint64_t bytes = surface.elementBytes;
    const std::uint64_t macroWidth = 32 / mode.aspect;
    const std::uint64_t macroHeight = 16 * mode.aspect;
    const std::uint64_t macroBytes = macroWidth * macroHeight * bytes * (mode.isThick ? 4 : 1);
    const std::uint64_t macro = x / macroWidth + y / macroHeight * (surface.pitch / macroWidth);
    std::uint64_t pipe = bit(x, 3) ^ bit(y, 3);
    std::uint64_t bank = (bit(x, 3) ^ bit(y, 5)) + 2 * (bit(x, 4) ^ bit(y, 4));
    pipe ^= bit(surface.swizzle, 8);
    bank ^= bit(surface.swizzle, 9) + 2 * bit(surface.swizzle, 10);
    if (mode.swapsBanks) {
        constexpr std::array<std::uint64_t, 4> kTurns = {0, 1, 3, 2};
        const std::uint64_t turn = macroWidth * (x / macroWidth) / swapWidth(mode, bytes, surface.pitch);
        bank ^= kTurns.at(turn % 4);
    }
    const std::uint64_t total = placeInTile(x, y, bytes) * bytes + macro * macroBytes / 8;
    return total % 256 + pipe * 256 + bank * 512 + total / 256 * 2048;
}

/// Byte offset of an element of the first slice.
inline std::uint64_t address(const TiledSurface& surface, std::uint32_t x, std::uint32_t y) {
    const auto number = static_cast<std::uint32_t>(surface.mode);
    const std::uint64_t bytes = surface.elementBytes;
    if (number < 2 || number == 16) return (std::uint64_t{y} * surface.pitch + x) * bytes;
    const Mode mode = modeOf(number);
    if (mode.isMacro) return macroAddress(mode, surface, x, y);
    const std::uint64_t tileIndex = std::uint64_t{y / 8} * (surface.pitch / 8) + x / 8;
    return tileIndex * 64 * bytes * (mode.isThick ? 4 : 1) + placeInTile(x, y, bytes) * bytes;
}

/// Red, green, blue and alpha from 0 to 255, unrounded.
using Pixel = std::array<double, 4>;

inline unsigned byteAt(std::span<const std::byte> bytes, std::size_t at) {
    return std::to_integer<unsigned>(bytes[at]);
}

inline unsigned indexAt(std::span<const std::byte> bytes, std::size_t pixel, unsigned bits) {
    unsigned index = 0;
    for (unsigned i = 0; i < bits; ++i) {
        const std::size_t place = pixel * bits + i;
        index |= (byteAt(bytes, place / 8) >> (place % 8) & 1U) << i;
    }
    return index;
}

inline std::array<unsigned, 3> widened(unsigned color) {
    const auto wide = [](unsigned value, unsigned bits) {
        return value << (8 - bits) | value >> (2 * bits - 8);
    };
    return {wide(color >> 11U, 5), wide(color >> 5U & 63U, 6), wide(color & 31U, 5)};
}

inline Pixel colorOf(std::span<const std::byte> block, std::size_t pixel, bool isBc1) {
    const unsigned first = byteAt(block, 0) + 256 * byteAt(block, 1);
    const unsigned second = byteAt(block, 2) + 256 * byteAt(block, 3);
    const unsigned index = indexAt(block.subspan(4), pixel, 2);
    const bool isThree = isBc1 && first <= second;
    if (isThree && index == 3) return {0, 0, 0, 0};
    Pixel color{0, 0, 0, 255};
    for (std::size_t i = 0; i < 3; ++i) {
        const unsigned a = widened(first).at(i);
        const unsigned b = widened(second).at(i);
        const std::array<unsigned, 4> four = {a, b, (2 * a + b) / 3, (a + 2 * b) / 3};
        color.at(i) = isThree && index == 2 ? (a + b) / 2 : four.at(index);
    }
    return color;
}

/// Value of a pixel in a BC4 block, from -1 to 1 or from 0 to 1.
inline double stepOf(std::span<const std::byte> block, std::size_t pixel, bool isSigned) {
    const auto end = [&](std::size_t at) {
        if (!isSigned) return byteAt(block, at) / 255.0;
        return std::max(-127, int{static_cast<std::int8_t>(block[at])}) / 127.0;
    };
    const double left = end(0);
    const double right = end(1);
    const unsigned index = indexAt(block.subspan(2), pixel, 3);
    if (index == 0) return left;
    if (index == 1) return right;
    if (left > right) return ((8 - index) * left + (index - 1) * right) / 7;
    if (index == 6) return isSigned ? -1 : 0;
    if (index == 7) return 1;
    return ((6 - index) * left + (index - 1) * right) / 5;
}

inline double step255(std::span<const std::byte> block, std::size_t pixel, bool isSigned) {
    const double step = stepOf(block, pixel, isSigned);
    return isSigned ? (step + 1) * 127.5 : step * 255;
}

/// Colour of a pixel in a block. `layout`: number of the format without its type.
inline Pixel blockPixel(unsigned layout, std::span<const std::byte> block, std::size_t pixel, bool isSigned) {
    switch (layout) {
        case 0x31:
            return colorOf(block, pixel, true);
        case 0x32: {
            Pixel color = colorOf(block.subspan(8), pixel, false);
            color[3] = indexAt(block, pixel, 4) * 17;
            return color;
        }
        case 0x33: {
            Pixel color = colorOf(block.subspan(8), pixel, false);
            color[3] = step255(block, pixel, false);
            return color;
        }
        case 0x34:
            return {step255(block, pixel, isSigned), 0, 0, 255};
        default:
            return {step255(block, pixel, isSigned), step255(block.subspan(8), pixel, isSigned), 0, 255};
    }
}

/// Colour of an element with components of these bits, red in the lowest bits of a little-endian number.
inline Pixel packedPixel(std::span<const unsigned> bits, std::span<const std::byte> element, bool isSigned) {
    Pixel color{0, 0, 0, 255};
    std::size_t place = 0;
    for (std::size_t i = 0; i < bits.size(); ++i) {
        double value = 0;
        for (unsigned b = 0; b < bits[i]; ++b, ++place) {
            const unsigned one = byteAt(element, place / 8) >> (place % 8) & 1U;
            const bool isSign = isSigned && b + 1 == bits[i];
            value += (isSign ? -1 : 1) * std::ldexp(one, static_cast<int>(b));
        }
        const double largest = std::ldexp(1, static_cast<int>(bits[i] - (isSigned ? 1 : 0))) - 1;
        color.at(i) = isSigned ? (std::max(value / largest, -1.0) + 1) * 127.5 : value / largest * 255;
    }
    return color;
}

}  // namespace rigkiln::bfres::reference
