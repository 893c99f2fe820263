#pragma once

#include "tests/support/scene_builder.hpp"

namespace rigkiln {

/// A hand at the end of an arm of one metre.
inline Scene armScene() {
    Scene scene;
    scene.joints = {test::joint("arm"), test::joint("hand", 0, {1, 0, 0})};
    return scene;
}

}  // namespace rigkiln
