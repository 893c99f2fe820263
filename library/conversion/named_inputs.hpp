#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/files/file_tree.hpp"
#include "pipeline/plan/plan.hpp"

/// Inputs that were named one by one, each of which must be converted or reported.
namespace rigkiln {

/// Why the archive that was named as input cannot be opened; nothing for what is no archive, or opens.
[[nodiscard]] std::optional<Error> archiveProblem(FileTree& files, const std::string& input);

/// Returns an error that says why a file that was named as input has nothing to convert.
[[nodiscard]] Error uselessInput(const IgnoredFile& file, FileTree& files);

/// Moves archives that were named as inputs and cannot be opened from the ignored files to the failures.
void failClosedArchives(Plan& plan, const std::vector<std::string>& inputs, FileTree& files);

/// Returns, for each input that was named as a file and has nothing to convert, what it is and what to do. If
/// the plan has no unit, also for folders without a file that this program knows.
[[nodiscard]] std::vector<Error> uselessInputs(const Plan& plan, const std::vector<std::string>& inputs,
                                               FileTree& files);

}  // namespace rigkiln
