#pragma once

#include <array>
#include <string_view>

#include "pipeline/packing/joint_numbers.hpp"
#include "pipeline/packing/numbered_names.hpp"
#include "pipeline/scene/raise_model.hpp"
#include "pipeline/scene/rigid_skin.hpp"
#include "pipeline/scene/root_motion.hpp"
#include "pipeline/scene/scene_parts.hpp"
#include "pipeline/scene/source_rest.hpp"
#include "pipeline/scene/source_visibility.hpp"

/// Names that extras of other programs make way for (joinedExtras): in a scene they would be taken for
/// members of our own records.
namespace rigkiln::gltf {

/// Members of our records of joints, and of records that steps leave at joints.
inline constexpr std::array kJointNames = {std::string_view("visible"),
                                           std::string_view("source_index"),
                                           kShownByClips,
                                           kShownInSource,
                                           kRaisedBy,
                                           kSourceRest,
                                           kRootMotion,
                                           kAddedJoint,
                                           kPartRecord};
/// Members of our records of mesh instances, attachments and lights.
inline constexpr std::array kPlacedNames = {
    std::string_view("role"),           std::string_view("hidden"),       std::string_view("level_of_detail"),
    std::string_view("alternative"),    std::string_view("variant_base"), std::string_view("joint"),
    std::string_view("dequantisation"), std::string_view("kind"),         kRigidPart};

/// Members of our record of the asset.
inline constexpr std::array<std::string_view, 8> kAssetNames = {
    "extras_version", kJointNumbers,     kImpliedNames, "library",
    "source_format",  "metres_per_unit", "source_view", "source"};

}  // namespace rigkiln::gltf
