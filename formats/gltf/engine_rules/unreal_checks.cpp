#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "formats/gltf/engine_rules/engine_file.hpp"
#include "formats/gltf/engine_rules/name_groups.hpp"
#include "formats/gltf/engine_rules/node_tree.hpp"
#include "formats/gltf/engine_rules/unreal_rules.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_engine_rules {
namespace {

using gltf_validation::Skin;

/// Of the newest version that was seen; older ones lack the last two.
constexpr auto kUnrealExtensions = std::to_array<std::string_view>(
    {"KHR_lights_punctual", "KHR_lights", "KHR_materials_variants", "KHR_materials_unlit",
     "KHR_materials_ior", "KHR_materials_clearcoat", "KHR_materials_transmission", "KHR_materials_sheen",
     "KHR_materials_specular", "KHR_materials_pbrSpecularGlossiness", "KHR_materials_emissive_strength",
     "KHR_materials_iridescence", "MSFT_packing_occlusionRoughnessMetallic",
     "MSFT_packing_normalRoughnessMetallic", "KHR_texture_transform", "KHR_mesh_quantization",
     "KHR_draco_mesh_compression", "EXT_lights_ies"});

constexpr ExtensionSupport kUnrealSupport{
    .read = kUnrealExtensions, .refused = kUnrealExtensionRequired, .ignored = kUnrealExtensionIgnored};

/// INVALID_OBJECTNAME_CHARACTERS.
constexpr std::string_view kReplacedCharacters = "\"' ,/.:|&!~\n\r\t@#(){}[]=;^%$`";

/// Returns the joints of a skin that are in the tree, in the order of the tree.
std::vector<std::size_t> orderedJoints(const NodeTree& tree, const Skin& skin) {
    std::vector<std::size_t> joints;
    for (const Integer joint : skin.joints.value_or(std::vector<Integer>())) {
        if (tree.contains(joint)) joints.push_back(static_cast<std::size_t>(joint));
    }
    std::ranges::sort(joints, {}, [&](std::size_t joint) { return tree.placeOf(joint); });
    return joints;
}

void checkRoots(const EngineFile& file, const NodeTree& tree, std::size_t number,
                const std::vector<std::size_t>& joints) {
    const auto& nodes = file.document().nodes.items;
    std::vector<std::size_t> roots;
    std::size_t end = 0;
    for (const std::size_t joint : joints) {
        if (tree.placeOf(joint) < end) continue;
        end = tree.endOf(joint);
        const std::size_t parent = tree.parentOf(joint);
        // A joint of another skin is a joint above, too.
        if (parent == tree.top() || !nodes[parent] || !nodes[parent]->isJoint) roots.push_back(joint);
    }
    if (roots.size() > 1)
        file.report(
            kUnrealSeveralRoots, fmt::format("/skins/{}/joints", number),
            fmt::format("have {} roots, /nodes/{} and /nodes/{} first", roots.size(), roots[0], roots[1]));
}

/// Returns what has to differ between the names of joints.
std::string nameInUnreal(std::string_view name) {
    std::string changed = foldCase(name);
    for (char& character : changed) {
        if (character == ' ') {
            character = '-';
        } else if (character == '+' || kReplacedCharacters.find(character) != std::string_view::npos) {
            character = '_';
        }
    }
    return changed;
}

void checkJointNames(const EngineFile& file, const std::vector<std::size_t>& joints,
                     std::set<std::size_t>& told) {
    NameGroups groups;
    for (const std::size_t joint : joints) {
        const std::string_view name = file.nameOf("nodes", joint);
        if (name.empty()) continue;  // gets a unique one
        const std::size_t first = groups.firstWith(nameInUnreal(name), joint);
        if (first != joint && told.insert(joint).second)
            file.report(kUnrealJointNames, fmt::format("/nodes/{}/name", joint),
                        fmt::format("is {}, in Unreal that of /nodes/{}, {}", quote(name), first,
                                    quote(file.nameOf("nodes", first))));
    }
}

void checkSkins(const EngineFile& file) {
    const NodeTree tree(file.document().nodes);
    std::set<std::size_t> told;
    const auto& skins = file.document().skins.items;
    for (std::size_t i = 0; i < skins.size(); ++i) {
        if (!skins[i] || !skins[i]->isUsed) continue;
        const std::vector<std::size_t> joints = orderedJoints(tree, *skins[i]);
        checkRoots(file, tree, i, joints);
        checkJointNames(file, joints, told);
    }
}

void checkCharacters(const EngineFile& file) {
    std::size_t count = 0;
    std::string_view example;
    for (const std::string_view list : kNamedLists) {
        for (std::size_t i = 0; i < file.countOf(list); ++i) {
            const std::string_view name = file.nameOf(list, i);
            if (name.find_first_of(kReplacedCharacters) == std::string_view::npos) continue;
            if (count++ == 0) example = name;
        }
    }
    if (count > 0)
        file.report(
            kUnrealNameCharacters, "",
            fmt::format("{} names have characters that Unreal replaces, such as {}", count, quote(example)));
}

}  // namespace

void checkForUnreal(const EngineFile& file) {
    checkRequiredExtensions(file, kUnrealSupport);
    checkInfluences(file, kUnrealInfluences);
    checkSkins(file);
    checkIgnoredExtensions(file, kUnrealSupport);
    checkCharacters(file);
}

}  // namespace rigkiln::gltf_engine_rules
