#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "formats/alamo/alo_file.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/conversion/file_source.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::alamo {

/// What a shader is for, by the words in its file name (README, Model).
enum class ShaderFamily : std::uint8_t { Opaque, Alpha, Additive, Collision, ShadowVolume };

[[nodiscard]] ShaderFamily shaderFamily(const std::string& shader);

/// Turns shader parameters into materials as close as metallic-roughness allows, and keeps all of them in
/// extras. Equal materials of a model become one. A texture is looked for once per model.
class MaterialBuilder {
public:
    MaterialBuilder(Scene& scene, FileSource& companions, Diagnostics& diagnostics)
        : scene_(scene), companions_(companions), diagnostics_(diagnostics) {}

    /// `hasTexCoords`: textures are only used where the vertices say where.
    IndexOf<Material> add(const AloMaterial& source, bool hasTexCoords);

private:
    std::optional<TextureUse> useTexture(const std::string& name);
    std::optional<IndexOf<Texture>> findTexture(const std::string& name);

    Scene& scene_;
    FileSource& companions_;
    Diagnostics& diagnostics_;
    std::unordered_map<std::string, IndexOf<Material>> byContent_;
    std::unordered_map<std::string, std::optional<IndexOf<Texture>>> byTextureName_;
};

}  // namespace rigkiln::alamo
