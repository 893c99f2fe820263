#include "exporters/gltf/build_skins.hpp"

#include <string>
#include <utility>

#include <glm/mat4x4.hpp>

#include "exporters/gltf/extras.hpp"
#include "exporters/gltf/unique_names.hpp"

namespace rigkiln::gltf_export {
namespace {

/// Returns a matrix that takes quantised positions and does to them what `matrix` does to the positions.
glm::mat4 withDequantisation(const glm::mat4& matrix, const Dequantisation& dequantisation) {
    const glm::dmat4 exact(matrix);
    const auto scale = static_cast<double>(dequantisation.scale);
    glm::dmat4 combined(exact[0] * scale, exact[1] * scale, exact[2] * scale,
                        exact * glm::dvec4(dequantisation.offset, 1.0));
    return glm::mat4(combined);
}

Properties skinRecord(const SkinJoints& joints, const std::optional<Dequantisation>& dequantisation) {
    Properties record;
    if (dequantisation) record.set("dequantisation", recordOf(*dequantisation));
    if (joints.addedJoints > 0) record.set("added_joints", joints.addedJoints);
    return record;
}

}  // namespace

SkinNumbers buildSkins(const Scene& scene, std::span<const SkinJoints> joints, BufferPacker& packer,
                       Document& document, const PositionRounding* rounding, NameStyle style) {
    std::vector<NameRequest> requests;
    for (const Skin& skin : scene.skins) {
        requests.push_back({skin.name, "skin"});
    }
    const std::vector<std::string> names = uniqueNames(requests, style);
    SkinNumbers table(scene.skins.size());
    for (std::size_t i = 0; i < scene.skins.size(); ++i) {
        const Skin& source = scene.skins[i];
        if (source.joints.empty()) continue;
        DocumentSkin skin{.name = names[i], .joints = joints[i].joints, .skeleton = joints[i].skeleton};
        std::vector<glm::mat4> matrices = joints[i].inverseBindMatrices;
        const auto dequantisation = rounding == nullptr ? std::nullopt : rounding->plan.ofSkin[i];
        for (glm::mat4& matrix : matrices) {
            if (dequantisation) matrix = withDequantisation(matrix, *dequantisation);
        }
        skin.inverseBindMatrices = packer.addMatrices(matrices);
        skin.extras =
            namedExtras(source.name, skin.name, "rigkiln_skin", skinRecord(joints[i], dequantisation));
        table[i] = static_cast<Index>(document.skins.size());
        document.skins.push_back(std::move(skin));
    }
    return table;
}

}  // namespace rigkiln::gltf_export
