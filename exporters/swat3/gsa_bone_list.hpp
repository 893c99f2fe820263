#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "exporters/swat3/gsa_record.hpp"
#include "exporters/swat3/target_skeleton.hpp"
#include "formats/swat3/rig.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::swat3_writer {

/// By ordinal: whether the clip turns the bone's joint, or one between it and the joint of its parent bone.
[[nodiscard]] std::vector<bool> turnedBones(const Scene& scene, const Clip& clip,
                                            const TargetSkeleton& skeleton, const swat3::Rig& rig);

struct GsaBoneList {
    std::vector<std::uint16_t> ids;     ///< as GsaFile::animatedBones: empty for all
    std::vector<std::size_t> ordinals;  ///< of the rotations of a frame
};

/// The record's list as long as no other bone is turned; else all, or the ids of those turned and listed. A
/// clip that turns none lists the root: an empty list means all, and would hold the model still.
///
/// A bone that is listed and not turned was at rest in the file: binding drops single keys that only repeat
/// the rest pose, and the exporter of glTF tracks that do. The game tells it from one that is not listed,
/// which goes on with what it does.
[[nodiscard]] GsaBoneList chooseBoneList(const std::vector<bool>& isTurned, const GsaRecord& record,
                                         const swat3::Rig& rig);

}  // namespace rigkiln::swat3_writer
