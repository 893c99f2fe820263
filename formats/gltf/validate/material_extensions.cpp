#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "formats/gltf/validate/read_document.hpp"
#include "formats/gltf/validate/read_materials.hpp"

namespace rigkiln::gltf_validation {
namespace {

enum class MemberKind : std::uint8_t { Number, Numbers, Texture, NormalTexture };

/// Member of an extension of materials.
struct MemberRow {
    std::string_view extension;
    std::string_view name;
    MemberKind kind = MemberKind::Number;
    NumberRange range{};
    std::size_t length = 0;  ///< of Numbers
};

constexpr NumberRange kUnit{.least = 0, .most = 1};
constexpr NumberRange kPositive{.least = 0};

constexpr auto kRows = std::to_array<MemberRow>({
    {"KHR_materials_anisotropy", "anisotropyStrength", MemberKind::Number, kUnit},
    {"KHR_materials_anisotropy", "anisotropyRotation"},
    {"KHR_materials_anisotropy", "anisotropyTexture", MemberKind::Texture},
    {"KHR_materials_clearcoat", "clearcoatFactor", MemberKind::Number, kUnit},
    {"KHR_materials_clearcoat", "clearcoatTexture", MemberKind::Texture},
    {"KHR_materials_clearcoat", "clearcoatRoughnessFactor", MemberKind::Number, kUnit},
    {"KHR_materials_clearcoat", "clearcoatRoughnessTexture", MemberKind::Texture},
    {"KHR_materials_clearcoat", "clearcoatNormalTexture", MemberKind::NormalTexture},
    {"KHR_materials_dispersion", "dispersion", MemberKind::Number, kPositive},
    {"KHR_materials_emissive_strength", "emissiveStrength", MemberKind::Number, kPositive},
    {"KHR_materials_ior", "ior", MemberKind::Number, {.least = 1, .orExactly = 0}},
    {"KHR_materials_iridescence", "iridescenceFactor", MemberKind::Number, kUnit},
    {"KHR_materials_iridescence", "iridescenceTexture", MemberKind::Texture},
    {"KHR_materials_iridescence", "iridescenceIor", MemberKind::Number, {.least = 1}},
    {"KHR_materials_iridescence", "iridescenceThicknessMinimum", MemberKind::Number, kPositive},
    {"KHR_materials_iridescence", "iridescenceThicknessMaximum", MemberKind::Number, kPositive},
    {"KHR_materials_iridescence", "iridescenceThicknessTexture", MemberKind::Texture},
    {"KHR_materials_pbrSpecularGlossiness", "diffuseFactor", MemberKind::Numbers, kUnit, 4},
    {"KHR_materials_pbrSpecularGlossiness", "diffuseTexture", MemberKind::Texture},
    {"KHR_materials_pbrSpecularGlossiness", "specularFactor", MemberKind::Numbers, kUnit, 3},
    {"KHR_materials_pbrSpecularGlossiness", "glossinessFactor", MemberKind::Number, kUnit},
    {"KHR_materials_pbrSpecularGlossiness", "specularGlossinessTexture", MemberKind::Texture},
    {"KHR_materials_sheen", "sheenColorFactor", MemberKind::Numbers, kUnit, 3},
    {"KHR_materials_sheen", "sheenColorTexture", MemberKind::Texture},
    {"KHR_materials_sheen", "sheenRoughnessFactor", MemberKind::Number, kUnit},
    {"KHR_materials_sheen", "sheenRoughnessTexture", MemberKind::Texture},
    {"KHR_materials_specular", "specularFactor", MemberKind::Number, kUnit},
    {"KHR_materials_specular", "specularTexture", MemberKind::Texture},
    {"KHR_materials_specular", "specularColorFactor", MemberKind::Numbers, kPositive, 3},
    {"KHR_materials_specular", "specularColorTexture", MemberKind::Texture},
    {"KHR_materials_transmission", "transmissionFactor", MemberKind::Number, kUnit},
    {"KHR_materials_transmission", "transmissionTexture", MemberKind::Texture},
    {"KHR_materials_volume", "attenuationColor", MemberKind::Numbers, kUnit, 3},
    {"KHR_materials_volume", "attenuationDistance", MemberKind::Number, {.least = 0, .excludesLeast = true}},
    {"KHR_materials_volume", "thicknessFactor", MemberKind::Number, kPositive},
    {"KHR_materials_volume", "thicknessTexture", MemberKind::Texture},
});

/// Members of one extension object.
struct ReadMembers {
    std::map<std::string_view, double> numbers{};     ///< NaN: missing or wrong
    std::map<std::string_view, Integer> texCoords{};  ///< of the textures that are there

