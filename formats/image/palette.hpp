#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "formats/image/colour.hpp"
#include "pipeline/base/diagnostics.hpp"

namespace rigkiln::image_format {

/// The colours of an image whose pixels are numbers, and how often a pixel named none of them. Such a pixel
/// has the first colour, as ImageMagick and stb_image have it; others make it black or refuse the image.
class Palette {
public:
    /// `firstIndex` is the number of the first colour. Precondition: there is a colour.
    explicit Palette(std::vector<Colour> colours, std::size_t firstIndex = 0);

    [[nodiscard]] Colour at(std::size_t index) {
        const std::size_t place = index - firstIndex_;  // what lies before the first one becomes huge
        if (place < colours_.size()) return colours_[place];
        noteOutside(index);
        return colours_.front();
    }

    /// One issue for all pixels that named no colour.
    void report(Diagnostics& diagnostics) const;

private:
    void noteOutside(std::size_t index);

    std::vector<Colour> colours_;
    std::size_t firstIndex_;
    std::size_t outsideCount_ = 0;
    std::size_t highestOutside_ = 0;
};

}  // namespace rigkiln::image_format
