#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "tests/integration/program.hpp"

/// Imports files into Blender and exports them again, without any edit.
namespace rigkiln::test {

inline constexpr std::string_view kNoBlender = "Blender is not installed (tools/setup blender)";

/// Path of Blender; empty when it is not installed.
[[nodiscard]] std::string blenderProgram();

/// Imports `from` into Blender and exports it as `to`. Both name files in the folder. Precondition: Blender
/// is installed.
[[nodiscard]] Finished roundTripThroughBlender(const std::filesystem::path& folder, const std::string& from,
                                               const std::string& to);

/// Compares the poses of two files with tools/blender/compare_poses.py, which writes its result to the file
/// `to`. All name files in the folder. Precondition: Blender is installed.
[[nodiscard]] Finished comparePosesInBlender(const std::filesystem::path& folder, const std::string& left,
                                             const std::string& right, const std::string& to);

/// Counts what Blender makes of the file `from` with tools/blender/count_objects.py, which writes its result
/// to the file `to`. Both name files in the folder. Precondition: Blender is installed.
[[nodiscard]] Finished countInBlender(const std::filesystem::path& folder, const std::string& from,
                                      const std::string& to);

/// Imports the file `from` with the add-on of tools/import/blender and writes what it made to the file `to`
/// (tools/blender/import_with_add_on.py). Both name files in the folder. Precondition: Blender is installed.
[[nodiscard]] Finished importWithAddOn(const std::filesystem::path& folder, const std::string& from,
                                       const std::string& to);

}  // namespace rigkiln::test
