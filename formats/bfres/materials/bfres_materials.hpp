#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "formats/bfres/base/bfres_layout.hpp"
#include "formats/bfres/materials/material.hpp"
#include "formats/bfres/textures/texture.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/conversion/texture_finder.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::bfres {

/// Adds materials and their textures to a scene (README, section Materials).
class MaterialBuilder {
public:
    /// Borrows the scene, companions and diagnostics, which must outlive it. `headers` are the texture
    /// headers that the file has.
    MaterialBuilder(Scene& scene, Layout layout, FileSource& companions, Diagnostics& diagnostics,
                    std::span<const Texture> headers = {});

    /// Adds a material for meshes with or without texture coordinates. Returns the same one for the same
    /// `owner` and address of `material`. `owner` is the number of the model.
    [[nodiscard]] IndexOf<rigkiln::Material> add(std::size_t owner, const Material& material,
                                                 bool hasTexCoords);

private:
    [[nodiscard]] rigkiln::Material make(const Material& source, bool hasTexCoords);
    [[nodiscard]] std::optional<TextureUse> use(const Material& material, std::string_view role,
                                                const ImageRecipe& recipe);
    void tellColorSpace(const Material& material, const std::string& texture, std::string_view role,
                        bool isColor);

    Scene& scene_;
    Layout layout_;
    Diagnostics& diagnostics_;
    TextureFinder textures_;
    std::map<std::string, std::uint32_t> formats_;  ///< by texture name
    std::map<std::tuple<std::size_t, const Material*, bool>, IndexOf<rigkiln::Material>> made_;
};

/// Indices of the samplers whose textures the scene shows.
[[nodiscard]] std::vector<std::size_t> seenSamplers(const Material& material);

/// Wrapping and filter from the first word of a Wii U sampler.
[[nodiscard]] TextureSampler textureSampler(std::uint32_t word);

}  // namespace rigkiln::bfres
