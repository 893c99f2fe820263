#include "tools/corpus/material.hpp"

#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"

namespace rigkiln::corpus {
namespace {

using alamo::AloMaterial;
using alamo::AloParameterValue;
using alamo::Float3;
using alamo::Float4;

void add(AloMaterial& material, std::string_view name, AloParameterValue value) {
    material.parameters.push_back({std::string(name), std::move(value), {}});
}

void addSurface(AloMaterial& material, std::string_view stem) {
    add(material, "Emissive", Float4{0, 0, 0, 1});
    add(material, "Diffuse", Float4{0.9F, 0.9F, 0.9F, 1});
    add(material, "Specular", Float4{0.4F, 0.4F, 0.4F, 1});
    add(material, "Shininess", 32.0F);
    add(material, "BaseTexture", fmt::format("{}.dds", stem));
}

void addParametersOfFamily(AloMaterial& material, std::string_view stem) {
    const std::string_view shader = material.shader;
    const auto is = [&](std::string_view family) { return containsIgnoringCase(shader, family); };
    if (is("Collision")) return;  // no parameters, only the shader's name
    if (is("ShadowVolume")) {
        add(material, "DebugColor", Float4{1, 0, 0, 0.25F});
    } else if (is("Additive")) {
        add(material, "UVScrollRate", Float4{0, 0.5F, 0, 0});
        add(material, "Color", Float4{1, 0.6F, 0.2F, 1});
        add(material, "BaseTexture", fmt::format("{}_GLOW.TGA", stem));
    } else if (is("Planet")) {
        addSurface(material, stem);
        add(material, "Atmosphere", Float4{0.3F, 0.5F, 1, 1});
        add(material, "CityColor", Float4{1, 0.8F, 0.3F, 1});
        add(material, "CloudScrollRate", 0.01F);
        add(material, "NormalTexture", fmt::format("{}_bump.psd", stem));
        add(material, "CloudTexture", fmt::format("{}_clouds.dds", stem));
        add(material, "CloudNormalTexture", std::string("None"));
    } else if (is("Nebula") || is("Skydome")) {
        add(material, "BaseTexture", fmt::format("{}_sky.dds", stem));
        add(material, "UVOffset", Float4{0.25F, 0, 0, 0});
        add(material, "DistortionScale", 0.125F);
    } else if (is("Tree") || is("Grass")) {
        add(material, "BendScale", 0.4F);
        add(material, "Wind", Float3{0.1F, 0.2F, 0});
        add(material, "Diffuse1", Float3{0.6F, 0.8F, 0.5F});
        add(material, "BaseTexture", fmt::format("{}_leaf.tga", stem));
    } else if (is("Shield")) {
        add(material, "EdgeBrightness", 0.5F);
        add(material, "WaveTexture", fmt::format("{}_wave.dds", stem));
        add(material, "DistortionTexture", fmt::format("{}_wave.dds", stem));
        add(material, "Layers", 3);
    } else if (is("Gloss")) {
        addSurface(material, stem);
        add(material, "GlossTexture", fmt::format("{}_gloss.dds", stem));
    } else if (is("Bump")) {
        addSurface(material, stem);
        add(material, "NormalTexture", fmt::format("{}_BUMP.dds", stem));
    } else {
        addSurface(material, stem);
    }
    if (is("Colorize")) add(material, "Colorization", Float4{0.1F, 0.3F, 1, 1});
}

}  // namespace

AloMaterial makeMaterial(std::string_view shader, std::string_view stem) {
    AloMaterial material;
    material.shader = shader;
    addParametersOfFamily(material, stem);
    return material;
}

std::span<const std::string_view> rigidShaders() {
    static constexpr std::array<std::string_view, 20> kShaders = {"alDefault.fx",
                                                                  "MeshBumpColorize.fx",
                                                                  "MESHBUMPCOLORIZE.FXO",
                                                                  "MeshGloss.fx",
                                                                  "MeshGlossColorize.fx",
                                                                  "MeshAlpha.fx",
                                                                  "MeshAlphaGloss.fx",
                                                                  "MeshAdditive.fx",
                                                                  "BatchMeshGloss.fx",
                                                                  "BatchMeshAlpha.fx",
                                                                  "MeshShield.fx",
                                                                  "Planet.fx",
                                                                  "Nebula.fx",
                                                                  "Skydome.fx",
                                                                  "Grass.fx",
                                                                  "Tree.fx",
                                                                  "TerrainMeshBump.fx",
                                                                  "MeshCollision.fx",
                                                                  "MeshShadowVolume.fx",
                                                                  "MeshBumpColrize.fx"};
    return kShaders;
}

}  // namespace rigkiln::corpus
