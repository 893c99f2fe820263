#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/compare/compare_images.hpp"
#include "pipeline/compare/compare_parts.hpp"
#include "pipeline/compare/match_names.hpp"

namespace rigkiln {
namespace {

std::string_view alphaText(AlphaMode mode) {
    if (mode == AlphaMode::Opaque) return "opaque";
    return mode == AlphaMode::Mask ? "mask" : "blend";
}

std::string_view wrapText(TextureWrap wrap) {
    if (wrap == TextureWrap::Repeat) return "repeat";
    return wrap == TextureWrap::MirroredRepeat ? "mirrored repeat" : "clamp to edge";
}

std::string_view minificationText(const TextureSampler& sampler) {
    switch (sampler.minification.value_or(usualMinification(sampler.filter))) {
        case TextureMinification::Nearest:
            return "nearest pixel";
        case TextureMinification::Linear:
            return "pixels blended";
        case TextureMinification::NearestMipmapNearest:
            return "nearest pixel of the nearest mipmap level";
        case TextureMinification::LinearMipmapNearest:
            return "pixels blended in the nearest mipmap level";
        case TextureMinification::NearestMipmapLinear:
            return "nearest pixels of two mipmap levels blended";
        case TextureMinification::LinearMipmapLinear:
            return "pixels and mipmap levels blended";
    }
    return {};
}

class MaterialComparison {
public:
    MaterialComparison(const ScenePair& pair, DifferenceList& found) : pair_(pair), found_(found) {}

    void compare(const Material& left, const Material& right) {
        object_ = "material " + quote(left.name);
        for (int i = 0; i < 4; ++i)
            number("base colour factor", left.baseColorFactor[i], right.baseColorFactor[i]);
        for (int i = 0; i < 3; ++i)
            number("emissive factor", left.emissiveFactor[i], right.emissiveFactor[i]);
        number("metallic factor", left.metallicFactor, right.metallicFactor);
        number("roughness factor", left.roughnessFactor, right.roughnessFactor);
        text("alpha mode", alphaText(left.alphaMode), alphaText(right.alphaMode));
        if (left.alphaMode == AlphaMode::Mask && right.alphaMode == AlphaMode::Mask)
            number("alpha cutoff", left.alphaCutoff, right.alphaCutoff);
        flag("double sided", left.doubleSided, right.doubleSided);
        flag("unlit", left.unlit, right.unlit);
        image("base colour", left.baseColorTexture, right.baseColorTexture);
        image("normal", left.normalTexture, right.normalTexture);
        image("emissive", left.emissiveTexture, right.emissiveTexture);
    }

private:
    void text(std::string_view field, std::string_view left, std::string_view right) {
        if (left == right || !pair_.has(ComparedPart::Materials)) return;
        found_.add({.part = ComparedPart::Materials,
                    .gravity = Gravity::Look,
                    .object = object_,
                    .text = fmt::format("{}: {}, {}", field, left, right)});
    }

    void flag(std::string_view field, bool left, bool right) {
        text(field, left ? "yes" : "no", right ? "yes" : "no");
    }

    void number(std::string_view field, float left, float right) {
        if (std::abs(static_cast<double>(left) - static_cast<double>(right)) > pair_.options.share)
            text(field, numberText(left), numberText(right));
    }

    void image(std::string_view role, const std::optional<TextureUse>& left,
               const std::optional<TextureUse>& right) {
        if (left.has_value() != right.has_value()) {
            if (!pair_.has(ComparedPart::Images)) return;
            found_.addMissing(ComparedPart::Images, fmt::format("image of {} of {}", role, object_),
                              left.has_value());
            return;
        }
        if (!left) return;
        const auto field = [&](std::string_view name) { return fmt::format("{} texture, {}", role, name); };
        text(field("set of coordinates"), fmt::format("{}", left->texCoordSet),
             fmt::format("{}", right->texCoordSet));
        text(field("wrap in U"), wrapText(left->sampler.wrapS), wrapText(right->sampler.wrapS));
        text(field("wrap in V"), wrapText(left->sampler.wrapT), wrapText(right->sampler.wrapT));
        flag(field("pixels blended"), left->sampler.filter == TextureFilter::Linear,
             right->sampler.filter == TextureFilter::Linear);
        if (left->sampler.minification != right->sampler.minification)
            text(field("shown smaller"), minificationText(left->sampler), minificationText(right->sampler));
        number(field("offset in U"), left->offset.x, right->offset.x);
        number(field("offset in V"), left->offset.y, right->offset.y);
        if (pair_.has(ComparedPart::Images)) pixels(role, left->texture, right->texture);
    }

    /// Decodes each pair of images only once, because materials share images.
    void pixels(std::string_view role, IndexOf<Texture> left, IndexOf<Texture> right) {
        const Texture& leftImage = pair_.left.textures[left.value];
        const Texture& rightImage = pair_.right.textures[right.value];
        const auto key = std::pair(left.value, right.value);
        auto known = images_.find(key);
        if (known == images_.end()) {
            known =
                images_
                    .emplace(key, compareImages(pair_.options.images, leftImage.encoded, rightImage.encoded))
                    .first;
        }
        const std::optional<ImageDifference>& difference = known->second;
        if (!difference) return;
        found_.add({.part = ComparedPart::Images,
                    .gravity = Gravity::Look,
                    .object = fmt::format("image {} ({} of {})", quote(leftImage.sourceName), role, object_),
                    .text = textOf(*difference),
                    .weight = difference->share()});
    }

    const ScenePair& pair_;
    DifferenceList& found_;
    std::string object_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::optional<ImageDifference>> images_;
};

}  // namespace

void compareMaterials(const ScenePair& pair, DifferenceList& found) {
    const NameMatches matches =
        matchNames(pair.left.materials, pair.right.materials,
                   [](const Material& material) { return std::string_view(material.name); });
    const auto objectOf = [](const Material& material) { return "material " + quote(material.name); };
    MaterialComparison comparison(pair, found);
    for (std::size_t i = 0; i < matches.ofLeft.size(); ++i) {
        if (matches.ofLeft[i])
            comparison.compare(pair.left.materials[i], pair.right.materials[*matches.ofLeft[i]]);
        else
            found.addMissing(ComparedPart::Materials, objectOf(pair.left.materials[i]), true);
    }
    for (std::size_t i = 0; i < matches.ofRight.size(); ++i) {
        if (!matches.ofRight[i])
            found.addMissing(ComparedPart::Materials, objectOf(pair.right.materials[i]), false);
    }
}

}  // namespace rigkiln
