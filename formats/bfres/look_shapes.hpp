#pragma once

#include <cstddef>
#include <deque>
#include <map>
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
    /// Refers to all of them, which must outlive it.
    LookShapes(Scene& scene, std::span<const PatternAnimation> animations, Diagnostics& diagnostics)
        : scene_(scene), animations_(animations), diagnostics_(diagnostics) {}

    /// The shape of this name, on a joint of the scene, with joints for its looks; null: its material has but
    /// one. Material and result live as long as this. `model`: for messages.
    [[nodiscard]] const LookShape* add(const std::string& model, const std::string& shape,
                                       const Material& material, IndexOf<Joint> bone);

    /// Shows and hides them in all clips. To be called when these have all their other tracks. `clips`: the
    /// clip of each animation. Throws FormatError when that is more than the budget has.
    void addTracks(const std::map<const PatternAnimation*, std::size_t>& clips, double frameRate,
                   SampleBudget& budget);

private:
    [[nodiscard]] const PatternLooks& looksOf(const std::string& model, const Material& material);

    Scene& scene_;
    std::span<const PatternAnimation> animations_;
    Diagnostics& diagnostics_;
    std::map<const Material*, PatternLooks> looks_;
    std::deque<LookShape> shapes_;
};

}  // namespace rigkiln::bfres
