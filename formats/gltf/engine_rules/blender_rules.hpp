#pragma once

#include <array>

#include "formats/gltf/engine_rules/engine_rule.hpp"

namespace rigkiln::gltf_engine_rules {

inline constexpr EngineRule kBlenderExtensionRequired{
    {"BLENDER_EXTENSION_REQUIRED", FindingSeverity::Error,
     "the file requires an extension that Blender 3.4 does not read, so that Blender refuses it; later "
     "versions read some more"},
    "`profile: core` requires no extension",
    "glTF-Blender-IO 3.4.50 io/imp/gltf2_io_gltf.py (extensions_managed, checks)"};
inline constexpr EngineRule kBlenderSeveralArmatures{
    {"BLENDER_SEVERAL_ARMATURES", FindingSeverity::Warning,
     "the skins have no common armature, so that each armature gets actions of its own"},
    "`rigid: skin` makes one skin; in other files put all joints below one node that is no joint",
    "glTF-Blender-IO 3.4.50 blender/imp/gltf2_blender_vnode.py (mark_bones_and_armas)"};
inline constexpr EngineRule kBlenderActionPerObject{
    {"BLENDER_ACTION_PER_OBJECT", FindingSeverity::Warning,
     "a clip moves several objects, or objects beside an armature; Blender before 4.4 makes an action for "
     "each"},
    "`rigid: skin`",
    "glTF-Blender-IO 3.4.50 blender/imp/gltf2_blender_animation_node.py (get_or_create_action)"};
inline constexpr EngineRule kBlenderKeyBetweenFrames{
    {"BLENDER_KEY_BETWEEN_FRAMES", FindingSeverity::Warning,
     "keys are not on whole frames of the scene's rate, which is 24 frames a second, or the fps_hint of the "
     "clip"},
    "`align: 24fps`",
    "glTF-Blender-IO 3.4.50 blender/imp/gltf2_blender_animation_node.py (do_channel: seconds times fps)"};
inline constexpr EngineRule kBlenderSpline{
    {"BLENDER_SPLINE", FindingSeverity::Warning,
     "Blender does not read the tangents of a spline and makes others, so that motion differs between keys"},
    "`align: 24fps` samples splines",
    "glTF-Blender-IO 3.4.50 blender/imp/gltf2_blender_animation_utils.py (make_fcurve: handles AUTO)"};
inline constexpr EngineRule kBlenderLongName{
    {"BLENDER_LONG_NAME", FindingSeverity::Warning,
     "a name has more than 63 bytes; Blender before 5.0 cuts it there"},
    "shorten the name in the source",
    "blender source/blender/makesdna/DNA_ID.h (MAX_ID_NAME); seen in 3.4"};
inline constexpr EngineRule kBlenderExtensionIgnored{
    {"BLENDER_EXTENSION_IGNORED", FindingSeverity::Information,
     "the file uses an extension that Blender 3.4 does not read, so that its content is missing"},
    "`profile: core`",
    "glTF-Blender-IO 3.4.50 io/imp/gltf2_io_gltf.py (extensions_managed)"};

inline constexpr std::array kBlenderRules = {
    &kBlenderExtensionRequired, &kBlenderSeveralArmatures, &kBlenderActionPerObject,
    &kBlenderKeyBetweenFrames,  &kBlenderSpline,           &kBlenderLongName,
    &kBlenderExtensionIgnored};

}  // namespace rigkiln::gltf_engine_rules
