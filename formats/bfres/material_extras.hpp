#pragma once

#include "formats/bfres/bfres_layout.hpp"
#include "formats/bfres/material.hpp"
#include "pipeline/base/value.hpp"

namespace rigkiln::bfres {

/// What a material says that glTF has no word for (README, section Materials, says under which names).
[[nodiscard]] Properties materialExtras(const Material& material, const Layout& layout);

}  // namespace rigkiln::bfres
