#include "pipeline/wayback/turned_bones.hpp"

namespace rigkiln {

std::vector<bool> turnedBones(const Scene& scene, const Clip& clip,
                              std::span<const std::optional<IndexOf<Joint>>> joints,
                              std::span<const std::optional<std::size_t>> parents) {
    std::vector<bool> isTurned(scene.joints.size(), false);
    for (const JointTracks& tracks : clip.joints)
        isTurned[tracks.joint.value] = !tracks.rotation.empty();
    // From a joint up to another, which does not count, or to the top; and whether the other was met.
    struct Path {
        bool isTurned = false;
        bool meetsEnd = false;
    };
    const auto walk = [&](std::size_t from, std::size_t end) {
        Path path;
        for (std::optional<IndexOf<Joint>> joint = IndexOf<Joint>(from); joint;
             joint = scene.joints[joint->value].parent) {
            if (joint->value == end) return Path{path.isTurned, true};
            if (isTurned[joint->value]) path.isTurned = true;
        }
        return path;
    };
    const std::size_t nowhere = scene.joints.size();
    std::vector<bool> turned(joints.size(), false);
    for (std::size_t bone = 0; bone < turned.size(); ++bone) {
        if (!joints[bone]) continue;
        const auto parent = parents[bone];
        const bool hasAbove = parent && joints[*parent];
        const std::size_t above = hasAbove ? std::size_t{joints[*parent]->value} : nowhere;
        const Path path = walk(joints[bone]->value, above);
        turned[bone] = path.isTurned;
        // Bones of a template may hang on others than their joints do.
        if (hasAbove && !path.meetsEnd && walk(above, nowhere).isTurned) turned[bone] = true;
    }
    return turned;
}

}  // namespace rigkiln
