#include "formats/image/channel_mask.hpp"

#include <bit>

namespace rigkiln::images {

ChannelMask::ChannelMask(std::uint32_t mask, std::uint8_t absent) : absent_(absent) {
    if (mask == 0) return;
    shift_ = static_cast<unsigned>(std::countr_zero(mask));
    maximum_ = (std::uint64_t{1} << (static_cast<unsigned>(std::bit_width(mask)) - shift_)) - 1;
}

}  // namespace rigkiln::images
