#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "formats/gltf/engine_rules/blender_bones.hpp"
#include "formats/gltf/engine_rules/blender_rules.hpp"
#include "formats/gltf/engine_rules/engine_file.hpp"
#include "formats/gltf/engine_rules/key_values.hpp"
#include "formats/gltf/json_value.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_engine_rules {
namespace {

constexpr auto kBlenderExtensions = std::to_array<std::string_view>(
    {"KHR_materials_pbrSpecularGlossiness", "KHR_lights_punctual", "KHR_materials_unlit",
     "KHR_texture_transform", "KHR_materials_clearcoat", "KHR_mesh_quantization",
     "KHR_draco_mesh_compression", "KHR_materials_variants", "KHR_materials_emissive_strength",
     "KHR_materials_transmission", "KHR_materials_specular", "KHR_materials_sheen", "KHR_materials_ior"});

constexpr ExtensionSupport kBlenderSupport{
    .read = kBlenderExtensions, .refused = kBlenderExtensionRequired, .ignored = kBlenderExtensionIgnored};

/// Rate of a new scene.
constexpr double kSceneRate = 24;
/// Bytes of a name that Blender keeps.
constexpr std::size_t kMostNameBytes = 63;

void checkArmatures(const EngineFile& file, const BlenderBones& bones) {
    if (bones.armatures.size() > 1)
        file.report(kBlenderSeveralArmatures, "/skins",
                    fmt::format("make {} armatures, at /nodes/{} first", bones.armatures.size(),
                                bones.armatures.front()));
}

void checkObjects(const EngineFile& file, const BlenderBones& bones) {
    std::map<std::size_t, std::set<std::size_t>> moved;
    forEachMotion(file, "", [&](std::size_t animation, std::size_t, const auto&, std::size_t node) {
        moved[animation].insert(bones.objects[node]);
    });
    const auto most =
        std::ranges::max_element(moved, {}, [](const auto& animation) { return animation.second.size(); });
    if (most != moved.end() && most->second.size() > 1)
        file.report(kBlenderActionPerObject, fmt::format("/animations/{}", most->first),
                    fmt::format("moves {} objects, /nodes/{} first, the most of all animations",
                                most->second.size(), *most->second.begin()));
}

/// Frames a second that the keys of an animation should be on.
double rateOf(const EngineFile& file, std::size_t animation) {
    const Value* extras = gltf::member(file.object("animations", animation), "extras");
    const auto hint = gltf::asNumber(gltf::member(gltf::member(extras, "rigkiln"), "fps_hint"));
    return hint && *hint > 0.0 ? *hint : kSceneRate;
}

void checkKeys(const EngineFile& file) {
    KeyValues keys(file);
    std::set<std::size_t> told;
    forEachMotion(
        file, "", [&](std::size_t animation, std::size_t channel, const auto& sampler, std::size_t) {
            if (told.contains(animation)) return;
            const double rate = rateOf(file, animation);
            const std::optional<double> time = keys.timeBetweenFrames(sampler, rate);
            if (!time) return;
            told.insert(animation);
            file.report(kBlenderKeyBetweenFrames,
                        fmt::format("/animations/{}/channels/{}", animation, channel),
                        fmt::format("has a key at {:.6g} s, which is frame {:.6g} of {:.6g} a second", *time,
                                    *time * rate, rate));
        });
}

void checkSplines(const EngineFile& file) {
    std::map<std::size_t, std::size_t> splines;
    forEachMotion(file, "", [&](std::size_t animation, std::size_t, const auto& sampler, std::size_t) {
        if (sampler.isSpline) ++splines[animation];
    });
    for (const auto& [animation, count] : splines)
        file.report(kBlenderSpline, fmt::format("/animations/{}", animation),
                    fmt::format("has {} channels with splines", count));
}

void checkNameLengths(const EngineFile& file) {
    for (const std::string_view list : kNamedLists) {
        for (std::size_t i = 0; i < file.countOf(list); ++i) {
            const std::string_view name = file.nameOf(list, i);
            if (name.size() > kMostNameBytes)
                file.report(kBlenderLongName, fmt::format("/{}/{}/name", list, i),
                            fmt::format("has {} bytes: {}", name.size(), quote(name)));
        }
    }
}

}  // namespace

void checkForBlender(const EngineFile& file) {
    const BlenderBones bones = findBlenderBones(file);
    checkRequiredExtensions(file, kBlenderSupport);
    checkArmatures(file, bones);
    checkObjects(file, bones);
    checkKeys(file);
    checkSplines(file);
    checkNameLengths(file);
    checkIgnoredExtensions(file, kBlenderSupport);
}

}  // namespace rigkiln::gltf_engine_rules
