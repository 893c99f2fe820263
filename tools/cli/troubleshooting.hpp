#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rigkiln::cli {

/// Returns the generated part of docs/troubleshooting.md: for each code of an error and each kind of issue
/// what it means and what to do, grouped by subject.
[[nodiscard]] std::string troubleshootingReference();

/// Codes and ids that no subject of the page holds, so that the page would leave them out.
[[nodiscard]] std::vector<std::string_view> idsWithoutSubject();

/// Ids of issues that the page shows a message of.
[[nodiscard]] std::vector<std::string_view> idsWithExample();

}  // namespace rigkiln::cli
