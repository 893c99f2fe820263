#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "formats/bfres/animation/skeletal_animation.hpp"
#include "formats/bfres/animation/skeletal_clip.hpp"

namespace rigkiln::bfres {

/// One number of a bone over time: curve or constant.
struct Channel {
    const Curve* curve = nullptr;
    double base = 0;
    std::size_t key = 0;  ///< key of the last frame asked for; the next one is usually close

    /// Not finite if the curve's numbers are not.
    [[nodiscard]] double at(double frame);
};

/// Translation, rotation or scale of a bone.
template <std::size_t Count>
struct Part {
    std::array<Channel, Count> channels{};
    bool isStated = false;  ///< in the animation; otherwise the rest pose holds
    bool isMoving = false;  ///< at least one channel has a curve
};

/// Animation of one bone, with its curves sorted by target.
struct BoneChannels {
    Part<3> scale;
    Part<4> rotate;
    Part<3> translate;
    std::size_t unknownTargets = 0;  ///< curves that were ignored
    bool lacksBase = false;  ///< a channel without a curve became neutral, because its rest value is unknown
};

/// Sorts the curves of an animation by channel. A curve replaces the channel's base. A base that the
/// animation lacks is the bone's rest value, or neutral if no bone is known or its rotation mode differs.
/// Borrows the animation.
[[nodiscard]] BoneChannels channelsOf(const BoneAnimation& animation, RotationMode rotation,
                                      const BoundBone& bound);

}  // namespace rigkiln::bfres
