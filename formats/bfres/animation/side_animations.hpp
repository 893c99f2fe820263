#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/bfres/animation/pattern_animation.hpp"
#include "formats/bfres/animation/visibility_animation.hpp"
#include "pipeline/base/value.hpp"
#include "pipeline/scene/clip.hpp"

/// Animations of visibility and textures.
namespace rigkiln::bfres {

/// Curve of each target; null for targets without one.
[[nodiscard]] std::vector<const Curve*> curvesOfTargets(const VisibilityAnimation& animation);

/// Visibility of a target over time. Step keys at changes, the first at 0. `curve` is the target's, or null;
/// `frameRate` is in frames per second. Precondition: target < animation.targets.size().
[[nodiscard]] Track<std::uint8_t> visibilityTrack(const VisibilityAnimation& animation, std::size_t target,
                                                  const Curve* curve, double frameRate);

/// Texture that is used from a frame on.
struct TextureStep {
    double frame = 0;
    std::optional<std::string> texture{};  ///< nothing if the animation names no texture

    bool operator==(const TextureStep&) const = default;
};

/// Textures of a sampler over time: a step at each change, the first at frame 0. `patterns` belongs to the
/// animation, and `pattern` to `patterns`.
[[nodiscard]] std::vector<TextureStep> textureSteps(const PatternAnimation& animation,
                                                    const MaterialPatterns& patterns,
                                                    const TexturePattern& pattern);

/// Returns for extras: the texture of each sampler of each material, from frame to frame.
[[nodiscard]] Properties patternValue(const PatternAnimation& animation);

/// Returns for extras: the visibility of each material, from frame to frame.
[[nodiscard]] Properties materialVisibilityValue(const VisibilityAnimation& animation);

}  // namespace rigkiln::bfres
