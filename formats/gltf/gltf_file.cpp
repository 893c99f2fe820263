#include "formats/gltf/gltf_file.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/gltf/check_types.hpp"
#include "formats/gltf/count_json.hpp"
#include "formats/gltf/gltf_error.hpp"
#include "formats/gltf/gltf_issues.hpp"
#include "formats/gltf/json_value.hpp"
#include "formats/gltf/parse_model.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/conversion/conversion_errors.hpp"

namespace rigkiln::gltf {
namespace {

/// Top-level lists of objects. Their elements are limited, because an empty one of three characters takes up
/// to 4 KB when it is read; those of the small ones take less.
constexpr std::array<std::string_view, 13> kObjectLists = {
    "accessors", "animations", "buffers",  "bufferViews", "cameras", "images",  "materials",
    "meshes",    "nodes",      "samplers", "scenes",      "skins",   "textures"};
constexpr std::array<std::string_view, 3> kSmallLists = {"accessors", "bufferViews", "nodes"};
constexpr std::uint64_t kManySmall = 10;  ///< as many of them as of others

/// Limit for top-level members. glTF defines 17; each lookup by name searches them all.
constexpr std::size_t kMostMembers = 1000;

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kRequired = {
    {{"accessors", "componentType"},
     {"accessors", "count"},
     {"accessors", "type"},
     {"bufferViews", "buffer"},
     {"bufferViews", "byteLength"},
     {"skins", "joints"}}};

constexpr std::array<std::string_view, 9> kUnderstood = {
    "EXT_meshopt_compression", "EXT_texture_webp",      "KHR_animation_pointer",
    "KHR_lights_punctual",     "KHR_materials_unlit",   "KHR_mesh_quantization",
    "KHR_node_visibility",     "KHR_texture_transform", "MSFT_lod"};

void checkElements(std::size_t list, std::size_t count, const ReadLimits& limits) {
    const bool isSmall = std::ranges::find(kSmallLists, kObjectLists.at(list)) != kSmallLists.end();
    const std::uint64_t most = limits.jsonElements * (isSmall ? kManySmall : 1);
    if (count <= most) return;
    failWith(kBeyondLimit, "{} has {} elements, at most {} are read", kObjectLists.at(list), count, most);
}

/// Counts values and elements of lists before anything is built of them.
void checkCounts(std::string_view json, const ReadLimits& limits) {
    const JsonCounts counts = countJson(json, kObjectLists);
    for (std::size_t list = 0; list < kObjectLists.size(); ++list)
        checkElements(list, counts.elements[list], limits);
}

void checkLists(const Value& json, const ReadLimits& limits) {
    const std::size_t members = asObject(&json)->entries().size();
    if (members > kMostMembers) fail("json has {} members, at most {} are read", members, kMostMembers);
    for (std::size_t number = 0; number < kObjectLists.size(); ++number) {
        const std::string_view name = kObjectLists.at(number);
        const Value* list = member(&json, name);
        if (list == nullptr) continue;
        const ValueList* elements = asList(list);
        if (elements == nullptr) fail("{} is {}, expected a list", name, typeName(*list));
        checkElements(number, elements->size(), limits);  // names may be written with escapes
        for (std::size_t i = 0; i < elements->size(); ++i) {
            if (asObject(&(*elements)[i]) == nullptr)
                fail("{}[{}] is {}, expected an object", name, i, typeName((*elements)[i]));
        }
    }
}

/// Checks required members, because tinygltf reports missing ones without their path.
void checkRequired(const Value& json) {
    for (const auto& [list, name] : kRequired) {
        const ValueList* elements = asList(member(&json, list));
        for (std::size_t i = 0; elements != nullptr && i < elements->size(); ++i) {
            if (member(&(*elements)[i], name) == nullptr) fail("{}[{}].{} is missing", list, i, name);
        }
    }
    const ValueList* accessors = asList(member(&json, "accessors"));
    for (std::size_t i = 0; accessors != nullptr && i < accessors->size(); ++i) {
        const std::optional<std::int64_t> count = asInteger(member(&(*accessors)[i], "count"));
        if (count && *count < 1) fail("accessors[{}].count is {}, expected 1 or more", i, *count);
    }
}

void checkVersion(const Value& json) {
    const Value* asset = member(&json, "asset");
    if (asObject(asset) == nullptr) fail("asset is missing, expected an object with a version");
    const std::string* version = asText(member(asset, "version"));
    if (version == nullptr) fail("asset.version is missing, expected \"2.0\"");
    if (!version->starts_with("2.")) fail("asset.version is {}, expected 2.0", quote(*version));
    const std::string* minimum = asText(member(asset, "minVersion"));
    if (minimum != nullptr && *minimum != "2.0") fail("asset.minVersion is {}, 2.0 is read", quote(*minimum));
}

bool isUnderstood(std::string_view extension) {
    return std::ranges::find(kUnderstood, extension) != kUnderstood.end();
}

/// Calls `visit` with the path and the name of each extension in a list.
template <class Visit>
void forEachExtension(const Value& json, std::string_view list, Visit visit) {
    const Value* value = member(&json, list);
    if (value == nullptr) return;
    const ValueList* names = asList(value);
    if (names == nullptr) fail("{} is {}, expected a list", list, typeName(*value));
    for (std::size_t i = 0; i < names->size(); ++i) {
        const std::string where = fmt::format("{}[{}]", list, i);
        const std::string* name = asText(&(*names)[i]);
        if (name == nullptr) fail("{} is {}, expected a text", where, typeName((*names)[i]));
        visit(where, *name);
    }
}

/// Whether an extension changes nothing but how materials look: shapes, joints and motion are whole without
/// it.
bool isOfLooks(std::string_view extension) {
    return extension.starts_with("KHR_materials_");
}

void checkExtensions(const Value& json, Diagnostics& diagnostics) {
    std::set<std::string, std::less<>> told;
    forEachExtension(json, "extensionsRequired", [&](const std::string& where, const std::string& name) {
        if (isUnderstood(name)) return;
        if (!isOfLooks(name))
            failWith(kExtensionRequired, "{} is {}: the file cannot be read without it", where, quote(name));
        diagnostics.add(kLooksIgnored, where, quote(name));
        told.insert(name);
    });
    forEachExtension(json, "extensionsUsed", [&](const std::string& where, const std::string& name) {
        if (!isUnderstood(name) && !told.contains(name))
            diagnostics.add(kExtensionIgnored, where, quote(name));
    });
}

/// tinygltf skips unreadable primitives, which would renumber those behind them.
void checkPrimitives(const Value& json, const tinygltf::Model& model) {
    for (std::size_t i = 0; i < model.meshes.size(); ++i) {
        const ValueList* primitives = asList(member(element(&json, "meshes", i), "primitives"));
        const std::size_t count = primitives == nullptr ? 0 : primitives->size();
        if (model.meshes[i].primitives.size() != count) {
            fail("meshes[{}].primitives has {} elements, {} of them with attributes that are numbers", i,
                 count, model.meshes[i].primitives.size());
        }
    }
}

}  // namespace

GltfFile decodeGltf(std::span<const std::byte> file, Diagnostics& diagnostics, const ReadLimits& limits) {
    GltfFile decoded;
    decoded.container = splitContainer(file);
    checkCounts(decoded.container.json, limits);
    decoded.json = parseJson(decoded.container.json, "json", limits);
    if (asObject(&decoded.json) == nullptr) fail("json is {}, expected an object", typeName(decoded.json));
    checkVersion(decoded.json);
    checkLists(decoded.json, limits);
    checkRequired(decoded.json);
    checkTypes(decoded.json);
    checkExtensions(decoded.json, diagnostics);
    decoded.model = parseModel(decoded.json, diagnostics);
    checkPrimitives(decoded.json, decoded.model);
    return decoded;
}

}  // namespace rigkiln::gltf
