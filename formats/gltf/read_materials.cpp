#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "formats/gltf/extras_reader.hpp"
#include "formats/gltf/gltf_error.hpp"
#include "formats/gltf/gltf_issues.hpp"
#include "formats/gltf/json_value.hpp"
#include "formats/gltf/read_scene.hpp"
#include "formats/gltf/uri.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf {
namespace {

/// Highest supported TEXCOORD_n.
constexpr int kHighestTexCoordSet = 7;
constexpr std::size_t kMaximumImageBytes = std::size_t{64} << 20U;
constexpr int kNearest = 9728;
constexpr int kLinear = 9729;
using MinificationMode = std::pair<std::int64_t, TextureMinification>;
constexpr std::array<MinificationMode, 6> kMinifications = {
    {{kNearest, TextureMinification::Nearest},
     {kLinear, TextureMinification::Linear},
     {9984, TextureMinification::NearestMipmapNearest},
     {9985, TextureMinification::LinearMipmapNearest},
     {9986, TextureMinification::NearestMipmapLinear},
     {9987, TextureMinification::LinearMipmapLinear}}};
constexpr int kRepeat = 10497;
constexpr int kMirroredRepeat = 33648;
constexpr int kClampToEdge = 33071;

bool startsWith(std::span<const std::byte> bytes, std::span<const unsigned char> signature) {
    return bytes.size() >= signature.size() &&
           std::equal(signature.begin(), signature.end(), bytes.begin(),
                      [](unsigned char left, std::byte right) { return std::byte{left} == right; });
}

/// Detects the type from the bytes, because the declared one is often wrong.
std::string_view mimeTypeOf(std::span<const std::byte> bytes) {
    static constexpr std::array<unsigned char, 8> kPng = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    static constexpr std::array<unsigned char, 3> kJpeg = {0xFF, 0xD8, 0xFF};
    if (startsWith(bytes, kPng)) return "image/png";
    static constexpr std::array<unsigned char, 4> kRiff = {'R', 'I', 'F', 'F'};
    static constexpr std::array<unsigned char, 4> kWebp = {'W', 'E', 'B', 'P'};
    constexpr std::size_t kKindOffset = 8;
    if (startsWith(bytes, kRiff) && bytes.size() > kKindOffset &&
        startsWith(bytes.subspan(kKindOffset), kWebp)) {
        return "image/webp";
    }
    return startsWith(bytes, kJpeg) ? "image/jpeg" : std::string_view();
}

/// Makes each image a texture of the scene when a material first uses it.
class ImageReader {
public:
    explicit ImageReader(Reading& reading) : reading_(reading) {
        const ValueList* images = asList(member(&reading.file.json, "images"));
        table_.resize(images == nullptr ? 0 : images->size());
    }

    IndexOf<Texture> use(std::int64_t image, const std::string& where) {
        const std::size_t index = checkedIndex(image, table_.size(), where);
        if (!table_[index]) table_[index] = read(index);
        return *table_[index];
    }

    void reportUnused() {
        for (std::size_t i = 0; i < table_.size(); ++i) {
            if (!table_[i]) reading_.diagnostics.add(kImageUnused, fmt::format("images[{}]", i));
        }
    }

private:
    /// URI and buffer view of an image. Images with equal ones and equal names share a texture.
    using Source = std::pair<std::string, std::int64_t>;

    IndexOf<Texture> read(std::size_t index) {
        const Value* image = objectOf(reading_, "images", index);
        const std::string where = fmt::format("images[{}]", index);
        const std::string* uri = asText(member(image, "uri"));
        const auto view = asInteger(member(image, "bufferView"));
        const bool isEmbedded = uri != nullptr && isDataUri(*uri);
        Texture texture;
        const std::string* name = asText(member(image, "name"));
        if (name != nullptr) texture.sourceName = originalName(member(image, "extras"), *name);
        if (texture.sourceName.empty() && uri != nullptr && !isEmbedded)
            texture.sourceName = decodePercent(*uri).value_or(*uri);
        if (texture.sourceName.empty()) texture.sourceName = fmt::format("image{}", index);
        if (!isEmbedded) {
            const Source source = {uri == nullptr ? "" : *uri, view.value_or(-1)};
            const auto [known, isNew] = bySource_.try_emplace(source, reading_.scene.textures.size());
            if (!isNew && reading_.scene.textures[known->second.value].sourceName == texture.sourceName)
                return known->second;
        }
        try {
            texture.encoded = load(uri, view, where);
            reading_.accessors.charge(texture.encoded.size(), where);
            texture.mimeType = mimeTypeOf(texture.encoded);
            if (texture.mimeType.empty())
                fail("{} has {} bytes that are neither PNG nor JPEG nor WebP", where, texture.encoded.size());
        } catch (const GltfError& error) {
            texture.encoded = {};
            reading_.diagnostics.add(kImageUnusable, where + " " + quote(texture.sourceName), error.what());
        }
        reading_.scene.textures.push_back(std::move(texture));
        return IndexOf<Texture>(reading_.scene.textures.size() - 1);
    }

