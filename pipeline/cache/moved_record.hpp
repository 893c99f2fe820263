#pragma once

#include <optional>

#include "pipeline/cache/tree_place.hpp"
#include "pipeline/state/unit_record.hpp"

namespace rigkiln {

/// Returns the record without the place of its tree: what it saw and told in paths and texts without that
/// place, files by their content alone. Outputs have their plain names, which are left as they are. Nothing
/// when it saw or tells something that cannot be told without it.
[[nodiscard]] std::optional<UnitRecord> recordWithout(UnitRecord record, const TreePlace& place);

/// Reads it back, for a tree at this place. The looks have no status that any file has, so that their content
/// decides. Nothing for a record that `recordWithout` did not make, or that this place cannot have. Safe for
/// any record.
[[nodiscard]] std::optional<UnitRecord> recordIn(UnitRecord record, const TreePlace& place);

}  // namespace rigkiln
