#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "formats/ctsa/ctsa_file.hpp"
#include "pipeline/conversion/image_module.hpp"
#include "tools/corpus/files.hpp"

namespace rigkiln::corpus {

/// Layout of the frames on a sprite sheet: one row from `left`, `bottom` pixels above the lower edge.
struct SheetPlan {
    std::uint32_t width = 0;  ///< pixels of the sheet
    std::uint32_t height = 0;
    std::uint32_t left = 0;
    std::uint32_t bottom = 0;
    std::uint32_t frameWidth = 0;
    std::uint32_t frameHeight = 0;
    std::uint32_t frames = 0;
};

/// Draws a figure that hops once over the frames. Each frame has a colour of its own, and as many dots above
/// the figure's head as there are frames before it. The background is clear. Precondition: the frames fit.
[[nodiscard]] Image makeSheet(const SheetPlan& plan, std::uint64_t seed);

/// Puts the sheet in the middle of an image whose sides are powers of two, as the editor pads it.
[[nodiscard]] Image makePadded(const Image& sheet);

/// Makes an animation of the sheet's frames: 80 ms each, every third one timed in updates.
[[nodiscard]] ctsa::CtsaFile makeSprite(const SheetPlan& plan, std::u16string name);

/// Files in the folder Sprites: one folder of animations that share a sheet, one of them without frames, and
/// one folder with an animation whose image was padded.
[[nodiscard]] std::vector<ArtFile> makeSpriteFiles(std::uint64_t seed);

/// Small files for each fuzz target, in a folder named after it.
[[nodiscard]] std::vector<ArtFile> makeSpriteSeeds();

}  // namespace rigkiln::corpus
