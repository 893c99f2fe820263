#pragma once

#include <array>

#include "formats/gltf/engine_rules/engine_rule.hpp"

namespace rigkiln::gltf_engine_rules {

inline constexpr EngineRule kGodotExtensionRequired{
    {"GODOT_EXTENSION_REQUIRED", FindingSeverity::Error,
     "the file requires an extension that Godot does not read, so that Godot refuses it"},
    "`profile: core` requires no extension",
    "godot 4.6 modules/gltf/gltf_document.cpp (_parse_gltf_extensions, "
    "get_supported_gltf_extensions_hashset)"};
inline constexpr EngineRule kGodotNameHint{
    {"GODOT_NAME_HINT", FindingSeverity::Warning,
     "Godot takes the name for an import hint, and makes something else of the object or leaves it out; a "
     "mesh "
     "whose name ends in -colonly or -convcolonly means it"},
    "`names: godot`, or the import option nodes/use_name_suffixes off",
    "godot editor/import/3d/resource_importer_scene.cpp (_teststr, _pre_fix_node); godot-docs, Node type "
    "customization using name suffixes"};
inline constexpr EngineRule kGodotLoopName{
    {"GODOT_LOOP_NAME", FindingSeverity::Warning,
     "Godot repeats the clip because of its name, which does not end in -loop as a name that means it does"},
    "`names: godot`",
    "godot modules/gltf/gltf_document.cpp (_parse_animations), editor/import/3d/resource_importer_scene.cpp "
    "(_pre_fix_node)"};
inline constexpr EngineRule kGodotZeroScale{
    {"GODOT_ZERO_SCALE", FindingSeverity::Warning,
     "a joint of a skin has a scale of 0, which Godot cannot invert: it prints an error (det == 0) each "
     "frame"},
    "`visibility_floor: 0.001` for rigid parts",
    "godot core/math/basis.cpp (invert); godotengine/godot#108352, #83854, #31134"};
inline constexpr EngineRule kGodotZeroScaleNode{
    {"GODOT_ZERO_SCALE_NODE", FindingSeverity::Information,
     "a node has a scale of 0, for which the editor prints errors (det == 0) while the node is selected"},
    "`rigid: skin` with `visibility_floor: 0.001`",
    "godotengine/godot#108352"};
inline constexpr EngineRule kGodotUnevenScale{
    {"GODOT_UNEVEN_SCALE", FindingSeverity::Information,
     "a joint of a skin is scaled differently along its axes; Godot does not correct the normals for that"},
    "scale the vertices instead of the joint",
    "godotengine/godot#53441, #49010"};
inline constexpr EngineRule kGodotAnimatedMeshes{
    {"GODOT_ANIMATED_MESHES", FindingSeverity::Information,
     "several meshes move by nodes of their own, so that there is no Skeleton3D to share animations with"},
    "`rigid: auto` or `rigid: skin`",
    "godot modules/gltf/gltf_document.cpp (_import_animation)"};
inline constexpr EngineRule kGodotExtensionIgnored{
    {"GODOT_EXTENSION_IGNORED", FindingSeverity::Information,
     "the file uses an extension that Godot does not read, so that its content is missing"},
    "`profile: core`",
    "godot 4.6 modules/gltf/gltf_document.cpp (get_supported_gltf_extensions_hashset)"};

inline constexpr std::array kGodotRules = {
    &kGodotExtensionRequired, &kGodotNameHint,    &kGodotLoopName,       &kGodotZeroScale,
    &kGodotZeroScaleNode,     &kGodotUnevenScale, &kGodotAnimatedMeshes, &kGodotExtensionIgnored};

}  // namespace rigkiln::gltf_engine_rules
