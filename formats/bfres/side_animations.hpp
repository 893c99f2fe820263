#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/bfres/pattern_animation.hpp"
#include "formats/bfres/visibility_animation.hpp"
#include "pipeline/base/value.hpp"
#include "pipeline/scene/clip.hpp"

/// Animations of what is not a pose.
namespace rigkiln::bfres {

/// The curve of each target; null for those that have none.
[[nodiscard]] std::vector<const Curve*> curvesOfTargets(const VisibilityAnimation& animation);

/// Whether the target is shown over time, keys where that changes: Step, the first at 0. `curve` is the
/// target's, `frameRate` in frames a second. Precondition: target < animation.targets.size().
[[nodiscard]] Track<std::uint8_t> visibilityTrack(const VisibilityAnimation& animation, std::size_t target,
                                                  const Curve* curve, double frameRate);

/// A texture from a frame on.
struct TextureStep {
    double frame = 0;
    std::optional<std::string> texture{};  ///< none: the file names none there

    bool operator==(const TextureStep&) const = default;
};

/// What a sampler shows, each step where that changes, the first at frame 0. `patterns` is the animation's
/// and `pattern` one of its.
[[nodiscard]] std::vector<TextureStep> textureSteps(const PatternAnimation& animation,
                                                    const MaterialPatterns& patterns,
                                                    const TexturePattern& pattern);

/// For extras: which texture each sampler of each material shows from which frame on.
[[nodiscard]] Properties patternValue(const PatternAnimation& animation);

/// For extras: which materials are shown from which frame on.
[[nodiscard]] Properties materialVisibilityValue(const VisibilityAnimation& animation);

}  // namespace rigkiln::bfres
