#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "formats/bfres/bfres_layout.hpp"

namespace rigkiln::bfres {

/// What the bits of a component mean.
enum class ComponentType : std::uint8_t {
    Unorm,  ///< 0 to 1
    Snorm,  ///< -1 to 1
    Uint,
    Sint,
    UintToFloat,  ///< whole numbers that the game reads as floats; the same value as Uint
    SintToFloat,
    Float  ///< of 32, 16, 11 or 10 bits
};

/// How one vertex attribute is stored: `bits` of each component, in their order, 0 for those that are not
/// there.
struct VertexFormat {
    ComponentType type = ComponentType::Unorm;
    std::uint8_t size = 0;            ///< bytes
    std::uint8_t componentCount = 0;  ///< 1 to 4
    bool isPacked = false;            ///< all components in one word, the first in its lowest bits
    std::array<std::uint8_t, 4> bits{};

    bool operator==(const VertexFormat&) const = default;
};

/// Nothing for numbers that nothing is known about.
[[nodiscard]] std::optional<VertexFormat> vertexFormat(Console console, std::uint32_t format);

/// The components of one vertex; those that are not there are 0. Doubles hold all of them exactly but the
/// fractions of Unorm and Snorm. Precondition: `bytes` has at least `format.size` bytes.
[[nodiscard]] std::array<double, 4> readComponents(const VertexFormat& format,
                                                   std::span<const std::byte> bytes, std::endian order);

}  // namespace rigkiln::bfres
