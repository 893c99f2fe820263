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

#include "formats/bfres/bfres_layout.hpp"
#include "formats/bfres/material.hpp"
#include "formats/bfres/texture.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/conversion/texture_finder.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::bfres {

/// Brings materials and their textures into a scene (README, section Materials).
class MaterialBuilder {
public:
    /// Refers to the first four, which must outlive it. `headers`: of textures, as far as the file has them.
    MaterialBuilder(Scene& scene, Layout layout, FileSource& companions, Diagnostics& diagnostics,
                    std::span<const Texture> headers = {});

    /// The material as a mesh with or without texture coordinates wants it; each is made once. `owner` tells
    /// the models of a file apart: names of materials are unique in a model only.
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
    std::map<std::string, std::uint32_t> formats_;  ///< of textures by name
    std::map<std::tuple<std::size_t, const Material*, bool>, IndexOf<rigkiln::Material>> made_;
};

/// Numbers of the samplers whose textures the scene shows.
[[nodiscard]] std::vector<std::size_t> seenSamplers(const Material& material);

/// What the texture unit does at the edges and between pixels, from the first word of a sampler of the Wii U.
[[nodiscard]] TextureSampler textureSampler(std::uint32_t word);

}  // namespace rigkiln::bfres
