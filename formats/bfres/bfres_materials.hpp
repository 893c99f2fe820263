#pragma once

#include <map>
#include <string>
#include <tuple>

#include "formats/bfres/bfres_layout.hpp"
#include "formats/bfres/material.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/conversion/texture_finder.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::bfres {

/// Brings materials and their textures into a scene (README, section Materials).
class MaterialBuilder {
public:
    /// Refers to all of these, which must outlive it.
    MaterialBuilder(Scene& scene, Layout layout, FileSource& companions, Diagnostics& diagnostics)
        : scene_(scene), layout_(layout), textures_(scene, companions, diagnostics) {}

    /// The material as a mesh with or without texture coordinates wants it; each is made once. `owner` tells
    /// the models of a file apart: names of materials are unique in a model only.
    [[nodiscard]] IndexOf<rigkiln::Material> add(std::size_t owner, const Material& material,
                                                 bool hasTexCoords);

private:
    [[nodiscard]] rigkiln::Material make(const Material& source, bool hasTexCoords);
    [[nodiscard]] std::optional<TextureUse> use(const Material& material, std::string_view role,
                                                const ImageRecipe& recipe);

    Scene& scene_;
    Layout layout_;
    TextureFinder textures_;
    std::map<std::tuple<std::size_t, const Material*, bool>, IndexOf<rigkiln::Material>> made_;
};

/// What the texture unit does at the edges and between pixels, from the first word of a sampler of the Wii U.
[[nodiscard]] TextureSampler textureSampler(std::uint32_t word);

}  // namespace rigkiln::bfres
