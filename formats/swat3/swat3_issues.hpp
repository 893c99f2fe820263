#pragma once

#include <array>

#include "pipeline/base/diagnostics.hpp"

/// Issues of GSM and GSA files that can still be read.
namespace rigkiln::swat3 {

// Both formats.

inline constexpr IssueKind kUnknownVersion{
    "swat3.unknown-version", Severity::Warning,
    "the version is none of those known; the file was read as the nearest known one"};
inline constexpr IssueKind kRepeatedMagicTail{
    "swat3.repeated-magic-tail", Severity::Warning,
    "the last six octets of the magic stand there twice; the second time was skipped"};
inline constexpr IssueKind kSeveralSkeletons{
    "swat3.several-skeletons", Severity::Warning,
    "the file holds another number of skeletons than one; how the game numbers their bones is not known"};
inline constexpr IssueKind kFewBones{"swat3.few-bones", Severity::Warning,
                                     "the skeleton has fewer than the two bones that the game asks for"};
inline constexpr IssueKind kRotationLength{"swat3.rotation-length", Severity::Warning,
                                           "rotations are no unit quaternions"};
inline constexpr IssueKind kNotFinite{"swat3.not-finite", Severity::Warning,
                                      "the file holds NaN or infinity"};
inline constexpr IssueKind kLargeCount{
    "swat3.large-count", Severity::Warning,
    "there are more elements than a signed sixteen-bit number counts; the game may not read them"};

// GSM.

inline constexpr IssueKind kRunPartition{"swat3.run-partition", Severity::Warning,
                                         "the runs do not give each position to exactly one bone"};
inline constexpr IssueKind kRunBone{"swat3.run-bone", Severity::Warning,
                                    "runs name a bone that the skeleton has not"};
inline constexpr IssueKind kBlendRunRecord{"swat3.blend-run", Severity::Warning,
                                           "the record that names the blended positions is missing, not "
                                           "wanted, not the last, or says other numbers"};
inline constexpr IssueKind kWeightSum{"swat3.weight-sum", Severity::Warning,
                                      "the weights of a blend sum neither to 1 nor to 0"};
inline constexpr IssueKind kEmptyBlend{"swat3.empty-blend", Severity::Warning,
                                       "blends name no position, so that they have no place"};
inline constexpr IssueKind kBlendLength{
    "swat3.blend-length", Severity::Warning,
    "the length of the blends is stored as neither octets nor shorts; it was kept"};
inline constexpr IssueKind kGroupCoverage{"swat3.group-coverage", Severity::Warning,
                                          "the groups do not take each triangle exactly once"};
inline constexpr IssueKind kGroupMaterial{"swat3.group-material", Severity::Warning,
                                          "groups name a material id that no material has"};
inline constexpr IssueKind kMaterialId{"swat3.material-id", Severity::Warning,
                                       "several materials have the same id"};
inline constexpr IssueKind kSharedLength{
    "swat3.shared-length", Severity::Warning,
    "the stored length of the shared triangle lists is not theirs; it was kept"};
inline constexpr IssueKind kSharedListPosition{
    "swat3.shared-list", Severity::Information,
    "a shared triangle list holds triangles that do not touch the vertex that names it"};
inline constexpr IssueKind kMapTexture{"swat3.map-texture", Severity::Warning,
                                       "maps name a texture that the file has not"};
inline constexpr IssueKind kTextureLength{
    "swat3.texture-length", Severity::Information,
    "the lengths of texture names count their NULs in some names and not in others"};
inline constexpr IssueKind kTwoSided{"swat3.two-sided", Severity::Warning,
                                     "the two-sided mark is neither 0 nor 1"};
inline constexpr IssueKind kGripBone{"swat3.grip-bone", Severity::Warning,
                                     "grips or grippers hang on a bone that the skeleton has not"};
inline constexpr IssueKind kPad{"swat3.pad", Severity::Information,
                                "padding is not zero; it was kept and means nothing"};
inline constexpr IssueKind kNoGrips{"swat3.no-grips", Severity::Information,
                                    "the model is built like a weapon and has no grips"};
inline constexpr IssueKind kNoGrippers{"swat3.no-grippers", Severity::Information,
                                       "the model is built like a character and has no grippers"};
inline constexpr IssueKind kNoFace{
    "swat3.no-face", Severity::Information,
    "the model is built like a character and has no FACE material for expressions"};

// GSA.

inline constexpr IssueKind kMissingMarker{"swat3.missing-marker", Severity::Warning,
                                          "no FFFF stands behind the skeleton of an animation"};
inline constexpr IssueKind kEventCounts{
    "swat3.event-counts", Severity::Warning,
    "frames count their events although the version has none, or the other way round"};
inline constexpr IssueKind kEventEnd{"swat3.event-end", Severity::Warning,
                                     "an event does not end with exactly one NUL"};
inline constexpr IssueKind kBoneList{
    "swat3.bone-list", Severity::Warning,
    "the list of animated bones names one twice, or one the skeleton has not"};
inline constexpr IssueKind kFrameRate{
    "swat3.frame-rate", Severity::Information,
    "the frame rate is not 10; the game plays 10 frames in a second always"};
inline constexpr IssueKind kNoFrames{"swat3.no-frames", Severity::Warning, "the animation has no frames"};

inline constexpr std::array<const IssueKind*, 26> kGsmFileIssues = {&kUnknownVersion,
                                                                    &kRepeatedMagicTail,
                                                                    &kSeveralSkeletons,
                                                                    &kFewBones,
                                                                    &kRotationLength,
                                                                    &kNotFinite,
                                                                    &kLargeCount,
                                                                    &kRunPartition,
                                                                    &kRunBone,
                                                                    &kBlendRunRecord,
                                                                    &kWeightSum,
                                                                    &kEmptyBlend,
                                                                    &kBlendLength,
                                                                    &kGroupCoverage,
                                                                    &kGroupMaterial,
                                                                    &kMaterialId,
                                                                    &kSharedLength,
                                                                    &kSharedListPosition,
                                                                    &kMapTexture,
                                                                    &kTextureLength,
                                                                    &kTwoSided,
                                                                    &kGripBone,
                                                                    &kPad,
                                                                    &kNoGrips,
                                                                    &kNoGrippers,
                                                                    &kNoFace};

inline constexpr std::array<const IssueKind*, 13> kGsaFileIssues = {
    &kUnknownVersion, &kRepeatedMagicTail, &kSeveralSkeletons, &kFewBones,    &kRotationLength,
    &kNotFinite,      &kLargeCount,        &kMissingMarker,    &kEventCounts, &kEventEnd,
    &kBoneList,       &kFrameRate,         &kNoFrames};

}  // namespace rigkiln::swat3
