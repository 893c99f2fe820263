#pragma once

#include <string_view>

/// Files of the source tree that are part of the program.
namespace rigkiln::texts {

/// JSON Schema of reports: docs/schemas/report.schema.json.
[[nodiscard]] std::string_view reportSchema();
/// JSON Schema of a line of --progress json: docs/schemas/progress.schema.json.
[[nodiscard]] std::string_view progressSchema();

}  // namespace rigkiln::texts
