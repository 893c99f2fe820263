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

/// Converts a model at rest: one joint per bone, one skin over all of them in file order, one mesh, all
/// materials, and grips and grippers as attachments. Z-up, in the file's units. The file decides the
/// conventions that the options leave open; the scene's extras hold them with their scores.
///
/// Precondition: the laws of a decoded file. Rules of the descriptions may be broken.
[[nodiscard]] Scene gsmToScene(const GsmFile& file, const ReadRequest& request, Diagnostics& diagnostics);

}  // namespace rigkiln::swat3
