#pragma once

#include <cstdint>
#include <vector>

#include "exporters/swat3/gsm_corners.hpp"

namespace rigkiln::swat3_export {

struct MaterialTable {
    std::vector<swat3::GsmTexture> textures;
    std::vector<swat3::GsmMaterial> materials;
    std::vector<std::uint16_t> ofGroups;  ///< id, by group of the surface
};

/// Makes the materials that the surface uses, and those that the file had without using them: those of the
/// scene that are stored, and those of the base that the scene lacks (findUnwornOfBase). Stored numbers
/// (extras, else the base's material of that name) are kept to the bit where their values in glTF equal the
/// scene's. Stored ids are kept likewise; new materials get the smallest free ones. Fails with Input when
/// there are more textures, materials or maps than sixteen bits can count.
[[nodiscard]] Result<MaterialTable> makeMaterials(const Scene& scene, const Surface& surface,
                                                  const GsmRequest& request, Diagnostics& diagnostics);

}  // namespace rigkiln::swat3_export
