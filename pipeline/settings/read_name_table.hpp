#pragma once

#include <string_view>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/name_table.hpp"

namespace rigkiln {

/// Reads a table of names from YAML:
///
///     joints:
///       Bip01 L UpperArm: LeftUpperArm   # an exact name
///       B_*_L: "*_left"                  # a pattern
///     required: [LeftUpperArm]           # optional: names that are expected after renaming
///
/// Fails with kBadOption. The place of the error is the line of the first problem, or empty for one of
/// the whole file; the problem names the entry and what is expected, and counts further problems. Any bytes
/// may be given.
[[nodiscard]] Result<NameTable> readNameTable(std::string_view text);

}  // namespace rigkiln
