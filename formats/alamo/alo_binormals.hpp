#pragma once

#include "formats/alamo/alo_file.hpp"

namespace rigkiln::alamo {

/// Whether the stored binormals point down the image (README, Conversion); the green of a normal map then
/// does too. False when the vertex format has no binormals, and when as many point up as down.
[[nodiscard]] bool doBinormalsPointDown(const AloSubMesh& subMesh);

}  // namespace rigkiln::alamo