    SharedBytes load(const std::string* uri, std::optional<std::int64_t> view, const std::string& where) {
        if (uri == nullptr) {
            if (!view) fail("{} has neither uri nor bufferView", where);
            const auto bytes = bufferViewBytes(reading_.file, reading_.buffers, *view, where + ".bufferView");
            return std::vector<std::byte>(bytes.begin(), bytes.end());
        }
        if (isDataUri(*uri)) {
            auto data = decodeDataUri(*uri);
            if (!data) fail("{}.uri is {}, expected base64 data", where, quote(*uri, 40));
            return std::move(data->bytes);
        }
        const auto path = decodePercent(*uri);
        if (!path) fail("{}.uri is {}, expected two digits behind %", where, quote(*uri));
        SharedBytes bytes = fromFile(*path, where);
        if (bytes.size() > left_)
            fail("{}: the images beside this file have more than {} bytes", where, kMaximumBytesBeside);
        left_ -= bytes.size();
        return bytes;
    }

    /// Loads an image from the declared path, below the file's folder or in the folder that models share.
    /// Otherwise searches for an image of that name, because folders get moved.
    SharedBytes fromFile(const std::string& path, const std::string& where) {
        Result<FileSource::Found> beside = reading_.companions.readBeside(path, kMaximumImageBytes);
        if (beside) return std::move(beside->bytes);
        Result<FileSource::Found> shared = reading_.companions.readShared(path);
        if (shared) return std::move(shared->bytes);
        std::optional<FileSource::Found> elsewhere =
            reading_.companions.findImage(path, {.content = ImageContent::Unknown});
        if (!elsewhere || elsewhere->bytes.empty()) {
            const Error& error = path.starts_with("../") ? shared.error() : beside.error();
            failWith(error.code(), "{}.uri: {}", where, error.text());
        }
        reading_.diagnostics.add(kImageElsewhere, fmt::format("{} {}", where, quote(path)), elsewhere->path);
        return std::move(elsewhere->bytes);
    }

    Reading& reading_;
    std::vector<std::optional<IndexOf<Texture>>> table_;
    std::map<Source, IndexOf<Texture>> bySource_;
    std::size_t left_ = kMaximumBytesBeside;
};

class MaterialReader {
public:
    MaterialReader(Reading& reading, ImageReader& images) : reading_(reading), images_(images) {}

    Material read(std::size_t index) {
        source_ = &reading_.file.model.materials[index];
        object_ = objectOf(reading_, "materials", index);
        where_ = fmt::format("materials[{}]", index);
        const tinygltf::PbrMetallicRoughness& pbr = source_->pbrMetallicRoughness;
        OwnExtras own = readExtras(object_, source_->name, "rigkiln_material", where_, reading_.diagnostics);
        Material material{.name = std::move(own.name),
                          .baseColorTexture = {},
                          .normalTexture = {},
                          .emissiveTexture = {},
                          .extras = {}};
        const std::string surface = where_ + ".pbrMetallicRoughness";
        factors<4>(pbr.baseColorFactor, surface + ".baseColorFactor", material.baseColorFactor);
        factors<3>(source_->emissiveFactor, where_ + ".emissiveFactor", material.emissiveFactor);
        material.metallicFactor = factor(pbr.metallicFactor, surface + ".metallicFactor");
        material.roughnessFactor = factor(pbr.roughnessFactor, surface + ".roughnessFactor");
        material.alphaCutoff = factor(source_->alphaCutoff, where_ + ".alphaCutoff");
        material.alphaMode = alphaMode();
        material.doubleSided = source_->doubleSided;
        material.unlit = member(member(object_, "extensions"), "KHR_materials_unlit") != nullptr;
        material.baseColorTexture =
            texture(pbr.baseColorTexture, member(member(object_, "pbrMetallicRoughness"), "baseColorTexture"),
                    surface + ".baseColorTexture");
        material.normalTexture =
            texture(source_->normalTexture, member(object_, "normalTexture"), where_ + ".normalTexture");
        material.emissiveTexture = texture(source_->emissiveTexture, member(object_, "emissiveTexture"),
                                           where_ + ".emissiveTexture");
        Record record(own.record.value_or(Properties()));
        if (const auto names = record.takeObject("textures")) restore(*names, material);
        material.extras = joinedExtras(record.rest(), own.others, where_, reading_.diagnostics);
        reportOthers();
        return material;
    }

private:
    float factor(double number, const std::string& where) const {
        return clampedFactor(number, where, reading_.diagnostics);
    }

