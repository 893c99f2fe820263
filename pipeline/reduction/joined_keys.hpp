#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <glm/vec4.hpp>

#include "pipeline/reduction/motion.hpp"
#include "pipeline/scene/clip.hpp"

namespace rigkiln::reduction {

/// The keys of one track over all windows of a clip.
struct JoinedKeys {
    std::uint32_t joint = 0;
    Part part = Part::Translation;
    bool isKept = false;
    bool isSpline = false;
    bool isEverywhereRest = true;
    bool isEverywhereConstant = true;
    bool isFloat = false;  ///< sixteen bits are not enough in some window
    std::vector<float> times;
    std::vector<glm::dvec4> values;
    std::vector<KeyTangents> tangents;  ///< of splines, one for each key

    /// Takes over what a window has left of the track. Windows come in their order, and share a pinned frame
    /// with the one before.
    void append(const MotionTrack& track, std::span<const float> frames);
};

/// Puts the keys into their tracks; those that are kept stay as they are. Precondition: in the order of
/// sampleMotion for this clip.
void storeKeys(std::span<const JoinedKeys> joined, Clip& clip);

}  // namespace rigkiln::reduction
