#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <glm/mat4x4.hpp>

#include "formats/swat3/rig.hpp"
#include "formats/swat3/skeleton_block.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/scene/scene.hpp"
#include "pipeline/wayback/file_space.hpp"

namespace rigkiln::swat3_export {

/// Bones of the file to be written, and the joints of the scene that they stand for.
struct TargetSkeleton {
    std::vector<swat3::Skeleton> skeletons;                             ///< as they are stored
    swat3::QuaternionSense sense = swat3::QuaternionSense::Conjugated;  ///< of stored rotations
    /// By ordinal of the bone (swat3::Rig): its joint. Nothing only for bones of a template that the scene
    /// lacks, which is an error unless forced; such a bone stays as the template has it.
    std::vector<std::optional<IndexOf<Joint>>> joints;
    std::vector<std::optional<std::size_t>> bones;  ///< by joint: ordinal of its bone
    /// By ordinal: matrix from bone to model space at rest, from the stored numbers: rigid, in the file's
    /// axes and units.
    std::vector<glm::dmat4> bind;
    /// By joint: matrix from joint to model space at rest, with all scales, in the file's axes and units.
    /// Leaves out the joints that reading put above the roots (names of swat3::kMirrorName and kRootsName).
    std::vector<glm::dmat4> world;
};

/// Options of makeTargetSkeleton. The base is a template, or the file the scene was read from.
struct SkeletonRequest {
    /// Bones to keep: order, ids, names, links; may be null.
    const std::vector<swat3::Skeleton>* base = nullptr;
    swat3::QuaternionSense sense = swat3::QuaternionSense::Conjugated;
    FileSpace space{UpAxis::ZUp, 1.0};
    bool force = false;
};

/// Makes the bones of a file from the joints of a scene. The bones are:
/// - With a base: its bones in their order, each matched to the joint of its name. Case does not count, nor
///   does a number that Blender appended when the joint has the bone's id. Bones without a joint are an error
///   that names them, or an issue when forced.
/// - Else the joints that have an `id` in their extras (in the scene of a clip alone: a source index), as
///   joints read by rigkiln have, in the order of the ids.
/// - Else the joints of the skins and those between, up to the lowest joint that has all skin joints of its
///   tree at or below it (without skins every joint), in the order of the scene, numbered from 0.
///
/// A joint that is no bone, has no bone below it and moves no vertex is dropped with an issue. A joint that
/// is no bone and moves vertices is an error, or an issue when forced. Joints above a root only affect where
/// the root stands.
///
/// Stored numbers (the base's, or extras `position` and `rotation`) are kept to the bit while they still give
/// the place of the joint.
[[nodiscard]] Result<TargetSkeleton> makeTargetSkeleton(const Scene& scene, const SkeletonRequest& request,
                                                        Diagnostics& diagnostics);

}  // namespace rigkiln::swat3_export
