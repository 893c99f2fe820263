#pragma once

#include <cstddef>
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

/// Returns the indices of the base's materials that neither the base nor the scene has on a triangle, and
/// that the scene does not have at all. Selecting meshes removes such materials from scenes. A material of
/// the scene accounts for one of the base with its name, and with its stored id if it has one.
[[nodiscard]] std::vector<std::size_t> findUnwornOfBase(const Scene& scene, const swat3::GsmFile& base);

/// Copies a material of the base to the bit; its maps name textures of the file being made.
[[nodiscard]] swat3::GsmMaterial copyMaterial(const swat3::GsmFile& base, std::size_t material,
                                              TextureList& textures);

/// Makes the material of the file without its id. Reports what it cannot hold.
[[nodiscard]] swat3::GsmMaterial makeMaterial(const Scene& scene, const Material& material,
                                              const StoredMaterial& stored, const GsmStyle& style,
                                              TextureList& textures, Diagnostics& diagnostics);

}  // namespace rigkiln::swat3_export
