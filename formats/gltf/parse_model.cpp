#include "formats/gltf/parse_model.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>
#include <iterator>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "formats/gltf/count_json.hpp"
#include "formats/gltf/gltf_error.hpp"
#include "formats/gltf/gltf_issues.hpp"
#include "formats/gltf/json_value.hpp"
#include "pipeline/base/memory_account.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf {
namespace {

/// Top-level members hidden from tinygltf. It loads buffers and images while it parses, with incomplete
/// checks, and refuses the whole file for one bad camera or light.
constexpr std::array<std::string_view, 6> kReadElsewhere = {"buffers",  "images", "cameras",
                                                            "samplers", "extras", "extensions"};

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

/// Has tinygltf read a document of its own, with elements of lists that take so many bytes in its model.
/// Keeps its first complaint in `told`, unless that has one.
tinygltf::Model parsePiece(const std::string& text, std::size_t elementBytes, std::string& told) {
    // A value of its JSON has 16 bytes, with the node of a member or in a list that grows 120.
    constexpr std::size_t kValueBytes = 120;
    // A vector that grows holds its elements, and room for twice as many.
    constexpr std::size_t kGrowth = 3;
    // Its JSON allocates while it is destroyed, and must not be refused memory then.
    requireMemory(2 * text.size() + kValueBytes * countJson(text, {}).values + kGrowth * elementBytes);
    const MemoryAccount::Scope ofNobody(nullptr);
    tinygltf::TinyGLTF loader;
    loader.SetImageLoader(&ignoreImage, nullptr);
    loader.SetFsCallbacks({&nothingExists, &unchanged, &readNothing, nullptr, nullptr});
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
    if (told.empty()) told = complaint;
    return model;
}

/// A list that tinygltf reads piece by piece, since none of its elements needs another list.
struct PiecedList {
    std::string_view name;
    std::size_t elementBytes = 0;  ///< of an empty element in the model
    void (*append)(std::string& json, const Value& element) = nullptr;
    void (*reserve)(tinygltf::Model& whole, std::size_t count) = nullptr;
    void (*move)(tinygltf::Model& whole, tinygltf::Model& piece) = nullptr;
};

template <auto kElements>
PiecedList piecedList(std::string_view name, void (*append)(std::string&, const Value&) = appendBare) {
    const auto reserve = [](tinygltf::Model& whole, std::size_t count) { (whole.*kElements).reserve(count); };
    const auto move = [](tinygltf::Model& whole, tinygltf::Model& piece) {
        std::ranges::move(piece.*kElements, std::back_inserter(whole.*kElements));
    };
    using Elements = std::remove_reference_t<decltype(std::declval<tinygltf::Model&>().*kElements)>;
    return {.name = name,
            .elementBytes = sizeof(typename Elements::value_type),
            .append = append,
            .reserve = reserve,
            .move = move};
}

/// In tinygltf's order.
const std::array<PiecedList, 8>& piecedLists() {
    using tinygltf::Model;
    static const std::array<PiecedList, 8> kLists = {
        piecedList<&Model::bufferViews>("bufferViews"),
        piecedList<&Model::accessors>("accessors"),
        piecedList<&Model::meshes>("meshes", appendMesh),
        piecedList<&Model::nodes>("nodes"),
        piecedList<&Model::materials>("materials"),
        piecedList<&Model::textures>("textures"),
        piecedList<&Model::animations>("animations", appendAnimation),
        piecedList<&Model::skins>("skins")};
    return kLists;
}

/// Returns the members that are neither hidden nor read in pieces.
std::string restOfJson(const Value& json) {
    const auto isRest = [](std::string_view name) {
        return std::ranges::find(kReadElsewhere, name) == kReadElsewhere.end() &&
               std::ranges::find(piecedLists(), name, &PiecedList::name) == piecedLists().end();
    };
    std::string text;
    appendObject(text, *asObject(&json), isRest,
                 [&](std::string_view /*name*/, const Value& content) { appendBare(text, content); });
    return text;
}

void parseList(const PiecedList& list, const ValueList& elements, tinygltf::Model& model, std::string& told) {
    // Read in some tens of milliseconds, so that a stop does not wait for long.
    constexpr std::size_t kPieceBytes = std::size_t{1} << 20U;
    // An empty element is three characters, and takes up to 4 KB.
    constexpr std::size_t kPieceElementBytes = std::size_t{4} << 20U;
    list.reserve(model, elements.size());
    std::size_t next = 0;
    while (next < elements.size()) {
        checkStop();
        const std::size_t first = next;
        const std::size_t last = std::min(elements.size(), first + kPieceElementBytes / list.elementBytes);
        std::string text = fmt::format(R"({{"asset":{{"version":"2.0"}},"{}":)", list.name);
        for (char separator = '['; next < last && text.size() < kPieceBytes; ++next) {
            text += separator;
            separator = ',';
            list.append(text, elements[next]);
        }
        text += "]}";
        tinygltf::Model piece = parsePiece(text, (next - first) * list.elementBytes, told);
        list.move(model, piece);
    }
}

}  // namespace

tinygltf::Model parseModel(const Value& json, Diagnostics& diagnostics) {
    std::string told;
    const ValueList* scenes = asList(member(&json, "scenes"));
    const std::size_t sceneBytes = scenes == nullptr ? 0 : scenes->size() * sizeof(tinygltf::Scene);
    tinygltf::Model model = parsePiece(restOfJson(json), sceneBytes, told);
    for (const PiecedList& list : piecedLists()) {
        const ValueList* elements = asList(member(&json, list.name));
        if (elements != nullptr) parseList(list, *elements, model, told);
    }
    if (!told.empty()) diagnostics.add(kMalformed, "json", quote(told, 200));
    return model;
}

}  // namespace rigkiln::gltf
