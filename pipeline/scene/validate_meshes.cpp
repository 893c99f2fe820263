#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "pipeline/base/stop.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/scene/scene.hpp"
#include "pipeline/scene/scene_problems.hpp"

namespace rigkiln {
namespace {

constexpr float kWeightSumTolerance = 1e-5F;

void checkIndices(const Primitive& primitive, const std::string& where, SceneProblems& problems) {
    if (primitive.indices.empty() || primitive.indices.size() % 3 != 0) {
        problems.add(where, fmt::format("has {} entries, expected a multiple of 3 and at least one triangle",
                                        primitive.indices.size()));
    }
    const auto highest = std::ranges::max_element(primitive.indices);
    if (highest != primitive.indices.end() && *highest >= primitive.positions.size()) {
        problems.add(where,
                     fmt::format("names vertex {}, there are {}", *highest, primitive.positions.size()));
    }
}

void checkInfluences(const Primitive& primitive, const std::string& where, SceneProblems& problems) {
    const std::size_t count = primitive.positions.size();
    std::vector<float> sums(primitive.influenceSets.empty() ? 0 : count, 0.0F);
    for (const InfluenceSet& set : primitive.influenceSets) {
        if (set.joints.size() != count || set.weights.size() != count) {
            problems.add(where, fmt::format("has {} joints and {} weights for {} positions",
                                            set.joints.size(), set.weights.size(), count));
            return;
        }
        for (std::size_t v = 0; v < count; ++v) {
            for (std::size_t k = 0; k < 4; ++k) {
                const float weight = set.weights[v][static_cast<int>(k)];
                sums[v] += weight;
                if (!(weight >= 0) || (weight == 0 && set.joints[v].at(k) != 0)) {
                    problems.add(where, fmt::format("vertex {} has weight {} for joint {}", v, weight,
                                                    set.joints[v].at(k)));
                    return;
                }
            }
        }
    }
    problems.stream(sums, where + ".sum", "1",
                    [](float sum) { return std::abs(sum - 1.0F) <= kWeightSumTolerance; });
}

void checkMaterialOf(const Scene& scene, const Primitive& primitive, const std::string& where,
                     SceneProblems& problems) {
    if (!primitive.material ||
        !problems.index(*primitive.material, scene.materials.size(), where + ".material", "materials"))
        return;
    const Material& material = scene.materials[primitive.material->value];
    for (const auto& use : {material.baseColorTexture, material.normalTexture, material.emissiveTexture}) {
        if (use && use->texCoordSet >= primitive.texCoordSets.size()) {
            problems.add(where + ".material", fmt::format("uses texture coordinates {}, there are {} sets",
                                                          use->texCoordSet, primitive.texCoordSets.size()));
        }
    }
}

bool isAttributeName(std::string_view name) {
    const auto isAllowed = [](char character) {
        return (character >= 'A' && character <= 'Z') || (character >= 'a' && character <= 'z') ||
               (character >= '0' && character <= '9') || character == '_';
    };
    return name.size() >= 2 && name.front() == '_' && std::ranges::all_of(name, isAllowed);
}

void checkAttributes(const Primitive& primitive, const std::string& where, SceneProblems& problems) {
    constexpr std::uint32_t kMostComponents = 4;
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < primitive.attributes.size(); ++i) {
        const VertexAttribute& attribute = primitive.attributes[i];
        const std::string name = fmt::format("{}[{}]", where, i);
        if (!isAttributeName(attribute.name)) {
            problems.add(name + ".name",
                         fmt::format("is {}, expected _ and letters, digits, _", quote(attribute.name)));
        }
        if (std::ranges::find(names, attribute.name) != names.end())
            problems.add(name + ".name", fmt::format("is {}, as another has it", quote(attribute.name)));
        names.emplace_back(attribute.name);
        if (attribute.components == 0 || attribute.components > kMostComponents) {
            problems.add(name + ".components",
                         fmt::format("is {}, expected 1 to {}", attribute.components, kMostComponents));
            continue;
        }
        const std::size_t expected = primitive.positions.size() * attribute.components;
        if (attribute.values.size() != expected) {
            problems.add(name + ".values", fmt::format("has {} entries, expected {} for each of {} positions",
                                                       attribute.values.size(), attribute.components,
                                                       primitive.positions.size()));
        }
        problems.stream(attribute.values, name + ".values", "finite",
                        [](float value) { return std::isfinite(value); });
    }
}

void checkPrimitive(const Scene& scene, const Primitive& primitive, const std::string& where,
                    SceneProblems& problems) {
    const std::size_t count = primitive.positions.size();
    if (count == 0) problems.add(where + ".positions", "is empty");
    problems.sameLength(primitive.normals.size(), count, where + ".normals");
    problems.sameLength(primitive.tangents.size(), count, where + ".tangents");
    problems.sameLength(primitive.colors.size(), count, where + ".colors");
    problems.finiteStream(primitive.positions, where + ".positions");
    problems.stream(primitive.normals, where + ".normals", "unit", isUnit);
    problems.stream(primitive.tangents, where + ".tangents", "unit with w 1 or -1",
                    [](const glm::vec4& tangent) {
                        return isUnit(glm::vec3(tangent)) && (tangent.w == 1.0F || tangent.w == -1.0F);
                    });
    problems.stream(primitive.colors, where + ".colors", "within 0 to 1", [](const glm::vec4& color) {
        return color.x >= 0 && color.y >= 0 && color.z >= 0 && color.w >= 0 && color.x <= 1 && color.y <= 1 &&
               color.z <= 1 && color.w <= 1;
    });
    for (std::size_t set = 0; set < primitive.texCoordSets.size(); ++set) {
        const std::string name = fmt::format("{}.texCoordSets[{}]", where, set);
        problems.sameLength(primitive.texCoordSets[set].size(), count, name);
        problems.finiteStream(primitive.texCoordSets[set], name);
    }
    checkIndices(primitive, where + ".indices", problems);
    checkInfluences(primitive, where + ".influenceSets", problems);
    checkAttributes(primitive, where + ".attributes", problems);
    checkMaterialOf(scene, primitive, where, problems);
}

void checkMesh(const Scene& scene, std::size_t i, SceneProblems& problems) {
    const Mesh& mesh = scene.meshes[i];
    if (mesh.primitives.empty()) problems.add(fmt::format("meshes[{}]", i), "has no primitives");
    for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
        checkStop();
        checkPrimitive(scene, mesh.primitives[p], fmt::format("meshes[{}].primitives[{}]", i, p), problems);
    }
}

