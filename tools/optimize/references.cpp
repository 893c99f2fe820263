#include "tools/optimize/references.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace rigkiln::optimize {
namespace {

/// Extensions that refer to no accessor or view, besides those of materials. Draco does, and is handled by
/// forEachViewIndex.
constexpr std::array<std::string_view, 10> kHarmless = {
    "KHR_animation_pointer", "KHR_lights_punctual",       "KHR_mesh_quantization", "KHR_node_visibility",
    "KHR_texture_basisu",    "KHR_texture_transform",     "EXT_texture_avif",      "EXT_texture_webp",
    "MSFT_texture_dds",      "KHR_draco_mesh_compression"};
constexpr std::string_view kMaterials = "KHR_materials_";
constexpr std::string_view kOurs = "rigkiln";

bool isHarmless(std::string_view extension) {
    return extension.starts_with(kMaterials) || std::ranges::find(kHarmless, extension) != kHarmless.end();
}

void visitMember(Json& object, const char* name, const std::function<void(Json&)>& visit) {
    if (Json* index = memberOf(object, name); index != nullptr && indexIn(*index)) visit(*index);
}

void visitAll(Json* object, const std::function<void(Json&)>& visit) {
    if (object == nullptr || !object->is_object()) return;
    for (Json& index : *object) {
        if (indexIn(index)) visit(index);
    }
}

/// Collects all whole numbers in a value. The reader of the format has bounded its depth.
void collectNumbers(const Json& json, UnknownNumbers& found) {
    if (const auto index = indexIn(json)) found.inExtensions.insert(*index);
    if (!json.is_structured()) return;
    for (const auto& [name, value] : json.items()) {
        found.namesByteOffset = found.namesByteOffset || (json.is_object() && name == "byteOffset");
        collectNumbers(value, found);
    }
}

bool hasNumbers(const Json& json) {
    if (!json.is_structured()) return indexIn(json).has_value();
    return std::ranges::any_of(json, hasNumbers);
}

void searchExtras(const Json& extras, UnknownNumbers& found) {
    if (!extras.is_object()) {
        found.isInExtras = found.isInExtras || hasNumbers(extras);
        return;
    }
    for (const auto& [name, value] : extras.items())
        found.isInExtras = found.isInExtras || (!name.starts_with(kOurs) && hasNumbers(value));
}

void search(const Json& json, UnknownNumbers& found);

void searchExtensions(const Json& extensions, UnknownNumbers& found) {
    for (const auto& [name, content] : extensions.items()) {
        if (isHarmless(name))
            search(content, found);
        else
            collectNumbers(content, found);
    }
}

void search(const Json& json, UnknownNumbers& found) {
    if (!json.is_structured()) return;
    for (const auto& [name, value] : json.items()) {
        const bool isMember = json.is_object();
        if (isMember && name == "extras")
            searchExtras(value, found);
        else if (isMember && name == "extensions" && value.is_object())
            searchExtensions(value, found);
        else
            search(value, found);
    }
}

Json* at(Json& object, std::initializer_list<const char*> names) {
    Json* value = &object;
    for (const char* name : names) {
        value = memberOf(*value, name);
        if (value == nullptr) return nullptr;
    }
    return value;
}

}  // namespace

void forEachAccessorIndex(Json& gltf, const std::function<void(Json&)>& visit) {
    for (Json& mesh : elementsOf(gltf, "meshes")) {
        for (Json& primitive : elementsOf(mesh, "primitives")) {
            visitAll(memberOf(primitive, "attributes"), visit);
            visitMember(primitive, "indices", visit);
            for (Json& target : elementsOf(primitive, "targets"))
                visitAll(&target, visit);
        }
    }
    for (Json& skin : elementsOf(gltf, "skins"))
        visitMember(skin, "inverseBindMatrices", visit);
    for (Json& animation : elementsOf(gltf, "animations")) {
        for (Json& sampler : elementsOf(animation, "samplers")) {
            visitMember(sampler, "input", visit);
            visitMember(sampler, "output", visit);
        }
    }
}

void forEachViewIndex(Json& gltf, const std::function<void(Json&, std::optional<std::size_t>)>& visit) {
    const auto visitWhole = [&](Json& index) { visit(index, std::nullopt); };
    const std::span<Json> accessors = elementsOf(gltf, "accessors");
    for (std::size_t accessor = 0; accessor < accessors.size(); ++accessor) {
        visitMember(accessors[accessor], "bufferView", [&](Json& index) { visit(index, accessor); });
        for (const char* part : {"indices", "values"}) {
            if (Json* sparse = at(accessors[accessor], {"sparse", part}))
                visitMember(*sparse, "bufferView", visitWhole);
        }
    }
    for (Json& image : elementsOf(gltf, "images"))
        visitMember(image, "bufferView", visitWhole);
    for (Json& mesh : elementsOf(gltf, "meshes")) {
        for (Json& primitive : elementsOf(mesh, "primitives")) {
            if (Json* draco = at(primitive, {"extensions", "KHR_draco_mesh_compression"}))
                visitMember(*draco, "bufferView", visitWhole);
        }
    }
    if (Json* ours = at(gltf, {"asset", "extras", "rigkiln"})) visitMember(*ours, "source_view", visitWhole);
}

UnknownNumbers findUnknownNumbers(const Json& json) {
    UnknownNumbers found;
    search(json, found);
    return found;
}

}  // namespace rigkiln::optimize
