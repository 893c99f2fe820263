#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "formats/bfres/base/bfres_layout.hpp"

namespace rigkiln::bfres {

/// Interpretation of a component's bits.
enum class ComponentType : std::uint8_t {
    Unorm,  ///< 0 to 1
    Snorm,  ///< -1 to 1
    Uint,
    Sint,
    UintToFloat,  ///< integers that the game reads as floats; same value as Uint
    SintToFloat,
    Float  ///< of 32, 16, 11 or 10 bits
};

/// Storage of one vertex attribute. `bits` holds the size of each component in order; 0 for missing ones.
struct VertexFormat {
    ComponentType type = ComponentType::Unorm;
    std::uint8_t size = 0;            ///< bytes
    std::uint8_t componentCount = 0;  ///< 1 to 4
    bool isPacked = false;            ///< all components are in one word, the first in its lowest bits
    std::array<std::uint8_t, 4> bits{};

    bool operator==(const VertexFormat&) const = default;
};

/// Returns nothing for unknown numbers.
[[nodiscard]] std::optional<VertexFormat> vertexFormat(Console console, std::uint32_t format);

/// Returns the components of one vertex; missing ones are 0. All values are exact except the fractions of
/// Unorm and Snorm. Precondition: `bytes` has at least `format.size` bytes.
[[nodiscard]] std::array<double, 4> readComponents(const VertexFormat& format,
                                                   std::span<const std::byte> bytes, std::endian order);

}  // namespace rigkiln::bfres
