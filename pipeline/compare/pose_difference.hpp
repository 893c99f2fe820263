#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <glm/vec3.hpp>

#include "pipeline/compare/scene_pair.hpp"

namespace rigkiln {

/// Two clips of one name.
struct ComparedClip {
    std::string name;
    std::size_t left = 0;   ///< number of the clip in the left scene
    std::size_t right = 0;  ///< number of the clip in the right scene
    double maxError = 0;    ///< largest displacement of a probe point, in metres of the measure
    double p99Error = 0;
    std::string worstJoint{};  ///< empty when no point differs
    glm::dvec3 worstPoint{0};  ///< in the space of that joint, units of the left scene
    double worstTime = 0;      ///< seconds
    double leftSeconds = 0;    ///< durations of the clips
    double rightSeconds = 0;
};

/// The rest poses of two scenes.
struct ComparedRest {
    double maxError = 0;       ///< as for a clip
    std::string worstJoint{};  ///< empty when no point differs
    std::size_t joints = 0;    ///< number of joints with points that are farther apart than the tolerance
};

/// Clips and joints that only one of the scenes has.
struct Missing {
    std::vector<std::string> clips{};
    std::vector<std::string> joints{};
    std::size_t movedJoints = 0;  ///< number of these joints that a clip moves
};

struct PoseDifference {
    ComparedRest rest{};
    std::vector<ComparedClip> clips{};  ///< in the order of the left scene
    Missing onlyLeft{};
    Missing onlyRight{};
    std::size_t joints = 0;  ///< number of joints that both have

    /// Largest displacement in a clip.
    [[nodiscard]] double maxError() const;
};

/// Measures clips matched by name (the n-th of a name with the n-th) on joints that match by name and path,
/// at the probe points of the options.
[[nodiscard]] PoseDifference comparePoses(const ScenePair& pair);

}  // namespace rigkiln
