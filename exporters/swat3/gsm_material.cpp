#include "exporters/swat3/gsm_material.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <glm/common.hpp>

#include "exporters/swat3/gsm_export_issues.hpp"
#include "formats/swat3/gsm_materials.hpp"
#include "formats/swat3/material_values.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/wayback/extras_values.hpp"

namespace rigkiln::swat3_export {
namespace {

using swat3::GsmMaterial;

/// Largest difference of values of glTF that count as equal: programs round them in different ways.
constexpr float kSame = 1e-4F;

bool isSame(float left, float right) {
    return std::abs(left - right) <= kSame;
}

bool isSame(const glm::vec3& left, const glm::vec3& right) {
    return isSame(left.x, right.x) && isSame(left.y, right.y) && isSame(left.z, right.z);
}

float largestOf(const glm::vec3& vector) {
    return std::max({vector.x, vector.y, vector.z});
}

/// Inverse of swat3::toLinear.
float toDisplay(float linear) {
    const float value = std::clamp(linear, 0.0F, 1.0F);
    return value <= 0.0031308F ? value * 12.92F : 1.055F * std::pow(value, 1.0F / 2.4F) - 0.055F;
}

swat3::Float3 toDisplay(const glm::vec4& linear) {
    return {toDisplay(linear.x), toDisplay(linear.y), toDisplay(linear.z)};
}

/// Default material of 3ds Max in the colour of the scene's material.
GsmMaterial newMaterial(const Material& material) {
    constexpr std::uint16_t kPhong = 1;
    GsmMaterial made;
    made.unknown = kPhong;
    made.diffuse = toDisplay(material.baseColorFactor);
    made.ambient = made.diffuse;
    made.specular = {0.9F, 0.9F, 0.9F};
    return made;
}

void readMaps(const Properties& extras, StoredMaterial& stored) {
    const ValueList* maps = listIn(extras, "maps");
    if (maps == nullptr) return;
    for (const Value& entry : *maps) {
        const auto* map = std::get_if<Properties>(&entry.content());
        if (map == nullptr) continue;
        const auto slot = shortIn(*map, "slot");
        const std::string* texture = textIn(*map, "texture");
        if (slot && texture != nullptr) stored.maps.push_back({.slot = *slot, .texture = *texture});
    }
}

/// Reads stored numbers from extras. Returns false unless all colours are there, as they are whenever the
/// extras come from reading a GSM.
bool readExtras(const Properties& extras, StoredMaterial& stored) {
    const auto diffuse = floatsIn<3>(extras, "diffuse");
    const auto ambient = floatsIn<3>(extras, "ambient");
    const auto specular = floatsIn<3>(extras, "specular");
    if (!diffuse || !ambient || !specular) return false;
    GsmMaterial& material = stored.material;
    material.diffuse = *diffuse;
    material.ambient = *ambient;
    material.specular = *specular;
    material.unknown = shortIn(extras, "unknown").value_or(material.unknown);
    material.opacityFalloff = floatIn(extras, "opacity_falloff").value_or(material.opacityFalloff);
    material.transparency = floatIn(extras, "transparency").value_or(material.transparency);
    material.twoSided = static_cast<std::uint8_t>(
        std::min<unsigned>(shortIn(extras, "two_sided").value_or(material.twoSided), 0xFF));
    material.selfIllumination = floatIn(extras, "self_illumination").value_or(material.selfIllumination);
    material.shininess = floatIn(extras, "shininess").value_or(material.shininess);
    material.shineStrength = floatIn(extras, "shine_strength").value_or(material.shineStrength);
    readMaps(extras, stored);
    return true;
}

std::vector<StoredMaterial::Map> mapsOf(const GsmMaterial& material, const swat3::GsmFile& base) {
    std::vector<StoredMaterial::Map> maps;
    for (const swat3::GsmMap& map : material.maps) {
        if (map.texture < base.textures.size())
            maps.push_back({.slot = map.slot, .texture = toUtf8(base.textures[map.texture].name)});
    }
    return maps;
}

void setMaps(const std::vector<StoredMaterial::Map>& maps, TextureList& textures, GsmMaterial& made) {
    made.maps.clear();
    for (const StoredMaterial::Map& map : maps)
        made.maps.push_back(
            {.slot = map.slot, .texture = static_cast<std::uint16_t>(textures.withName(map.texture))});
}

bool readBase(const std::string& name, const swat3::GsmFile& base, StoredMaterial& stored) {
    const auto found = std::ranges::find_if(
        base.materials, [&](const GsmMaterial& material) { return toUtf8(material.name) == toUtf8(name); });
    if (found == base.materials.end()) return false;
    stored.material = *found;
    stored.material.maps.clear();
    if (!stored.id) stored.id = found->id;
    stored.maps = mapsOf(*found, base);
    return true;
}

/// Changes the stored numbers that differ from the scene, and no others.
class ValueWriter {
public:
    ValueWriter(const Material& material, const GsmStyle& style, bool wasTextured, bool isTextured,
                GsmMaterial& made)
        : source_(material), made_(made), isTextured_(isTextured) {
        transparency_ = style.transparencyIsClear ? swat3::Transparency::Clear : swat3::Transparency::Opaque;
        oldColor_ = wasTextured ? glm::vec3(1.0F) : swat3::toLinear(made.diffuse);
    }

