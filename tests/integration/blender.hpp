#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "tests/integration/program.hpp"

/// Files through Blender and out again, as a person takes them who edits nothing.
namespace rigkiln::test {

inline constexpr std::string_view kNoBlender = "Blender is not installed (tools/setup blender)";

/// Empty when it is not installed.
[[nodiscard]] std::string blenderProgram();

/// Names are of files in the folder. Precondition: Blender is installed.
[[nodiscard]] Finished roundTripThroughBlender(const std::filesystem::path& folder, const std::string& from,
                                               const std::string& to);

/// Writes to a third file in the folder what tools/blender/compare_poses.py says of two.
[[nodiscard]] Finished comparePosesInBlender(const std::filesystem::path& folder, const std::string& left,
                                             const std::string& right, const std::string& to);

}  // namespace rigkiln::test