    template <int count, class Vector>
    void factors(const std::vector<double>& numbers, const std::string& where, Vector& vector) const {
        if (numbers.empty()) return;
        if (numbers.size() != count) {
            reading_.diagnostics.add(kMalformed, where,
                                     fmt::format("has {} numbers, expected {}", numbers.size(), count));
            return;
        }
        for (int i = 0; i < count; ++i)
            vector[i] = factor(numbers[static_cast<std::size_t>(i)], fmt::format("{}[{}]", where, i));
    }

    AlphaMode alphaMode() const {
        if (source_->alphaMode == "MASK") return AlphaMode::Mask;
        if (source_->alphaMode == "BLEND") return AlphaMode::Blend;
        if (source_->alphaMode != "OPAQUE") {
            reading_.diagnostics.add(
                kMalformed, where_ + ".alphaMode",
                fmt::format("is {}, expected OPAQUE, MASK or BLEND", quote(source_->alphaMode)));
        }
        return AlphaMode::Opaque;
    }

    template <class Info>
    std::optional<TextureUse> texture(const Info& info, const Value* object, const std::string& where) {
        if (info.index == -1) return std::nullopt;
        const auto& textures = reading_.file.model.textures;
        const std::size_t index = checkedIndex(info.index, textures.size(), where + ".index");
        const std::string path = fmt::format("textures[{}]", index);
        if (info.texCoord < 0 || info.texCoord > kHighestTexCoordSet) {
            reading_.diagnostics.add(kMaterialDetail, where + ".texCoord",
                                     fmt::format("is {}, expected 0 to {}; the texture was left out",
                                                 info.texCoord, kHighestTexCoordSet));
            return std::nullopt;
        }
        const std::optional<std::int64_t> image = imageOf(textures[index], index);
        if (!image) {
            reading_.diagnostics.add(kImageUnusable, path, "names no image");
            return std::nullopt;
        }
        return TextureUse{.texture = images_.use(*image, path + ".source"),
                          .texCoordSet = static_cast<std::uint32_t>(info.texCoord),
                          .sampler = sampler(textures[index].sampler, path),
                          .offset = offset(object, where)};
    }

    /// Returns the image of a texture: the one that every reader can take, and that of EXT_texture_webp where
    /// there is no other.
    std::optional<std::int64_t> imageOf(const tinygltf::Texture& texture, std::size_t index) const {
        if (texture.source != -1) return texture.source;
        const Value* extensions = member(objectOf(reading_, "textures", index), "extensions");
        return asInteger(member(member(extensions, "EXT_texture_webp"), "source"));
    }

    /// Returns the offset of KHR_texture_transform; the model has no place for its other members, which are
    /// reported. `info` is the texture reference in the material.
    glm::vec2 offset(const Value* info, const std::string& where) const {
        const Value* transform = member(member(info, "extensions"), "KHR_texture_transform");
        const Properties* members = asObject(transform);
        if (members == nullptr) return glm::vec2(0.0F);
        const std::string path = where + ".extensions.KHR_texture_transform";
        for (const auto& [name, value] : members->entries()) {
            if (name != "offset") reading_.diagnostics.add(kMaterialDetail, path + "." + toUtf8(name));
        }
        const Value* said = members->find("offset");
        if (said == nullptr) return glm::vec2(0.0F);
        const ValueList* list = asList(said);
        if (list != nullptr && list->size() == 2) {
            const auto u = static_cast<float>(asNumber(list->data()).value_or(NAN));
            const auto v = static_cast<float>(asNumber(&(*list)[1]).value_or(NAN));
            if (std::isfinite(u) && std::isfinite(v)) return {u, v};
        }
        reading_.diagnostics.add(kMalformed, path + ".offset", "expected two numbers");
        return glm::vec2(0.0F);
    }

    TextureSampler sampler(int number, const std::string& where) const {
        if (number == -1) return {};
        const ValueList* samplers = asList(member(&reading_.file.json, "samplers"));
        const std::size_t index =
            checkedIndex(number, samplers == nullptr ? 0 : samplers->size(), where + ".sampler");
        const Value* object = &(*samplers)[index];
        const TextureFilter filter = magnification(object, index);
        return {.wrapS = wrap(object, "wrapS", index),
                .wrapT = wrap(object, "wrapT", index),
                .filter = filter,
                .minification = minification(object, index, filter)};
    }

