#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rigkiln::alamo {

/// Level of detail and damage state from the end of a mesh name (README, Model): `Hull_LOD1_ALT0`, in either
/// order, without case. A higher LOD is finer; ALT 0 is intact.
struct MeshVariant {
    std::string base;  ///< name without the marks, case folded
    std::optional<std::uint32_t> levelOfDetail;
    std::optional<std::uint32_t> alternative;
};

[[nodiscard]] MeshVariant meshVariant(std::string_view name);

}  // namespace rigkiln::alamo
