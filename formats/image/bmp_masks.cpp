#include "formats/image/bmp_masks.hpp"

#include <bit>
#include <string_view>

#include <fmt/format.h>

namespace rigkiln::images {
namespace {

constexpr std::array<std::uint32_t, 4> kUsual16 = {0x7C00, 0x03E0, 0x001F, 0};
constexpr std::array<std::uint32_t, 4> kUsual32 = {0x00FF'0000, 0x0000'FF00, 0x0000'00FF, 0xFF00'0000};
constexpr std::array<std::string_view, 4> kNames = {"red mask", "green mask", "blue mask", "alpha mask"};

bool isContiguous(std::uint32_t mask) {
    if (mask == 0) return true;
    const std::uint64_t number = mask >> static_cast<unsigned>(std::countr_zero(mask));
    return std::has_single_bit(number + 1);
}

void requireUsable(const ByteReader& reader, const BmpHeader& header) {
    for (std::size_t i = 0; i < header.masks.size(); ++i) {
        const std::uint32_t mask = header.masks[i];
        const std::size_t offset = header.masksOffset + i * sizeof(mask);
        if (!isContiguous(mask)) {
            reader.failAt(offset, kNames[i], fmt::format("0x{:08X}, its bits must stand side by side", mask));
        }
        if (std::uint64_t{mask} >> header.bits != 0) {
            reader.failAt(offset, kNames[i], fmt::format("0x{:08X}, a pixel has {} bits", mask, header.bits));
        }
    }
    if ((header.masks[0] | header.masks[1] | header.masks[2]) == 0)
        reader.failAt(header.masksOffset, kNames[0], "no colour has a bit, at least 1 is needed");
}

}  // namespace

PixelMasks::PixelMasks(const std::array<std::uint32_t, 4>& masks)
    : red_(masks[0], 0), green_(masks[1], 0), blue_(masks[2], 0), alpha_(masks[3], kOpaque) {}

PixelMasks masksOf(const ByteReader& reader, const BmpHeader& header) {
    if (header.packing != BmpPacking::Masks) return PixelMasks(header.bits == 16 ? kUsual16 : kUsual32);
    requireUsable(reader, header);
    return PixelMasks(header.masks);
}

}  // namespace rigkiln::images
