#include "formats/image/channel_mask.hpp"

#include <algorithm>
#include <bit>

namespace rigkiln::image_format {

ChannelMask::ChannelMask(std::uint32_t mask, std::uint8_t absent) {
    if (mask == 0) {
        values_.fill(absent);
        return;
    }
    constexpr unsigned kKeptBits = 8;
    const auto lowest = static_cast<unsigned>(std::countr_zero(mask));
    const auto end = static_cast<unsigned>(std::bit_width(mask));
    const unsigned bits = std::min(end - lowest, kKeptBits);
    shift_ = end - bits;
    const std::uint32_t most = (1U << bits) - 1U;
    mask_ = most << shift_;
    for (std::uint32_t value = 0; value <= most; ++value)
        values_.at(value) = static_cast<std::uint8_t>((value * 255U + most / 2U) / most);
}

}  // namespace rigkiln::image_format
