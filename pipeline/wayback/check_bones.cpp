#include "pipeline/wayback/check_bones.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "pipeline/wayback/choose_joints.hpp"
#include "pipeline/wayback/export_errors.hpp"
#include "pipeline/wayback/quoted_names.hpp"
#include "pipeline/wayback/skeleton_issues.hpp"

namespace rigkiln {

Status checkMissingBones(std::span<const BaseBone> bones,
                         std::span<const std::optional<IndexOf<Joint>>> joints, bool force,
                         Diagnostics& diagnostics) {
    QuotedNames missing;
    for (std::size_t bone = 0; bone < bones.size(); ++bone) {
        if (!joints[bone]) missing.add(bones[bone].name);
    }
    if (missing.empty()) return Done();
    if (!force) {
        return kSkeletonDiffers.at("skeleton",
                                   fmt::format("{} of {} bones of the template have no joint of their name: "
                                               "{}",
                                               missing.count(), bones.size(), missing.text()));
    }
    diagnostics.add(kBoneMissing, "skeleton", missing.text());
    return Done();
}

Status checkOtherJoints(const Scene& scene, const std::vector<bool>& isAboveRoots,
                        std::span<const std::optional<std::size_t>> bones, bool force,
                        Diagnostics& diagnostics) {
    const std::vector<bool> hasWeight = jointsWithWeight(scene);
    std::vector<bool> isAboveBone(scene.joints.size(), false);
    for (std::size_t i = scene.joints.size(); i-- > 0;) {
        const auto& parent = scene.joints[i].parent;
        if (parent && (bones[i] || isAboveBone[i])) isAboveBone[parent->value] = true;
    }
    QuotedNames followed;
    QuotedNames dropped;
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
        if (bones[i]) continue;
        if (hasWeight[i]) followed.add(scene.joints[i].name);
        if (!hasWeight[i] && !isAboveBone[i] && !isAboveRoots[i]) dropped.add(scene.joints[i].name);
    }
    if (!dropped.empty()) diagnostics.add(kJointDropped, "skeleton", dropped.text());
    if (followed.empty()) return Done();
    if (!force) {
        const auto count = std::ranges::count_if(
            bones, [](const std::optional<std::size_t>& bone) { return bone.has_value(); });
        return kSkeletonDiffers.at(
            "skeleton", fmt::format("{} joints that vertices follow are none of the {} bones, 0 is "
                                    "the limit: {}",
                                    followed.count(), count, followed.text()));
    }
    diagnostics.add(kJointWithWeight, "skeleton", followed.text());
    return Done();
}

}  // namespace rigkiln