    TextureFilter magnification(const Value* sampler, std::size_t index) const {
        const std::int64_t mode = asInteger(member(sampler, "magFilter")).value_or(kLinear);
        if (mode != kNearest && mode != kLinear)
            unknownMode(index, "magFilter", mode, "it interpolates between pixels");
        return mode == kNearest ? TextureFilter::Nearest : TextureFilter::Linear;
    }

    /// Returns nothing for the usual minification, and where the file leaves it to the viewer.
    std::optional<TextureMinification> minification(const Value* sampler, std::size_t index,
                                                    TextureFilter filter) const {
        const auto mode = asInteger(member(sampler, "minFilter"));
        if (!mode) return std::nullopt;
        const auto known = std::ranges::find(kMinifications, *mode, &MinificationMode::first);
        if (known == kMinifications.end()) {
            unknownMode(index, "minFilter", *mode, "the usual one for its magFilter was taken");
            return std::nullopt;
        }
        return known->second == usualMinification(filter) ? std::nullopt : std::optional(known->second);
    }

    void unknownMode(std::size_t index, std::string_view name, std::int64_t mode,
                     std::string_view instead) const {
        reading_.diagnostics.add(kMaterialDetail, fmt::format("samplers[{}].{}", index, name),
                                 fmt::format("is {}, none of the modes of glTF; {}", mode, instead));
    }

    TextureWrap wrap(const Value* sampler, std::string_view name, std::size_t index) const {
        const std::int64_t mode = asInteger(member(sampler, name)).value_or(kRepeat);
        if (mode == kMirroredRepeat) return TextureWrap::MirroredRepeat;
        if (mode == kClampToEdge) return TextureWrap::ClampToEdge;
        if (mode != kRepeat) unknownMode(index, name, mode, "it repeats");
        return TextureWrap::Repeat;
    }

    /// Restores textures that the exporter could not embed and only named.
    void restore(const Properties& names, Material& material) {
        const auto add = [&](std::string_view role, std::optional<TextureUse>& use) {
            const std::string* name = asText(names.find(role));
            if (name == nullptr || use) return;
            const auto [known, isNew] = byName_.try_emplace(*name, reading_.scene.textures.size());
            if (isNew)
                reading_.scene.textures.push_back({.sourceName = *name, .mimeType = {}, .encoded = {}});
            use = TextureUse{.texture = known->second};
        };
        add("base_color", material.baseColorTexture);
        add("normal", material.normalTexture);
        add("emissive", material.emissiveTexture);
    }

    void reportOthers() const {
        const auto report = [&](bool isThere, std::string_view name, std::string details = {}) {
            if (isThere)
                reading_.diagnostics.add(kMaterialDetail, fmt::format("{}.{}", where_, name),
                                         std::move(details));
        };
        report(source_->pbrMetallicRoughness.metallicRoughnessTexture.index != -1,
               "pbrMetallicRoughness.metallicRoughnessTexture");
        report(source_->occlusionTexture.index != -1, "occlusionTexture");
        report(source_->normalTexture.index != -1 && source_->normalTexture.scale != 1.0,
               "normalTexture.scale", fmt::format("is {}", source_->normalTexture.scale));
        const Properties* extensions = asObject(member(object_, "extensions"));
        if (extensions == nullptr) return;
        for (const auto& [name, value] : extensions->entries())
            report(name != "KHR_materials_unlit", "extensions." + toUtf8(name));
    }

    Reading& reading_;
    ImageReader& images_;
    std::map<std::string, IndexOf<Texture>> byName_;  ///< textures without an image, by name
    const tinygltf::Material* source_ = nullptr;
    const Value* object_ = nullptr;
    std::string where_;
};

}  // namespace

float clampedFactor(double number, const std::string& where, Diagnostics& diagnostics) {
    const double clamped = std::isnan(number) ? 0.0 : std::clamp(number, 0.0, 1.0);
    if (clamped != number)
        diagnostics.add(kValueClamped, where, fmt::format("is {}, expected 0 to 1", number));
    return static_cast<float>(clamped);
}

void readMaterials(Reading& reading) {
    ImageReader images(reading);
    MaterialReader materials(reading, images);
    for (std::size_t i = 0; i < reading.file.model.materials.size(); ++i)
        reading.scene.materials.push_back(materials.read(i));
    images.reportUnused();
}

}  // namespace rigkiln::gltf
