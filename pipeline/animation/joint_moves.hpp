#pragma once

#include <cstddef>
#include <vector>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Values of one joint that clips change. Tracks that only repeat the rest value change nothing.
struct JointMoves {
    bool translation = false;
    bool rotation = false;
    bool scale = false;
    bool visibility = false;
    std::size_t shown = 0;  ///< clips whose only key of visibility shows the joint from their beginning

    [[nodiscard]] bool any() const { return translation || rotation || scale || visibility; }
};

/// Returns for each joint the values that any clip of the scene changes. Loads one clip at a time.
[[nodiscard]] std::vector<JointMoves> findJointMoves(const Scene& scene);

}  // namespace rigkiln
