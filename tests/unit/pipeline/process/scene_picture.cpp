#include "tests/unit/pipeline/process/scene_picture.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "pipeline/animation/pose.hpp"
#include "pipeline/animation/rest_placement.hpp"
#include "tests/support/pose_at.hpp"

namespace rigkiln::test {
namespace {

/// A moment of a clip, or the rest pose.
struct Moment {
    const Clip* clip = nullptr;
    float time = 0.0F;
};

std::vector<glm::dmat4> worldsAt(const Scene& scene, const Moment& moment) {
    if (moment.clip == nullptr) return worldMatrices(scene, restPose(scene));
    return worldMatricesAt(scene, *moment.clip, moment.time);
}

/// Whether the source shows an instance at a moment.
bool isShown(const Scene& scene, const MeshInstance& instance, const Moment& moment) {
    if (instance.hidden) return false;
    if (moment.clip != nullptr) {
        for (const JointTracks& tracks : moment.clip->joints) {
            if (tracks.joint != instance.joint || tracks.visibility.empty()) continue;
            const auto next = std::ranges::upper_bound(tracks.visibility.times, moment.time);
            const auto key = std::max<std::ptrdiff_t>(next - tracks.visibility.times.begin(), 1) - 1;
            return tracks.visibility.values[static_cast<std::size_t>(key)] != 0;
        }
    }
    return scene.joints[instance.joint.value].visible;
}

/// A corner of a triangle in model space, and the direction that its triangle faces.
struct Corner {
    glm::dvec3 position;
    glm::dvec3 front;
    glm::dvec3 normal;
};

std::vector<Corner> cornersOf(const Scene& scene, const MeshInstance& instance,
                              const std::vector<glm::dmat4>& worlds) {
    const RestPlacement placement(scene, instance, worlds);
    std::vector<Corner> corners;
    for (const Primitive& primitive : scene.meshes[instance.mesh.value].primitives) {
        for (std::size_t i = 0; i < primitive.indices.size(); i += 3) {
            const glm::dvec3 first = placement.position(primitive, primitive.indices[i]);
            const glm::dmat3 turn = placement.turn(primitive, primitive.indices[i]);
            // Renderers turn the triangles of mirrored nodes around.
            const glm::dvec3 front =
                glm::cross(placement.position(primitive, primitive.indices[i + 1]) - first,
                           placement.position(primitive, primitive.indices[i + 2]) - first) *
                (glm::determinant(turn) < 0 ? -1.0 : 1.0);
            for (std::size_t corner = i; corner < i + 3; ++corner) {
                const std::uint32_t vertex = primitive.indices[corner];
                const glm::dvec3 normal = glm::transpose(glm::inverse(placement.turn(primitive, vertex))) *
                                          glm::dvec3(primitive.normals[vertex]);
                corners.push_back({placement.position(primitive, vertex), front, glm::normalize(normal)});
            }
        }
    }
    return corners;
}

double sizeOf(const Scene& scene) {
    double size = 1.0;
    for (const glm::dmat4& world : worldsAt(scene, {}))
        size = std::max(size, glm::length(glm::dvec3(world[3])));
    return size;
}

std::vector<Moment> momentsOf(const Scene& scene) {
    std::vector<Moment> moments = {{}};
    for (const Clip& clip : scene.clips) {
        for (int i = 0; i <= 7; ++i)
            moments.push_back({&clip, clip.duration * static_cast<float>(i) / 7.0F});
    }
    return moments;
}

/// Corners that lie against each other: the triangles of mirrored parts run the other way round.
std::vector<Corner> sorted(std::vector<Corner> corners) {
    for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
        std::sort(corners.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                  corners.begin() + static_cast<std::ptrdiff_t>(i) + 3,
                  [](const Corner& left, const Corner& right) {
                      return std::tie(left.position.x, left.position.y, left.position.z) <
                             std::tie(right.position.x, right.position.y, right.position.z);
                  });
    }
    return corners;
}

void expectSamePicture(const Scene& before, const Scene& after, const Moment& moment, const Moment& same) {
    const double tolerance = 1e-6 * sizeOf(before);
    const auto worldsBefore = worldsAt(before, moment);
    const auto worldsAfter = worldsAt(after, same);
    ASSERT_EQ(before.instances.size(), after.instances.size());
    for (std::size_t i = 0; i < before.instances.size(); ++i) {
        SCOPED_TRACE("instance " + std::to_string(i));
        const auto expected = sorted(cornersOf(before, before.instances[i], worldsBefore));
        const auto found = sorted(cornersOf(after, after.instances[i], worldsAfter));
        ASSERT_EQ(expected.size(), found.size());
        const bool canHide = !before.instances[i].skin && before.instances[i].role == MeshRole::Render;
        const bool isVisible = !canHide || isShown(before, before.instances[i], moment);
        for (std::size_t c = 0; c < expected.size(); ++c) {
            if (!isVisible) {
                ASSERT_LE(glm::distance(found[c].position, found[0].position), tolerance);
                continue;
            }
            ASSERT_LE(glm::distance(expected[c].position, found[c].position), tolerance);
            ASSERT_LE(glm::distance(expected[c].front, found[c].front),
                      1e-5 * (1 + glm::length(expected[c].front)));
            ASSERT_LE(glm::distance(expected[c].normal, found[c].normal), 1e-4);
        }
    }
    for (std::size_t i = 0; i < before.attachments.size(); ++i) {
        const Attachment& was = before.attachments[i];
        const Attachment& is = after.attachments[i];
        const glm::dmat4 expected = worldsBefore[was.joint.value] * toMatrix(was.local);
        const glm::dmat4 found = worldsAfter[is.joint.value] * toMatrix(is.local);
        for (int column = 0; column < 4; ++column)
            ASSERT_LE(glm::distance(expected[column], found[column]), tolerance * 4) << "attachment " << i;
    }
}

}  // namespace

void expectSamePictures(const Scene& before, const Scene& after) {
    const auto momentsBefore = momentsOf(before);
    const auto momentsAfter = momentsOf(after);
    ASSERT_EQ(momentsBefore.size(), momentsAfter.size());
    for (std::size_t i = 0; i < momentsBefore.size(); ++i) {
        SCOPED_TRACE("moment " + std::to_string(i));
        expectSamePicture(before, after, momentsBefore[i], momentsAfter[i]);
        if (testing::Test::HasFatalFailure()) return;
    }
}

}  // namespace rigkiln::test
