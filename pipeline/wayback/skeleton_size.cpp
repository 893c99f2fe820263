#include "pipeline/wayback/skeleton_size.hpp"

#include <algorithm>
#include <limits>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace rigkiln {
namespace {

class Box {
public:
    void add(const glm::dvec3& place) {
        low_ = glm::min(low_, place);
        high_ = glm::max(high_, place);
    }
    [[nodiscard]] double extent() const {
        const glm::dvec3 size = high_ - low_;
        return std::max({size.x, size.y, size.z, 0.0});
    }

private:
    glm::dvec3 low_{std::numeric_limits<double>::infinity()};
    glm::dvec3 high_{-std::numeric_limits<double>::infinity()};
};

}  // namespace

double skeletonSize(const Scene& scene, std::span<const std::optional<IndexOf<Joint>>> joints,
                    std::span<const glm::dmat4> worlds, const FileSpace& space) {
    constexpr double kSmallest = 1e-6;
    Box bones;
    double distance = 0;
    for (const auto joint : joints) {
        if (!joint) continue;
        const glm::dvec3 place(worlds[joint->value][3]);
        bones.add(place);
        distance = std::max(distance, glm::length(place));
    }
    if (bones.extent() > kSmallest) return bones.extent();
    Box vertices;
    for (const Mesh& mesh : scene.meshes) {
        for (const Primitive& primitive : mesh.primitives) {
            for (const glm::vec3& position : primitive.positions)
                vertices.add(space.point(glm::dvec3(position)));
        }
    }
    return std::max({vertices.extent(), distance, kSmallest});
}

}  // namespace rigkiln
