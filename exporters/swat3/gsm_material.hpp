#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exporters/swat3/build_gsm.hpp"
#include "exporters/swat3/gsm_textures.hpp"

namespace rigkiln::swat3_export {

/// A material as the file had it, as far as that is known.
struct StoredMaterial {
    swat3::GsmMaterial material;      ///< maps are left empty
    std::optional<std::uint16_t> id;  ///< stored id
    struct Map {
        std::uint16_t slot = 0;
        std::string texture;  ///< name, UTF-8
    };
    std::vector<Map> maps;
    bool isNew = false;  ///< neither extras nor base know it
};

/// Finds the stored numbers in the extras that reading left, else in the base's material of that name. `base`
/// may be null.
[[nodiscard]] StoredMaterial findStored(const Material& material, const swat3::GsmFile* base);

/// Makes the material of the file without its id. Reports what it cannot hold.
[[nodiscard]] swat3::GsmMaterial makeMaterial(const Scene& scene, const Material& material,
                                              const StoredMaterial& stored, const GsmStyle& style,
                                              TextureList& textures, Diagnostics& diagnostics);

}  // namespace rigkiln::swat3_export
