#include "pipeline/animation/probe_points.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>

#include "pipeline/animation/pose.hpp"

namespace rigkiln {
namespace {

struct Box {
    glm::dvec3 low{std::numeric_limits<double>::max()};
    glm::dvec3 high{std::numeric_limits<double>::lowest()};

    [[nodiscard]] bool empty() const { return low.x > high.x; }
    void add(const glm::dvec3& point) {
        low = glm::min(low, point);
        high = glm::max(high, point);
    }
};

/// Finds the box around everything that follows each joint, in the joint's space.
class BoxFinder {
public:
    BoxFinder(const Scene& scene, const ProbeOptions& options)
        : scene_(scene), boxes_(scene.joints.size()), neverHides_(scene.joints.size(), false) {
        // Shell distances along the joint's axes, converted from scene units to joint space.
        for (const glm::dmat4& world : worldMatrices(scene, restPose(scene))) {
            glm::dvec3 shell(0.0);
            for (int axis = 0; axis < 3; ++axis) {
                const double length = glm::length(glm::dvec3(world[axis]));
                // A joint of zero scale keeps a shell of zero.
                if (length > 0) shell[axis] = options.shell / length;
            }
            shells_.push_back(shell);
        }
        if (options.shellOnly) return;
        addAll();
        for (const JointBox& box : options.moreObjects)
            addObject(box);
    }

    [[nodiscard]] std::vector<JointProbes> probes() const {
        std::vector<JointProbes> result(boxes_.size());
        for (std::size_t joint = 0; joint < boxes_.size(); ++joint) {
            const bool isBare = boxes_[joint].empty();
            result[joint].points = isBare ? shellPoints(shells_[joint]) : corners(boxes_[joint]);
            result[joint].hideWithJoint = !isBare && !neverHides_[joint];
        }
        return result;
    }

private:
    void addAll() {
        for (const MeshInstance& instance : scene_.instances) {
            if (instance.skin)
                addSkinned(scene_.meshes[instance.mesh.value], scene_.skins[instance.skin->value]);
            else
                addRigid(instance);
        }
        for (const Attachment& attachment : scene_.attachments)
            addPlace(attachment.joint, attachment.local);
        for (const Light& light : scene_.lights)
            addPlace(light.joint, light.local);
    }

    void addObject(const JointBox& box) {
        boxes_[box.joint.value].add(box.low);
        boxes_[box.joint.value].add(box.high);
        neverHides_[box.joint.value] = true;
    }

    void addSkinned(const Mesh& mesh, const Skin& skin) {
        for (const Primitive& primitive : mesh.primitives) {
            for (const InfluenceSet& set : primitive.influenceSets)
                addInfluences(primitive, set, skin);
        }
    }

    void addInfluences(const Primitive& primitive, const InfluenceSet& set, const Skin& skin) {
        for (std::size_t vertex = 0; vertex < set.joints.size(); ++vertex) {
            const glm::dvec4 position(primitive.positions[vertex], 1.0);
            for (int i = 0; i < 4; ++i) {
                if (set.weights[vertex][i] <= 0) continue;
                const std::uint16_t number = set.joints[vertex][static_cast<std::size_t>(i)];
                const std::uint32_t joint = skin.joints[number].value;
                boxes_[joint].add(glm::dvec3(glm::dmat4(skin.inverseBindMatrices[number]) * position));
                neverHides_[joint] = true;
            }
        }
    }

    void addRigid(const MeshInstance& instance) {
        Box& box = boxes_[instance.joint.value];
        for (const Primitive& primitive : scene_.meshes[instance.mesh.value].primitives) {
            for (const glm::vec3& position : primitive.positions)
                box.add(glm::dvec3(position));
        }
    }

    /// Adds a position with the shell around it, because the attached object rotates with the joint.
    void addPlace(IndexOf<Joint> joint, const Transform& local) {
        const glm::dvec3 place(local.translation);
        boxes_[joint.value].add(place - shells_[joint.value]);
        boxes_[joint.value].add(place + shells_[joint.value]);
        neverHides_[joint.value] = true;
    }

    static std::vector<glm::dvec3> shellPoints(const glm::dvec3& shell) {
        return {{shell.x, 0, 0}, {0, shell.y, 0}, {0, 0, shell.z}};
    }

    static std::vector<glm::dvec3> corners(const Box& box) {
        std::vector<glm::dvec3> points;
        for (unsigned corner = 0; corner < 8; ++corner) {
            const glm::dvec3 point((corner & 1U) != 0 ? box.high.x : box.low.x,
                                   (corner & 2U) != 0 ? box.high.y : box.low.y,
                                   (corner & 4U) != 0 ? box.high.z : box.low.z);
            if (std::ranges::find(points, point) == points.end()) points.push_back(point);
        }
        return points;
    }

    const Scene& scene_;
    std::vector<Box> boxes_;
    std::vector<glm::dvec3> shells_;  ///< by joint, in its space
    std::vector<bool> neverHides_;    ///< something follows that the joint's visibility does not affect
};

}  // namespace

std::vector<JointProbes> probePoints(const Scene& scene, const ProbeOptions& options) {
    return BoxFinder(scene, options).probes();
}

double skeletonExtent(const Scene& scene) {
    const std::vector<glm::dmat4> world = worldMatrices(scene, restPose(scene));
    Box box;
    for (const Skin& skin : scene.skins) {
        for (const IndexOf<Joint> joint : skin.joints)
            box.add(glm::dvec3(world[joint.value][3]));
    }
    if (box.empty()) {
        for (const glm::dmat4& matrix : world)
            box.add(glm::dvec3(matrix[3]));
    }
    if (box.empty()) return 0;
    const glm::dvec3 sides = box.high - box.low;
    return std::max({sides.x, sides.y, sides.z});
}

}  // namespace rigkiln
