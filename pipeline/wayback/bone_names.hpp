#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/wayback/quoted_names.hpp"

/// Names of bones as people read them: programs that a scene went through change their case, their encoding
/// and their endings.
namespace rigkiln {

/// Returns what two names of one bone have in common: the name in UTF-8 without case.
[[nodiscard]] std::string comparableName(std::string_view name);

/// Returns the name without the ".001" that Blender appends to a name it already has.
[[nodiscard]] std::string_view withoutCopyNumber(std::string_view name);

/// Appends `_2`, `_3` ... to all but the first of names that are comparable, as the exporter of glTF does.
/// Returns the names it changed, as they were.
QuotedNames makeNamesDistinct(std::vector<std::string>& names);

}  // namespace rigkiln
