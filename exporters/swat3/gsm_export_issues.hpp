#pragma once

#include <array>

#include "pipeline/base/diagnostics.hpp"

/// Issues of data that a GSM cannot hold, and of data that the scene does not have.
namespace rigkiln::swat3_export {

// Geometry.

inline constexpr IssueKind kNoTriangles{"gsm.no-triangles", Severity::Warning,
                                        "the scene draws no triangle; the model is a skeleton alone"};
inline constexpr IssueKind kMeshesMerged{"gsm.meshes-merged", Severity::Information,
                                         "a GSM is one mesh; all meshes became one"};
inline constexpr IssueKind kMeshLeftOut{"gsm.mesh-left-out", Severity::Information,
                                        "a mesh is hidden or not for drawing, and was left out"};
inline constexpr IssueKind kVertexColorsLost{"gsm.vertex-colors-lost", Severity::Warning,
                                             "a GSM has no vertex colours; they were left out"};
inline constexpr IssueKind kTangentsLost{"gsm.tangents-lost", Severity::Information,
                                         "a GSM has no tangents; they were left out with the normal map"};
inline constexpr IssueKind kTexCoordSetsLost{
    "gsm.texcoord-sets-lost", Severity::Warning,
    "a GSM has one set of texture coordinates; it has the one that the base colour uses"};
inline constexpr IssueKind kAttributesLost{"gsm.attributes-lost", Severity::Information,
                                           "a GSM has no vertex attributes of this name; they were left out"};
inline constexpr IssueKind kSmallWeights{
    "gsm.small-weights", Severity::Information,
    "weights below 1/256 were left out, and the others of their vertices raised to sum to 1"};
inline constexpr IssueKind kWeightsToParent{
    "gsm.weights-to-parent", Severity::Warning,
    "vertices follow a joint that is no bone of the file; they follow its nearest parent that is one"};
inline constexpr IssueKind kNormalsDiffer{"gsm.normals-differ", Severity::Warning,
                                          "a GSM has no normals but lists of the triangles that make them "
                                          "up; those of the scene cannot be made so"};
inline constexpr IssueKind kHitFromNearest{
    "gsm.hit-from-nearest", Severity::Information,
    "vertices without a hit zone have that of the nearest vertex of another model"};
inline constexpr IssueKind kHitMissing{
    "gsm.hit-missing", Severity::Warning,
    "vertices have no hit zone, and no model to take it from was given; they have zone 0"};

// Materials.

inline constexpr IssueKind kNormalMapLost{"gsm.normal-map-lost", Severity::Warning,
                                          "a GSM has no normal maps; it was left out"};
inline constexpr IssueKind kMetallicLost{"gsm.metallic-lost", Severity::Warning,
                                         "materials of a GSM cannot be metallic"};
inline constexpr IssueKind kEmissiveLost{
    "gsm.emissive-lost", Severity::Warning,
    "materials of a GSM shine in their own colour or texture alone; another one was left out"};
inline constexpr IssueKind kAlphaMaskLost{
    "gsm.alpha-mask-lost", Severity::Warning,
    "materials of a GSM do not say that a texture cuts out; whether it does is up to the game"};
inline constexpr IssueKind kUnlitLost{"gsm.unlit-lost", Severity::Information,
                                      "materials of a GSM are always lit"};
inline constexpr IssueKind kTintKept{
    "gsm.tint-kept", Severity::Information,
    "a material has a texture and a colour; the colour is stored, but may not tint the texture in the game"};
inline constexpr IssueKind kTextureUnnamed{
    "gsm.texture-unnamed", Severity::Warning,
    "a texture has no name, which is all that a GSM stores of it; it was named after its material"};
inline constexpr IssueKind kUnusedMaterial{"gsm.unused-material", Severity::Information,
                                           "no triangle wears a material; it is kept when it was in the file "
                                           "before, and left out when it is new"};
inline constexpr IssueKind kDefaultMaterial{
    "gsm.default-material", Severity::Warning,
    "triangles without material were given a grey one, because every triangle of a GSM has one"};

// Attachments and lights.

inline constexpr IssueKind kAttachmentLeftOut{"gsm.attachment-left-out", Severity::Information,
                                              "an attachment is neither grip nor gripper, and was left out"};
inline constexpr IssueKind kLightsLost{"gsm.lights-lost", Severity::Information,
                                       "a GSM has no lights; they were left out"};

/// Everything that buildGsm reports.
inline constexpr std::array<const IssueKind*, 23> kGsmBuildIssues = {
    &kNoTriangles,      &kMeshesMerged,      &kMeshLeftOut,   &kVertexColorsLost, &kTangentsLost,
    &kTexCoordSetsLost, &kAttributesLost,    &kSmallWeights,  &kWeightsToParent,  &kNormalsDiffer,
    &kHitFromNearest,   &kHitMissing,        &kNormalMapLost, &kMetallicLost,     &kEmissiveLost,
    &kAlphaMaskLost,    &kUnlitLost,         &kTintKept,      &kTextureUnnamed,   &kUnusedMaterial,
    &kDefaultMaterial,  &kAttachmentLeftOut, &kLightsLost};

}  // namespace rigkiln::swat3_export