    void write(std::string_view where, Diagnostics& diagnostics) {
        writeEmission(where, diagnostics);  // before the old colour, which it needs, is replaced
        writeColor(where, diagnostics);
        writeOpacity();
        writeShininess();
        if ((made_.twoSided != 0) != source_.doubleSided) made_.twoSided = source_.doubleSided ? 1 : 0;
    }

private:
    void writeColor(std::string_view where, Diagnostics& diagnostics) {
        const glm::vec3 color(source_.baseColorFactor);
        for (glm::length_t i = 0; i < 3; ++i) {
            if (!isSame(color[i], oldColor_[i]))
                made_.diffuse.at(static_cast<std::size_t>(i)) = toDisplay(color[i]);
        }
        if (isTextured_ && !isSame(color, glm::vec3(1.0F)))
            diagnostics.add(kTintKept, std::string(where),
                            fmt::format("({}, {}, {}), linear", color.x, color.y, color.z));
    }

    void writeOpacity() {
        const float opacity = source_.alphaMode == AlphaMode::Opaque ? 1.0F : source_.baseColorFactor.a;
        if (isSame(opacity, swat3::opacityOf(made_, transparency_))) return;
        made_.transparency = transparency_ == swat3::Transparency::Opaque ? opacity : 1.0F - opacity;
    }

    void writeShininess() {
        const float roughness = std::clamp(source_.roughnessFactor, 0.0F, 1.0F);
        if (isSame(roughness, swat3::roughnessOf(made_))) return;
        constexpr float kRoughestHighlight = 0.81649658F;  // roughness of shininess 0: sqrt(2 / 3)
        if (roughness > kRoughestHighlight + kSame) {
            made_.shininess = 0;
            made_.shineStrength = 0;
            return;
        }
        constexpr float kSmallest = 1e-3F;  // smoother than shininess 1, and its square is not 0
        const float square = std::max(roughness, kSmallest) * std::max(roughness, kSmallest);
        const float exponent = std::max(2.0F / square - 2.0F, 1.0F);
        made_.shininess = std::clamp(std::log2(exponent) / 10.0F, 0.0F, 1.0F);
        if (!(made_.shineStrength > 0)) made_.shineStrength = 1;
    }

    void writeEmission(std::string_view where, Diagnostics& diagnostics) {
        const glm::vec3& emission = source_.emissiveFactor;
        const bool shines = largestOf(emission) > 0;
        bool isLost = shines && source_.emissiveTexture &&
                      (!source_.baseColorTexture || *source_.emissiveTexture != *source_.baseColorTexture);
        if (!isSame(emission, swat3::emissionOf(made_, oldColor_))) {
            const glm::vec3 color = isTextured_ ? glm::vec3(1.0F) : glm::vec3(source_.baseColorFactor);
            const float brightest = largestOf(color);
            const float part = std::clamp(brightest > 0 ? largestOf(emission) / brightest : 0.0F, 0.0F, 1.0F);
            made_.selfIllumination = part;
            constexpr float kVisible = 1.0F / 255.0F;
            const glm::vec3 lost = glm::abs(emission - part * color);
            isLost |= largestOf(lost) > kVisible;
        }
        if (isLost)
            diagnostics.add(kEmissiveLost, std::string(where),
                            fmt::format("({}, {}, {})", emission.x, emission.y, emission.z));
    }

