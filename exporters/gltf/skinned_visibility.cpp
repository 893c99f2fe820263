#include "exporters/gltf/skinned_visibility.hpp"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "exporters/gltf/gltf_issues.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::gltf_export {
namespace {

bool hides(const JointTracks& tracks) {
    return std::ranges::any_of(tracks.visibility.values, [](std::uint8_t value) { return value == 0; });
}

}  // namespace

void SkinnedVisibility::reportRest() const {
    for (const std::vector<Leaf>& leaves : leaves_) {
        for (const Leaf& leaf : leaves) {
            if (!leaf.obeysScale && !leaf.obeysJoint && !leaf.isShownAtRest) add(leaf, "hidden at rest");
        }
    }
}

void SkinnedVisibility::report(const Clip& clip) const {
    for (const JointTracks& tracks : clip.joints) {
        if (!hides(tracks)) continue;
        for (const Leaf& leaf : leaves_[tracks.joint.value]) {
            if (!leaf.obeysScale && leaf.canHide)
                add(leaf, fmt::format("hidden by clip {}", quote(clip.name)));
        }
    }
}

void SkinnedVisibility::add(const Leaf& leaf, const std::string& details) const {
    diagnostics_.add(kSkinnedVisibility, fmt::format("node {}", quote(document_.nodes[leaf.node].name)),
                     details);
}

}  // namespace rigkiln::gltf_export