    [[nodiscard]] double numberOr(std::string_view name, double otherwise) const {
        const auto found = numbers.find(name);
        return found == numbers.end() || std::isnan(found->second) ? otherwise : found->second;
    }
};

ReadMembers readMembers(MemberReader& in, const KnownExtension& extension, Material& material) {
    const Properties& object = *extension.members;
    std::vector<std::string_view> names;
    ReadMembers read;
    for (const MemberRow& row : kRows) {
        if (row.extension != extension.name) continue;
        names.push_back(row.name);
        if (row.kind == MemberKind::Number) {
            read.numbers[row.name] = in.readNumber(object, row.name, row.range);
        } else if (row.kind == MemberKind::Numbers) {
            (void)in.readNumbers(object, row.name, row.length, row.range);
        } else {
            const TextureKind kind =
                row.kind == MemberKind::NormalTexture ? TextureKind::Normal : TextureKind::Plain;
            if (const auto texCoord = readTextureUse(in, object, row.name, kind, material))
                read.texCoords[row.name] = *texCoord;
        }
    }
    in.checkNames(object, names);
    readNoExtensions(in, object);
    in.readExtras(object);
    return read;
}

/// Reports a texture with tangents that uses other coordinates than the normal texture.
void checkTangents(MemberReader& in, const ReadMembers& read, std::string_view texture, const Rule& rule,
                   const MaterialFacts& facts, Material& material) {
    const auto texCoord = read.texCoords.find(texture);
    if (texCoord == read.texCoords.end()) return;
    material.needsTangents = true;
    if (facts.normalTexCoord && *facts.normalTexCoord != texCoord->second)
        in.report(rule, texture, "uses other texture coordinates than normalTexture");
}

void checkIridescence(MemberReader& in, const Properties& object, const ReadMembers& read) {
    constexpr std::string_view kMinimum = "iridescenceThicknessMinimum";
    constexpr std::string_view kTexture = "iridescenceThicknessTexture";
    const double least = read.numberOr(kMinimum, 100);
    const double most = read.numberOr("iridescenceThicknessMaximum", 400);
    if (read.texCoords.contains(kTexture)) {
        if (least == most)
            in.report(kKhrMaterialsIridescenceThicknessTextureUnused, kTexture,
                      "has no effect, least and greatest thickness are equal");
    } else if (object.find(kMinimum) != nullptr && !std::isnan(read.numbers.at(kMinimum))) {
        in.report(kKhrMaterialsIridescenceThicknessRangeWithoutTexture, kMinimum,
                  "has no effect without iridescenceThicknessTexture");
    }
}

/// True if the material has the extension, known or not.
bool hasExtension(const Properties& material, std::string_view name) {
    const Value* extensions = material.find("extensions");
    const auto* members = extensions == nullptr ? nullptr : std::get_if<Properties>(&extensions->content());
    return members != nullptr && members->find(name) != nullptr;
}

void checkEmissiveStrength(MemberReader& in, const ReadMembers& read, const MaterialFacts& facts) {
    const bool isDark = facts.emissiveFactor &&
                        std::ranges::all_of(*facts.emissiveFactor, [](double part) { return part == 0.0; });
    if (isDark && read.numberOr("emissiveStrength", 1) != 1)
        in.report(kKhrMaterialsEmissiveStrengthZeroFactor, "has no effect, emissiveFactor is 0");
}

void checkVolume(MemberReader& in, const Properties& object, const ReadMembers& read, bool hasUnknown,
                 const MaterialFacts& facts) {
    if (!hasExtension(object, "KHR_materials_transmission") && !hasUnknown)
        in.report(kKhrMaterialsVolumeNoTransmission, "has no effect, nothing lets light through the surface");
    if (facts.isDoubleSided && read.numberOr("thicknessFactor", 0) > 0)
        in.report(kKhrMaterialsVolumeDoubleSided, "is of a double-sided material");
}

}  // namespace

void readMaterialExtensions(MemberReader& in, const Properties& object, const MaterialFacts& facts,
                            Material& material) {
    const auto extensions = in.readExtensions(object, Owner::Material);
    const auto list = in.place().enter("extensions");
    for (const KnownExtension& extension : extensions.known) {
        const auto scope = in.place().enter(extension.name);
        const ReadMembers read = readMembers(in, extension, material);
        if (extension.name == "KHR_materials_anisotropy") {
            checkTangents(in, read, "anisotropyTexture", kKhrMaterialsAnisotropyAnisotropyTextureTexcoord,
                          facts, material);
        } else if (extension.name == "KHR_materials_clearcoat") {
            checkTangents(in, read, "clearcoatNormalTexture",
                          kKhrMaterialsClearcoatClearcoatNormalTextureTexcoord, facts, material);
        } else if (extension.name == "KHR_materials_dispersion") {
            if (!hasExtension(object, "KHR_materials_volume"))
                in.report(kKhrMaterialsDispersionNoVolume, "has no effect without KHR_materials_volume");
        } else if (extension.name == "KHR_materials_emissive_strength") {
            checkEmissiveStrength(in, read, facts);
        } else if (extension.name == "KHR_materials_iridescence") {
            checkIridescence(in, *extension.members, read);
        } else if (extension.name == "KHR_materials_volume") {
            checkVolume(in, object, read, extensions.hasUnknown, facts);
        }
    }
}

}  // namespace rigkiln::gltf_validation
