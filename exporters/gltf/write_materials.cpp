#include "exporters/gltf/write_materials.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

#include "exporters/gltf/json_members.hpp"

namespace rigkiln::gltf_export {
namespace {

constexpr int kNearest = 9728;
constexpr int kLinear = 9729;

void textureMember(JsonWriter& json, std::string_view name,
                   const std::optional<TextureReference>& reference) {
    if (!reference) return;
    json.key(name);
    json.beginObject();
    json.member("index", reference->texture);
    if (reference->texCoord != 0) json.member("texCoord", reference->texCoord);
    if (reference->offset) {
        json.key("extensions");
        json.beginObject();
        json.key(kTextureTransform);
        json.beginObject();
        vectorMember(json, "offset", *reference->offset);
        json.endObject();
        json.endObject();
    }
    json.endObject();
}

void writeMaterial(JsonWriter& json, const DocumentMaterial& material) {
    nameMember(json, material.name);
    json.key("pbrMetallicRoughness");
    json.beginObject();
    if (material.baseColorFactor != glm::vec4(1.0F))
        vectorMember(json, "baseColorFactor", material.baseColorFactor);
    textureMember(json, "baseColorTexture", material.baseColorTexture);
    if (material.metallicFactor != 1.0F) json.member("metallicFactor", material.metallicFactor);
    if (material.roughnessFactor != 1.0F) json.member("roughnessFactor", material.roughnessFactor);
    json.endObject();
    textureMember(json, "normalTexture", material.normalTexture);
    textureMember(json, "emissiveTexture", material.emissiveTexture);
    if (material.emissiveFactor != glm::vec3(0.0F))
        vectorMember(json, "emissiveFactor", material.emissiveFactor);
    if (material.alphaMode == AlphaMode::Blend) json.memberText("alphaMode", "BLEND");
    if (material.alphaMode == AlphaMode::Mask) {
        json.memberText("alphaMode", "MASK");
        if (material.alphaCutoff != 0.5F) json.member("alphaCutoff", material.alphaCutoff);
    }
    if (material.doubleSided) {
        json.key("doubleSided");
        json.boolean(true);
    }
    if (material.unlit) {
        json.key("extensions");
        json.beginObject();
        json.key(kUnlit);
        json.raw("{}");
        json.endObject();
    }
    extrasMember(json, material.extras);
}

void writeImage(JsonWriter& json, const Image& image) {
    nameMember(json, image.name);
    if (image.bufferView) {
        json.memberText("mimeType", image.mimeType);
        json.member("bufferView", *image.bufferView);
    } else {
        json.memberText("uri", image.uri);
    }
    extrasMember(json, image.extras);
}

int numberOf(TextureWrap wrap) {
    switch (wrap) {
        case TextureWrap::Repeat:
            return 10497;
        case TextureWrap::MirroredRepeat:
            return 33648;
        case TextureWrap::ClampToEdge:
            return 33071;
    }
    return 10497;
}

int numberOf(TextureMinification minification) {
    switch (minification) {
        case TextureMinification::Nearest:
            return kNearest;
        case TextureMinification::Linear:
            return kLinear;
        case TextureMinification::NearestMipmapNearest:
            return 9984;
        case TextureMinification::LinearMipmapNearest:
            return 9985;
        case TextureMinification::NearestMipmapLinear:
            return 9986;
        case TextureMinification::LinearMipmapLinear:
            return 9987;
    }
    return 9987;
}

void writeTextureSampler(JsonWriter& json, const TextureSampler& sampler) {
    const bool isNearest = sampler.filter == TextureFilter::Nearest;
    json.member("magFilter", isNearest ? kNearest : kLinear);
    json.member("minFilter", numberOf(sampler.minification.value_or(usualMinification(sampler.filter))));
    // Repeat is the default.
    if (sampler.wrapS != TextureWrap::Repeat) json.member("wrapS", numberOf(sampler.wrapS));
    if (sampler.wrapT != TextureWrap::Repeat) json.member("wrapT", numberOf(sampler.wrapT));
}

/// A WebP is named by its extension alone: core glTF has no place for it.
void writeSource(JsonWriter& json, const Document& document, Index image) {
    const bool isWebp = document.images[image].mimeType == kWebpType;
    if (isWebp) {
        json.key("extensions");
        json.beginObject();
        json.key(kTextureWebp);
        json.beginObject();
    }
    json.member("source", image);
    if (!isWebp) return;
    json.endObject();
    json.endObject();
}

void writeTextures(JsonWriter& json, const Document& document) {
    if (document.images.empty()) return;
    objectsMember(json, "textures", document.textures,
                  [&document](JsonWriter& texture, const DocumentTexture& content) {
                      texture.member("sampler", content.sampler);
                      writeSource(texture, document, content.source);
                  });
    objectsMember(json, "images", document.images, writeImage);
    objectsMember(json, "samplers", document.textureSamplers, writeTextureSampler);
}

}  // namespace

void writeMaterials(JsonWriter& json, const Document& document) {
    objectsMember(json, "materials", document.materials, writeMaterial);
    writeTextures(json, document);
}

}  // namespace rigkiln::gltf_export
