#pragma once

#include <array>

#include "pipeline/base/diagnostics.hpp"

/// Issues of the glTF exporter.
namespace rigkiln::gltf_export {

inline constexpr IssueKind kSkinnedVisibility = {"gltf.skinned-visibility", Severity::Information,
                                                 "a skinned mesh is hidden at rest or by a clip; core glTF "
                                                 "always shows skinned meshes, so this is only in extras "
                                                 "(and in KHR_node_visibility with profile full)"};
inline constexpr IssueKind kUnusableImage = {
    "gltf.unusable-image", Severity::Warning,
    "a texture is not a whole PNG, JPEG or WebP that glTF can hold; only its name was kept, in extras"};
inline constexpr IssueKind kEmptyMesh = {"gltf.empty-mesh", Severity::Information,
                                         "a mesh has no triangles; its node stands without a mesh"};
inline constexpr IssueKind kClipWithoutJoints = {"gltf.clip-without-joints", Severity::Warning,
                                                 "a clip has no joint to move; glTF has no such animation, "
                                                 "its record was kept in the extras of the asset"};

inline constexpr IssueKind kNormalMapWithoutTangents = {
    "gltf.normal-map-without-tangents", Severity::Warning,
    "a normal-mapped material is used by meshes without tangents; for these it was written a second time "
    "without "
    "the normal map, whose name is in extras"};

inline constexpr IssueKind kTextureMotion = {"gltf.texture-motion", Severity::Warning,
                                             "a clip moves a texture over its surface; core glTF cannot, nor "
                                             "can any without the image, so this is only "
                                             "in extras (KHR_animation_pointer says it with profile full)"};

inline constexpr IssueKind kLevelsBesideEachOther{
    "gltf.levels-beside-each-other", Severity::Information,
    "levels of detail of one thing cannot stand in for each other; they were written beside each other with "
    "their own names, as with levels: beside"};

inline constexpr IssueKind kBonesMissing{
    "gltf.bones-missing", Severity::Information,
    "joints of a humanoid were renamed, but bones that VRM 1.0 and engines require are not among them"};

inline constexpr IssueKind kJointsNamed{"gltf.joints-named", Severity::Information,
                                        "joints got names from the table of the option joint_table"};

inline constexpr IssueKind kSkinNotOneTree{
    "gltf.skin-not-one-tree", Severity::Warning,
    "the joints of a skin could not be made one tree within the 256 joints that every engine takes; the skin "
    "has the joints of the source"};

inline constexpr IssueKind kCollisionNotConvex{"gltf.collision-not-convex", Severity::Warning,
                                               "a collision mesh with a name for Unreal is not proven "
                                               "convex; Unreal makes its convex hull the collision"};

inline constexpr IssueKind kCollisionWithoutMesh{
    "gltf.collision-without-mesh", Severity::Information,
    "a collision mesh is skinned, or there is no mesh without a skin to which it belongs; it keeps its name, "
    "and is an ordinary mesh in Unreal"};

inline constexpr IssueKind kSocketWithoutMesh{
    "gltf.socket-without-mesh", Severity::Information,
    "an attachment could not become a socket of Unreal, because there is no mesh without a skin that is "
    "always "
    "shown and stands still to it; it is only a node, as with sockets: nodes"};

inline constexpr IssueKind kVrmNotWritten{"gltf.vrm-not-written", Severity::Warning,
                                          "the model does not satisfy VRM 1.0, or options do not say what it "
                                          "asks for; the file was written without "
                                          "VRMC_vrm"};

inline constexpr IssueKind kWebpRequired{
    "gltf.webp-required", Severity::Information,
    "textures are WebP, so readers of the file have to know EXT_texture_webp, whatever the profile says"};

inline constexpr IssueKind kLibraryNotShared{"gltf.library-not-shared", Severity::Warning,
                                             "a model has the clips of another one, and its skeleton or what "
                                             "it makes of the clips is not equal, so it "
                                             "has a library of its own"};

inline constexpr std::array<const IssueKind*, 16> kIssues = {&kSkinnedVisibility,
                                                             &kUnusableImage,
                                                             &kEmptyMesh,
                                                             &kNormalMapWithoutTangents,
                                                             &kClipWithoutJoints,
                                                             &kTextureMotion,
                                                             &kLevelsBesideEachOther,
                                                             &kBonesMissing,
                                                             &kSkinNotOneTree,
                                                             &kCollisionNotConvex,
                                                             &kCollisionWithoutMesh,
                                                             &kSocketWithoutMesh,
                                                             &kVrmNotWritten,
                                                             &kJointsNamed,
                                                             &kWebpRequired,
                                                             &kLibraryNotShared};

}  // namespace rigkiln::gltf_export
