#include "tests/integration/swat3_reference.hpp"

#include <glm/gtc/quaternion.hpp>

namespace rigkiln::test {
namespace {

/// Rotation and translation of a bone; the format has no scale.
struct Place {
    glm::dquat turn{1, 0, 0, 0};
    glm::dvec3 shift{0.0};

    [[nodiscard]] glm::dvec3 apply(const glm::dvec3& point) const { return shift + turn * point; }
    [[nodiscard]] glm::dvec3 undo(const glm::dvec3& point) const {
        return glm::conjugate(turn) * (point - shift);
    }
};

glm::dvec3 toVector(const swat3::Float3& stored) {
    return {stored[0], stored[1], stored[2]};
}

glm::dquat toTurn(const swat3::Float4& stored, const Swat3Convention& convention) {
    const glm::dquat turn(stored[3], stored[0], stored[1], stored[2]);
    return glm::normalize(convention.isConjugated ? glm::conjugate(turn) : turn);
}

std::vector<Place> placesOf(const swat3::GsmFile& model, const Swat3Convention& convention,
                            const swat3::GsaFile* clip, std::size_t frame) {
    std::vector<Place> local;
    for (const swat3::Bone& bone : model.skeletons.at(0).bones)
        local.push_back({toTurn(bone.rotation, convention), toVector(bone.position)});
    if (clip != nullptr) {
        local.at(0).shift += toVector(clip->frames.at(frame).rootPosition);
        const std::size_t columns = clip->animatedBones.empty() ? local.size() : clip->animatedBones.size();
        for (std::size_t column = 0; column < columns; ++column) {
            const std::size_t bone = clip->animatedBones.empty() ? column : clip->animatedBones[column];
            local.at(bone).turn = toTurn(clip->rotations.at(frame * columns + column), convention);
        }
    }
    std::vector<Place> world;
    for (std::size_t bone = 0; bone < local.size(); ++bone) {
        const std::uint16_t link = model.skeletons[0].bones[bone].link;
        if (link == swat3::kNoBone) {
            world.push_back(local[bone]);
        } else {
            world.push_back({world.at(link).turn * local[bone].turn, world[link].apply(local[bone].shift)});
        }
    }
    return world;
}

}  // namespace

std::vector<glm::dvec3> swat3Vertices(const swat3::GsmFile& model, const Swat3Convention& convention,
                                      const swat3::GsaFile* clip, std::size_t frame) {
    const std::vector<Place> rest = placesOf(model, convention, nullptr, 0);
    const std::vector<Place> posed = placesOf(model, convention, clip, frame);
    std::vector<glm::dvec3> vertices(model.positions.size());
    for (const swat3::GsmRun& run : model.runs) {
        if (run.bone == swat3::kBlendRun) continue;
        for (std::size_t i = run.first; i < std::size_t{run.first} + run.count; ++i) {
            const glm::dvec3 stored = toVector(model.positions.at(i));
            vertices[i] =
                posed.at(run.bone).apply(convention.isInBoneSpace ? stored : rest.at(run.bone).undo(stored));
        }
    }
    for (const swat3::GsmBlend& blend : model.blends) {
        glm::dvec3 sum(0.0);
        for (const swat3::GsmInfluence& influence : blend)
            sum += static_cast<double>(influence.weight) * vertices.at(influence.position);
        vertices.push_back(sum);
    }
    for (glm::dvec3& vertex : vertices)
        vertex = {vertex.x, vertex.z, -vertex.y};
    return vertices;
}

}  // namespace rigkiln::test
