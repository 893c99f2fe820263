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
    std::string worstJoint{};  ///< empty when no point differs
    glm::dvec3 worstPoint{0};  ///< in the space of that joint, units of the left scene
    double worstTime = 0;      ///< seconds
    double leftSeconds = 0;    ///< durations of the clips
    double rightSeconds = 0;
};

/// Clips and joints that only one of the scenes has.
struct Missing {
    std::vector<std::string> clips{};
    std::vector<std::string> joints{};
    std::size_t movedJoints = 0;  ///< number of these joints that a clip moves
};

struct PoseDifference {
    std::vector<ComparedClip> clips{};  ///< in the order of the left scene
    Missing onlyLeft{};
    Missing onlyRight{};
    std::size_t joints = 0;  ///< number of joints that both have

    [[nodiscard]] double maxError() const;
    /// Whether no point is off by more than `bound`, all clips are as long on both sides, and no clip or
    /// moved joint is missing.
    [[nodiscard]] bool isWithin(double bound) const;
};

/// Compares clips by name (the n-th of a name with the n-th) on joints that match by name and path. The
/// points and the measure are those of the left scene by `settings`. Precondition: both scenes are canonical
/// and keep the laws.
[[nodiscard]] PoseDifference comparePoses(const Scene& left, const Scene& right,
                                          const ReductionSettings& settings);

}  // namespace rigkiln::cli
