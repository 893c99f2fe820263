#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "exporters/gltf/buffer_packer.hpp"
#include "exporters/gltf/quantisation.hpp"

/// Attributes of vertices in the forms that take the fewest bytes in a stream within their bounds.
namespace rigkiln::gltf_export {

/// An attribute and the largest distance that it moves a position, in units of the mesh.
struct PackedPositions {
    PackedAttribute attribute{};
    double worst = 0;
};
/// Integers of the mapping, or without one floats: rounded to multiples of a power of two where the filter
/// Exponential can hold all of them within `maxError`, otherwise exact.
[[nodiscard]] PackedPositions packPositions(std::span<const glm::vec3> positions,
                                            const std::optional<Dequantisation>& dequantisation,
                                            double maxError);

[[nodiscard]] PackedAttribute packNormals(std::span<const glm::vec3> normals);
[[nodiscard]] PackedAttribute packTangents(std::span<const glm::vec4> tangents);

/// With sixteen bits, coordinates from 0 to 1 are k / 65535. Others are floats, rounded to multiples of
/// 2^-bits where the filter Exponential can hold all of them, otherwise exact.
[[nodiscard]] PackedAttribute packTexCoords(std::string_view name, std::span<const glm::vec2> coordinates,
                                            int bits);

/// As k / 255 where that is exact or `bits` is 8, otherwise as k / 65535.
[[nodiscard]] PackedAttribute packColors(std::span<const glm::vec4> colors, int bits);

/// Joints and weights of one set. Precondition of `jointsAsBytes`: no joint is above 255.
[[nodiscard]] PackedAttribute packJoints(std::string_view name,
                                         std::span<const std::array<std::uint16_t, 4>> joints,
                                         bool jointsAsBytes);
[[nodiscard]] PackedAttribute packWeights(std::string_view name,
                                          std::span<const std::array<std::uint16_t, 4>> weights,
                                          bool areBytes);

/// Numbers of the source, 1 to 4 for each vertex, as they are.
[[nodiscard]] PackedAttribute packNumbersOfSource(const VertexAttribute& attribute);

}  // namespace rigkiln::gltf_export
