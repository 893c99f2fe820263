#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "pipeline/settings/settings.hpp"

namespace rigkiln {

/// Explains why a text is no YAML: finds the tab, the indentation, the unquoted character or the open bracket
/// that the parser stumbled over, and says what to write instead. `at` and `message` are what the parser
/// said, which stands in the problem too. Returns that alone when nothing likely is found.
[[nodiscard]] SettingsProblem explainYaml(std::string_view text, SourcePosition at, std::string_view message);

/// Returns the first word of the comment that stands where the value of a key would, such as "#FF0000" in
/// "color: #FF0000"; empty when there is none, or a space follows the #. Columns count from 1.
[[nodiscard]] std::string commentInPlaceOfValue(std::string_view line, std::size_t keyColumn);

}  // namespace rigkiln
