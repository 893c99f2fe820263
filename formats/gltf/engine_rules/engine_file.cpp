#include "formats/gltf/engine_rules/engine_file.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "formats/gltf/engine_rules/blender_rules.hpp"
#include "formats/gltf/engine_rules/engine_rules.hpp"
#include "formats/gltf/engine_rules/godot_rules.hpp"
#include "formats/gltf/engine_rules/unity_rules.hpp"
#include "formats/gltf/engine_rules/unreal_rules.hpp"
#include "formats/gltf/engine_rules/web_rules.hpp"
#include "formats/gltf/json_value.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_engine_rules {
namespace {

bool isOneOf(std::string_view text, std::span<const std::string_view> texts) {
    return std::ranges::find(texts, text) != texts.end();
}

bool hasFurtherInfluences(const gltf_validation::Primitive& primitive) {
    return std::ranges::any_of(primitive.attributes,
                               [](const auto& attribute) { return attribute.first == "JOINTS_1"; });
}

}  // namespace

const Value* EngineFile::object(std::string_view list, std::size_t index) const {
    return gltf::element(&json_, list, index);
}

std::string_view EngineFile::nameOf(std::string_view list, std::size_t index) const {
    const std::string* name = gltf::asText(gltf::member(object(list, index), "name"));
    return name == nullptr ? std::string_view() : std::string_view(*name);
}

std::size_t EngineFile::countOf(std::string_view list) const {
    const ValueList* values = gltf::asList(gltf::member(&json_, list));
    return values == nullptr ? 0 : values->size();
}

std::vector<std::string_view> EngineFile::textsOf(std::string_view list) const {
    std::vector<std::string_view> texts(countOf(list));
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (const std::string* text = gltf::asText(object(list, i))) texts[i] = *text;
    }
    return texts;
}

void checkRequiredExtensions(const EngineFile& file, const ExtensionSupport& support) {
    const std::vector<std::string_view> required = file.textsOf("extensionsRequired");
    for (std::size_t i = 0; i < required.size(); ++i) {
        if (!isOneOf(required[i], support.read))
            file.report(support.refused, fmt::format("/extensionsRequired/{}", i),
                        fmt::format("requires {}, which is not read", quote(required[i])));
    }
}

void checkIgnoredExtensions(const EngineFile& file, const ExtensionSupport& support) {
    const std::vector<std::string_view> required = file.textsOf("extensionsRequired");
    const std::vector<std::string_view> used = file.textsOf("extensionsUsed");
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (!isOneOf(used[i], support.read) && !isOneOf(used[i], required))
            file.report(support.ignored, fmt::format("/extensionsUsed/{}", i),
                        fmt::format("uses {}, which is not read", quote(used[i])));
    }
}

void checkInfluences(const EngineFile& file, const EngineRule& rule) {
    const auto& meshes = file.document().meshes.items;
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        if (!meshes[i] || !meshes[i]->primitives) continue;
        if (std::ranges::any_of(*meshes[i]->primitives, hasFurtherInfluences))
            file.report(rule, fmt::format("/meshes/{}", i), "has JOINTS_1, so more than four influences");
    }
}

std::optional<Engine> engineNamed(std::string_view name) {
    const auto* const found = std::ranges::find(kEngineNames, name);
    if (found == kEngineNames.end()) return std::nullopt;
    return static_cast<Engine>(found - kEngineNames.begin());
}

std::span<const EngineRule* const> rulesOf(Engine engine) {
    switch (engine) {
        case Engine::Blender:
            return kBlenderRules;
        case Engine::Godot:
            return kGodotRules;
        case Engine::Unreal:
            return kUnrealRules;
        case Engine::Unity:
            return kUnityRules;
        case Engine::Web:
            return kWebRules;
    }
    return {};
}

void checkForEngine(Findings& findings, const Value& json, Document& document, Engine engine) {
    const EngineFile file(findings, json, document);
    switch (engine) {
        case Engine::Blender:
            return checkForBlender(file);
        case Engine::Godot:
            return checkForGodot(file);
        case Engine::Unreal:
            return checkForUnreal(file);
        case Engine::Unity:
            return checkForUnity(file);
        case Engine::Web:
            return checkForWeb(file);
    }
}

}  // namespace rigkiln::gltf_engine_rules
