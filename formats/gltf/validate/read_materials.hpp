#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "formats/gltf/validate/document.hpp"

namespace rigkiln::gltf_validation {

enum class TextureKind : std::uint8_t { Plain, Normal, Occlusion };

/// Reads the member `name` that names a texture, and appends its use to `material`. Returns the set of
/// coordinates; nothing when there is no texture.
std::optional<Integer> readTextureUse(MemberReader& in, const Properties& object, std::string_view name,
                                      TextureKind kind, Material& material);

/// Facts of a material that its extensions are compared with.
struct MaterialFacts {
    std::optional<Integer> normalTexCoord{};              ///< of the normal texture
    std::optional<std::vector<double>> emissiveFactor{};  ///< nothing when it is wrong
    bool isDoubleSided = false;
};

/// Reads the extensions of a material.
void readMaterialExtensions(MemberReader& in, const Properties& object, const MaterialFacts& facts,
                            Material& material);

}  // namespace rigkiln::gltf_validation
