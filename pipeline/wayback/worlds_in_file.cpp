#include "pipeline/wayback/worlds_in_file.hpp"

#include <cstddef>

#include <glm/gtc/matrix_inverse.hpp>
#include <glm/matrix.hpp>

#include "pipeline/scene/transform.hpp"

namespace rigkiln {
namespace {

glm::dmat4 moveAboveRoots(const Transform& rest, const Transform& posed) {
    if (posed == rest) return glm::dmat4(1.0);
    const glm::dmat4 matrix = toMatrix(rest);
    return glm::determinant(matrix) == 0 ? glm::dmat4(1.0) : glm::affineInverse(matrix) * toMatrix(posed);
}

}  // namespace

std::vector<glm::dmat4> worldsInFile(const Scene& scene, const std::vector<bool>& isAboveRoots,
                                     const Pose& pose, const FileSpace& space) {
    std::vector<glm::dmat4> worlds(scene.joints.size());
    for (std::size_t i = 0; i < worlds.size(); ++i) {
        const Joint& joint = scene.joints[i];
        const glm::dmat4 local = isAboveRoots[i] ? moveAboveRoots(joint.rest, pose[i]) : toMatrix(pose[i]);
        worlds[i] = joint.parent ? worlds[joint.parent->value] * local : local;
    }
    for (glm::dmat4& world : worlds)
        world = space.matrix(world);
    return worlds;
}

}  // namespace rigkiln
