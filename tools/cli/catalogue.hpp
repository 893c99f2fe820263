#pragma once

#include <string>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/base/error.hpp"

namespace rigkiln::cli {

/// Return all codes of errors and all kinds of issues of this program, each once, sorted by id.
[[nodiscard]] std::vector<const ErrorCode*> allErrorCodes();
[[nodiscard]] std::vector<const IssueKind*> allIssueKinds();

/// Return both lists as text for a terminal, as JSON, and as the generated part of docs/issues.md.
[[nodiscard]] std::string catalogueText();
[[nodiscard]] std::string catalogueJson();
[[nodiscard]] std::string catalogueReference();

}  // namespace rigkiln::cli
