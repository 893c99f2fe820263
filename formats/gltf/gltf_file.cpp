#include "formats/gltf/gltf_file.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <new>
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
#include "pipeline/base/memory_account.hpp"
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

/// Bytes of an element of each list in tinygltf's model.
constexpr std::array<std::size_t, 13> kModelBytes = {
    sizeof(tinygltf::Accessor),   sizeof(tinygltf::Animation), sizeof(tinygltf::Buffer),
    sizeof(tinygltf::BufferView), sizeof(tinygltf::Camera),    sizeof(tinygltf::Image),
    sizeof(tinygltf::Material),   sizeof(tinygltf::Mesh),      sizeof(tinygltf::Node),
    sizeof(tinygltf::Sampler),    sizeof(tinygltf::Scene),     sizeof(tinygltf::Skin),
    sizeof(tinygltf::Texture)};

/// Limit for top-level members. glTF defines 17; each lookup by name searches them all.
constexpr std::size_t kMostMembers = 1000;

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kRequired = {
    {{"accessors", "componentType"},
     {"accessors", "count"},
     {"accessors", "type"},
     {"bufferViews", "buffer"},
     {"bufferViews", "byteLength"},
     {"skins", "joints"}}};

/// Top-level members hidden from tinygltf. It loads buffers and images while it parses, with incomplete
/// checks, and refuses the whole file for one bad camera or light.
constexpr std::array<std::string_view, 6> kReadElsewhere = {"buffers",  "images", "cameras",
                                                            "samplers", "extras", "extensions"};

constexpr std::array<std::string_view, 9> kUnderstood = {
    "EXT_meshopt_compression", "EXT_texture_webp",      "KHR_animation_pointer",
    "KHR_lights_punctual",     "KHR_materials_unlit",   "KHR_mesh_quantization",
    "KHR_node_visibility",     "KHR_texture_transform", "MSFT_lod"};

/// Appends an object. Calls `appendContent` for the members that `isShown` accepts.
template <class IsShown, class AppendContent>
void appendObject(std::string& json, const Properties& members, IsShown isShown,
                  AppendContent appendContent) {
    char separator = '{';
    for (const auto& [name, content] : members.entries()) {
        if (!isShown(name)) continue;
        json += separator;
        separator = ',';
        appendJsonText(json, name);
        json += ':';
        appendContent(name, content);
    }
    json += separator == '{' ? "{}" : "}";
}

template <class IsShown, class AppendContent>
void appendList(std::string& json, const ValueList& elements, IsShown isShown, AppendContent appendContent) {
    char separator = '[';
    for (const Value& content : elements) {
        if (!isShown(content)) continue;
        json += separator;
        separator = ',';
        appendContent(content);
    }
    json += separator == '[' ? "[]" : "]";
}

bool isNoApplicationData(std::string_view name) {
    return name != "extras" && name != "extensions";
}

/// Appends JSON without extras and extensions. These may be large and of any shape, and tinygltf copies them
/// several times; those of an animation once per sampler. ReadLimits::jsonLevels bounds the recursion.
void appendBare(std::string& json, const Value& value) {
    const auto append = [&json](const Value& content) { appendBare(json, content); };
    if (const Properties* members = asObject(&value)) {
        appendObject(json, *members, isNoApplicationData,
                     [&](std::string_view /*name*/, const Value& content) { append(content); });
    } else if (const ValueList* elements = asList(&value)) {
        appendList(
            json, *elements, [](const Value& /*content*/) { return true; }, append);
    } else if (const std::optional<std::int64_t> whole = asInteger(&value)) {
        // tinygltf takes no 1.0 for an index.
        json += std::to_string(*whole);
    } else {
        appendJson(json, value);
    }
}

/// Appends a mesh without its indices, which are read from the JSON: tinygltf 2.7 refuses indices without a
/// buffer view (all zeros).
void appendMesh(std::string& json, const Value& mesh) {
    const auto append = [&json](const Value& content) { appendBare(json, content); };
    const auto appendPrimitive = [&](const Value& primitive) {
        const Properties* members = asObject(&primitive);
        if (members == nullptr) return append(primitive);
        appendObject(
            json, *members,
            [](std::string_view name) { return isNoApplicationData(name) && name != "indices"; },
            [&](std::string_view /*name*/, const Value& content) { append(content); });
    };
    appendObject(
        json, *asObject(&mesh), isNoApplicationData, [&](std::string_view name, const Value& content) {
            const ValueList* primitives = name == "primitives" ? asList(&content) : nullptr;
            if (primitives == nullptr) {
                append(content);
            } else {
                appendList(
                    json, *primitives, [](const Value& /*content*/) { return true; }, appendPrimitive);
            }
        });
}

bool targetsNode(const Value& channel) {
    return member(member(&channel, "target"), "node") != nullptr;
}

/// Appends an animation without channels that target no node: tinygltf 2.7 does not know
/// KHR_animation_pointer.
void appendAnimation(std::string& json, const Value& animation) {
    const auto append = [&json](const Value& content) { appendBare(json, content); };
    appendObject(json, *asObject(&animation), isNoApplicationData,
                 [&](std::string_view name, const Value& content) {
                     const ValueList* channels = name == "channels" ? asList(&content) : nullptr;
                     if (channels == nullptr) {
                         append(content);
                     } else {
                         appendList(json, *channels, targetsNode, append);
                     }
                 });
}

