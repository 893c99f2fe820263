#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

#include "formats/gltf/engine_rules/engine_file.hpp"
#include "formats/gltf/engine_rules/godot_rules.hpp"
#include "formats/gltf/engine_rules/key_values.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_engine_rules {
namespace {

constexpr auto kGodotExtensions = std::to_array<std::string_view>(
    {"GODOT_single_root", "KHR_animation_pointer", "KHR_lights_punctual", "KHR_materials_emissive_strength",
     "KHR_materials_pbrSpecularGlossiness", "KHR_materials_unlit", "KHR_node_visibility",
     "KHR_texture_transform", "OMI_collider", "OMI_physics_body", "OMI_physics_shape", "KHR_texture_basisu",
     "EXT_texture_webp"});

constexpr ExtensionSupport kGodotSupport{
    .read = kGodotExtensions, .refused = kGodotExtensionRequired, .ignored = kGodotExtensionIgnored};

using Hints = std::span<const std::string_view>;
constexpr std::array<std::string_view, 3> kNodeHints = {"noimp", "vehicle", "wheel"};
constexpr auto kMeshNodeHints =
    std::to_array<std::string_view>({"noimp", "vehicle", "wheel", "colonly", "convcolonly", "rigid", "col",
                                     "convcol", "navmesh", "occ", "occonly"});
constexpr std::array<std::string_view, 3> kMeshHints = {"col", "convcol", "occ"};
constexpr std::array<std::string_view, 2> kMaterialHints = {"alpha", "vcol"};
constexpr std::array<std::string_view, 1> kClipHints = {"noimp"};
constexpr std::array<std::string_view, 3> kLoopHints = {"loop_mode", "loop", "cycle"};

/// Returns the name as Godot looks for hints: in lower case, with "_" for what no name of a node may hold,
/// and without digits, blanks and "_" at the end.
std::string hintedName(std::string_view name) {
    std::string folded = foldCase(name);
    for (char& character : folded) {
        if (std::string_view(".:@/\"%").find(character) != std::string_view::npos) character = '_';
    }
    const auto isLeftOut = [](char character) {
        return (character >= '0' && character <= '9') || static_cast<unsigned char>(character) <= ' ' ||
               character == '_';
    };
    while (!folded.empty() && isLeftOut(folded.back()))
        folded.pop_back();
    return folded;
}

/// Returns the hint that Godot finds in a name; empty when there is none. Behind "$" it counts anywhere.
std::string_view hintIn(std::string_view name, Hints hints) {
    const std::string text = hintedName(name);
    for (const std::string_view hint : hints) {
        const bool isAtEnd = text.ends_with(hint) && text.size() > hint.size();
        const char separator = isAtEnd ? text[text.size() - hint.size() - 1] : ' ';
        if (separator == '-' || separator == '_' || text.find(fmt::format("${}", hint)) != std::string::npos)
            return hint;
    }
    return {};
}

void checkHint(const EngineFile& file, std::string_view list, std::size_t index, Hints hints) {
    const std::string_view name = file.nameOf(list, index);
    if (const std::string_view hint = hintIn(name, hints); !hint.empty())
        file.report(kGodotNameHint, fmt::format("/{}/{}/name", list, index),
                    fmt::format("{} has the import hint {}", quote(name), hint));
}

/// Whether a name is written as those are that make a collision shape of a mesh on purpose.
bool isMeantAsCollision(std::string_view name) {
    return name.ends_with("-colonly") || name.ends_with("-convcolonly");
}

void checkHints(const EngineFile& file) {
    const auto& nodes = file.document().nodes.items;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (!nodes[i]) continue;
        const bool hasMesh = nodes[i]->mesh != kNone;
        if (hasMesh && isMeantAsCollision(file.nameOf("nodes", i))) continue;
        // A joint becomes a bone, whose name means nothing.
        if (hasMesh || !nodes[i]->isJoint)
            checkHint(file, "nodes", i, hasMesh ? Hints(kMeshNodeHints) : Hints(kNodeHints));
    }
    for (std::size_t i = 0; i < file.countOf("meshes"); ++i)
        checkHint(file, "meshes", i, kMeshHints);
    for (std::size_t i = 0; i < file.countOf("materials"); ++i)
        checkHint(file, "materials", i, kMaterialHints);
    for (std::size_t i = 0; i < file.countOf("animations"); ++i)
        checkHint(file, "animations", i, kClipHints);
}

