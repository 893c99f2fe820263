#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glm/mat4x4.hpp>

#include "pipeline/animation/clip_difference.hpp"
#include "pipeline/animation/probe_points.hpp"
#include "pipeline/compare/compared_part.hpp"
#include "pipeline/conversion/image_module.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

struct CompareOptions {
    ComparedParts parts{};
    double length = 0;  ///< largest distance at which places count as equal, in metres of the measure
    /// Largest difference at which numbers without a length count as equal: directions, texture coordinates,
    /// weights, colours, scales, seconds.
    double share = 0;
    double scale = 1;                   ///< units of the left scene per metre of the measure
    std::vector<JointProbes> probes{};  ///< points of the left scene, an entry per joint
    ImageFormats images{};              ///< decode the images; without readers, images compare by their bytes
};

/// Two scenes with their joints matched. Borrows the scenes and the options.
struct ScenePair {
    /// Precondition: both scenes are canonical and satisfy their laws.
    ScenePair(const Scene& leftScene, const Scene& rightScene, const CompareOptions& given);

    const Scene& left;
    const Scene& right;
    const CompareOptions& options;
    JointPartners partners;              ///< joint of the right scene for each of the left one
    JointPartners backPartners;          ///< joint of the left scene for each of the right one
    std::vector<glm::dmat4> leftWorlds;  ///< rest poses
    std::vector<glm::dmat4> rightWorlds;

    [[nodiscard]] bool isSameJoint(std::optional<IndexOf<Joint>> leftJoint,
                                   std::optional<IndexOf<Joint>> rightJoint) const;
    /// Converts a distance of scene units to metres of the measure.
    [[nodiscard]] double metres(double distance) const { return distance / options.scale; }
    [[nodiscard]] bool has(ComparedPart part) const { return options.parts.has(part); }
};

/// "'arm'", or "none".
[[nodiscard]] std::string jointText(const Scene& scene, std::optional<IndexOf<Joint>> joint);

}  // namespace rigkiln
