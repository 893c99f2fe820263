#include "pipeline/scene/validate_scene.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pipeline/scene/scene_problems.hpp"

namespace rigkiln {
namespace {

constexpr float kHalfPi = 1.5707964F;

/// Returns the root of each joint. A joint whose parent does not precede it counts as a root, so that this
/// terminates for any scene.
std::vector<std::size_t> rootOfEachJoint(const Scene& scene) {
    std::vector<std::size_t> roots(scene.joints.size());
    for (std::size_t i = 0; i < roots.size(); ++i) {
        const auto& parent = scene.joints[i].parent;
        roots[i] = parent && parent->value < i ? roots[parent->value] : i;
    }
    return roots;
}

void checkJoints(const Scene& scene, SceneProblems& problems) {
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
        const Joint& joint = scene.joints[i];
        const std::string where = fmt::format("joints[{}]", i);
        if (joint.parent && joint.parent->value >= i) {
            problems.add(where + ".parent",
                         fmt::format("is {}, expected below {}: parents stand before children",
                                     joint.parent->value, i));
        }
        problems.transform(joint.rest, where + ".rest");
    }
}

void checkSkinJoints(const Scene& scene, const Skin& skin, const std::vector<std::size_t>& rootOfJoint,
                     const std::string& where, SceneProblems& problems) {
    std::set<std::uint32_t> seen;
    std::set<std::size_t> roots;
    for (std::size_t j = 0; j < skin.joints.size(); ++j) {
        const std::string joint = fmt::format("{}.joints[{}]", where, j);
        if (!problems.index(skin.joints[j], scene.joints.size(), joint, "joints")) continue;
        if (!seen.insert(skin.joints[j].value).second)
            problems.add(joint, fmt::format("joint {} is listed twice", skin.joints[j].value));
        roots.insert(rootOfJoint[skin.joints[j].value]);
    }
    if (roots.size() > 1)
        problems.add(where,
                     fmt::format("its joints have {} roots, expected a common ancestor", roots.size()));
}

void checkInverseBindMatrix(const glm::mat4& matrix, const std::string& where, SceneProblems& problems) {
    for (int column = 0; column < 4; ++column) {
        if (!isFinite(matrix[column])) {
            problems.add(where, fmt::format("has the column {}, expected finite numbers",
                                            numbersText(matrix[column])));
            return;
        }
    }
    if (matrix[0].w != 0 || matrix[1].w != 0 || matrix[2].w != 0 || matrix[3].w != 1) {
        problems.add(where, fmt::format("has the last row {} {} {} {}, expected 0 0 0 1", matrix[0].w,
                                        matrix[1].w, matrix[2].w, matrix[3].w));
    }
}

void checkSkins(const Scene& scene, SceneProblems& problems) {
    const std::vector<std::size_t> roots = rootOfEachJoint(scene);
    for (std::size_t i = 0; i < scene.skins.size(); ++i) {
        const Skin& skin = scene.skins[i];
        const std::string where = fmt::format("skins[{}]", i);
        if (skin.joints.empty()) problems.add(where, "has 0 joints, expected at least 1");
        if (skin.inverseBindMatrices.size() != skin.joints.size()) {
            problems.add(where, fmt::format("has {} inverse bind matrices for {} joints",
                                            skin.inverseBindMatrices.size(), skin.joints.size()));
        }
        checkSkinJoints(scene, skin, roots, where, problems);
        for (std::size_t m = 0; m < skin.inverseBindMatrices.size(); ++m) {
            checkInverseBindMatrix(skin.inverseBindMatrices[m],
                                   fmt::format("{}.inverseBindMatrices[{}]", where, m), problems);
        }
    }
}

void checkMaterial(const Scene& scene, std::size_t i, SceneProblems& problems) {
    const Material& material = scene.materials[i];
    const std::string where = fmt::format("materials[{}]", i);
    const auto factor = [&](float value, std::string_view name) {
        if (!(value >= 0 && value <= 1))
            problems.add(fmt::format("{}.{}", where, name), fmt::format("is {}, expected 0 to 1", value));
    };
    for (int c = 0; c < 4; ++c)
        factor(material.baseColorFactor[c], "baseColorFactor");
    for (int c = 0; c < 3; ++c)
        factor(material.emissiveFactor[c], "emissiveFactor");
    factor(material.metallicFactor, "metallicFactor");
    factor(material.roughnessFactor, "roughnessFactor");
    factor(material.alphaCutoff, "alphaCutoff");
    for (const auto& use : {material.baseColorTexture, material.normalTexture, material.emissiveTexture}) {
        if (!use) continue;
        problems.index(use->texture, scene.textures.size(), where, "textures");
        if (!isFinite(use->offset))
            problems.add(where + ".offset",
                         fmt::format("is {}, expected finite numbers", numbersText(use->offset)));
    }
}

void checkAttachments(const Scene& scene, SceneProblems& problems) {
    for (std::size_t i = 0; i < scene.attachments.size(); ++i) {
        const std::string where = fmt::format("attachments[{}]", i);
        problems.index(scene.attachments[i].joint, scene.joints.size(), where + ".joint", "joints");
        problems.transform(scene.attachments[i].local, where + ".local");
    }
}

void checkLights(const Scene& scene, SceneProblems& problems) {
    for (std::size_t i = 0; i < scene.lights.size(); ++i) {
        const Light& light = scene.lights[i];
        const std::string where = fmt::format("lights[{}]", i);
        problems.index(light.joint, scene.joints.size(), where + ".joint", "joints");
        problems.transform(light.local, where + ".local");
        if (!(light.intensity >= 0) || !isFinite(light.intensity))
            problems.add(where + ".intensity", fmt::format("is {}, expected 0 or more", light.intensity));
        if (light.range && !(*light.range > 0 && isFinite(*light.range)))
            problems.add(where + ".range", fmt::format("is {}, expected above 0", *light.range));
        for (int c = 0; c < 3; ++c) {
            if (!(light.color[c] >= 0 && light.color[c] <= 1))
                problems.add(where + ".color", fmt::format("is {}, expected 0 to 1", light.color[c]));
        }
        if (!(0 <= light.innerConeAngle && light.innerConeAngle < light.outerConeAngle &&
              light.outerConeAngle <= kHalfPi)) {
            problems.add(where,
                         fmt::format("has cone angles {} and {}, expected 0 <= inner < outer <= pi / 2",
                                     light.innerConeAngle, light.outerConeAngle));
        }
    }
}

}  // namespace

std::vector<SceneProblem> validateScene(const Scene& scene) {
    SceneProblems problems;
    checkJoints(scene, problems);
    checkSkins(scene, problems);
    for (std::size_t i = 0; i < scene.materials.size(); ++i)
        checkMaterial(scene, i, problems);
    checkMeshes(scene, problems);
    checkAttachments(scene, problems);
    checkLights(scene, problems);
    checkClips(scene, problems);
    return std::move(problems).take();
}

}  // namespace rigkiln
