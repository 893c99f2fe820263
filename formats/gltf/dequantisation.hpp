#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "pipeline/base/value.hpp"

namespace rigkiln::gltf_format {

/// What our own exporter made integers of positions with (docs/extras.md): a position is offset + scale *
/// integer.
struct Dequantisation {
    glm::vec3 offset{0.0F};
    float scale = 1.0F;

    bool operator==(const Dequantisation&) const = default;
};

/// By mesh and by skin; nothing where the file's numbers are taken as they are.
struct Dequantisations {
    std::vector<std::optional<Dequantisation>>
        rigid{};  ///< of meshes without a skin, whose nodes do it in the file
    std::vector<std::optional<Dequantisation>> skinned{};  ///< of meshes with a skin, whose matrices do it
    std::vector<std::optional<Dequantisation>> skins{};
};

/// The member "dequantisation" of a record in the extras of a node or a skin; nothing when there is none that
/// makes sense.
[[nodiscard]] std::optional<Dequantisation> recordedDequantisation(const Value* object, std::string_view key);

/// Throws GltfError where a number is too large for a float then. `where` is the path of what has them.
void dequantise(std::span<glm::vec3> positions, const Dequantisation& dequantisation,
                const std::string& where);

/// The inverse bind matrix for positions that have been dequantised. Throws GltfError as above.
[[nodiscard]] glm::mat4 withoutDequantisation(const glm::mat4& matrix, const Dequantisation& dequantisation,
                                              const std::string& where);

}  // namespace rigkiln::gltf_format
