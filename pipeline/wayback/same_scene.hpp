#pragma once

#include <cstdint>

#include "pipeline/scene/scene.hpp"

/// Compares a kept file, read again, with the scene that came from it: an exporter gives the kept bytes back
/// when they still say the same. No hash has to be kept, and what a tool only wrote anew counts as unchanged.
namespace rigkiln {

/// Compares joints, skins, meshes, instances and attachments, with the extras of joints and attachments. All
/// numbers to the bit, except for rounding by JSON and by the normalising of weights. Not compared:
/// materials, whose pictures a kept file does not have.
[[nodiscard]] bool hasSameShape(const Scene& was, const Scene& is);

/// Where the translations of a kept clip count from.
enum class ClipPlaces : std::uint8_t {
    OfTheClip,        ///< they are places, whatever model the clip is bound to
    OffsetsFromRest,  ///< where a model's joint rests elsewhere than the clip's own, the clip was moved there
};

/// Compares the first clip of `was` with a clip of the scene: what moves at the frames of the kept clip, and
/// its events. Between the frames nothing counts, as a clip of frames has nothing there; rotations are one up
/// to their sign and 2e-6 in each component. Joints are matched by source index and name without case, else
/// by name. Precondition: `was` has a clip.
[[nodiscard]] bool hasSameMotion(const Scene& was, const Scene& scene, const Clip& clip, ClipPlaces places);

}  // namespace rigkiln
