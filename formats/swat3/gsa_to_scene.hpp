#pragma once

#include <string_view>

#include "formats/swat3/gsa_file.hpp"
#include "pipeline/conversion/format_module.hpp"

namespace rigkiln::swat3 {

inline constexpr IssueKind kClipNotFinite{"swat3.clip-not-finite", Severity::Warning,
                                          "keys hold NaN or infinity, and became the key of rest"};
inline constexpr IssueKind kClipRotationLength{
    "swat3.clip-rotation-length", Severity::Warning,
    "rotation keys are far from unit length and were normalised, or "
    "replaced by no rotation"};
inline constexpr IssueKind kRootMode{
    "swat3.root-mode", Severity::Warning,
    "the root starts neither at no offset nor at rest; its positions were taken as offsets from rest"};
inline constexpr IssueKind kFrameOrigin{
    "swat3.frame-origin", Severity::Information,
    "frames move the origin of the animation, which no known file does; it was joined with the root"};
inline constexpr IssueKind kOtherQuaternions{
    "swat3.other-quaternions", Severity::Information,
    "the clip was read with the quaternion convention that its model showed"};

/// Makes the skeleton of the file and one clip that binds by bone index, as the game does. Only listed bones
/// have rotations. The root has a translation if it moves or is listed. There are keys at every frame, even
/// where nothing changes. Z-up, in the file's units.
[[nodiscard]] Scene gsaToScene(const GsaFile& file, const ReadRequest& request, Diagnostics& diagnostics);

/// Adapts clips to a model before they are bound. The model's quaternion convention replaces the default one;
/// a choice of the user stays. Offsets of the root become relative to the model's rest position.
void adaptGsaToModel(const Scene& model, Scene& clips, Diagnostics& diagnostics);

}  // namespace rigkiln::swat3