void checkInfluencedJoints(const Primitive& primitive, std::size_t jointCount, const std::string& where,
                           SceneProblems& problems) {
    for (const InfluenceSet& set : primitive.influenceSets) {
        problems.stream(
            set.joints, where + ".influences", fmt::format("below the {} joints of the skin", jointCount),
            [&](const std::array<std::uint16_t, 4>& joints) {
                return std::ranges::all_of(joints, [&](std::uint16_t joint) { return joint < jointCount; });
            });
    }
}

void checkInstance(const Scene& scene, std::size_t i, SceneProblems& problems) {
    const MeshInstance& instance = scene.instances[i];
    const std::string where = fmt::format("instances[{}]", i);
    const bool hasMesh = problems.index(instance.mesh, scene.meshes.size(), where + ".mesh", "meshes");
    problems.index(instance.joint, scene.joints.size(), where + ".joint", "joints");
    if (instance.skin && !problems.index(*instance.skin, scene.skins.size(), where + ".skin", "skins"))
        return;
    if (!hasMesh) return;
    for (const Primitive& primitive : scene.meshes[instance.mesh.value].primitives) {
        if (instance.skin.has_value() == primitive.influenceSets.empty()) {
            problems.add(where, "a skin and influences come together or not at all");
        }
        if (instance.skin)
            checkInfluencedJoints(primitive, scene.skins[instance.skin->value].joints.size(), where,
                                  problems);
    }
}

}  // namespace

void checkMeshes(const Scene& scene, SceneProblems& problems) {
    for (std::size_t i = 0; i < scene.meshes.size(); ++i)
        checkMesh(scene, i, problems);
    for (std::size_t i = 0; i < scene.instances.size(); ++i)
        checkInstance(scene, i, problems);
}

}  // namespace rigkiln
