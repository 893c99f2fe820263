#include "formats/gltf/validate/read_materials.hpp"

#include <array>
#include <limits>

#include "formats/gltf/validate/read_document.hpp"

namespace rigkiln::gltf_validation {
namespace {

constexpr std::array<std::string_view, 9> kMaterialMembers = {
    "pbrMetallicRoughness", "normalTexture",  "occlusionTexture",
    "emissiveTexture",      "emissiveFactor", "alphaMode",
    "alphaCutoff",          "doubleSided",    "name"};
constexpr std::array<std::string_view, 5> kPbrMembers = {
    "baseColorFactor", "baseColorTexture", "metallicFactor", "roughnessFactor", "metallicRoughnessTexture"};
constexpr std::array<std::string_view, 3> kAlphaModes = {"OPAQUE", "MASK", "BLEND"};
constexpr std::array<std::string_view, 3> kNormalTextureMembers = {"index", "texCoord", "scale"};
constexpr std::array<std::string_view, 3> kOcclusionTextureMembers = {"index", "texCoord", "strength"};
constexpr std::array<std::string_view, 4> kTransformMembers = {"offset", "rotation", "scale", "texCoord"};

constexpr NumberRange kShare{.least = 0, .most = 1};

void readTransformExtension(MemberReader& in, const Properties& object, Material& material) {
    in.checkNames(object, kTransformMembers);
    (void)in.readNumbers(object, "offset", 2);
    (void)in.readNumber(object, "rotation", {});
    (void)in.readNumbers(object, "scale", 2);
    const Integer texCoord = in.readCount(object, "texCoord", kNone);
    readNoExtensions(in, object);
    in.readExtras(object);
    material.textures.push_back({.pointer = in.place().pointer(), .texCoord = texCoord, .isTransform = true});
}

void readPbr(MemberReader& in, const Properties& object, Material& material) {
    const Properties* pbr = in.readObject(object, "pbrMetallicRoughness");
    if (pbr == nullptr) return;
    const auto scope = in.place().enter("pbrMetallicRoughness");
    in.checkNames(*pbr, kPbrMembers);
    (void)in.readNumbers(*pbr, "baseColorFactor", 4, kShare);
    (void)readTextureUse(in, *pbr, "baseColorTexture", TextureKind::Plain, material);
    (void)in.readNumber(*pbr, "metallicFactor", kShare);
    (void)in.readNumber(*pbr, "roughnessFactor", kShare);
    (void)readTextureUse(in, *pbr, "metallicRoughnessTexture", TextureKind::Plain, material);
    readNoExtensions(in, *pbr);
    in.readExtras(*pbr);
}

}  // namespace

std::optional<Integer> readTextureUse(MemberReader& in, const Properties& object, std::string_view name,
                                      TextureKind kind, Material& material) {
    const Properties* texture = in.readObject(object, name);
    if (texture == nullptr) return std::nullopt;
    const auto scope = in.place().enter(name);
    const Names plain = Names(kNormalTextureMembers).first(2);
    in.checkNames(*texture, kind == TextureKind::Normal      ? Names(kNormalTextureMembers)
                            : kind == TextureKind::Occlusion ? Names(kOcclusionTextureMembers)
                                                             : plain);
    const Integer index = in.readIndex(*texture, "index");
    const Integer texCoord = in.readCount(*texture, "texCoord", 0);
    if (kind == TextureKind::Normal) (void)in.readNumber(*texture, "scale", {});
    if (kind == TextureKind::Occlusion) (void)in.readNumber(*texture, "strength", kShare);
    material.textures.push_back({.pointer = in.place().pointer(), .texture = index, .texCoord = texCoord});
    const auto extensions = in.readExtensions(*texture, Owner::TextureInfo);
    for (const KnownExtension& extension : extensions.known) {
        const auto list = in.place().enter("extensions");
        const auto one = in.place().enter(extension.name);
        readTransformExtension(in, *extension.members, material);
    }
    in.readExtras(*texture);
    return texCoord;
}

Material readMaterial(MemberReader& in, const Properties& object) {
    in.checkNames(object, kMaterialMembers);
    Material material;
    MaterialFacts facts;
    readPbr(in, object, material);
    facts.normalTexCoord = readTextureUse(in, object, "normalTexture", TextureKind::Normal, material);
    material.hasNormalTexture = facts.normalTexCoord.has_value();
    material.needsTangents = material.hasNormalTexture;
    (void)readTextureUse(in, object, "occlusionTexture", TextureKind::Occlusion, material);
    (void)readTextureUse(in, object, "emissiveTexture", TextureKind::Plain, material);
    facts.emissiveFactor = in.readNumbers(object, "emissiveFactor", 3, kShare);
    if (object.find("emissiveFactor") == nullptr) facts.emissiveFactor = {0, 0, 0};
    const std::string* mode = in.readText(object, "alphaMode", false, kAlphaModes);
    (void)in.readNumber(object, "alphaCutoff", {.least = 0});
    if (object.find("alphaCutoff") != nullptr && (mode == nullptr || *mode != "MASK"))
        in.report(kMaterialAlphaCutoffInvalidMode, "alphaCutoff", "has an effect with alphaMode MASK only");
    facts.isDoubleSided = in.readFlag(object, "doubleSided");
    readMaterialExtensions(in, object, facts, material);
    in.readName(object);
    in.readExtras(object);
    return material;
}

}  // namespace rigkiln::gltf_validation
