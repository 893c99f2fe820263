#pragma once

#include "formats/bfres/base/bfres_layout.hpp"
#include "formats/bfres/materials/material.hpp"
#include "pipeline/base/value.hpp"

namespace rigkiln::bfres {

/// Data of a material that glTF cannot represent (README, section Materials, lists the names).
[[nodiscard]] Properties materialExtras(const Material& material, const Layout& layout);

}  // namespace rigkiln::bfres
