#include "formats/gltf/validate/known_extensions.hpp"

#include <algorithm>

namespace rigkiln::gltf_validation {
namespace {

struct KnownRow {
    std::string_view name;
    KnownPlace place;
};

/// Extensions that are checked, with a row for each kind of object. Those that change no object have the
/// owner Other.
constexpr auto kKnown = std::to_array<KnownRow>({
    {"EXT_texture_webp", {Owner::Texture}},
    {"KHR_animation_pointer", {Owner::ChannelTarget}},
    {"KHR_lights_punctual", {Owner::Root}},
    {"KHR_lights_punctual", {Owner::Node}},
    {"KHR_materials_anisotropy", {Owner::Material}},
    {"KHR_materials_clearcoat", {Owner::Material}},
    {"KHR_materials_dispersion", {Owner::Material}},
    {"KHR_materials_emissive_strength", {Owner::Material}},
    {"KHR_materials_ior", {Owner::Material}},
    {"KHR_materials_iridescence", {Owner::Material}},
    {"KHR_materials_pbrSpecularGlossiness", {Owner::Material, true}},
    {"KHR_materials_sheen", {Owner::Material}},
    {"KHR_materials_specular", {Owner::Material}},
    {"KHR_materials_transmission", {Owner::Material}},
    {"KHR_materials_unlit", {Owner::Material, true}},
    {"KHR_materials_variants", {Owner::Root}},
    {"KHR_materials_variants", {Owner::Primitive}},
    {"KHR_materials_volume", {Owner::Material}},
    {"KHR_mesh_quantization", {Owner::Other}},
    {"KHR_texture_transform", {Owner::TextureInfo}},
});

}  // namespace

const KnownPlace* findKnownPlace(std::string_view extension, Owner owner) {
    if (owner == Owner::Other) return nullptr;
    const auto* found = std::ranges::find_if(
        kKnown, [&](const KnownRow& row) { return row.name == extension && row.place.owner == owner; });
    return found == kKnown.end() ? nullptr : &found->place;
}

bool isKnownExtension(std::string_view extension) {
    return std::ranges::find(kKnown, extension, &KnownRow::name) != kKnown.end();
}

bool mustBeRequired(std::string_view extension) {
    return extension == "KHR_mesh_quantization";
}

}  // namespace rigkiln::gltf_validation
