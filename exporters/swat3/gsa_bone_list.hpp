#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "exporters/swat3/gsa_record.hpp"
#include "formats/swat3/rig.hpp"

namespace rigkiln::swat3_export {

struct GsaBoneList {
    std::vector<std::uint16_t> ids;     ///< see GsaFile::animatedBones; empty for all
    std::vector<std::size_t> ordinals;  ///< by rotation of a frame: ordinal of its bone
};

/// Chooses the bones that a GSA lists. It is the record's list as long as no other bone is turned; else it is
/// all bones, or the ids of those that are turned or listed. A clip that turns no bone lists the root,
/// because an empty list means all and would hold the model still.
///
/// Listed bones that the clip does not turn are kept. They were at rest in the file: binding drops single
/// keys that only repeat the rest pose, and the exporter of glTF drops tracks that do. The game treats them
/// differently from bones that are not listed, which continue their current motion.
[[nodiscard]] GsaBoneList chooseBoneList(const std::vector<bool>& isTurned, const GsaRecord& record,
                                         const swat3::Rig& rig);

}  // namespace rigkiln::swat3_export
