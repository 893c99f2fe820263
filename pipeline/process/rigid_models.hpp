#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Whether an instance is a mesh for drawing that no skin bends.
[[nodiscard]] bool isRigidPart(const MeshInstance& instance);

/// One model of a scene. skinRigidParts first adds joints to it, and then makes its skin.
struct RigidModel {
    std::vector<IndexOf<Joint>> roots{};  ///< before joints are added
    std::string name{};
    bool hasMeshes = false;  ///< rigid parts or skinned meshes
    // After joints are added:
    std::vector<IndexOf<Joint>> joints{};  ///< all but the static one, in ascending order
    std::vector<std::size_t> parts{};      ///< instances that are rigid parts
    std::optional<std::size_t> lastSkin{};
};

/// The models of a scene: the parts of a merged one (mergeScenes), or the scene itself.
class RigidModels {
public:
    /// Precondition: parents precede their children.
    explicit RigidModels(const Scene& scene);

    /// Position in `all` of the model that has a joint. Joints have the numbers that they had in the
    /// constructor.
    [[nodiscard]] std::size_t of(IndexOf<Joint> joint) const { return modelOfJoint_[joint.value]; }

    std::vector<RigidModel> all;

private:
    std::vector<std::size_t> modelOfJoint_;
};

}  // namespace rigkiln
