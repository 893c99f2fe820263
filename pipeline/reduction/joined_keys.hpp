#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <glm/vec4.hpp>

#include "pipeline/reduction/motion.hpp"
#include "pipeline/scene/clip.hpp"

namespace rigkiln::reduction {

/// The keys of one track in all windows of a clip.
struct JoinedKeys {
    std::uint32_t joint = 0;
    Part part = Part::Translation;
    bool isKept = false;
    bool isSpline = false;
    bool isEverywhereRest = true;
    bool isEverywhereConstant = true;
    bool isFloat = false;  ///< sixteen bits are not enough in at least one window
    std::vector<float> times;
    std::vector<glm::dvec4> values;
    std::vector<KeyTangents> tangents;  ///< for splines: one per key

    /// Appends the keys of a track from the next window. Windows come in order, and each shares a pinned
    /// frame with the one before.
    void append(const MotionTrack& track, std::span<const float> frames);
};

/// Stores the keys in the clip's tracks and leaves kept tracks unchanged. Precondition: `joined` has the
/// order of sampleMotion for this clip.
void storeKeys(std::span<const JoinedKeys> joined, Clip& clip);

}  // namespace rigkiln::reduction
