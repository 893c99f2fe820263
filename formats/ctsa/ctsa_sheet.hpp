#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "formats/ctsa/ctsa_file.hpp"
#include "formats/ctsa/ctsa_row.hpp"

/// How large the sheet is that an animation's U and V mean, when its image may be larger: the editor pads
/// images to powers of two on request, with the sheet in the middle, and stores the U and V of the sheet
/// without the padding (README, section Sheet).
namespace rigkiln::ctsa {

enum class SheetSource : std::uint8_t {
    AsItIs,     ///< the image is the sheet
    Found,      ///< one size alone makes whole pixels of the file's numbers
    Ambiguous,  ///< the image is no sheet for them, and several sizes, or none, would be in a direction
    Given,      ///< by the caller
};

struct Sheet {
    SheetSource source = SheetSource::AsItIs;
    PixelSize size{};  ///< where it is ambiguous, that of the image
    SheetPlace place{};
    // How many sizes would do; counted only when Found or Ambiguous.
    std::size_t possibleWidths = 0;
    std::size_t possibleHeights = 0;
};

/// `given` is believed. Otherwise an image is the sheet when a side is no power of two, when the frames lie
/// on whole pixels of it, or when it is larger than kLargestSearchedImage; else each side of the sheet is
/// searched between half the image's side, exclusive, and all of it. Sheets whose frames lie on whole pixels
/// of the padded image as well cannot be told from images without padding; nor can most rows of equal frames
/// be found, because so many sizes divide: the caller has to be given the size then.
/// Precondition: no size is 0 in a direction, and the one given is not larger than the image.
[[nodiscard]] Sheet findSheet(const CtsaFile& file, PixelSize image,
                              std::optional<PixelSize> given = std::nullopt);

/// Pixels of a side; searching takes as many steps.
inline constexpr std::uint32_t kLargestSearchedImage = 65536;

}  // namespace rigkiln::ctsa
