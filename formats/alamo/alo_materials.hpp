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

/// What a shader is for, by the words in its file name (README, Model).
enum class ShaderFamily : std::uint8_t { Opaque, Alpha, Additive, Collision, ShadowVolume };

[[nodiscard]] ShaderFamily shaderFamily(const std::string& shader);

/// Whether the material names a normal map.
[[nodiscard]] bool hasNormalMap(const AloMaterial& material);

/// What a material has to know of the vertices that wear it.
struct SurfaceUse {
    bool hasTexCoords = true;     ///< textures are only used where the vertices say where
    bool hasClearColors = false;  ///< colours of vertices that are not opaque
    bool isGreenDown = false;     ///< of the normal map: it points down the image
};

/// Turns shader parameters into materials as close as metallic-roughness allows, and keeps all of them in
/// extras. Equal materials of a model become one.
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