    const Material& source_;
    GsmMaterial& made_;
    swat3::Transparency transparency_ = swat3::Transparency::Clear;
    glm::vec3 oldColor_{1.0F};  ///< colour of the surface by the stored numbers
    bool isTextured_ = false;
};

/// Sets the diffuse texture: keeps the stored one while it is the same picture, else puts the new one in its
/// slot.
void placeTexture(const Scene& scene, const Material& material, std::string_view where,
                  std::vector<StoredMaterial::Map>& maps, TextureList& textures, Diagnostics& diagnostics) {
    if (!material.baseColorTexture) {
        // Reading records that an image was missing; without that record somebody has removed the texture.
        const bool hadImage = material.extras.find("maps") != nullptr &&
                              textOf(material.extras, swat3::kImageKey) != swat3::kImageMissing;
        if (hadImage) std::erase_if(maps, [](const auto& map) { return map.slot == swat3::kDiffuseSlot; });
        return;
    }
    std::string picture = scene.textures[material.baseColorTexture->texture.value].sourceName;
    if (picture.empty()) {
        picture = fmt::format("{}.bmp", toUtf8(material.name));
        diagnostics.add(kTextureUnnamed, std::string(where), fmt::format("named {}", quote(picture)));
    }
    auto diffuse = std::ranges::find(maps, swat3::kDiffuseSlot, &StoredMaterial::Map::slot);
    if (diffuse != maps.end() && isSamePicture(diffuse->texture, picture)) return;
    if (diffuse == maps.end())
        diffuse = maps.insert(maps.end(), {.slot = swat3::kDiffuseSlot, .texture = {}});
    diffuse->texture = textures.name(textures.withFileNameOf(picture));
}

void reportLost(const Material& material, const std::string& where, Diagnostics& diagnostics) {
    if (material.normalTexture) diagnostics.add(kNormalMapLost, where);
    if (material.metallicFactor > 0)
        diagnostics.add(kMetallicLost, where, fmt::format("{}", material.metallicFactor));
    // A cut-out by colour key is not lost: the texture that the file names still has the key.
    const bool isKeyed = textOf(material.extras, swat3::kImageKey) == swat3::kImageKeyed;
    if (material.alphaMode == AlphaMode::Mask && !isKeyed)
        diagnostics.add(kAlphaMaskLost, where, fmt::format("cut off at {}", material.alphaCutoff));
    if (material.unlit) diagnostics.add(kUnlitLost, where);
}

}  // namespace

StoredMaterial findStored(const Material& material, const swat3::GsmFile* base) {
    StoredMaterial stored;
    stored.id = shortIn(material.extras, "id");
    stored.material = newMaterial(material);
    if (readExtras(material.extras, stored)) return stored;
    if (base != nullptr && readBase(material.name, *base, stored)) return stored;
    stored.isNew = true;
    stored.id.reset();
    return stored;
}

std::vector<std::size_t> findUnwornOfBase(const Scene& scene, const swat3::GsmFile& base) {
    std::vector<bool> isWorn(base.materials.size(), false);
    const auto ofGroups = swat3::findGroupMaterials(base);
    for (std::size_t i = 0; i < ofGroups.size(); ++i) {
        if (ofGroups[i] && base.groups[i].count > 0) isWorn[*ofGroups[i]] = true;
    }
    // Name and stored id of the scene's materials that account for none of the base yet.
    std::multiset<std::pair<std::string, std::optional<std::uint16_t>>> ofScene;
    for (const Material& material : scene.materials)
        ofScene.emplace(toUtf8(material.name), shortIn(material.extras, "id"));
    const auto takeFromScene = [&](const GsmMaterial& material) {
        const std::string name = toUtf8(material.name);
        auto found = ofScene.find({name, material.id});
        if (found == ofScene.end()) found = ofScene.find({name, std::nullopt});
        if (found == ofScene.end()) return false;
        ofScene.erase(found);
        return true;
    };
    std::vector<std::size_t> unworn;
    // The scene has the worn one of two that are alike.
    for (std::size_t i = 0; i < base.materials.size(); ++i) {
        if (isWorn[i]) takeFromScene(base.materials[i]);
    }
    for (std::size_t i = 0; i < base.materials.size(); ++i) {
        if (!isWorn[i] && !takeFromScene(base.materials[i])) unworn.push_back(i);
    }
    return unworn;
}

GsmMaterial copyMaterial(const swat3::GsmFile& base, std::size_t material, TextureList& textures) {
    GsmMaterial copy = base.materials[material];
    setMaps(mapsOf(copy, base), textures, copy);
    return copy;
}

GsmMaterial makeMaterial(const Scene& scene, const Material& material, const StoredMaterial& stored,
                         const GsmStyle& style, TextureList& textures, Diagnostics& diagnostics) {
    const std::string where = fmt::format("material {}", quote(material.name));
    GsmMaterial made = stored.material;
    made.name = toStoredText(material.name);
    const auto isTextured = [](const std::vector<StoredMaterial::Map>& maps) {
        return std::ranges::find(maps, swat3::kDiffuseSlot, &StoredMaterial::Map::slot) != maps.end();
    };
    std::vector<StoredMaterial::Map> maps = stored.maps;
    placeTexture(scene, material, where, maps, textures, diagnostics);
    ValueWriter(material, style, isTextured(stored.maps), isTextured(maps), made).write(where, diagnostics);
    setMaps(maps, textures, made);
    if (!style.hasUnknownWithoutMaps && made.maps.empty()) made.unknown = 0;
    reportLost(material, where, diagnostics);
    return made;
}

}  // namespace rigkiln::swat3_export
