#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "formats/alamo/alo_file.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/conversion/file_source.hpp"
#include "pipeline/conversion/texture_finder.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::alamo {

/// What a shader is for, by the words in its file name (README, Model).
enum class ShaderFamily : std::uint8_t { Opaque, Alpha, Additive, Collision, ShadowVolume };

[[nodiscard]] ShaderFamily shaderFamily(const std::string& shader);

/// Turns shader parameters into materials as close as metallic-roughness allows, and keeps all of them in
/// extras. Equal materials of a model become one.
class MaterialBuilder {
public:
    MaterialBuilder(Scene& scene, FileSource& companions, Diagnostics& diagnostics)
        : scene_(scene), diagnostics_(diagnostics), textures_(scene, companions, diagnostics) {}

    /// `hasTexCoords`: textures are only used where the vertices say where.
    IndexOf<Material> add(const AloMaterial& source, bool hasTexCoords);

private:
    std::optional<TextureUse> useTexture(const std::string& name);

    Scene& scene_;
    Diagnostics& diagnostics_;
    TextureFinder textures_;
    std::unordered_map<std::string, IndexOf<Material>> byContent_;
};

}  // namespace rigkiln::alamo
