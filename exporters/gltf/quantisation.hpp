#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "pipeline/scene/mesh.hpp"

/// Vertices as integers, as KHR_mesh_quantization and core glTF allow them.
namespace rigkiln::gltf_export {

/// Maps integers to positions: offset + scale * k. Laws: the offset is a multiple of the scale, and every k
/// from 0 to 65535 gives an exact float.
struct Dequantisation {
    glm::vec3 offset{0.0F};
    float scale = 1.0F;

    bool operator==(const Dequantisation&) const = default;
};

/// An axis-aligned box; empty while low is above high.
struct Bounds {
    glm::vec3 low{std::numeric_limits<float>::infinity()};
    glm::vec3 high{-std::numeric_limits<float>::infinity()};

    void add(std::span<const glm::vec3> positions);
    [[nodiscard]] bool isEmpty() const { return !(low.x <= high.x); }
};

/// Which scales a mapping may have. A power of two can be multiplied into any matrix without an error; other
/// scales are up to twice as coarse within the same bound.
enum class Scales { PowersOfTwo, Any };

/// Returns the coarsest mapping that rounds no position farther than `maxError` (in the units of the
/// positions). Nothing when sixteen bits are not enough for it, or when the box is empty.
[[nodiscard]] std::optional<Dequantisation> dequantisationOf(const Bounds& bounds, double maxError,
                                                             Scales scales);

/// Three numbers and a fourth, always 0, that pads them to a multiple of four bytes.
using ShortPosition = std::array<std::uint16_t, 4>;
[[nodiscard]] std::vector<ShortPosition> quantised(std::span<const glm::vec3> positions,
                                                   const Dequantisation& dequantisation);
/// The position that readers see.
[[nodiscard]] glm::vec3 positionOf(const ShortPosition& stored, const Dequantisation& dequantisation);

/// Half the diagonal of a unit cube: the largest error of rounding three numbers to whole ones.
inline constexpr double kHalfDiagonal = 0.8660254037844386;

/// Returns the exponent of the power of two to whose multiples numbers may be rounded so that vectors of
/// three are off by at most `maxError`.
[[nodiscard]] int exponentWithin(double maxError);

/// Directions as normalised integers, and the input from which the filter Octahedral makes them.
struct PackedDirections {
    bool areBytes = false;  ///< four bytes each; otherwise four shorts
    std::vector<std::byte> elements{};
    std::vector<std::byte> beforeFilter{};
};

/// Largest turn (radians) of a normal or tangent by rounding to eight bits; beyond it takes sixteen.
inline constexpr double kLargestDirectionError = 0.0174533;

/// Packs unit vectors in xyz. For tangents w is 1 or -1; for normals it does not matter.
[[nodiscard]] PackedDirections packDirections(std::span<const glm::vec4> directions);

/// Numbers from 0 to 1 as k / 65535. The overload for vec2 returns nothing when one lies outside.
template <std::size_t Size>
using ShortVector = std::array<std::uint16_t, Size>;
[[nodiscard]] std::optional<std::vector<ShortVector<2>>> quantised(std::span<const glm::vec2> numbers);
[[nodiscard]] std::vector<ShortVector<4>> quantised(std::span<const glm::vec4> numbers);
/// Numbers as k / 255; nothing unless that is exact for all.
[[nodiscard]] std::optional<std::vector<std::array<std::uint8_t, 4>>> exactBytes(
    std::span<const glm::vec4> numbers);
/// Numbers from 0 to 1 as the nearest k / 255.
[[nodiscard]] std::vector<std::array<std::uint8_t, 4>> nearestBytes(std::span<const glm::vec4> numbers);

/// Influences whose weights are whole multiples of 1 / 65535, or of 1 / 255 where that is exact for all, and
/// sum to exactly 1. An influence whose weight becomes 0 names joint 0.
struct PackedInfluences {
    bool areBytes = false;
    std::vector<std::vector<std::array<std::uint16_t, 4>>> joints{};   ///< by set
    std::vector<std::vector<std::array<std::uint16_t, 4>>> weights{};  ///< by set
};
[[nodiscard]] PackedInfluences packInfluences(std::span<const InfluenceSet> sets);

}  // namespace rigkiln::gltf_export
