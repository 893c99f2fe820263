#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <glm/vec3.hpp>

#include "pipeline/reduction/reduction_settings.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::cli {

/// Two clips of one name.
struct ComparedClip {
    std::string name;
    double maxError = 0;  ///< largest displacement of a probe point, in the measure of the settings
    double p99Error = 0;
    std::string worstJoint{};  ///< empty: nothing is anywhere else
    glm::dvec3 worstPoint{0};  ///< in the space of that joint, units of the left scene
    double worstTime = 0;      ///< seconds
    double leftSeconds = 0;    ///< how long the clips are
    double rightSeconds = 0;
};

/// What is on one side alone.
struct Missing {
    std::vector<std::string> clips{};
    std::vector<std::string> joints{};
    std::size_t movedJoints = 0;  ///< of these, those that a clip moves
};

struct PoseDifference {
    std::vector<ComparedClip> clips{};  ///< in the order of the left scene
    Missing onlyLeft{};
    Missing onlyRight{};
    std::size_t joints = 0;  ///< that both have

    [[nodiscard]] double maxError() const;
    /// Whether no point is off by more than `bound`, clips are as long, and nothing that moves is missing.
    [[nodiscard]] bool isWithin(double bound) const;
};

/// Compares clips by name (the n-th of a name with the n-th) on joints by name and path, at the points of the
/// left scene, as `settings` say how to measure. Precondition: both scenes are canonical and keep the laws.
[[nodiscard]] PoseDifference comparePoses(const Scene& left, const Scene& right,
                                          const ReductionSettings& settings);

}  // namespace rigkiln::cli
