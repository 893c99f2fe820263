#include "exporters/swat3/unchanged.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "exporters/swat3/kept_record.hpp"
#include "formats/swat3/material_values.hpp"
#include "formats/swat3/swat3_format.hpp"
#include "pipeline/process/remove_unused_materials.hpp"
#include "pipeline/wayback/extras_values.hpp"
#include "pipeline/wayback/read_kept.hpp"
#include "pipeline/wayback/same_scene.hpp"
#include "pipeline/wayback/same_value.hpp"

namespace rigkiln::swat3_export {
namespace {

void setText(OptionValues& options, std::string_view option, const std::string& value) {
    if (!value.empty()) options.set(option, value);
}

OptionValues modelOptions(const Scene& scene) {
    OptionValues options(swat3::kGsmFormat.options);
    const Properties& gsm = gsmRecord(scene);
    for (const std::string_view question : {"space", "quat", "handed", "winding", "transparency", "grips"})
        setText(options, question, conventionAnswer(scene, question));
    setText(options, "map9", textOf(gsm, "map9"));
    setText(options, "normal_weight", textOf(gsm, "normal_weight"));
    return options;
}

std::string textureName(const Scene& scene, const std::optional<TextureUse>& use) {
    return use ? scene.textures[use->texture.value].sourceName : std::string();
}

/// Extras of a material without the record of its image.
Properties withoutImage(const Properties& extras) {
    Properties rest;
    for (const Properties::Entry& entry : extras.entries()) {
        if (entry.first != swat3::kImageKey) rest.append(entry.first, entry.second);
    }
    return rest;
}

/// Alpha mode that reading gives the material when it has its image, which is not at hand here.
AlphaMode alphaModeWith(const std::string& image, AlphaMode withoutImage) {
    const bool isCutOut = image == swat3::kImageKeyed && withoutImage == AlphaMode::Opaque;
    return isCutOut ? AlphaMode::Mask : withoutImage;
}

bool isSameMaterial(const Scene& leftScene, const Material& left, const Scene& rightScene,
                    const Material& right) {
    const std::string image = textOf(right.extras, swat3::kImageKey);
    const auto isSameTexture = [&](const std::optional<TextureUse>& before,
                                   const std::optional<TextureUse>& after) {
        return (image == swat3::kImageMissing && !after) ||
               textureName(leftScene, before) == textureName(rightScene, after);
    };
    return left.name == right.name && left.baseColorFactor == right.baseColorFactor &&
           left.metallicFactor == right.metallicFactor && left.roughnessFactor == right.roughnessFactor &&
           left.emissiveFactor == right.emissiveFactor &&
           alphaModeWith(image, left.alphaMode) == right.alphaMode && left.doubleSided == right.doubleSided &&
           isSameTexture(left.baseColorTexture, right.baseColorTexture) &&
           isSameTexture(left.emissiveTexture, right.emissiveTexture) &&
           isSameValue(left.extras, withoutImage(right.extras));
}

bool isSameModel(Scene was, const Scene& is) {
    // Selecting meshes has removed these materials from the scene. They come back with the kept bytes. A
    // scene that still has them is compared with all.
    if (is.materials.size() < was.materials.size()) removeUnusedMaterials(was);
    const bool hasSameMaterials = std::ranges::equal(
        was.materials, is.materials,
        [&](const Material& left, const Material& right) { return isSameMaterial(was, left, is, right); });
    return hasSameMaterials && hasSameShape(was, is);
}

OptionValues clipOptions(const Clip& clip) {
    OptionValues options(swat3::kGsaFormat.options);
    const Properties& gsa = gsaRecord(clip);
    setText(options, "quat", textOf(gsa, "quat"));
    setText(options, "root", textOf(gsa, "root"));
    if (clip.sourceFrameRate) options.set("rate", static_cast<double>(*clip.sourceFrameRate));
    return options;
}

}  // namespace

bool isModelUnchanged(const Scene& scene) {
    if (!scene.source || scene.source->format != swat3::kGsmFormat.id) return false;
    const std::string name = scene.meshes.empty() ? scene.name : scene.meshes.front().name;
    const OptionValues options = modelOptions(scene);
    auto was = readKept(*scene.source, {.format = swat3::kGsmFormat,
                                        .options = options,
                                        .name = name,
                                        .metresPerUnit = scene.metresPerUnit});
    return was && isSameModel(std::move(*was), scene);
}

bool isClipUnchanged(const Scene& scene, const Clip& clip) {
    if (!clip.source || clip.source->format != swat3::kGsaFormat.id) return false;
    const OptionValues options = clipOptions(clip);
    const auto was = readKept(*clip.source, {.format = swat3::kGsaFormat,
                                             .options = options,
                                             .name = clip.name,
                                             .metresPerUnit = scene.metresPerUnit});
    if (!was || was->clips.empty()) return false;
    const Clip& kept = was->clips.front();
    const bool isOffset = textOf(gsaRecord(kept), "root") == "offset";
    // How the answer was found is another matter now: it was told.
    return hasSameMembers(gsaRecord(kept), gsaRecord(clip), "quat_by") &&
           hasSameMotion(*was, scene, clip, isOffset ? ClipPlaces::OffsetsFromRest : ClipPlaces::OfTheClip);
}

}  // namespace rigkiln::swat3_export
