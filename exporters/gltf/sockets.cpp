#include "exporters/gltf/sockets.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <glm/matrix.hpp>

#include "exporters/gltf/gltf_issues.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/scene/rigid_skin.hpp"
#include "pipeline/scene/stored_tracks.hpp"

namespace rigkiln::gltf_export {
namespace {

/// Largest difference between a place and its translation, rotation and scale that counts as rounding,
/// relative to 1 and the largest element.
constexpr double kSocketTolerance = 1e-5;

using OptionalInstance = std::optional<std::size_t>;

/// Finds owners among the meshes that stand still to an attachment.
class SocketOwners {
public:
    SocketOwners(const Scene& scene, const SocketContext& context)
        : group_(scene.joints.size()), nearest_(scene.joints.size()), firstOfGroup_(scene.joints.size()) {
        // Parents come before their children.
        for (std::size_t i = 0; i < group_.size(); ++i) {
            const auto& parent = scene.joints[i].parent;
            group_[i] = parent && !context.isMoved[i] ? group_[parent->value] : i;
        }
        for (std::size_t i = 0; i < scene.instances.size(); ++i) {
            const std::size_t joint = scene.instances[i].joint.value;
            if (!canOwn(scene, context, i)) continue;
            if (!nearest_[joint]) nearest_[joint] = i;
            if (!firstOfGroup_[group_[joint]]) firstOfGroup_[group_[joint]] = i;
        }
        for (std::size_t i = 0; i < group_.size(); ++i) {
            const auto& parent = scene.joints[i].parent;
            const bool isJoined = parent && group_[parent->value] == group_[i];
            if (!nearest_[i] && isJoined) nearest_[i] = nearest_[parent->value];
        }
    }

    [[nodiscard]] OptionalInstance ownerOf(const Attachment& attachment) const {
        const std::size_t joint = attachment.joint.value;
        return nearest_[joint] ? nearest_[joint] : firstOfGroup_[group_[joint]];
    }

private:
    static bool canOwn(const Scene& scene, const SocketContext& context, std::size_t i) {
        const MeshInstance& instance = scene.instances[i];
        const std::size_t joint = instance.joint.value;
        if (instance.role != MeshRole::Render || instance.skin || !context.placed[i].mesh) return false;
        if (instance.hidden || !scene.joints[joint].visible || context.isBlinking[joint]) return false;
        return !context.levels.isCoarser[i] && !(context.areLevelsReplaced && instance.levelOfDetail);
    }

    std::vector<std::size_t> group_;  ///< by joint: the joint above with which it moves as one body
    std::vector<OptionalInstance> nearest_;
    std::vector<OptionalInstance> firstOfGroup_;
};

/// Returns the transforms of the joints at rest in model space.
std::vector<glm::dmat4> restMatrices(const Scene& scene) {
    std::vector<glm::dmat4> matrices;
    matrices.reserve(scene.joints.size());
    for (const Joint& joint : scene.joints) {
        const glm::dmat4 local = toMatrix(joint.rest);
        matrices.push_back(joint.parent ? matrices[joint.parent->value] * local : local);
    }
    return matrices;
}

/// Returns a matrix as a transform; nothing if it is not finite or has a shear.
std::optional<Transform> transformOf(const glm::dmat4& matrix) {
    double largest = 1.0;
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 4; ++row) {
            if (!std::isfinite(matrix[column][row])) return std::nullopt;
            largest = std::max(largest, std::abs(matrix[column][row]));
        }
    }
    const Decomposition parts = decompose(matrix);
    if (!(parts.residual <= kSocketTolerance * largest)) return std::nullopt;
    return parts.transform;
}

}  // namespace

std::vector<bool> findBlinkingJoints(const Scene& scene) {
    std::vector<bool> blinks(scene.joints.size(), false);
    for (const Clip& clip : scene.clips) {
        const LoadedClip loaded(clip);
        for (const JointTracks& tracks : loaded->joints) {
            if (!tracks.visibility.empty()) blinks[tracks.joint.value] = true;
        }
    }
    return blinks;
}

std::vector<Socket> findSockets(const Scene& scene, const SocketContext& context, Diagnostics& diagnostics) {
    std::vector<Socket> sockets;
    const bool areBones =
        std::ranges::any_of(scene.joints, [](const Joint& joint) { return isAddedAs(joint, kModelJoint); });
    if (areBones || scene.attachments.empty()) return sockets;
    const SocketOwners owners(scene, context);
    const std::vector<glm::dmat4> rest = restMatrices(scene);
    for (std::size_t i = 0; i < scene.attachments.size(); ++i) {
        const Attachment& attachment = scene.attachments[i];
        const OptionalInstance owner = owners.ownerOf(attachment);
        std::optional<Transform> local;
        if (owner) {
            const std::size_t joint = scene.instances[*owner].joint.value;
            local = joint == attachment.joint.value
                        ? attachment.local
                        : transformOf(glm::inverse(rest[joint]) * rest[attachment.joint.value] *
                                      toMatrix(attachment.local));
        }
        if (local) {
            sockets.push_back({.attachment = i, .owner = *owner, .local = *local});
        } else {
            diagnostics.add(kSocketWithoutMesh, fmt::format("attachment {}", quote(attachment.name)),
                            owner ? "is sheared in the space of the mesh" : "");
        }
    }
    return sockets;
}

void nameSockets(std::span<const Socket> sockets, NameStyle style, std::size_t firstAttachment,
                 std::vector<std::string>& names) {
    if (sockets.empty()) return;
    std::unordered_set<std::string> taken;
    for (const std::string& name : names)
        taken.insert(comparedName(name, style));
    std::unordered_map<std::string, std::uint32_t> nextNumber;
    for (const Socket& socket : sockets) {
        const std::string base = "SOCKET_" + names[firstAttachment + socket.attachment];
        // The numbers of a base only grow; the first has none.
        std::uint32_t& next = nextNumber.try_emplace(comparedName(base, style), 1).first->second;
        std::string name;
        do {
            name = next == 1 ? base : fmt::format("{}_{}", base, next);
            ++next;
        } while (!taken.insert(comparedName(name, style)).second);
        names.push_back(std::move(name));
    }
}

}  // namespace rigkiln::gltf_export
