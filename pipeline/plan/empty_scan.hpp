#pragma once

#include <string>
#include <string_view>

#include "pipeline/base/result.hpp"
#include "pipeline/plan/scan.hpp"

namespace rigkiln {

/// Describes what the patterns of a scan nearly take: a pattern that differs in case, in the folder or in a
/// letter of the extension, or an `exclude`. Empty when there is nothing near. Takes n log n time.
[[nodiscard]] std::string nearestMiss(const ScanRequest& request, const FileTable& files);

/// Returns the error for a scan of the job that found no file. Names root, patterns and the nearest miss, for
/// which it looks at all files below the root.
[[nodiscard]] Error emptyScanError(const ScanRequest& request, std::string_view job, const ScanResult& found);

}  // namespace rigkiln
