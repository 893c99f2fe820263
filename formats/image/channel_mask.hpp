#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace rigkiln::image_format {

/// Takes one channel out of a pixel as eight bits, rounded to the nearest; wider channels lose their lowest
/// bits.
class ChannelMask {
public:
    /// Of a mask with gaps the bits from the lowest to the highest count. 0: the channel is `absent`
    /// everywhere.
    ChannelMask(std::uint32_t mask, std::uint8_t absent);

    [[nodiscard]] std::uint8_t of(std::uint32_t pixel) const {
        return values_[(pixel & mask_) >> shift_ & 0xFFU];
    }

private:
    std::uint32_t mask_ = 0;
    unsigned shift_ = 0;
    std::array<std::uint8_t, 256> values_{};
};

}  // namespace rigkiln::image_format