/// Whether the name of a clip makes Godot repeat it, and is not written as names are that mean it.
bool repeatsByAccident(std::string_view name) {
    const std::string folded = foldCase(name);
    if (name.ends_with("-loop")) return false;
    const auto isAtAnEnd = [&](std::string_view word) {
        return folded.starts_with(word) || folded.ends_with(word);
    };
    return isAtAnEnd("loop") || isAtAnEnd("cycle") || !hintIn(name, kLoopHints).empty();
}

void checkLoopNames(const EngineFile& file) {
    for (std::size_t i = 0; i < file.countOf("animations"); ++i) {
        const std::string_view name = file.nameOf("animations", i);
        if (repeatsByAccident(name))
            file.report(kGodotLoopName, fmt::format("/animations/{}/name", i),
                        fmt::format("{} makes Godot repeat the clip", quote(name)));
    }
}

/// Where a node has a scale with some property.
struct ScalePlaces {
    bool isAtRest = false;
    std::set<std::size_t> animations{};

    [[nodiscard]] bool areThere() const { return isAtRest || !animations.empty(); }
    [[nodiscard]] std::string text() const {
        std::string text = isAtRest ? "at rest" : "";
        if (!animations.empty())
            text += fmt::format("{}in {} animations, first in /animations/{}", isAtRest ? " and " : "",
                                animations.size(), *animations.begin());
        return text;
    }
};

struct NodeScales {
    ScalePlaces zero{};
    ScalePlaces uneven{};
};

std::map<std::size_t, NodeScales> findScales(const EngineFile& file) {
    std::map<std::size_t, NodeScales> scales;
    for (std::size_t i = 0; i < file.document().nodes.items.size(); ++i) {
        const ScaleFacts facts = restScale(file, i);
        if (facts.hasZero) scales[i].zero.isAtRest = true;
        if (facts.isUneven) scales[i].uneven.isAtRest = true;
    }
    KeyValues keys(file);
    forEachMotion(file, "scale",
                  [&](std::size_t animation, std::size_t, const auto& sampler, std::size_t node) {
                      const ScaleFacts facts = keys.scales(sampler);
                      if (facts.hasZero) scales[node].zero.animations.insert(animation);
                      if (facts.isUneven) scales[node].uneven.animations.insert(animation);
                  });
    return scales;
}

void checkScales(const EngineFile& file, const std::map<std::size_t, NodeScales>& scales,
                 FindingSeverity severity) {
    for (const auto& [index, places] : scales) {
        const auto& node = file.document().nodes.items[index];
        if (!node) continue;
        const EngineRule& zero = node->isJoint ? kGodotZeroScale : kGodotZeroScaleNode;
        if (places.zero.areThere() && zero.rule.severity == severity)
            file.report(zero, fmt::format("/nodes/{}", index), "has a scale of 0 " + places.zero.text());
        if (node->isJoint && places.uneven.areThere() && severity == kGodotUnevenScale.rule.severity)
            file.report(kGodotUnevenScale, fmt::format("/nodes/{}", index),
                        "has different scales along its axes " + places.uneven.text());
    }
}

void checkAnimatedMeshes(const EngineFile& file) {
    std::set<std::size_t> moved;
    forEachMotion(file, "", [&](std::size_t, std::size_t, const auto&, std::size_t node) {
        const Node& target = *file.document().nodes.items[node];
        if (target.mesh != kNone && target.skin == kNone && !target.isJoint) moved.insert(node);
    });
    if (moved.size() > 1)
        file.report(kGodotAnimatedMeshes, "/animations",
                    fmt::format("move {} nodes with meshes, /nodes/{} first", moved.size(), *moved.begin()));
}

}  // namespace

void checkForGodot(const EngineFile& file) {
    const std::map<std::size_t, NodeScales> scales = findScales(file);
    checkRequiredExtensions(file, kGodotSupport);
    checkHints(file);
    checkLoopNames(file);
    checkScales(file, scales, FindingSeverity::Warning);
    checkAnimatedMeshes(file);
    checkIgnoredExtensions(file, kGodotSupport);
    checkScales(file, scales, FindingSeverity::Information);
}

}  // namespace rigkiln::gltf_engine_rules
