#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "formats/gltf/extras_reader.hpp"
#include "formats/gltf/gltf_error.hpp"
#include "formats/gltf/gltf_issues.hpp"
#include "formats/gltf/json_value.hpp"
#include "formats/gltf/read_scene.hpp"

namespace rigkiln::gltf {
namespace {

constexpr std::size_t kMatrixSize = 16;

std::vector<glm::mat4> readMatrices(Reading& reading, const tinygltf::Skin& skin, const std::string& where) {
    std::vector<glm::mat4> matrices(skin.joints.size(), glm::mat4(1.0F));
    if (skin.inverseBindMatrices == -1) return matrices;
    const std::string path = where + ".inverseBindMatrices";
    const std::size_t count = reading.accessors.countOf(skin.inverseBindMatrices, path);
    if (count < matrices.size()) {
        fail("{} is accessor {}, which has {} matrices for {} joints", path, skin.inverseBindMatrices, count,
             matrices.size());
    }
    const std::vector<float> numbers = reading.accessors.floats(skin.inverseBindMatrices, kMatrixSize, path);
    requireFinite(numbers, skin.inverseBindMatrices, kMatrixSize);
    std::size_t repaired = 0;
    for (std::size_t m = 0; m < matrices.size(); ++m) {
        for (std::size_t i = 0; i < kMatrixSize; ++i)
            matrices[m][static_cast<int>(i / 4)][static_cast<int>(i % 4)] = numbers[m * kMatrixSize + i];
        for (int column = 0; column < 4; ++column) {
            const float expected = column == 3 ? 1.0F : 0.0F;
            if (matrices[m][column].w != expected) ++repaired;
            matrices[m][column].w = expected;
        }
    }
    if (repaired > 0) {
        reading.diagnostics.add(kLastRowRepaired, path,
                                fmt::format("{} numbers of {} matrices", repaired, matrices.size()));
    }
    return matrices;
}

/// Skin with the number of joints at its end that the exporter added to make one tree.
struct ReadSkin {
    Skin skin{};
    std::size_t addedJoints = 0;
};

ReadSkin readSkin(Reading& reading, std::size_t index) {
    const tinygltf::Skin& source = reading.file.model.skins[index];
    const std::string where = fmt::format("skins[{}]", index);
    if (source.joints.empty()) fail("{}.joints is empty, expected at least one", where);
    if (source.joints.size() > std::numeric_limits<std::uint16_t>::max()) {
        fail("{}.joints has {} elements, at most {} are read", where, source.joints.size(),
             std::numeric_limits<std::uint16_t>::max());
    }
    std::vector<int> sorted = source.joints;
    std::ranges::sort(sorted);
    const auto twice = std::ranges::adjacent_find(sorted);
    if (twice != sorted.end()) fail("{}.joints names node {} twice", where, *twice);
    OwnExtras own = readExtras(objectOf(reading, "skins", index), source.name, "rigkiln_skin", where,
                               reading.diagnostics);
    if (!own.others.empty()) reading.diagnostics.add(kExtrasLost, where + ".extras");
    ReadSkin made;
    Record record(own.record.value_or(Properties()));
    made.addedJoints = record.takeCount("added_joints").value_or(0);
    Skin& skin = made.skin;
    skin.name = std::move(own.name);
    for (const int joint : source.joints) {
        const PlannedNode& planned = reading.plan.nodes[static_cast<std::size_t>(joint)];
        if (planned.role != NodeRole::Joint)
            fail("{}.joints names node {}, which is in no scene", where, joint);
        skin.joints.push_back(planned.joint);
    }
    skin.inverseBindMatrices = readMatrices(reading, source, where);
    if (const auto& dequantisation = reading.plan.dequantisations.skins[index]) {
        for (glm::mat4& matrix : skin.inverseBindMatrices)
            matrix = withoutDequantisation(matrix, *dequantisation, where);
    }
    return made;
}

/// Returns the root of each joint. Precondition: parents come before their children.
std::vector<std::size_t> rootsOf(const Scene& scene) {
    std::vector<std::size_t> roots(scene.joints.size());
    for (std::size_t i = 0; i < roots.size(); ++i) {
        const auto& parent = scene.joints[i].parent;
        roots[i] = parent ? roots[parent->value] : i;
    }
    return roots;
}

std::vector<bool> usedSkins(const Reading& reading) {
    std::vector<bool> isUsed(reading.file.model.skins.size(), false);
    for (std::size_t i = 0; i < reading.plan.nodes.size(); ++i) {
        const tinygltf::Node& node = reading.file.model.nodes[i];
        const bool isThere = reading.plan.nodes[i].role != NodeRole::LeftOut;
        if (isThere && node.mesh != -1 && node.skin != -1) isUsed[static_cast<std::size_t>(node.skin)] = true;
    }
    return isUsed;
}

}  // namespace

SkinTable readSkins(Reading& reading) {
    const std::vector<bool> isUsed = usedSkins(reading);
    const std::vector<std::size_t> roots = rootsOf(reading.scene);
    SkinTable table(isUsed.size());
    for (std::size_t i = 0; i < table.size(); ++i) {
        try {
            auto [skin, addedJoints] = readSkin(reading, i);
            // planNodes adds a common root only for used skins.
            const std::size_t root = roots[skin.joints.front().value];
            const bool hasCommonRoot = std::ranges::all_of(
                skin.joints, [&](IndexOf<Joint> joint) { return roots[joint.value] == root; });
            if (!hasCommonRoot) fail("skins[{}].joints have no common root", i);
            table[i] = IndexOf<Skin>(reading.scene.skins.size());
            reading.scene.skins.push_back(std::move(skin));
            reading.addedJoints.push_back(addedJoints);
        } catch (const GltfError& error) {
            if (isUsed[i]) throw;
            reading.diagnostics.add(kSkinLeftOut, fmt::format("skins[{}]", i), error.what());
        }
    }
    return table;
}

void dropAddedSkinJoints(Reading& reading, const SkinTable& skins, const std::vector<MeshParts>& meshes) {
    std::vector<std::size_t> needed(reading.scene.skins.size(), 1);
    for (std::size_t i = 0; i < reading.plan.nodes.size(); ++i) {
        const tinygltf::Node& node = reading.file.model.nodes[i];
        if (reading.plan.nodes[i].role == NodeRole::LeftOut || node.mesh == -1 || node.skin == -1) continue;
        const auto skin = skins[static_cast<std::size_t>(node.skin)];
        const MeshPart& part = meshes[static_cast<std::size_t>(node.mesh)].skinned;
        if (!skin || !part.mesh) continue;
        std::size_t& count = needed[skin->value];
        count = std::max<std::size_t>(count, part.highestJoint + std::size_t{1});
    }
    for (std::size_t i = 0; i < needed.size(); ++i) {
        Skin& skin = reading.scene.skins[i];
        const std::size_t added = reading.addedJoints[i];
        if (added == 0 || skin.joints.size() < added + needed[i]) continue;
        skin.joints.resize(skin.joints.size() - added);
        skin.inverseBindMatrices.resize(skin.joints.size());
    }
}

}  // namespace rigkiln::gltf
