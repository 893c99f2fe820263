#pragma once

#include <cstdint>

namespace rigkiln::images {

/// Extracts one channel from a pixel and scales it to eight bits, rounded: the largest value becomes 255.
class ChannelMask {
public:
    /// A mask of 0 makes the channel `absent` everywhere. In a mask with gaps, all bits between the lowest
    /// and the highest count.
    ChannelMask(std::uint32_t mask, std::uint8_t absent);

    [[nodiscard]] std::uint8_t of(std::uint32_t pixel) const {
        const std::uint64_t number = pixel >> shift_ & maximum_;
        if (maximum_ == kFull) return static_cast<std::uint8_t>(number);
        if (maximum_ == 0) return absent_;
        return static_cast<std::uint8_t>((number * kFull + maximum_ / 2) / maximum_);
    }

private:
    static constexpr std::uint64_t kFull = 255;

    unsigned shift_ = 0;
    std::uint64_t maximum_ = 0;
    std::uint8_t absent_ = 0;
};

}  // namespace rigkiln::images
