#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "formats/bfres/animation/sample_budget.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/clip.hpp"

namespace rigkiln::bfres {

/// Kinds of animations that the games play together when they have one name.
enum class PartKind : std::uint8_t { Skeleton, BoneVisibility, MaterialVisibility, TexturePatterns };

/// An animation of the file in a clip.
struct ClipPart {
    PartKind kind = PartKind::Skeleton;
    std::uint32_t frameCount = 0;  ///< number of the last frame
    bool loops = false;            ///< otherwise its last frame holds
    bool isShown = true;           ///< false: extras alone have it
};

struct JoinContext {
    double frameRate = 60;  ///< frames per second
    SampleBudget& budget;
    Diagnostics& diagnostics;
};

/// Makes one clip of all clips with one name whose parts are of different kinds. It is as long as the longest
/// part that is shown, and loops if that one does; shorter ones that loop are repeated up to its end, others
/// hold their last frame. Where lengths differ, the extras `parts` have them. A part that would take more
/// keys than the budget has is held instead of repeated, with an issue. `parts` has an element for each clip
/// and is changed with them. Returns the new place of each clip.
[[nodiscard]] std::vector<std::size_t> joinClips(std::vector<Clip>& clips,
                                                 std::vector<std::vector<ClipPart>>& parts,
                                                 const JoinContext& context);

}  // namespace rigkiln::bfres
