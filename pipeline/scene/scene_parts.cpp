#include "pipeline/scene/scene_parts.hpp"

#include <cstddef>

namespace rigkiln {

std::vector<std::optional<IndexOf<Joint>>> partOfEachJoint(const Scene& scene) {
    std::vector<std::optional<IndexOf<Joint>>> parts(scene.joints.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Joint& joint = scene.joints[i];
        if (joint.extras.find(kPartRecord) != nullptr) {
            parts[i] = IndexOf<Joint>(i);
        } else if (joint.parent && joint.parent->value < i) {
            parts[i] = parts[joint.parent->value];
        }
    }
    return parts;
}

}  // namespace rigkiln
