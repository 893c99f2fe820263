#include "tests/integration/alamo_reference.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string>
#include <variant>

#include <glm/matrix.hpp>

namespace rigkiln::test {
namespace {

using alamo::AlaBone;
using alamo::AlaFile;
using alamo::AlaVersion;
using alamo::AloFile;
using alamo::AloMesh;
using alamo::AloSubMesh;

std::string lowerCase(std::string text) {
    for (char& character : text)
        character = static_cast<char>(std::tolower(static_cast<unsigned char>(character)));
    return text;
}

bool isSkinned(const AloSubMesh& subMesh) {
    const std::string format = lowerCase(subMesh.vertexFormat);
    return (format.find("rskin") != std::string::npos || format.find("b4i4") != std::string::npos) &&
           subMesh.boneMap;
}

/// Role of a sub-mesh: 0 drawn, 1 collision, 2 shadow volume.
int roleOf(const AloSubMesh& subMesh) {
    const std::string shader = lowerCase(subMesh.material.shader);
    if (shader.find("collision") != std::string::npos) return 1;
    return shader.find("shadowvolume") != std::string::npos ? 2 : 0;
}

std::array<double, 3> unpacked(const alamo::Vec3& offset, const alamo::Vec3& scale,
                               const std::uint16_t* words) {
    std::array<double, 3> values{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        values.at(axis) = static_cast<double>(offset.at(axis));
        if (words != nullptr)
            values.at(axis) += static_cast<double>(words[axis]) * static_cast<double>(scale.at(axis));
    }
    return values;
}

const std::uint16_t* translationWords(const AlaFile& clip, const AlaBone& bone, std::size_t frame) {
    if (clip.version == AlaVersion::V1)
        return bone.translations ? (*bone.translations)[frame].data() : nullptr;
    if (bone.translationIndex == 0xFFFF) return nullptr;
    return clip.translationPool->data() + frame * clip.translationBlock + bone.translationIndex;
}

const std::uint16_t* scaleWords(const AlaFile& clip, const AlaBone& bone, std::size_t frame) {
    if (clip.version == AlaVersion::V1) return bone.scales ? (*bone.scales)[frame].data() : nullptr;
    if (bone.scaleIndex == 0xFFFF) return nullptr;
    return clip.scalePool->data() + frame * clip.scaleBlock + bone.scaleIndex;
}

const std::int16_t* rotationWords(const AlaFile& clip, const AlaBone& bone, std::size_t frame) {
    if (clip.version == AlaVersion::V1) {
        if (!bone.rotations) return nullptr;
        return (*bone.rotations)[bone.rotations->size() == 1 ? 0 : frame].data();
    }
    if (bone.rotationIndex == 0xFFFF) return bone.defaultRotation.data();
    return clip.rotationPool->data() + frame * clip.rotationBlock + bone.rotationIndex;
}

/// Rotation matrix of a quaternion of any length but zero; the identity for null.
glm::dmat4 rotationMatrix(const std::int16_t* words) {
    if (words == nullptr) return glm::dmat4(1.0);
    const double x = words[0];
    const double y = words[1];
    const double z = words[2];
    const double w = words[3];
    const double s = 2.0 / (x * x + y * y + z * z + w * w);
    glm::dmat4 matrix(1.0);
    matrix[0] = {1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y), 0};
    matrix[1] = {s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x), 0};
    matrix[2] = {s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y), 0};
    return matrix;
}

glm::dmat4 localAt(const AlaFile& clip, const AlaBone& bone, std::size_t frame) {
    const auto translation =
        unpacked(bone.translationOffset, bone.translationScale, translationWords(clip, bone, frame));
    const auto scale = unpacked(bone.scaleOffset, bone.scaleScale, scaleWords(clip, bone, frame));
    glm::dmat4 local = rotationMatrix(rotationWords(clip, bone, frame));
    for (int axis = 0; axis < 3; ++axis) {
        local[axis] *= scale.at(static_cast<std::size_t>(axis));
        local[3][axis] = translation.at(static_cast<std::size_t>(axis));
    }
    return local;
}

glm::dmat4 restLocal(const alamo::AloBone& bone) {
    glm::dmat4 local(1.0);
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 4; ++column) {
            local[static_cast<int>(column)][static_cast<int>(row)] =
                static_cast<double>(bone.matrix.at(row * 4 + column));
        }
    }
    return local;
}

