#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "exporters/gltf/gltf_document.hpp"
#include "exporters/gltf/json_writer.hpp"

/// Members that many objects of glTF have.
namespace rigkiln::gltf_export {

template <class Vector>
void vectorMember(JsonWriter& json, std::string_view name, const Vector& vector) {
    std::array<float, static_cast<std::size_t>(Vector::length())> components{};
    for (int i = 0; i < Vector::length(); ++i) {
        components[static_cast<std::size_t>(i)] = vector[i];
    }
    json.memberNumbers(name, std::span<const float>(components));
}

inline void extrasMember(JsonWriter& json, const ExtrasJson& extras) {
    if (extras.empty()) return;
    json.key("extras");
    json.raw(extras);
}

inline void nameMember(JsonWriter& json, std::string_view name) {
    if (!name.empty()) json.memberText("name", name);
}

/// An array member with one object per element; none when there are no elements, as glTF forbids empty
/// arrays.
template <class Element, class Write>
void objectsMember(JsonWriter& json, std::string_view name, const std::vector<Element>& elements,
                   Write write) {
    if (elements.empty()) return;
    json.key(name);
    json.beginArray();
    for (const Element& element : elements) {
        json.beginObject();
        write(json, element);
        json.endObject();
    }
    json.endArray();
}

}  // namespace rigkiln::gltf_export
