#include <array>

#include <fmt/format.h>

#include "formats/gltf/engine_rules/engine_file.hpp"
#include "formats/gltf/engine_rules/name_groups.hpp"
#include "formats/gltf/engine_rules/unity_rules.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_engine_rules {
namespace {

constexpr std::array<std::string_view, 3> kUnityPackages = {
    "EXT_meshopt_compression", "KHR_draco_mesh_compression", "KHR_texture_basisu"};

constexpr auto kUnityExtensions = std::to_array<std::string_view>(
    {"EXT_meshopt_compression", "KHR_draco_mesh_compression", "KHR_texture_basisu",
     "KHR_materials_pbrSpecularGlossiness", "KHR_materials_unlit", "KHR_materials_variants",
     "KHR_texture_transform", "KHR_mesh_quantization", "KHR_materials_transmission",
     "EXT_mesh_gpu_instancing", "KHR_lights_punctual", "KHR_materials_clearcoat"});

constexpr ExtensionSupport kUnitySupport{
    .read = kUnityExtensions, .refused = kUnityExtensionRequired, .ignored = kUnityExtensionIgnored};

void checkPackages(const EngineFile& file) {
    const std::vector<std::string_view> required = file.textsOf("extensionsRequired");
    for (std::size_t i = 0; i < required.size(); ++i) {
        if (std::ranges::find(kUnityPackages, required[i]) != kUnityPackages.end())
            file.report(kUnityPackageRequired, fmt::format("/extensionsRequired/{}", i),
                        fmt::format("requires {}, which needs a package", quote(required[i])));
    }
}

void checkSiblings(const EngineFile& file, const std::vector<Integer>& siblings) {
    NameGroups groups;
    for (const Integer sibling : siblings) {
        if (file.document().nodes.find(sibling) == nullptr) continue;
        const auto index = static_cast<std::size_t>(sibling);
        const std::string_view name = file.nameOf("nodes", index);
        if (name.empty()) continue;  // gets a unique one
        if (const std::size_t first = groups.firstWith(std::string(name), index); first != index)
            file.report(kUnitySameNames, fmt::format("/nodes/{}/name", index),
                        fmt::format("is {}, as that of /nodes/{} beside it", quote(name), first));
    }
}

/// Only curves find objects by their paths.
void checkPaths(const EngineFile& file) {
    const Document& document = file.document();
    if (document.animations.items.empty()) return;
    for (const auto& node : document.nodes.items) {
        if (node && node->children) checkSiblings(file, *node->children);
    }
    for (const auto& scene : document.scenes.items) {
        if (scene && scene->nodes) checkSiblings(file, *scene->nodes);
    }
}

}  // namespace

void checkForUnity(const EngineFile& file) {
    checkRequiredExtensions(file, kUnitySupport);
    checkPackages(file);
    checkInfluences(file, kUnityInfluences);
    checkPaths(file);
    checkIgnoredExtensions(file, kUnitySupport);
}

}  // namespace rigkiln::gltf_engine_rules
