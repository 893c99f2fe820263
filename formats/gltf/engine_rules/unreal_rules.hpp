#pragma once

#include <array>

#include "formats/gltf/engine_rules/engine_rule.hpp"

namespace rigkiln::gltf_engine_rules {

inline constexpr EngineRule kUnrealExtensionRequired{
    {"UNREAL_EXTENSION_REQUIRED", FindingSeverity::Error,
     "the file requires an extension that Interchange does not read, so that Unreal refuses it"},
    "`profile: core` requires no extension",
    "Unreal Engine 5 InterchangeGltfTranslator.cpp (ImporterSupportedExtensions, Translate)"};
inline constexpr EngineRule kUnrealSeveralRoots{
    {"UNREAL_SEVERAL_ROOTS", FindingSeverity::Warning,
     "a skin has several joints without a joint above, and a skeleton of Unreal has one root: versions "
     "differ in "
     "what they make of it, from a root that is added to several skeletons"},
    "`skin_joints: tree` puts all joints below one that is in the skin too",
    "Unreal Engine GLTFReader.cpp (BuildRootJoints); Python API page InterchangeGenericAssetsPipeline "
    "(combine_skeletal_meshes); Crauzer/lol2gltf#4"};
inline constexpr EngineRule kUnrealInfluences{
    {"UNREAL_INFLUENCES", FindingSeverity::Warning,
     "vertices have more than four influences, of which Unreal reads the first four (JOINTS_0)"},
    "keep the four largest influences",
    "Unreal Engine GLTFReader.cpp (SetupPrimitive)"};
inline constexpr EngineRule kUnrealJointNames{
    {"UNREAL_JOINT_NAMES", FindingSeverity::Warning,
     "two joints have one name in Unreal, which ignores case and replaces characters: the second gets "
     "another "
     "name, or older versions refuse the skeleton"},
    "`names: safe` makes names that differ by more than case",
    "Unreal Engine InterchangeSkeletonHelper.cpp (RecursiveAddBones, ProcessImportMeshSkeleton), "
    "InterchangeHelper.cpp (SanitizeName)"};
inline constexpr EngineRule kUnrealNameCharacters{
    {"UNREAL_NAME_CHARACTERS", FindingSeverity::Information,
     "names have characters that Unreal replaces, such as blanks"},
    "nothing, if nothing looks for the names",
    "Unreal Engine InterchangeHelper.cpp (SanitizeName), NameTypes.h (INVALID_OBJECTNAME_CHARACTERS)"};
inline constexpr EngineRule kUnrealExtensionIgnored{
    {"UNREAL_EXTENSION_IGNORED", FindingSeverity::Information,
     "the file uses an extension that Interchange does not read, so that its content is missing"},
    "`profile: core`",
    "Unreal Engine 5 InterchangeGltfTranslator.cpp (ImporterSupportedExtensions)"};

inline constexpr std::array kUnrealRules = {&kUnrealExtensionRequired, &kUnrealSeveralRoots,
                                            &kUnrealInfluences,        &kUnrealJointNames,
                                            &kUnrealNameCharacters,    &kUnrealExtensionIgnored};

}  // namespace rigkiln::gltf_engine_rules
