#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <glm/mat4x4.hpp>

#include "exporters/swat3/file_space.hpp"
#include "formats/swat3/rig.hpp"
#include "formats/swat3/skeleton_block.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::swat3_writer {

/// The bones a file will have, and the joints of the scene that they are.
struct TargetSkeleton {
    std::vector<swat3::Skeleton> skeletons;                             ///< as they are stored
    swat3::QuaternionSense sense = swat3::QuaternionSense::Conjugated;  ///< of stored rotations
    /// By ordinal of the bone (swat3::Rig): the joint it is. Nothing only for bones of a template that the
    /// scene lacks, which is an error unless forced; such a bone stands as the template has it.
    std::vector<std::optional<IndexOf<Joint>>> joints;
    std::vector<std::optional<std::size_t>> bones;  ///< by joint: ordinal of its bone
    /// By ordinal: bone to model space at rest, by the stored numbers: rigid, in the file's axes and units.
    std::vector<glm::dmat4> bind;
    /// By joint: joint to model space at rest, with every scale, in the file's axes and units; without the
    /// joints that reading put above the roots (names of swat3::kMirrorName and kRootsName).
    std::vector<glm::dmat4> world;
};

/// What a file is made by where glTF says nothing: a template, or the file the scene was read from.
struct SkeletonRequest {
    const std::vector<swat3::Skeleton>* base =
        nullptr;  ///< bones to keep: order, ids, names, links; may be null
    swat3::QuaternionSense sense = swat3::QuaternionSense::Conjugated;
    FileSpace space{1.0};
    bool force = false;
};

/// With a base: its bones in their order, each matched to the joint of its name (no case; also with a number
/// that Blender appends, when the joint says the bone's id), an error that names those missing. Without: the
/// joints that say `id` in their extras (in the scene of a clip alone: their source index) in the order of
/// the ids, as files lifted by rigkiln have them; else the joints of the skins and those between, up to the
/// lowest one that has all of its tree below it (without skins every joint), in the order of the scene,
/// numbered from 0. A joint that no bone is and that no vertex follows is dropped with an issue, one with
/// weight is an error, or an issue when forced. Joints above a root are part of where the root stands.
///
/// Numbers as stored (the base's, or extras `position` and `rotation`) are kept to the bit where they still
/// say where the joint stands.
[[nodiscard]] Result<TargetSkeleton> makeTargetSkeleton(const Scene& scene, const SkeletonRequest& request,
                                                        Diagnostics& diagnostics);

}  // namespace rigkiln::swat3_writer
