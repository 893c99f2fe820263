#pragma once

#include <string_view>

/// Files of the source tree that are part of the program.
namespace rigkiln::texts {

/// JSON Schema of reports: docs/schemas/report.schema.json.
[[nodiscard]] std::string_view reportSchema();
/// JSON Schema of a line of --progress json: docs/schemas/progress.schema.json.
[[nodiscard]] std::string_view progressSchema();
/// JSON Schema of files of events beside glTF files: docs/schemas/events.schema.json.
[[nodiscard]] std::string_view eventsSchema();

/// The page of --html: pipeline/report/page.
[[nodiscard]] std::string_view pageHtml();
[[nodiscard]] std::string_view pageCss();
[[nodiscard]] std::string_view pageScript();

}  // namespace rigkiln::texts
