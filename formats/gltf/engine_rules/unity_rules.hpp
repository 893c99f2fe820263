#pragma once

#include <array>

#include "formats/gltf/engine_rules/engine_rule.hpp"

namespace rigkiln::gltf_engine_rules {

inline constexpr EngineRule kUnityExtensionRequired{
    {"UNITY_EXTENSION_REQUIRED", FindingSeverity::Error,
     "the file requires an extension that glTFast does not read, so that glTFast refuses it"},
    "`profile: core` requires no extension",
    "glTFast 6.8 Runtime/Scripts/GltfImport.cs (k_SupportedExtensions, CheckExtensionSupport)"};
inline constexpr EngineRule kUnityPackageRequired{
    {"UNITY_PACKAGE_REQUIRED", FindingSeverity::Warning,
     "the file requires an extension for which glTFast needs a further package, and without it refuses the "
     "file"},
    "`profile: core`, or install the package (meshoptimizer decompression, Draco or KTX for Unity)",
    "glTFast 6.8 Runtime/Scripts/GltfImport.cs (CheckExtensionSupport: PackageMissing)"};
inline constexpr EngineRule kUnityInfluences{
    {"UNITY_INFLUENCES", FindingSeverity::Warning,
     "vertices have more than four influences, of which glTFast and UnityGLTF read the first four "
     "(JOINTS_0)"},
    "keep the four largest influences",
    "glTFast 6.8 Runtime/Scripts/GltfImport.cs (att.JOINTS_0); UnityGLTF "
    "Runtime/Scripts/SceneImporter/ImporterMeshes.cs"};
inline constexpr EngineRule kUnitySameNames{
    {"UNITY_SAME_NAMES", FindingSeverity::Warning,
     "nodes beside each other have one name: curves find objects by path, so that glTFast renames the second "
     "and "
     "with UnityGLTF both curves move the first"},
    "`names: safe` gives each node a name of its own",
    "glTFast 6.8 Runtime/Scripts/GltfImport.cs (CreateUniqueNames); UnityGLTF "
    "Runtime/Scripts/SceneImporter/ImporterAnimation.cs (RelativePathFrom)"};
inline constexpr EngineRule kUnityExtensionIgnored{
    {"UNITY_EXTENSION_IGNORED", FindingSeverity::Information,
     "the file uses an extension that glTFast does not read, so that its content is missing"},
    "`profile: core`",
    "glTFast 6.8 Runtime/Scripts/GltfImport.cs (k_SupportedExtensions)"};

inline constexpr std::array kUnityRules = {&kUnityExtensionRequired, &kUnityPackageRequired,
                                           &kUnityInfluences, &kUnitySameNames, &kUnityExtensionIgnored};

}  // namespace rigkiln::gltf_engine_rules