std::string bareJson(const Value& json) {
    std::string text;
    const auto isShown = [](std::string_view name) {
        return std::ranges::find(kReadElsewhere, name) == kReadElsewhere.end();
    };
    appendObject(text, *asObject(&json), isShown, [&](std::string_view name, const Value& content) {
        const auto appendEach = [&](void (*append)(std::string & json, const Value& element)) {
            appendList(
                text, *asList(&content), [](const Value& /*content*/) { return true; },
                [&](const Value& element) { append(text, element); });
        };
        if (name == "animations") {
            appendEach(appendAnimation);
        } else if (name == "meshes") {
            appendEach(appendMesh);
        } else {
            appendBare(text, content);
        }
    });
    return text;
}

void checkElements(std::size_t list, std::size_t count, const ReadLimits& limits) {
    const bool isSmall = std::ranges::find(kSmallLists, kObjectLists.at(list)) != kSmallLists.end();
    const std::uint64_t most = limits.jsonElements * (isSmall ? kManySmall : 1);
    if (count <= most) return;
    failWith(kBeyondLimit, "{} has {} elements, at most {} are read", kObjectLists.at(list), count, most);
}

/// Counts values and elements of lists before anything is built of them.
JsonCounts checkedCounts(std::string_view json, const ReadLimits& limits) {
    JsonCounts counts = countJson(json, kObjectLists);
    for (std::size_t list = 0; list < kObjectLists.size(); ++list)
        checkElements(list, counts.elements[list], limits);
    return counts;
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

// Keep tinygltf from opening files.
bool nothingExists(const std::string& /*name*/, void* /*user*/) {
    return false;
}
std::string unchanged(const std::string& name, void* /*user*/) {
    return name;
}
bool readNothing(std::vector<unsigned char>* /*bytes*/, std::string* /*error*/, const std::string& /*name*/,
                 void* /*user*/) {
    return false;
}
bool ignoreImage(tinygltf::Image* /*image*/, const int /*index*/, std::string* /*error*/,
                 std::string* /*warning*/, int /*width*/, int /*height*/, const unsigned char* /*bytes*/,
                 int /*size*/, void* /*user*/) {
    return true;
}

/// Returns the first complaint of tinygltf; empty when there is none.
std::string_view firstComplaint(std::string_view text) {
    // Reported for every skin without matrices, although they are optional.
    constexpr std::string_view kUnfounded = "'inverseBindMatrices' property is missing in Skin.";
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        if (!line.empty() && line != kUnfounded) return line;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return {};
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

/// Returns how many bytes tinygltf takes at most: for the JSON, which it parses again, and for its model.
std::size_t modelBytes(std::size_t textBytes, const JsonCounts& counts) {
    // A value of its JSON has 16 bytes, with the node of a member or in a list that grows 120.
    constexpr std::size_t kValueBytes = 120;
    // A vector that grows holds its elements, and room for twice as many.
    constexpr std::size_t kGrowth = 3;
    std::size_t bytes = 2 * textBytes + kValueBytes * counts.values;
    for (std::size_t list = 0; list < kObjectLists.size(); ++list)
        bytes += kGrowth * kModelBytes.at(list) * counts.elements[list];
    return bytes;
}

tinygltf::Model parseModel(const Value& json, const JsonCounts& counts, Diagnostics& diagnostics) {
    tinygltf::TinyGLTF loader;
    loader.SetImageLoader(&ignoreImage, nullptr);
    loader.SetFsCallbacks({&nothingExists, &unchanged, &readNothing, nullptr, nullptr});
    const std::string text = bareJson(json);
    // Its JSON allocates while it is destroyed, and must not be refused memory then.
    requireMemory(modelBytes(text.size(), counts));
    const MemoryAccount::Scope ofNobody(nullptr);
    tinygltf::Model model;
    std::string error;
    std::string warning;
    bool isRead = false;
    try {
        isRead = loader.LoadASCIIFromString(&model, &error, &warning, text.data(),
                                            static_cast<unsigned>(text.size()), "");
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& exception) {
        fail("json: {}", quote(exception.what(), 200));
    }
    const std::string_view complaint = firstComplaint(error);
    if (!isRead) fail("json: {}", complaint.empty() ? "refused without a reason" : quote(complaint, 200));
    if (!complaint.empty()) diagnostics.add(kMalformed, "json", quote(complaint, 200));
    return model;
}

}  // namespace

GltfFile decodeGltf(std::span<const std::byte> file, Diagnostics& diagnostics, const ReadLimits& limits) {
    GltfFile decoded;
    decoded.container = splitContainer(file);
    const JsonCounts counts = checkedCounts(decoded.container.json, limits);
    decoded.json = parseJson(decoded.container.json, "json", limits);
    if (asObject(&decoded.json) == nullptr) fail("json is {}, expected an object", typeName(decoded.json));
    checkVersion(decoded.json);
    checkLists(decoded.json, limits);
    checkRequired(decoded.json);
    checkTypes(decoded.json);
    checkExtensions(decoded.json, diagnostics);
    decoded.model = parseModel(decoded.json, counts, diagnostics);
    checkPrimitives(decoded.json, decoded.model);
    return decoded;
}

}  // namespace rigkiln::gltf
