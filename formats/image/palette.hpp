#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "formats/image/colour.hpp"
#include "pipeline/base/diagnostics.hpp"

namespace rigkiln::images {

/// Palette of an indexed image. Counts pixels whose index is outside; they get the first colour, as in
/// ImageMagick and stb_image. (Other readers make them black or refuse the image.)
class Palette {
public:
    /// `firstIndex` is the index of the first colour. Precondition: there is at least one colour.
    explicit Palette(std::vector<Colour> colours, std::size_t firstIndex = 0);

    [[nodiscard]] Colour at(std::size_t index) {
        const std::size_t place = index - firstIndex_;  // an index below the first wraps to a huge number
        if (place < colours_.size()) return colours_[place];
        noteOutside(index);
        return colours_.front();
    }

    /// Adds one issue for all pixels with an index outside the palette.
    void report(Diagnostics& diagnostics) const;

private:
    void noteOutside(std::size_t index);

    std::vector<Colour> colours_;
    std::size_t firstIndex_;
    std::size_t outsideCount_ = 0;
    std::size_t highestOutside_ = 0;
};

}  // namespace rigkiln::images
