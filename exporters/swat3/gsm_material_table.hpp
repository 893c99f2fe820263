#pragma once

#include <cstdint>
#include <vector>

#include "exporters/swat3/gsm_corners.hpp"

namespace rigkiln::swat3_writer {

struct MaterialTable {
    std::vector<swat3::GsmTexture> textures;
    std::vector<swat3::GsmMaterial> materials;
    std::vector<std::uint16_t> ofGroups;  ///< id, by group of the surface
};

/// The materials that the surface wears, and those that it does not and the file had. Numbers as stored
/// (extras, else the base's material of that name) are kept to the bit where what they are in glTF is what
/// the scene says; ids likewise, new ones are the smallest free. Fails with Input when sixteen bits do not
/// count textures, materials or maps.
[[nodiscard]] Result<MaterialTable> makeMaterials(const Scene& scene, const Surface& surface,
                                                  const GsmRequest& request, Diagnostics& diagnostics);

}  // namespace rigkiln::swat3_writer
