#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "formats/alamo/alo_file.hpp"
#include "formats/alamo/alo_options.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/conversion/file_source.hpp"
#include "pipeline/conversion/texture_finder.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::alamo {

/// Purpose of a shader, told by words in its file name (README, Model).
enum class ShaderFamily : std::uint8_t { Opaque, Alpha, Additive, Collision, ShadowVolume };

[[nodiscard]] ShaderFamily shaderFamily(const std::string& shader);

/// Whether the material names a normal map.
[[nodiscard]] bool hasNormalMap(const AloMaterial& material);

/// Properties of the vertices that use a material.
struct SurfaceUse {
    bool hasTexCoords = true;     ///< without them no texture can be used
    bool hasClearColors = false;  ///< some vertex colours are not opaque
    bool isGreenDown = false;     ///< green of the normal map points down the image
};

/// Converts shader parameters to materials as closely as metallic-roughness allows. Keeps all parameters in
/// extras. Merges equal materials of a model.
class MaterialBuilder {
public:
    MaterialBuilder(Scene& scene, FileSource& companions, Diagnostics& diagnostics,
                    const MaterialOptions& options)
        : scene_(scene),
          diagnostics_(diagnostics),
          options_(options),
          textures_(scene, companions, diagnostics) {}

    IndexOf<Material> add(const AloMaterial& source, const SurfaceUse& use);

private:
    std::optional<TextureUse> useTexture(const std::string& name, const ImageRecipe& recipe);
    [[nodiscard]] bool isCutOut(const Material& material) const;
    [[nodiscard]] ImageRecipe baseRecipe(ShaderFamily family, bool isTeamMask) const;
    void setTeamColor(Material& material) const;

    Scene& scene_;
    Diagnostics& diagnostics_;
    MaterialOptions options_;
    TextureFinder textures_;
    std::unordered_map<std::string, IndexOf<Material>> byContent_;
};

}  // namespace rigkiln::alamo
