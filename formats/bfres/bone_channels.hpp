#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "formats/bfres/skeletal_animation.hpp"
#include "formats/bfres/skeletal_clip.hpp"

namespace rigkiln::bfres {

/// One number of a bone over time: a curve, or a constant.
struct Channel {
    const Curve* curve = nullptr;
    double base = 0;
    std::size_t key =
        0;  ///< of the curve, where the frame asked for last was: the next one is mostly near it

    /// Not finite when the curve's numbers are not.
    [[nodiscard]] double at(double frame);
};

/// Translation, rotation or scale of a bone.
template <std::size_t Count>
struct Part {
    std::array<Channel, Count> channels{};
    bool isStated = false;  ///< else the rest pose holds
    bool isMoving = false;  ///< some channel has a curve
};

/// The animation of one bone, its curves sorted out by what they move.
struct BoneChannels {
    Part<3> scale;
    Part<4> rotate;
    Part<3> translate;
    std::size_t unknownTargets = 0;  ///< curves left out
    bool lacksBase = false;          ///< a channel without a curve whose rest is not known is neutral
};

/// A channel's curve replaces its base; a base that the animation lacks is that of the bone at rest, or
/// neutral when no bone is known that states it in the same way. Refers to the animation.
[[nodiscard]] BoneChannels channelsOf(const BoneAnimation& animation, RotationMode rotation,
                                      const BoundBone& bound);

}  // namespace rigkiln::bfres
