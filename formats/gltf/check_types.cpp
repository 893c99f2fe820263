#include "formats/gltf/check_types.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "formats/gltf/gltf_error.hpp"
#include "formats/gltf/json_value.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf {
namespace {

enum class Type : std::uint8_t {
    Whole,    ///< number without a fraction
    Number,   ///< any number
    Text,     ///< text
    Flag,     ///< true or false
    Wholes,   ///< list of such numbers
    Numbers,  ///< list of numbers
    Indices,  ///< object whose members are all such numbers, as attributes are
};

struct Member {
    std::string_view list;  ///< top-level member; its elements have the path, if it is a list
    std::string_view path;  ///< "a.b"; "a[].b" for all elements of a list; "a[]" is each element itself
    Type type = Type::Whole;
    std::size_t length = 0;  ///< of lists; 0: any
};

/// Chapter 5 of the specification of glTF 2.0, without what is read from the JSON elsewhere (GltfFile).
constexpr std::array kMembers = {
    Member{"scene", "", Type::Whole},
    Member{"accessors", "bufferView", Type::Whole},
    Member{"accessors", "byteOffset", Type::Whole},
    Member{"accessors", "componentType", Type::Whole},
    Member{"accessors", "count", Type::Whole},
    Member{"accessors", "max", Type::Numbers},
    Member{"accessors", "min", Type::Numbers},
    Member{"accessors", "normalized", Type::Flag},
    Member{"accessors", "sparse.count", Type::Whole},
    Member{"accessors", "sparse.indices.bufferView", Type::Whole},
    Member{"accessors", "sparse.indices.byteOffset", Type::Whole},
    Member{"accessors", "sparse.indices.componentType", Type::Whole},
    Member{"accessors", "sparse.values.bufferView", Type::Whole},
    Member{"accessors", "sparse.values.byteOffset", Type::Whole},
    Member{"accessors", "type", Type::Text},
    Member{"animations", "channels[].sampler", Type::Whole},
    Member{"animations", "channels[].target.node", Type::Whole},
    Member{"animations", "channels[].target.path", Type::Text},
    Member{"animations", "name", Type::Text},
    Member{"animations", "samplers[].input", Type::Whole},
    Member{"animations", "samplers[].interpolation", Type::Text},
    Member{"animations", "samplers[].output", Type::Whole},
    Member{"bufferViews", "buffer", Type::Whole},
    Member{"bufferViews", "byteLength", Type::Whole},
    Member{"bufferViews", "byteOffset", Type::Whole},
    Member{"bufferViews", "byteStride", Type::Whole},
    Member{"materials", "alphaCutoff", Type::Number},
    Member{"materials", "alphaMode", Type::Text},
    Member{"materials", "doubleSided", Type::Flag},
    Member{"materials", "emissiveFactor", Type::Numbers, 3},
    Member{"materials", "emissiveTexture.index", Type::Whole},
    Member{"materials", "emissiveTexture.texCoord", Type::Whole},
    Member{"materials", "name", Type::Text},
    Member{"materials", "normalTexture.index", Type::Whole},
    Member{"materials", "normalTexture.scale", Type::Number},
    Member{"materials", "normalTexture.texCoord", Type::Whole},
    Member{"materials", "occlusionTexture.index", Type::Whole},
    Member{"materials", "occlusionTexture.strength", Type::Number},
    Member{"materials", "occlusionTexture.texCoord", Type::Whole},
    Member{"materials", "pbrMetallicRoughness.baseColorFactor", Type::Numbers, 4},
    Member{"materials", "pbrMetallicRoughness.baseColorTexture.index", Type::Whole},
    Member{"materials", "pbrMetallicRoughness.baseColorTexture.texCoord", Type::Whole},
    Member{"materials", "pbrMetallicRoughness.metallicFactor", Type::Number},
    Member{"materials", "pbrMetallicRoughness.metallicRoughnessTexture.index", Type::Whole},
    Member{"materials", "pbrMetallicRoughness.metallicRoughnessTexture.texCoord", Type::Whole},
    Member{"materials", "pbrMetallicRoughness.roughnessFactor", Type::Number},
    Member{"meshes", "name", Type::Text},
    Member{"meshes", "primitives[].attributes", Type::Indices},
    Member{"meshes", "primitives[].indices", Type::Whole},
    Member{"meshes", "primitives[].material", Type::Whole},
    Member{"meshes", "primitives[].mode", Type::Whole},
    Member{"meshes", "primitives[].targets[]", Type::Indices},
    Member{"meshes", "weights", Type::Numbers},
    Member{"nodes", "camera", Type::Whole},
    Member{"nodes", "children", Type::Wholes},
    Member{"nodes", "matrix", Type::Numbers, 16},
    Member{"nodes", "mesh", Type::Whole},
    Member{"nodes", "name", Type::Text},
    Member{"nodes", "rotation", Type::Numbers, 4},
    Member{"nodes", "scale", Type::Numbers, 3},
    Member{"nodes", "skin", Type::Whole},
    Member{"nodes", "translation", Type::Numbers, 3},
    Member{"nodes", "weights", Type::Numbers},
    Member{"scenes", "name", Type::Text},
    Member{"scenes", "nodes", Type::Wholes},
    Member{"skins", "inverseBindMatrices", Type::Whole},
    Member{"skins", "joints", Type::Wholes},
    Member{"skins", "name", Type::Text},
    Member{"skins", "skeleton", Type::Whole},
    Member{"textures", "name", Type::Text},
    Member{"textures", "sampler", Type::Whole},
    Member{"textures", "source", Type::Whole},
};

std::string_view nameOf(Type type) {
    switch (type) {
        case Type::Whole:
            return "a whole number";
        case Type::Number:
            return "a number";
        case Type::Text:
            return "a text";
        case Type::Flag:
            return "true or false";
        case Type::Indices:
            return "an object";
        case Type::Wholes:
        case Type::Numbers:
            return "a list";
    }
    return "";
}

/// Place of a value while the document is walked; formatted only for an error.
struct Path {
    const Path* outer = nullptr;
    std::string_view name{};
    std::size_t index = 0;
    bool isElement = false;

