#include "exporters/gltf/write_json.hpp"

#include <algorithm>
#include <span>

#include "exporters/gltf/gltf_names.hpp"
#include "exporters/gltf/json_members.hpp"
#include "exporters/gltf/json_writer.hpp"
#include "exporters/gltf/write_materials.hpp"

namespace rigkiln::gltf_export {
namespace {

constexpr std::string_view kGenerator = "rigkiln " RIGKILN_VERSION;

constexpr std::string_view kMeshopt = "EXT_meshopt_compression";
constexpr std::string_view kQuantization = "KHR_mesh_quantization";
constexpr std::string_view kLights = "KHR_lights_punctual";
constexpr std::string_view kVisibility = "KHR_node_visibility";
constexpr std::string_view kPointer = "KHR_animation_pointer";
constexpr std::string_view kDetailLevels = "MSFT_lod";
constexpr std::string_view kVrm = "VRMC_vrm";

std::uint64_t padded(std::uint64_t size) {
    return (size + 3) / 4 * 4;
}

bool usesVisibility(const Document& document) {
    return std::ranges::any_of(document.nodes, [](const Node& node) { return node.visible.has_value(); });
}

bool usesDetailLevels(const Document& document) {
    return std::ranges::any_of(document.nodes, [](const Node& node) { return !node.coarser.empty(); });
}

bool usesPointer(const Document& document) {
    return std::ranges::any_of(document.animations, [](const Animation& animation) {
        return std::ranges::any_of(animation.channels,
                                   [](const Channel& channel) { return isPointer(channel.path); });
    });
}

bool usesTextureTransform(const Document& document) {
    const auto isMoved = [](const std::optional<TextureReference>& reference) {
        return reference && reference->offset.has_value();
    };
    return std::ranges::any_of(document.materials, [&](const DocumentMaterial& material) {
        return isMoved(material.baseColorTexture) || isMoved(material.normalTexture) ||
               isMoved(material.emissiveTexture);
    });
}

bool usesStreams(const Document& document) {
    return std::ranges::any_of(document.bufferViews,
                               [](const BufferView& view) { return !view.packed.empty(); });
}

/// Whether the attribute has integers where core glTF allows only floats.
bool isQuantised(const Document& document, const Attribute& attribute) {
    const bool isOfFloats =
        attribute.name == "POSITION" || attribute.name == "NORMAL" || attribute.name == "TANGENT";
    return isOfFloats && document.accessors[attribute.accessor].componentType != ComponentType::Float;
}

bool usesQuantization(const Document& document) {
    return std::ranges::any_of(document.meshes, [&](const DocumentMesh& mesh) {
        return std::ranges::any_of(mesh.primitives, [&](const DocumentPrimitive& primitive) {
            return std::ranges::any_of(primitive.attributes, [&](const Attribute& attribute) {
                return isQuantised(document, attribute);
            });
        });
    });
}

/// Extensions without which readers cannot load the file.
std::vector<std::string_view> extensionsRequired(const Document& document) {
    std::vector<std::string_view> names;
    if (usesStreams(document)) names.push_back(kMeshopt);
    if (usesQuantization(document)) names.push_back(kQuantization);
    if (std::ranges::find(document.images, kWebpType, &Image::mimeType) != document.images.end())
        names.push_back(kTextureWebp);
    return names;
}

std::vector<std::string_view> extensionsUsed(const Document& document) {
    std::vector<std::string_view> names = extensionsRequired(document);
    if (usesPointer(document)) names.push_back(kPointer);
    if (!document.lights.empty()) names.push_back(kLights);
    if (std::ranges::any_of(document.materials, &DocumentMaterial::unlit)) names.push_back(kUnlit);
    if (usesVisibility(document)) names.push_back(kVisibility);
    if (usesTextureTransform(document)) names.push_back(kTextureTransform);
    if (usesDetailLevels(document)) names.push_back(kDetailLevels);
    if (document.vrm) names.push_back(kVrm);
    return names;
}

void writeAsset(JsonWriter& json, const Document& document) {
    json.key("asset");
    json.beginObject();
    json.memberText("generator", kGenerator);
    json.memberText("version", "2.0");
    extrasMember(json, document.assetExtras);
    json.endObject();
}

void writeLight(JsonWriter& json, const DocumentLight& light) {
    json.memberText("type", light.type);
    if (light.color != glm::vec3(1.0F)) vectorMember(json, "color", light.color);
    if (light.intensity != 1.0F) json.member("intensity", light.intensity);
    if (light.range) json.member("range", *light.range);
    if (light.type == "spot") {
        json.key("spot");
        json.beginObject();
        if (light.innerConeAngle != 0.0F) json.member("innerConeAngle", light.innerConeAngle);
        json.member("outerConeAngle", light.outerConeAngle);
        json.endObject();
    }
}

void writeNames(JsonWriter& json, std::string_view key, const std::vector<std::string_view>& names) {
    if (names.empty()) return;
    json.key(key);
    json.beginArray();
    for (const std::string_view name : names)
        json.text(name);
    json.endArray();
}

void writeRootExtensions(JsonWriter& json, const Document& document) {
    writeNames(json, "extensionsUsed", extensionsUsed(document));
    writeNames(json, "extensionsRequired", extensionsRequired(document));
    if (document.lights.empty() && !document.vrm) return;
    json.key("extensions");
    json.beginObject();
    if (!document.lights.empty()) {
        json.key(kLights);
        json.beginObject();
        objectsMember(json, "lights", document.lights, writeLight);
        json.endObject();
    }
    if (document.vrm) {
        json.key(kVrm);
        json.raw(*document.vrm);
    }
    json.endObject();
}

void writeScene(JsonWriter& json, const Document& document) {
    json.member("scene", 0);
    json.key("scenes");
    json.beginArray();
    json.beginObject();
    nameMember(json, document.sceneName);
    if (!document.sceneRoots.empty()) {
        json.memberNumbers("nodes", std::span<const Index>(document.sceneRoots));
    }
    json.endObject();
    json.endArray();
}

void writeNodeExtensions(JsonWriter& json, const Node& node) {
    if (!node.light && !node.visible && node.coarser.empty()) return;
    json.key("extensions");
    json.beginObject();
    if (node.light) {
        json.key(kLights);
        json.beginObject();
        json.member("light", *node.light);
        json.endObject();
    }
    if (node.visible) {
        json.key(kVisibility);
        json.raw(*node.visible ? R"({"visible":true})" : R"({"visible":false})");
    }
    if (!node.coarser.empty()) {
        json.key(kDetailLevels);
        json.beginObject();
        json.memberNumbers("ids", std::span<const Index>(node.coarser));
        json.endObject();
    }
    json.endObject();
}

void writeNode(JsonWriter& json, const Node& node) {
    static const Transform kIdentity;
    nameMember(json, node.name);
    if (!node.children.empty()) json.memberNumbers("children", std::span<const Index>(node.children));
    if (node.mesh) json.member("mesh", *node.mesh);
    if (node.skin) json.member("skin", *node.skin);
    const Transform& transform = node.transform;
    if (transform.translation != kIdentity.translation)
        vectorMember(json, "translation", transform.translation);
    if (transform.rotation != kIdentity.rotation) {
        const glm::quat& q = transform.rotation;
        vectorMember(json, "rotation", glm::vec4(q.x, q.y, q.z, q.w));
    }
    if (transform.scale != kIdentity.scale) vectorMember(json, "scale", transform.scale);
    writeNodeExtensions(json, node);
    extrasMember(json, node.extras);
}

void writePrimitive(JsonWriter& json, const DocumentPrimitive& primitive) {
    json.key("attributes");
    json.beginObject();
    for (const Attribute& attribute : primitive.attributes) {
        json.member(attribute.name, attribute.accessor);
    }
    json.endObject();
    json.member("indices", primitive.indices);
    if (primitive.material) json.member("material", *primitive.material);
}

void writeMesh(JsonWriter& json, const DocumentMesh& mesh) {
    nameMember(json, mesh.name);
    objectsMember(json, "primitives", mesh.primitives, writePrimitive);
    extrasMember(json, mesh.extras);
}

void writeSkin(JsonWriter& json, const DocumentSkin& skin) {
    nameMember(json, skin.name);
    json.member("inverseBindMatrices", skin.inverseBindMatrices);
    json.memberNumbers("joints", std::span<const Index>(skin.joints));
    if (skin.skeleton) json.member("skeleton", *skin.skeleton);
    extrasMember(json, skin.extras);
}

void writeSampler(JsonWriter& json, const Sampler& sampler) {
    json.member("input", sampler.input);
    if (sampler.interpolation != Interpolation::Linear) {
        json.memberText("interpolation", nameOf(sampler.interpolation));
    }
    json.member("output", sampler.output);
}

std::string pointerOf(const Channel& channel) {
    const std::string target = std::to_string(channel.target);
    if (channel.path == Path::NodeVisibility)
        return "/nodes/" + target + "/extensions/KHR_node_visibility/visible";
    return "/materials/" + target +
           "/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset";
}

void writeTarget(JsonWriter& json, const Channel& channel) {
    if (!isPointer(channel.path)) json.member("node", channel.target);
    json.memberText("path", nameOf(channel.path));
    if (!isPointer(channel.path)) return;
    json.key("extensions");
    json.beginObject();
    json.key(kPointer);
    json.beginObject();
    json.memberText("pointer", pointerOf(channel));
    json.endObject();
    json.endObject();
}

void writeChannel(JsonWriter& json, const Channel& channel) {
    json.member("sampler", channel.sampler);
    json.key("target");
    json.beginObject();
    writeTarget(json, channel);
    json.endObject();
}

void writeAnimation(JsonWriter& json, const Animation& animation) {
    nameMember(json, animation.name);
    objectsMember(json, "channels", animation.channels, writeChannel);
    objectsMember(json, "samplers", animation.samplers, writeSampler);
    extrasMember(json, animation.extras);
}

void writeAccessor(JsonWriter& json, const Accessor& accessor) {
    json.member("bufferView", accessor.bufferView);
    if (accessor.byteOffset != 0) json.member("byteOffset", accessor.byteOffset);
    json.member("componentType", static_cast<int>(accessor.componentType));
    if (accessor.normalized) {
        json.key("normalized");
        json.boolean(true);
    }
    json.member("count", accessor.count);
    json.memberText("type", nameOf(accessor.type));
    if (accessor.boundsSize == 0) return;
    json.memberNumbers("min", std::span<const float>(accessor.minimum.data(), accessor.boundsSize));
    json.memberNumbers("max", std::span<const float>(accessor.maximum.data(), accessor.boundsSize));
}

void writeStream(JsonWriter& json, const BufferView& view, std::uint64_t offset) {
    const StreamShape& shape = *view.stream;
    json.key("extensions");
    json.beginObject();
    json.key(kMeshopt);
    json.beginObject();
    json.member("buffer", 0);
    if (offset != 0) json.member("byteOffset", offset);
    json.member("byteLength", view.packed.size());
    json.member("byteStride", shape.stride);
    json.member("count", shape.count);
    json.memberText("mode", nameOf(shape.mode));
    if (shape.filter != StreamFilter::None) json.memberText("filter", nameOf(shape.filter));
    json.endObject();
    json.endObject();
}

/// Offsets of the next view: in the stored buffer, and in the buffer of unpacked streams.
struct ViewPlaces {
    std::uint64_t stored = 0;
    std::uint64_t unpacked = 0;
};

void writeView(JsonWriter& json, const BufferView& view, ViewPlaces& places) {
    const bool isPacked = !view.packed.empty();
    json.member("buffer", isPacked ? 1 : 0);
    const std::uint64_t offset = isPacked ? places.unpacked : places.stored;
    if (offset != 0) json.member("byteOffset", offset);
    json.member("byteLength", view.bytes.size());
    if (view.byteStride != 0) json.member("byteStride", view.byteStride);
    if (view.target != ViewTarget::None) json.member("target", static_cast<int>(view.target));
    if (isPacked) {
        writeStream(json, view, places.stored);
        places.unpacked += padded(view.bytes.size());
    }
    places.stored += padded(view.storedSize());
}

/// Writes the fallback buffer, which has no bytes: packed views refer to it.
void writeFallback(JsonWriter& json, std::uint64_t byteLength) {
    json.beginObject();
    json.member("byteLength", byteLength);
    json.key("extensions");
    json.beginObject();
    json.key(kMeshopt);
    json.raw(R"({"fallback":true})");
    json.endObject();
    json.endObject();
}

void writeBuffer(JsonWriter& json, const Document& document, std::string_view bufferUri) {
    ViewPlaces places;
    objectsMember(json, "bufferViews", document.bufferViews,
                  [&places](JsonWriter& out, const BufferView& view) { writeView(out, view, places); });
    if (document.bufferViews.empty()) return;
    json.key("buffers");
    json.beginArray();
    json.beginObject();
    json.member("byteLength", places.stored);
    if (!bufferUri.empty()) json.memberText("uri", bufferUri);
    json.endObject();
    if (places.unpacked > 0) writeFallback(json, places.unpacked);
    json.endArray();
}

/// Estimated length of the JSON of nodes, accessors and animations, of which there may be very many; a little
/// above the usual length (docs/performance.md, section Fewer keys).
std::size_t expectedOctets(const Document& document) {
    constexpr std::size_t kOfAccessor = 108;
    constexpr std::size_t kOfChannel = 58;
    constexpr std::size_t kOfSampler = 28;
    constexpr std::size_t kOfNode = 200;
    std::size_t octets = document.accessors.size() * kOfAccessor + document.nodes.size() * kOfNode;
    for (const Node& node : document.nodes)
        octets += node.extras.size();
    for (const Animation& animation : document.animations) {
        octets += animation.channels.size() * kOfChannel + animation.samplers.size() * kOfSampler +
                  animation.extras.size() + animation.name.size();
    }
    return octets;
}

}  // namespace

std::uint64_t bufferByteLength(const Document& document) {
    std::uint64_t length = 0;
    for (const BufferView& view : document.bufferViews) {
        length += padded(view.storedSize());
    }
    return length;
}

std::string writeJson(const Document& document, std::string_view bufferUri) {
    JsonWriter json;
    json.reserve(expectedOctets(document));
    json.beginObject();
    writeAsset(json, document);
    writeRootExtensions(json, document);
    writeScene(json, document);
    objectsMember(json, "nodes", document.nodes, writeNode);
    objectsMember(json, "meshes", document.meshes, writeMesh);
    objectsMember(json, "skins", document.skins, writeSkin);
    writeMaterials(json, document);
    objectsMember(json, "animations", document.animations, writeAnimation);
    objectsMember(json, "accessors", document.accessors, writeAccessor);
    writeBuffer(json, document, bufferUri);
    json.endObject();
    return json.take();
}

}  // namespace rigkiln::gltf_export
