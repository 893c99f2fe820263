#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "formats/bfres/animation/pattern_looks.hpp"
#include "formats/bfres/animation/sample_budget.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::bfres {

/// Shape whose material changes its look. The scene gets one shape per look. Each has its own joint below the
/// shape's bone, because clips can only show and hide joints.
struct LookShape {
    const PatternLooks* looks = nullptr;
    IndexOf<Joint> bone;
    std::vector<IndexOf<Joint>> joints;  ///< by look
};

/// Shapes of a scene that are shown in turn.
class LookShapes {
public:
    /// Borrows all arguments, which must outlive it. Takes the tracks and texture changes from the budget.
    LookShapes(Scene& scene, std::span<const PatternAnimation> animations, SampleBudget& budget,
               Diagnostics& diagnostics)
        : scene_(scene), animations_(animations), budget_(budget), diagnostics_(diagnostics) {}

    /// Adds joints for the looks of a shape on `bone`. Returns null when its material has only one look. The
    /// material must outlive this object, which owns the result. `model` is used in messages. Throws
    /// FormatError.
    [[nodiscard]] const LookShape* add(const std::string& model, const std::string& shape,
                                       const Material& material, IndexOf<Joint> bone);

    /// Returns whether shapes show the textures of the animation.
    [[nodiscard]] bool show(const PatternAnimation& animation) const;

    /// Adds visibility tracks to all clips; an animation that is shorter than its clip and loops is repeated.
    /// Precondition: the clips have all their other tracks. `clips` maps each animation to its clip. Throws
    /// FormatError.
    void addTracks(const std::map<const PatternAnimation*, std::size_t>& clips, double frameRate);

private:
    /// Moving materials of one clip; of several motions of a material the first.
    using Moved = std::map<const PatternLooks*, const LookMotion*>;

    [[nodiscard]] const PatternLooks& looksOf(const std::string& model, const Material& material);
    [[nodiscard]] std::set<std::size_t> changedShapes(const Clip& clip, const Moved& moved) const;
    [[nodiscard]] const LookMotion& motionIn(const Clip& clip, const LookMotion& motion);
    void addTracks(Clip& clip, const Moved& moved, double frameRate);

    Scene& scene_;
    std::span<const PatternAnimation> animations_;
    SampleBudget& budget_;
    Diagnostics& diagnostics_;
    std::map<const Material*, PatternLooks> looks_;
    std::deque<LookShape> shapes_;
    std::deque<LookMotion> repeated_;
    // Indices of shapes: a file may have very many, and most clips change few.
    std::map<const PatternLooks*, std::vector<std::size_t>> shapesOfLooks_;
    std::map<std::uint32_t, std::vector<std::size_t>> shapesOfBone_;
};

}  // namespace rigkiln::bfres
