#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "formats/ctsa/ctsa_file.hpp"
#include "pipeline/conversion/image_module.hpp"
#include "tools/corpus/files.hpp"

namespace rigkiln::corpus {

/// Where the frames of a sprite sheet lie: in one row from `left`, `bottom` pixels above the lower edge.
struct SheetPlan {
    std::uint32_t width = 0;  ///< pixels of the sheet
    std::uint32_t height = 0;
    std::uint32_t left = 0;
    std::uint32_t bottom = 0;
    std::uint32_t frameWidth = 0;
    std::uint32_t frameHeight = 0;
    std::uint32_t frames = 0;
};

/// A figure that hops once in the frames, each in a colour of its own, with as many dots above its head as
/// frames are before it. Clear around it. Precondition: the frames fit.
[[nodiscard]] Image makeSheet(const SheetPlan& plan, std::uint64_t seed);

/// The sheet in the middle of an image whose sides are powers of two, as the editor pads them.
[[nodiscard]] Image makePadded(const Image& sheet);

/// An animation of the sheet's frames, 80 ms each and every third by updates.
[[nodiscard]] ctsa::CtsaFile makeSprite(const SheetPlan& plan, std::u16string name);

/// In Sprites: a folder of animations that share one sheet, one without frames among them, and a folder of
/// one whose image was padded.
[[nodiscard]] std::vector<ArtFile> makeSpriteFiles(std::uint64_t seed);

/// Small files for each fuzz target, in a folder with its name.
[[nodiscard]] std::vector<ArtFile> makeSpriteSeeds();

}  // namespace rigkiln::corpus
