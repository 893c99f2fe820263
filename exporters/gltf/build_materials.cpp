#include "exporters/gltf/build_materials.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "exporters/gltf/extras.hpp"
#include "exporters/gltf/gltf_issues.hpp"
#include "exporters/gltf/unique_names.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_export {
namespace {

/// Makes the document's textures, which are pairs of an image and a sampler. The first texture of an image
/// has the image's number.
class TextureBuilder {
public:
    explicit TextureBuilder(Document& document) : document_(document), samplers_(document.images.size()) {
        for (Index image = 0; image < document.images.size(); ++image)
            document.textures.push_back({.source = image});
    }

    Index use(Index image, const TextureSampler& sampler) {
        std::optional<TextureSampler>& first = samplers_[image];
        if (!first) {
            first = sampler;
            document_.textures[image].sampler = numberOf(sampler);
        }
        if (*first == sampler) return image;
        const Index number = numberOf(sampler);
        for (auto texture = static_cast<Index>(samplers_.size()); texture < document_.textures.size();
             ++texture) {
            const DocumentTexture& known = document_.textures[texture];
            if (known.source == image && known.sampler == number) return texture;
        }
        document_.textures.push_back({.source = image, .sampler = number});
        return static_cast<Index>(document_.textures.size() - 1);
    }

    /// Gives textures of images that no material uses the default sampler.
    void finish() {
        for (Index image = 0; image < samplers_.size(); ++image) {
            if (!samplers_[image]) document_.textures[image].sampler = numberOf({});
        }
    }

private:
    Index numberOf(const TextureSampler& sampler) {
        std::vector<TextureSampler>& all = document_.textureSamplers;
        const auto known = std::ranges::find(all, sampler);
        if (known != all.end()) return static_cast<Index>(known - all.begin());
        all.push_back(sampler);
        return static_cast<Index>(all.size() - 1);
    }

    Document& document_;
    std::vector<std::optional<TextureSampler>> samplers_;  ///< by image: the sampler of its first texture
};

class MaterialBuilder {
public:
    MaterialBuilder(const Scene& scene, const ImageTable& images, TextureBuilder& textures)
        : scene_(scene), images_(images), textures_(textures) {}

    DocumentMaterial build(const Material& source, const std::string& name, bool mapsNormals) {
        missing_ = {};
        DocumentMaterial material{.name = name,
                                  .baseColorFactor = source.baseColorFactor,
                                  .metallicFactor = source.metallicFactor,
                                  .roughnessFactor = source.roughnessFactor,
                                  .emissiveFactor = source.emissiveFactor,
                                  .baseColorTexture = reference("base_color", source.baseColorTexture),
                                  .normalTexture = reference("normal", source.normalTexture, mapsNormals),
                                  .emissiveTexture = reference("emissive", source.emissiveTexture),
                                  .alphaMode = source.alphaMode,
                                  .alphaCutoff = source.alphaCutoff,
                                  .doubleSided = source.doubleSided,
                                  .unlit = source.unlit};
        Properties record;
        if (!missing_.empty()) record.set("textures", missing_);
        material.extras = namedExtras(source.name, name, "rigkiln_material", joined(record, source.extras));
        return material;
    }

private:
    std::optional<TextureReference> reference(std::string_view role, const std::optional<TextureUse>& use,
                                              bool isWanted = true) {
        if (!use) return std::nullopt;
        const std::optional<Index> image = images_.ofTexture[use->texture.value];
        if (image && isWanted) {
            TextureReference written{.texture = textures_.use(*image, use->sampler),
                                     .texCoord = use->texCoordSet};
            if (use->offset != glm::vec2(0.0F)) written.offset = use->offset;
            return written;
        }
        missing_.set(role, scene_.textures[use->texture.value].sourceName);
        return std::nullopt;
    }

    const Scene& scene_;
    const ImageTable& images_;
    TextureBuilder& textures_;
    Properties missing_;  ///< names of textures that are not written, by role
};

/// Marks the materials that primitives without tangents use.
std::vector<bool> usedWithoutTangents(const Scene& scene) {
    std::vector<bool> isUsed(scene.materials.size());
    for (const Mesh& mesh : scene.meshes) {
        for (const Primitive& primitive : mesh.primitives) {
            if (primitive.material && !hasTangents(primitive)) isUsed[primitive.material->value] = true;
        }
    }
    return isUsed;
}

}  // namespace

bool hasTangents(const Primitive& primitive) {
    return !primitive.normals.empty() && !primitive.tangents.empty();
}

MaterialTable buildMaterials(const Scene& scene, const ImageTable& images, Document& document,
                             Diagnostics& diagnostics, NameStyle style) {
    const std::vector<bool> isUsedFlat = usedWithoutTangents(scene);
    MaterialTable table;
    std::vector<NameRequest> requests;
    std::vector<std::size_t> flat;
    for (std::size_t i = 0; i < scene.materials.size(); ++i) {
        const Material& material = scene.materials[i];
        requests.push_back({material.name, "material"});
        table.withTangents.push_back(static_cast<Index>(i));
        table.withoutTangents.push_back(static_cast<Index>(i));
        const bool hasMap = material.normalTexture && images.ofTexture[material.normalTexture->texture.value];
        if (!hasMap || !isUsedFlat[i]) continue;
        table.withoutTangents[i] = static_cast<Index>(scene.materials.size() + flat.size());
        flat.push_back(i);
        diagnostics.add(kNormalMapWithoutTangents, fmt::format("material[{}] {}", i, quote(material.name)));
    }
    for (const std::size_t i : flat) {
        requests.push_back({scene.materials[i].name, "material"});
    }
    const std::vector<std::string> names = uniqueNames(requests, style);
    TextureBuilder textures(document);
    MaterialBuilder builder(scene, images, textures);
    for (std::size_t i = 0; i < scene.materials.size(); ++i) {
        document.materials.push_back(builder.build(scene.materials[i], names[i], true));
    }
    for (const std::size_t i : flat) {
        document.materials.push_back(
            builder.build(scene.materials[i], names[document.materials.size()], false));
    }
    textures.finish();
    return table;
}

}  // namespace rigkiln::gltf_export
