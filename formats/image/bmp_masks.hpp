#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "formats/image/bmp_header.hpp"
#include "formats/image/channel_mask.hpp"
#include "formats/image/colour.hpp"
#include "pipeline/binary/byte_reader.hpp"

namespace rigkiln::images {

/// Channel masks of a pixel of 16 or 32 bits.
class PixelMasks {
public:
    explicit PixelMasks(const std::array<std::uint32_t, 4>& masks);

    [[nodiscard]] Colour of(std::uint32_t pixel) const {
        return {red_.of(pixel), green_.of(pixel), blue_.of(pixel), alpha_.of(pixel)};
    }

private:
    ChannelMask red_;
    ChannelMask green_;
    ChannelMask blue_;
    ChannelMask alpha_;
};

/// Returns the masks of the file. Without masks it returns the usual ones: five bits per channel, or eight
/// with the fourth byte as alpha. Fails for a mask with gaps, a mask outside the pixel, and when no colour
/// has a mask. Precondition: 16 or 32 bits.
[[nodiscard]] PixelMasks masksOf(const ByteReader& reader, const BmpHeader& header);

}  // namespace rigkiln::images
