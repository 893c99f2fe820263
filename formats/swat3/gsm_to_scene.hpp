#pragma once

#include <array>

#include "formats/swat3/gsm_file.hpp"
#include "formats/swat3/gsm_materials.hpp"
#include "formats/swat3/swat3_issues.hpp"
#include "pipeline/conversion/format_module.hpp"

namespace rigkiln::swat3 {

inline constexpr IssueKind kConventions{"swat3.conventions", Severity::Information,
                                        "what the numbers of the model mean was decided by its own numbers"};
inline constexpr IssueKind kUndecided{
    "swat3.undecided", Severity::Information,
    "nothing in the model tells what its numbers mean; the default was taken, an option overrules it"};
inline constexpr IssueKind kGripMatrix{"swat3.grip-matrix", Severity::Warning,
                                       "the matrix of a grip or gripper is sheared, singular or not finite; "
                                       "the nearest translation, rotation and "
                                       "scale was taken"};

/// The model at rest: a joint per bone, one skin over all of them in the file's order, one mesh, all
/// materials, grips and grippers as attachments. Z-up, the file's units. Conventions are decided by the file
/// where the options leave them, and stand with their scores in the extras of the scene.
///
/// The file must obey the laws of a decoded one; rules that only the descriptions state may be broken.
[[nodiscard]] Scene gsmToScene(const GsmFile& file, const ReadRequest& request, Diagnostics& diagnostics);

}  // namespace rigkiln::swat3