    [[nodiscard]] std::string text() const {
        const std::string before = outer == nullptr ? std::string() : outer->text();
        if (isElement) return fmt::format("{}[{}]", before, index);
        return before.empty() ? std::string(name) : fmt::format("{}.{}", before, name);
    }
};

std::string valueText(const Value& value) {
    if (const auto number = asNumber(&value)) return numberText(*number);
    if (const std::string* text = asText(&value)) return quote(*text);
    return std::string(typeName(value));
}

[[noreturn]] void failType(const Path& path, const Value& value, std::string_view expected) {
    fail("{} is {}, expected {}", path.text(), valueText(value), expected);
}

bool isWhole(const Value& value) {
    return asInteger(&value).has_value();
}

bool isNumber(const Value& value) {
    return asNumber(&value).has_value();
}

void checkAll(const Path& path, const Value& value, Type type, bool (*isRight)(const Value&),
              std::string_view expected) {
    const ValueList* elements = asList(&value);
    if (elements == nullptr) failType(path, value, nameOf(type));
    for (std::size_t i = 0; i < elements->size(); ++i) {
        if (!isRight((*elements)[i]))
            failType({.outer = &path, .index = i, .isElement = true}, (*elements)[i], expected);
    }
}

void check(const Path& path, const Value& value, const Member& member) {
    bool isRight = true;
    switch (member.type) {
        case Type::Whole:
            isRight = isWhole(value);
            break;
        case Type::Number:
            isRight = isNumber(value);
            break;
        case Type::Text:
            isRight = asText(&value) != nullptr;
            break;
        case Type::Flag:
            isRight = asFlag(&value).has_value();
            break;
        case Type::Wholes:
            checkAll(path, value, member.type, isWhole, nameOf(Type::Whole));
            break;
        case Type::Numbers:
            checkAll(path, value, member.type, isNumber, nameOf(Type::Number));
            break;
        case Type::Indices: {
            const Properties* members = asObject(&value);
            if (members == nullptr) failType(path, value, nameOf(member.type));
            for (const auto& [name, index] : members->entries()) {
                if (!isWhole(index)) failType({.outer = &path, .name = name}, index, nameOf(Type::Whole));
            }
            break;
        }
    }
    if (!isRight) failType(path, value, nameOf(member.type));
    const ValueList* elements = asList(&value);
    if (member.length > 0 && elements != nullptr && elements->size() != member.length)
        fail("{} has {} numbers, expected {}", path.text(), elements->size(), member.length);
}

/// Checks what lies at the rest of a path below a value.
void walk(const Path& path, const Value& value, std::string_view rest, const Member& checked) {
    // null stands for a member that is not there, also for tinygltf.
    if (std::holds_alternative<std::nullptr_t>(value.content()) && !path.isElement) return;
    if (rest.empty()) return check(path, value, checked);
    if (rest.starts_with("[]")) {
        const ValueList* elements = asList(&value);
        if (elements == nullptr) failType(path, value, "a list");
        rest.remove_prefix(2);
        for (std::size_t i = 0; i < elements->size(); ++i)
            walk({.outer = &path, .index = i, .isElement = true}, (*elements)[i], rest, checked);
        return;
    }
    if (rest.starts_with('.')) rest.remove_prefix(1);
    if (asObject(&value) == nullptr) failType(path, value, "an object");
    const std::string_view name = rest.substr(0, std::min(rest.find_first_of(".["), rest.size()));
    if (const Value* found = member(&value, name))
        walk({.outer = &path, .name = name}, *found, rest.substr(name.size()), checked);
}

/// Checks the lists of joints, which must be there: tinygltf refuses a skin without one and does not say why.
void checkJoints(const Value& json) {
    const ValueList* skins = asList(member(&json, "skins"));
    if (skins == nullptr) return;
    for (std::size_t i = 0; i < skins->size(); ++i) {
        if (asList(member(&(*skins)[i], "joints")) == nullptr)
            fail("skins[{}].joints is missing, expected a list", i);
    }
}

}  // namespace

void checkTypes(const Value& json) {
    for (const Member& checked : kMembers) {
        const Value* top = member(&json, checked.list);
        if (top == nullptr) continue;
        const Path path{.name = checked.list};
        const ValueList* elements = asList(top);
        if (elements == nullptr) {
            walk(path, *top, checked.path, checked);
            continue;
        }
        for (std::size_t i = 0; i < elements->size(); ++i) {
            checkStop();
            walk({.outer = &path, .index = i, .isElement = true}, (*elements)[i], checked.path, checked);
        }
    }
    checkJoints(json);
}

}  // namespace rigkiln::gltf
