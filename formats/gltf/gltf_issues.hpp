#pragma once

#include <array>

#include "pipeline/base/diagnostics.hpp"

/// Issues of reading a glTF file.
namespace rigkiln::gltf {

inline constexpr IssueKind kMalformed{"gltf-input.malformed", Severity::Warning,
                                      "a field has a type glTF does not allow there and was passed over"};
inline constexpr IssueKind kExtensionIgnored{
    "gltf-input.extension-ignored", Severity::Information,
    "an extension is used that our model has no word for; it was ignored"};
inline constexpr IssueKind kLooksIgnored{
    "gltf-input.looks-ignored", Severity::Warning,
    "the file requires an extension that only changes how materials look; it was ignored, and they look "
    "different"};
inline constexpr IssueKind kSceneIgnored{"gltf-input.scene-ignored", Severity::Warning,
                                         "the file has several scenes; only the default one was read"};
inline constexpr IssueKind kNodeUnused{"gltf-input.node-unused", Severity::Information,
                                       "a node is not part of the scene and was left out"};
inline constexpr IssueKind kCameraIgnored{"gltf-input.camera-ignored", Severity::Information,
                                          "cameras are not read; the node stays as a joint"};
inline constexpr IssueKind kShearLost{
    "gltf-input.shear-lost", Severity::Warning,
    "a node's matrix cannot be said as translation, rotation and scale; the nearest ones were taken"};
inline constexpr IssueKind kRotationRepaired{"gltf-input.rotation-repaired", Severity::Warning,
                                             "rotations were not unit quaternions and were normalised"};
inline constexpr IssueKind kRootAdded{
    "gltf-input.root-added", Severity::Information,
    "the joints of a skin have no common root; one was put above all roots of the scene"};
inline constexpr IssueKind kSkinLeftOut{"gltf-input.skin-left-out", Severity::Warning,
                                        "a skin that no mesh uses is broken and was left out"};
inline constexpr IssueKind kLastRowRepaired{
    "gltf-input.inverse-bind-repaired", Severity::Warning,
    "inverse bind matrices had another last row than 0 0 0 1, which was set"};
inline constexpr IssueKind kNoTriangles{"gltf-input.no-triangles", Severity::Warning,
                                        "a primitive holds points, lines or nothing and was left out"};
inline constexpr IssueKind kIncompleteTriangle{
    "gltf-input.incomplete-triangle", Severity::Warning,
    "a list of triangles ends in the middle of one, which was left out"};
inline constexpr IssueKind kAttributeIgnored{
    "gltf-input.attribute-ignored", Severity::Warning,
    "a vertex attribute is not read: a second set of colours, an unknown name or an unknown type"};
inline constexpr IssueKind kAttributeRounded{
    "gltf-input.attribute-rounded", Severity::Information,
    "a vertex attribute has integers of 32 bits, which floats hold exactly up to 16777216 only"};
inline constexpr IssueKind kMorphTargets{"gltf-input.morph-targets", Severity::Warning,
                                         "morph targets are not read"};
inline constexpr IssueKind kDirectionRepaired{"gltf-input.direction-repaired", Severity::Warning,
                                              "normals or tangents were not unit vectors and were "
                                              "normalised; those without a length became the Z axis"};
inline constexpr IssueKind kValueClamped{"gltf-input.value-clamped", Severity::Warning,
                                         "a value outside its limits was set to the nearest one allowed"};
inline constexpr IssueKind kWeightsChanged{
    "gltf-input.weights-changed", Severity::Warning,
    "weights did not sum to 1, were negative or named a joint twice; they were merged and scaled to 1"};
inline constexpr IssueKind kInfluencesMissing{
    "gltf-input.influences-missing", Severity::Warning,
    "a mesh with a skin has primitives without joints and weights; they were hung on its node"};
inline constexpr IssueKind kTexCoordsMissing{
    "gltf-input.texcoords-missing", Severity::Warning,
    "a material uses texture coordinates that a primitive does not have; zeros were put there"};
inline constexpr IssueKind kImageUnusable{
    "gltf-input.image-unusable", Severity::Warning,
    "an image is missing or neither PNG nor JPEG nor WebP; its name was kept"};
inline constexpr IssueKind kImageElsewhere{
    "gltf-input.image-elsewhere", Severity::Information,
    "an image is not where the file says; one of its name was taken from another folder"};
inline constexpr IssueKind kImageUnused{"gltf-input.image-unused", Severity::Information,
                                        "no material uses the image for a colour, a normal or light of its "
                                        "own; it was left out"};
inline constexpr IssueKind kObjectUnused{
    "gltf-input.object-unused", Severity::Information,
    "no node of the scene uses meshes, skins, cameras or lights of the file; they were left out"};
inline constexpr IssueKind kMaterialDetail{
    "gltf-input.material-detail-ignored", Severity::Information,
    "a texture or factor of a material that our model has no place for was left out"};
inline constexpr IssueKind kClipLeftOut{"gltf-input.clip-left-out", Severity::Error,
                                        "an animation is damaged and was left out"};
inline constexpr IssueKind kChannelIgnored{
    "gltf-input.channel-ignored", Severity::Warning,
    "an animation channel that is no translation, rotation or scale of a joint was left out"};
inline constexpr IssueKind kRecordUnreadable{"gltf-input.record-unreadable", Severity::Warning,
                                             "extras of our own are damaged and were left out"};
inline constexpr IssueKind kSourceGone{"gltf-input.source-gone", Severity::Information,
                                       "the source file that was kept in the asset is not there any more"};
inline constexpr IssueKind kExtrasLost{"gltf-input.extras-lost", Severity::Information,
                                       "extras stand where our model keeps none and were left out"};

inline constexpr IssueKind kLevelLeftOut{
    "gltf-input.level-left-out", Severity::Warning,
    "a level of detail (MSFT_lod) is not one mesh in the place of another and was left out"};

inline constexpr IssueKind kRigidSkinKept{
    "gltf-input.rigid-skin-kept", Severity::Information,
    "parts that rigkiln made one skin of were joined or bent since, so they stay skinned"};

inline constexpr std::array<const IssueKind*, 33> kIssues = {
    &kMalformed,         &kExtensionIgnored,   &kSceneIgnored,     &kNodeUnused,        &kCameraIgnored,
    &kShearLost,         &kRotationRepaired,   &kRootAdded,        &kSkinLeftOut,       &kLastRowRepaired,
    &kNoTriangles,       &kIncompleteTriangle, &kAttributeIgnored, &kAttributeRounded,  &kMorphTargets,
    &kDirectionRepaired, &kValueClamped,       &kWeightsChanged,   &kInfluencesMissing, &kTexCoordsMissing,
    &kImageUnusable,     &kImageElsewhere,     &kImageUnused,      &kMaterialDetail,    &kClipLeftOut,
    &kChannelIgnored,    &kRecordUnreadable,   &kSourceGone,       &kExtrasLost,        &kLevelLeftOut,
    &kLooksIgnored,      &kRigidSkinKept,      &kObjectUnused};

}  // namespace rigkiln::gltf
