#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "formats/gltf/validate/findings.hpp"

namespace rigkiln::gltf_validation {

/// Contents of a GLB.
struct GlbChunks {
    std::optional<std::string_view> json{};
    std::optional<std::span<const std::byte>> binary{};
};

/// Checks the container of a GLB. Returns nothing when it is cut or not a GLB at all, so that its contents
/// have no meaning.
[[nodiscard]] std::optional<GlbChunks> checkGlb(Findings& findings, std::span<const std::byte> file);

}  // namespace rigkiln::gltf_validation
