#include "formats/gltf/report_losses.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "formats/gltf/extras_reader.hpp"
#include "formats/gltf/gltf_issues.hpp"
#include "formats/gltf/json_value.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf {
namespace {

constexpr std::string_view kImages = "images";
constexpr std::string_view kLights = "KHR_lights_punctual";

/// Paths of the objects whose extras a scene has no place for. A list stands for each of its elements.
/// Objects that are left out as a whole, and extensions that are not read, have issues of their own.
constexpr std::array<std::string_view, 28> kWithoutPlace = {
    "accessors",
    "accessors.sparse",
    "accessors.sparse.indices",
    "accessors.sparse.values",
    "animations.channels",
    "animations.channels.target",
    "animations.samplers",
    "bufferViews",
    "buffers",
    "cameras",
    "cameras.orthographic",
    "cameras.perspective",
    "extensions.KHR_lights_punctual",
    "extensions.KHR_lights_punctual.lights",
    "extensions.KHR_lights_punctual.lights.spot",
    kImages,
    "materials.extensions.KHR_materials_unlit",
    "materials.emissiveTexture",
    "materials.normalTexture",
    "materials.pbrMetallicRoughness",
    "materials.pbrMetallicRoughness.baseColorTexture",
    "meshes.primitives",
    "nodes.extensions.KHR_lights_punctual",
    "nodes.extensions.KHR_node_visibility",
    "nodes.extensions.MSFT_lod",
    "samplers",
    "textures",
    "textures.extensions.EXT_texture_webp",
};

/// Follows one path to all objects that it leads to.
class LostExtras {
public:
    explicit LostExtras(const Reading& reading) : reading_(reading) {}

    void report(std::string_view path) {
        hasNames_ = path == kImages;
        visit(&reading_.file.json, path);
    }

private:
    struct Step {
        std::string_view name;
        std::optional<std::size_t> index{};
    };

    /// Recurses once for each name in the path.
    void visit(const Value* parent, std::string_view path) {
        const std::size_t dot = path.find('.');
        const std::string_view rest =
            dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
        const Value* found = member(parent, path.substr(0, dot));
        if (found == nullptr) return;
        steps_.push_back({.name = path.substr(0, dot)});
        const ValueList* list = asList(found);
        const std::size_t count = list == nullptr ? 1 : list->size();
        for (std::size_t i = 0; i < count; ++i) {
            if (list != nullptr) steps_.back().index = i;
            const Value* object = list == nullptr ? found : &(*list)[i];
            if (rest.empty())
                reportOf(object);
            else
                visit(object, rest);
        }
        steps_.pop_back();
    }

    void reportOf(const Value* object) const {
        const Value* extras = member(object, "extras");
        if (extras == nullptr || (hasNames_ && hasOnlyNames(*extras))) return;
        std::string where;
        for (const Step& step : steps_) {
            where += step.name;
            where += step.index ? fmt::format("[{}].", *step.index) : ".";
        }
        reading_.diagnostics.add(kExtrasLost, where + "extras");
    }

    const Reading& reading_;
    bool hasNames_ = false;    ///< our own names in extras are read
    std::vector<Step> steps_;  ///< from the root of the JSON to the object
};

/// Objects of a list in the file, and which of them are used.
struct Uses {
    explicit Uses(const Value* list)
        : objects(asList(list)), isUsed(objects == nullptr ? 0 : objects->size()) {}

    void mark(std::int64_t index) {
        if (index >= 0 && static_cast<std::size_t>(index) < isUsed.size())
            isUsed[static_cast<std::size_t>(index)] = true;
    }

    const ValueList* objects;
    std::vector<bool> isUsed;
};

/// Reports the objects that are not marked as used.
void reportUnused(const Reading& reading, const std::string& list, const Uses& uses) {
    const std::vector<bool>& isUsed = uses.isUsed;
    const auto unused = static_cast<std::size_t>(std::ranges::count(isUsed, false));
    if (unused == 0) return;
    const auto first = static_cast<std::size_t>(std::ranges::find(isUsed, false) - isUsed.begin());
    const std::string* name = asText(member(&(*uses.objects)[first], "name"));
    reading.diagnostics.add(kObjectUnused, list,
                            fmt::format("{} of {}, the first is number {}{}", unused, isUsed.size(), first,
                                        name == nullptr ? "" : " " + quote(*name)));
}

/// Whether the file holds clips of a model that rigkiln wrote into a file of its own. Its skins only tell
/// importers what the skeleton is; those of the model are in that file.
bool isClipLibrary(const Value& json) {
    const bool isOurs = member(member(member(&json, "asset"), "extras"), "rigkiln") != nullptr;
    return isOurs && member(&json, "meshes") == nullptr;
}

}  // namespace

void reportLostExtras(const Reading& reading) {
    LostExtras lost(reading);
    for (const std::string_view path : kWithoutPlace) {
        checkStop();
        lost.report(path);
    }
}

void reportUnusedObjects(const Reading& reading, const SkinTable& skins) {
    const tinygltf::Model& model = reading.file.model;
    const Value& json = reading.file.json;
    Uses meshes(member(&json, "meshes"));
    Uses skinUses(member(&json, "skins"));
    Uses cameras(member(&json, "cameras"));
    Uses lights(member(member(member(&json, "extensions"), kLights), "lights"));
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        if (reading.plan.nodes[i].role == NodeRole::LeftOut) continue;
        const tinygltf::Node& node = model.nodes[i];
        meshes.mark(node.mesh);
        if (node.mesh != -1) skinUses.mark(node.skin);
        cameras.mark(node.camera);
        const Value* light = member(member(objectOf(reading, "nodes", i), "extensions"), kLights);
        lights.mark(asInteger(member(light, "light")).value_or(-1));
    }
    const bool isLibrary = isClipLibrary(json);
    for (std::size_t i = 0; i < skins.size(); ++i) {
        if (!skins[i] || isLibrary) skinUses.mark(static_cast<std::int64_t>(i));
    }
    reportUnused(reading, "meshes", meshes);
    reportUnused(reading, "skins", skinUses);
    reportUnused(reading, "cameras", cameras);
    reportUnused(reading, fmt::format("extensions.{}.lights", kLights), lights);
}

}  // namespace rigkiln::gltf
