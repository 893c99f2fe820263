#include "exporters/swat3/target_skeleton.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "exporters/swat3/choose_bones.hpp"
#include "exporters/swat3/joint_extras.hpp"
#include "exporters/swat3/stored_frame.hpp"
#include "pipeline/wayback/bone_links.hpp"
#include "pipeline/wayback/rigid_frame.hpp"
#include "pipeline/wayback/skeleton_size.hpp"
#include "pipeline/wayback/worlds_in_file.hpp"

namespace rigkiln::swat3_export {
namespace {

/// Tolerance of places, as a share of the skeleton's size or of the distance: stored numbers went through a
/// scale in single precision.
constexpr double kSameBonePlace = 1e-6;
constexpr double kSameRotation = 1e-6;  ///< radians

/// Sets the numbers of bones to where their joints stand.
class BonePlacer {
public:
    BonePlacer(const Scene& scene, const std::vector<bool>& isAboveRoots, const SkeletonRequest& request,
               TargetSkeleton& target)
        : scene_(scene),
          isAboveRoots_(isAboveRoots),
          request_(request),
          target_(target),
          rig_(target.skeletons),
          size_(skeletonSize(scene, target.joints, target.world, request.space)),
          isScaled_(scaledJoints(scene, isAboveRoots, nullptr)) {
        for (swat3::Skeleton& skeleton : target.skeletons) {
            for (swat3::Bone& bone : skeleton.bones)
                bones_.push_back(&bone);
        }
    }

    void place() {
        frames_.resize(bones_.size());
        for (const std::size_t ordinal : rig_.parentsFirst()) {
            const auto parent = rig_.parentOf(ordinal);
            const auto joint = target_.joints[ordinal];
            swat3::Bone& bone = *bones_[ordinal];
            if (!joint) {
                const RigidFrame local = storedFrame(bone.position, bone.rotation, target_.sense);
                frames_[ordinal] = parent ? frames_[*parent] * local : local;
                continue;
            }
            frames_[ordinal] = rigidFrame(target_.world[joint->value]);
            setNumbers(bone, scene_.joints[joint->value], wantedLocal(ordinal, *joint));
        }
    }

private:
    /// Frame of a bone relative to its parent. Takes the joint's own numbers where no other joint lies
    /// between it and the parent bone: no digit is lost then.
    [[nodiscard]] RigidFrame wantedLocal(std::size_t ordinal, IndexOf<Joint> index) const {
        const Joint& joint = scene_.joints[index.value];
        const auto parent = rig_.parentOf(ordinal);
        const bool isLinked = isLinkedAsJoint(scene_, isAboveRoots_, target_.joints, ordinal, parent);
        if (isLinked && !isScaled_[index.value]) {
            return {.place = request_.space.point(glm::dvec3(joint.rest.translation)),
                    .rotation = request_.space.rotation(glm::dquat(joint.rest.rotation))};
        }
        RigidFrame local = parent ? relativeTo(frames_[*parent], frames_[ordinal]) : frames_[ordinal];
        if (local.rotation.w < 0) local.rotation = -local.rotation;
        return local;
    }

    void setNumbers(swat3::Bone& bone, const Joint& joint, const RigidFrame& wanted) const {
        const auto hasPlace = [&](const swat3::Float3& stored) {
            const glm::dvec3 place(swat3::toOffset(stored));
            return glm::distance(place, wanted.place) <=
                   kSameBonePlace * std::max(size_, glm::length(wanted.place));
        };
        const auto hasRotation = [&](const swat3::Float4& stored) {
            return angleBetween(swat3::toRotation(stored, target_.sense), wanted.rotation) <= kSameRotation;
        };
        const bool hasBase = request_.base != nullptr;
        const auto position = storedPosition(joint);
        if (!hasBase || !hasPlace(bone.position)) {
            const bool isKept = position && hasPlace(*position);
            bone.position = isKept ? *position : toFloats(wanted.place);
        }
        const auto rotation = storedRotation(joint);
        if (!hasBase || !hasRotation(bone.rotation)) {
            const bool isKept = rotation && hasRotation(*rotation);
            bone.rotation = isKept ? *rotation : toStored(wanted.rotation, target_.sense);
        }
    }

    static swat3::Float3 toFloats(const glm::dvec3& place) {
        // Adding 0 turns the -0 that changing axes can make into 0.
        return {static_cast<float>(place.x + 0.0), static_cast<float>(place.y + 0.0),
                static_cast<float>(place.z + 0.0)};
    }

    const Scene& scene_;
    const std::vector<bool>& isAboveRoots_;
    const SkeletonRequest& request_;
    TargetSkeleton& target_;
    swat3::Rig rig_;
    double size_;
    std::vector<bool> isScaled_;  ///< by joint
    std::vector<swat3::Bone*> bones_;
    std::vector<RigidFrame> frames_;  ///< by ordinal, in model space
};

}  // namespace

Result<TargetSkeleton> makeTargetSkeleton(const Scene& scene, const SkeletonRequest& request,
                                          Diagnostics& diagnostics) {
    const std::vector<bool> isAboveRoots = jointsAboveRoots(scene);
    Result<ChosenBones> chosen = chooseBones(scene, isAboveRoots, request, diagnostics);
    if (!chosen) return chosen.error();
    TargetSkeleton target;
    target.skeletons = std::move(chosen->skeletons);
    target.joints = std::move(chosen->joints);
    target.sense = request.sense;
    target.bones.resize(scene.joints.size());
    for (std::size_t ordinal = 0; ordinal < target.joints.size(); ++ordinal) {
        if (const auto joint = target.joints[ordinal]) target.bones[joint->value] = ordinal;
    }
    target.world = worldsInFile(scene, isAboveRoots, restPose(scene), request.space);
    BonePlacer(scene, isAboveRoots, request, target).place();
    // From the stored numbers, which is what the game and readers use.
    target.bind = swat3::Rig(target.skeletons).bindMatrices(target.sense);
    return target;
}

}  // namespace rigkiln::swat3_export
