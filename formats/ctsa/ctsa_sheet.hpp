#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "formats/ctsa/ctsa_file.hpp"
#include "formats/ctsa/ctsa_row.hpp"

/// Finds the size of the sheet that an animation's U and V refer to. It may be smaller than its image: on
/// request the editor pads images to powers of two, with the sheet in the middle, but stores U and V of the
/// unpadded sheet (README, section Sheet).
namespace rigkiln::ctsa {

enum class SheetSource : std::uint8_t {
    AsItIs,     ///< the image is the sheet
    Found,      ///< exactly one size puts the frames on whole pixels
    Ambiguous,  ///< the image itself does not, and a side has several possible sizes or none
    Given,      ///< by the caller
};

struct Sheet {
    SheetSource source = SheetSource::AsItIs;
    PixelSize size{};  ///< per side: the given or only possible size, else the image's
    SheetPlace place{};
    // Number of possible sizes; set only for Found and Ambiguous.
    std::size_t possibleWidths = 0;
    std::size_t possibleHeights = 0;
};

/// Determines the sheet. `given` overrides everything. The image is the sheet when a side is not a power of
/// two, when the frames lie on its whole pixels, or when it is larger than kLargestSearchedImage. Otherwise
/// searches each side from half the image's side (exclusive) up to all of it.
/// Limits: a padded image on whose whole pixels the frames happen to lie looks unpadded. Most rows of equal
/// frames fit many sizes and stay ambiguous, so the caller must give the size.
/// Precondition: no side is 0, and `given` is not larger than the image.
[[nodiscard]] Sheet findSheet(const CtsaFile& file, PixelSize image,
                              std::optional<PixelSize> given = std::nullopt);

/// Largest side in pixels that is searched; a search takes one step per candidate size.
inline constexpr std::uint32_t kLargestSearchedImage = 65536;

}  // namespace rigkiln::ctsa
