#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "formats/gltf/engine_rules/engine_file.hpp"
#include "formats/gltf/engine_rules/name_groups.hpp"
#include "formats/gltf/engine_rules/web_rules.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_engine_rules {
namespace {

constexpr auto kThreeExtensions = std::to_array<std::string_view>({"KHR_draco_mesh_compression",
                                                                   "KHR_lights_punctual",
                                                                   "KHR_materials_clearcoat",
                                                                   "KHR_materials_diffuse_roughness",
                                                                   "KHR_materials_dispersion",
                                                                   "KHR_materials_ior",
                                                                   "KHR_materials_sheen",
                                                                   "KHR_materials_specular",
                                                                   "KHR_materials_transmission",
                                                                   "KHR_materials_iridescence",
                                                                   "KHR_materials_anisotropy",
                                                                   "KHR_materials_unlit",
                                                                   "KHR_materials_volume",
                                                                   "KHR_texture_basisu",
                                                                   "KHR_texture_transform",
                                                                   "KHR_mesh_quantization",
                                                                   "KHR_materials_emissive_strength",
                                                                   "EXT_materials_bump",
                                                                   "EXT_texture_webp",
                                                                   "EXT_texture_avif",
                                                                   "EXT_meshopt_compression",
                                                                   "KHR_meshopt_compression",
                                                                   "EXT_mesh_gpu_instancing"});

constexpr auto kBabylonExtensions = std::to_array<std::string_view>({"EXT_lights_area",
                                                                     "EXT_lights_ies",
                                                                     "EXT_lights_image_based",
                                                                     "EXT_mesh_gpu_instancing",
                                                                     "EXT_meshopt_compression",
                                                                     "EXT_texture_avif",
                                                                     "EXT_texture_webp",
                                                                     "KHR_animation_pointer",
                                                                     "KHR_draco_mesh_compression",
                                                                     "KHR_gaussian_splatting",
                                                                     "KHR_interactivity",
                                                                     "KHR_lights_punctual",
                                                                     "KHR_materials_anisotropy",
                                                                     "KHR_materials_clearcoat",
                                                                     "KHR_materials_coat",
                                                                     "KHR_materials_diffuse_roughness",
                                                                     "KHR_materials_diffuse_transmission",
                                                                     "KHR_materials_dispersion",
                                                                     "KHR_materials_emissive_strength",
                                                                     "KHR_materials_fuzz",
                                                                     "KHR_materials_ior",
                                                                     "KHR_materials_iridescence",
                                                                     "KHR_materials_pbrSpecularGlossiness",
                                                                     "KHR_materials_sheen",
                                                                     "KHR_materials_specular",
                                                                     "KHR_materials_transmission",
                                                                     "KHR_materials_unlit",
                                                                     "KHR_materials_variants",
                                                                     "KHR_materials_volume",
                                                                     "KHR_materials_volume_scatter",
                                                                     "KHR_mesh_quantization",
                                                                     "KHR_node_hoverability",
                                                                     "KHR_node_selectability",
                                                                     "KHR_node_visibility",
                                                                     "KHR_texture_basisu",
                                                                     "KHR_texture_transform",
                                                                     "KHR_xmp_json_ld",
                                                                     "MSFT_audio_emitter",
                                                                     "MSFT_lod",
                                                                     "MSFT_minecraftMesh",
                                                                     "MSFT_sRGBFactors"});

/// Extensions that three.js reads with an object that the page gives it.
constexpr auto kDecodedExtensions =
    std::to_array<std::string_view>({"EXT_meshopt_compression", "KHR_meshopt_compression",
                                     "KHR_draco_mesh_compression", "KHR_texture_basisu"});

constexpr std::string_view kDeletedCharacters = "[].:/";

bool isIn(std::span<const std::string_view> texts, std::string_view text) {
    return std::ranges::find(texts, text) != texts.end();
}

void checkRequired(const EngineFile& file) {
    const std::vector<std::string_view> required = file.textsOf("extensionsRequired");
    for (std::size_t i = 0; i < required.size(); ++i) {
        const std::string pointer = fmt::format("/extensionsRequired/{}", i);
        const std::string name = quote(required[i]);
        if (!isIn(kBabylonExtensions, required[i])) {
            file.report(kWebExtensionRequired, pointer,
                        fmt::format("requires {}, which Babylon.js does not read", name));
        } else if (!isIn(kThreeExtensions, required[i])) {
            file.report(kWebExtensionOfBabylon, pointer,
                        fmt::format("requires {}, which three.js does not read", name));
        }
        if (isIn(kDecodedExtensions, required[i]))
            file.report(kWebDecoder, pointer, fmt::format("requires {}, which needs a decoder", name));
    }
}

void checkIgnored(const EngineFile& file) {
    const std::vector<std::string_view> required = file.textsOf("extensionsRequired");
    const std::vector<std::string_view> used = file.textsOf("extensionsUsed");
    for (std::size_t i = 0; i < used.size(); ++i) {
        const bool isOfThree = isIn(kThreeExtensions, used[i]);
        const bool isOfBabylon = isIn(kBabylonExtensions, used[i]);
        if ((isOfThree && isOfBabylon) || isIn(required, used[i])) continue;
        const std::string_view who = isOfThree     ? "Babylon.js does not read"
                                     : isOfBabylon ? "three.js does not read"
                                                   : "neither three.js nor Babylon.js reads";
        file.report(kWebExtensionIgnored, fmt::format("/extensionsUsed/{}", i),
                    fmt::format("uses {}, which {}", quote(used[i]), who));
    }
}

/// Returns the name that three.js gives.
std::string nameInThree(std::string_view name) {
    std::string kept;
    for (const char character : name) {
        if (kDeletedCharacters.find(character) != std::string_view::npos) continue;
        const bool isBlank = character == ' ' || (character >= '\t' && character <= '\r');
        kept += isBlank ? '_' : character;
    }
    return kept;
}

void checkNames(const EngineFile& file) {
    NameGroups groups;
    for (std::size_t i = 0; i < file.countOf("nodes"); ++i) {
        const std::string_view name = file.nameOf("nodes", i);
        if (name.empty()) continue;
        const std::string pointer = fmt::format("/nodes/{}/name", i);
        std::string kept = nameInThree(name);
        if (name.find_first_of(kDeletedCharacters) != std::string_view::npos)
            file.report(kWebNameCharacters, pointer,
                        fmt::format("is {}, in three.js {}", quote(name), quote(kept)));
        if (const std::size_t first = groups.firstWith(kept, i); first != i)
            file.report(kWebSameNames, pointer,
                        fmt::format("is {} in three.js, as that of /nodes/{}", quote(kept), first));
    }
}

}  // namespace

void checkForWeb(const EngineFile& file) {
    checkRequired(file);
    checkInfluences(file, kWebInfluences);
    checkNames(file);
    checkIgnored(file);
}

}  // namespace rigkiln::gltf_engine_rules
