#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "formats/bfres/pattern_looks.hpp"
#include "formats/bfres/sample_budget.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::bfres {

/// A shape whose material changes its looks: in the scene one for each look, on a joint of its own below the
/// bone of the shape, as clips show and hide what hangs on a joint.
struct LookShape {
    const PatternLooks* looks = nullptr;
    IndexOf<Joint> bone;
    std::vector<IndexOf<Joint>> joints;  ///< by look
};

/// The shapes of a scene that take turns.
class LookShapes {
public:
    /// Refers to all of them, which must outlive it. What tracks and changes of textures there are is taken
    /// from the budget.
    LookShapes(Scene& scene, std::span<const PatternAnimation> animations, SampleBudget& budget,
               Diagnostics& diagnostics)
        : scene_(scene), animations_(animations), budget_(budget), diagnostics_(diagnostics) {}

    /// The shape of this name, on a joint of the scene, with joints for its looks; null: its material has but
    /// one. Material and result live as long as this. `model`: for messages. Throws FormatError.
    [[nodiscard]] const LookShape* add(const std::string& model, const std::string& shape,
                                       const Material& material, IndexOf<Joint> bone);

    /// Shows and hides them in all clips. To be called when these have all their other tracks. `clips`: the
    /// clip of each animation. Throws FormatError.
    void addTracks(const std::map<const PatternAnimation*, std::size_t>& clips, double frameRate);

private:
    /// What moves in one clip: of several motions of a material the first.
    using Moved = std::map<const PatternLooks*, const LookMotion*>;

    [[nodiscard]] const PatternLooks& looksOf(const std::string& model, const Material& material);
    [[nodiscard]] std::set<std::size_t> changedShapes(const Clip& clip, const Moved& moved) const;
    void addTracks(Clip& clip, const Moved& moved, double frameRate);

    Scene& scene_;
    std::span<const PatternAnimation> animations_;
    SampleBudget& budget_;
    Diagnostics& diagnostics_;
    std::map<const Material*, PatternLooks> looks_;
    std::deque<LookShape> shapes_;
    // Numbers of shapes: a file may have very many, and most clips change few.
    std::map<const PatternLooks*, std::vector<std::size_t>> shapesOfLooks_;
    std::map<std::uint32_t, std::vector<std::size_t>> shapesOfBone_;
};

}  // namespace rigkiln::bfres
