#pragma once

#include <array>

#include "pipeline/base/diagnostics.hpp"

/// Issues of reading a BFRES file.
namespace rigkiln::bfres {

inline constexpr IssueKind kBoneMissing{
    "bfres.bone-missing", Severity::Warning,
    "an animation moves bones that no skeleton of its file has; in a file with shapes their tracks were left "
    "out, elsewhere they move joints of their own"};
inline constexpr IssueKind kBoneTwice{"bfres.bone-twice", Severity::Warning,
                                      "an animation moves one bone twice; the first counts"};
inline constexpr IssueKind kUnknownTarget{"bfres.unknown-target", Severity::Warning,
                                          "a curve moves something that no bone has; it was left out"};
inline constexpr IssueKind kBaseMissing{
    "bfres.base-missing", Severity::Warning,
    "a curve moves part of a value whose rest the file does not have; the other parts count as neutral"};
inline constexpr IssueKind kClipNotFinite{"bfres.clip-not-finite", Severity::Warning,
                                          "values of an animation are NaN or infinite and became neutral"};
inline constexpr IssueKind kScalingMode{
    "bfres.scaling-mode", Severity::Warning,
    "an animation scales bones in a mode that no known file has; its scales count as Maya's do"};
inline constexpr IssueKind kCompensationDiffers{"bfres.compensation-differs", Severity::Warning,
                                                "an animation, or the skeleton beside it, and the skeleton "
                                                "of the model say different things of bones that "
                                                "do not inherit scale; the model's word counts"};
inline constexpr IssueKind kColorSpace{"bfres.color-space", Severity::Information,
                                       "a texture is stored in another colour space than glTF takes it for: "
                                       "what is seen is lighter or darker than "
                                       "in the game"};
inline constexpr IssueKind kKeyShapes{"bfres.key-shapes", Severity::Warning,
                                      "a shape has key shapes, which are not read"};
inline constexpr IssueKind kNoTriangles{
    "bfres.no-triangles", Severity::Warning,
    "a mesh is made of something else than triangles, or of none, and was left out"};
inline constexpr IssueKind kBadIndex{"bfres.bad-index", Severity::Warning,
                                     "triangles name vertices that are not there and were left out"};
inline constexpr IssueKind kBadInfluence{
    "bfres.bad-influence", Severity::Warning,
    "bone indices or weights of vertices are unusable; those vertices follow the bones that are left"};
inline constexpr IssueKind kVertexNotFinite{"bfres.vertex-not-finite", Severity::Warning,
                                            "vertices hold NaN or infinity, replaced by neutral values"};
inline constexpr IssueKind kZeroNormal{"bfres.zero-normal", Severity::Information,
                                       "normals without length were made from the triangles around them"};
inline constexpr IssueKind kUnknownVertexFormat{
    "bfres.unknown-vertex-format", Severity::Warning,
    "a vertex attribute is stored in a way that nothing is known about, and was left out"};
inline constexpr IssueKind kNoVertexBuffer{
    "bfres.no-vertex-buffer", Severity::Warning,
    "a vertex attribute is in a buffer that the shape does not have, and was left out"};
inline constexpr IssueKind kNoPositions{"bfres.no-positions", Severity::Warning,
                                        "a shape has no vertex positions and was left out"};
inline constexpr IssueKind kNotConverted{
    "bfres.not-converted", Severity::Information,
    "the file has sections that are known by name only; the names are in extras"};

inline constexpr IssueKind kTooManyLooks{
    "bfres.too-many-looks", Severity::Warning,
    "animations give a material more textures in turn than shapes are made for; extras tell them"};
inline constexpr IssueKind kNotRepeated{"bfres.not-repeated", Severity::Warning,
                                        "an animation loops beside a far longer one of its name, and would "
                                        "have more keys than a file of this size may; "
                                        "its last frame is held, and extras tell its length"};
inline constexpr IssueKind kFrameRateAssumed{
    "bfres.frame-rate", Severity::Information,
    "the file does not say how fast its animations run; the option frame_rate does"};

inline constexpr std::array kBfresIssues = {
    &kBoneMissing,  &kBoneTwice,           &kUnknownTarget,    &kBaseMissing,         &kClipNotFinite,
    &kScalingMode,  &kCompensationDiffers, &kKeyShapes,        &kNoTriangles,         &kBadIndex,
    &kBadInfluence, &kVertexNotFinite,     &kZeroNormal,       &kUnknownVertexFormat, &kNoVertexBuffer,
    &kNoPositions,  &kNotConverted,        &kFrameRateAssumed, &kColorSpace,          &kTooManyLooks,
    &kNotRepeated};

}  // namespace rigkiln::bfres
