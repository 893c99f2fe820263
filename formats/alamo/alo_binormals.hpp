#pragma once

#include "formats/alamo/alo_file.hpp"

namespace rigkiln::alamo {

/// Whether the stored binormals point down the image (README, Conversion), so that the green of a normal map
/// does too. False where the vertex format means none, and where they do not tell.
[[nodiscard]] bool doBinormalsPointDown(const AloSubMesh& subMesh);

}  // namespace rigkiln::alamo
