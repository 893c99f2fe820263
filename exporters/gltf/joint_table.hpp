#pragma once

#include <string>
#include <vector>

#include "pipeline/base/diagnostics.hpp"
#include "pipeline/conversion/name_table.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export {

/// Gives joints the names that the table has for their names in the source; all others keep what `names` has
/// for them. Reports how many joints the table named, which of its entries match no joint, which names
/// several joints want, and which required names no joint has. `names`: by joint.
void nameByTable(const Scene& scene, const NameTable& table, std::vector<std::string>& names,
                 Diagnostics& diagnostics);

}  // namespace rigkiln::gltf_export