std::vector<glm::dmat4> throughParents(const AloFile& model, std::vector<glm::dmat4> locals) {
    for (std::size_t i = 0; i < locals.size(); ++i) {
        if (model.bones[i].parent >= 0)
            locals[i] = locals[static_cast<std::size_t>(model.bones[i].parent)] * locals[i];
    }
    return locals;
}

std::vector<glm::dmat4> restLocals(const AloFile& model) {
    std::vector<glm::dmat4> locals;
    for (const alamo::AloBone& bone : model.bones)
        locals.push_back(restLocal(bone));
    return locals;
}

}  // namespace

std::vector<ReferenceMesh> referenceMeshes(const AloFile& model) {
    std::vector<ReferenceMesh> meshes;
    for (std::size_t object = 0; object < model.objects.size(); ++object) {
        const auto* mesh = std::get_if<AloMesh>(&model.objects[object]);
        if (mesh == nullptr) continue;
        std::vector<std::pair<std::pair<bool, int>, ReferenceMesh>> groups;
        for (std::size_t i = 0; i < mesh->subMeshes.size(); ++i) {
            if (mesh->subMeshes[i].indices.empty()) continue;
            const std::pair<bool, int> kind(isSkinned(mesh->subMeshes[i]), roleOf(mesh->subMeshes[i]));
            auto group = std::find_if(groups.begin(), groups.end(),
                                      [&](const auto& entry) { return entry.first == kind; });
            if (group == groups.end()) {
                groups.emplace_back(
                    kind, ReferenceMesh{.object = object, .isSkinned = kind.first, .subMeshes = {}});
                group = groups.end() - 1;
            }
            group->second.subMeshes.push_back(i);
        }
        for (auto& group : groups)
            meshes.push_back(std::move(group.second));
    }
    return meshes;
}

std::vector<glm::dmat4> restWorlds(const AloFile& model) {
    return throughParents(model, restLocals(model));
}

std::vector<glm::dmat4> clipWorlds(const AloFile& model, const AlaFile& clip, std::size_t frame) {
    std::vector<glm::dmat4> locals = restLocals(model);
    for (const AlaBone& bone : clip.bones)
        locals.at(bone.index) = localAt(clip, bone, frame);
    return throughParents(model, std::move(locals));
}

bool isShown(const AlaFile& clip, std::uint32_t bone, std::size_t frame) {
    for (const AlaBone& candidate : clip.bones) {
        if (candidate.index != bone || !candidate.visibilityBits) continue;
        return (std::to_integer<unsigned>((*candidate.visibilityBits)[frame >> 3U]) >> (frame & 7U) & 1U) ==
               1U;
    }
    return true;
}

std::uint32_t boneOfObject(const AloFile& model, std::size_t object) {
    for (const alamo::AloConnection& connection : model.connections) {
        if (connection.object == object) return connection.bone;
    }
    return 0;
}

std::vector<glm::dvec3> placedVertices(const AloFile& model, const ReferenceMesh& mesh, std::size_t subMesh,
                                       const std::vector<glm::dmat4>& worlds) {
    const AloSubMesh& source = std::get<AloMesh>(model.objects[mesh.object]).subMeshes[subMesh];
    const std::vector<glm::dmat4> rest = restWorlds(model);
    std::vector<glm::dmat4> palette;
    if (mesh.isSkinned) {
        for (const std::uint32_t bone : *source.boneMap)
            palette.push_back(worlds[bone] * glm::inverse(rest[bone]));
    }
    const glm::dmat4& rigid = worlds[boneOfObject(model, mesh.object)];
    std::vector<glm::dvec3> placed;
    for (const alamo::AloVertex& vertex : source.vertices) {
        const glm::dvec4 position(vertex.position[0], vertex.position[1], vertex.position[2], 1);
        if (!mesh.isSkinned) {
            placed.emplace_back(rigid * position);
            continue;
        }
        glm::dvec4 sum(0);
        double weights = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            const auto weight = static_cast<double>(vertex.weights.at(k));
            if (weight == 0) continue;
            sum += palette.at(vertex.boneSlots.at(k)) * position * weight;
            weights += weight;
        }
        placed.emplace_back(sum / weights);
    }
    return placed;
}

}  // namespace rigkiln::test
