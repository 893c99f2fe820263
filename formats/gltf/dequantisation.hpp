#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "pipeline/base/value.hpp"

namespace rigkiln::gltf {

/// Parameters with which our own exporter quantised positions to integers (docs/extras.md): position = offset
/// + scale * integer.
struct Dequantisation {
    glm::vec3 offset{0.0F};
    float scale = 1.0F;

    bool operator==(const Dequantisation&) const = default;
};

/// Parameters by mesh and by skin; nothing where positions are used as stored.
struct Dequantisations {
    std::vector<std::optional<Dequantisation>> rigid{};    ///< meshes without a skin, whose nodes do it
    std::vector<std::optional<Dequantisation>> skinned{};  ///< meshes with a skin, whose matrices do it
    std::vector<std::optional<Dequantisation>> skins{};
};

/// Member "dequantisation" of a record in the extras of a node or skin.
struct RecordedDequantisation {
    bool isNodes = false;  ///< it is the transform of the node itself
    std::optional<Dequantisation> numbers{};
};
/// Returns nothing of both when the member is missing or unusable.
[[nodiscard]] RecordedDequantisation recordedDequantisation(const Value* object, std::string_view key);

/// Returns the mapping, or nothing where a number is not finite or the scale is not above 0.
[[nodiscard]] std::optional<Dequantisation> usableDequantisation(const glm::vec3& offset, float scale);

/// Throws GltfError when a result does not fit a float. `where` is the path of the positions.
void dequantise(std::span<glm::vec3> positions, const Dequantisation& dequantisation,
                const std::string& where);

/// Converts an inverse bind matrix to one for dequantised positions. Throws GltfError when a number does not
/// fit a float.
[[nodiscard]] glm::mat4 withoutDequantisation(const glm::mat4& matrix, const Dequantisation& dequantisation,
                                              const std::string& where);

}  // namespace rigkiln::gltf
