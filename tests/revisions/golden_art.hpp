#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/corpus/files.hpp"

namespace rigkiln::test {

/// Makes the source files of the golden set, in a folder for each kind: alamo, units (four models of alamo
/// with their clips), swat3, bfres, sprites, and image-ID for each image format.
[[nodiscard]] std::vector<corpus::ArtFile> makeGoldenArt();

}  // namespace rigkiln::test
