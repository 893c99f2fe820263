#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rigkiln {

/// Whether a case-folded file name has the extension of an image.
[[nodiscard]] bool isImageName(std::string_view folded);

/// Returns the base name of an image name, which may be a path of another system; case-folded. Empty when it
/// is no file name.
[[nodiscard]] std::string imageBaseName(std::string_view name);

/// Returns case-folded names to look for, best first, without duplicates: games often ship another image
/// format than the one they name.
[[nodiscard]] std::vector<std::string> imageNamesToTry(const std::string& base);

/// Returns the folder that a path is in: "." for a name alone, "/" for one directly in the root.
[[nodiscard]] std::string folderAbove(const std::string& path);

}  // namespace rigkiln
