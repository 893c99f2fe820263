#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// How far numbers may be apart to count as the same.
struct SceneTolerances {
    float length = 0.0F;    ///< units of the scene; positions, translations, and unit vectors by component
    float rotation = 0.0F;  ///< radians
    float time = 0.0F;      ///< seconds
};

/// What differs between two scenes, in their own words ("joints[3] 'Arm'.rest.translation: (0 1 0), (0 2
/// 0)"), at most `limit` lines. Names and structure are compared exactly, numbers within the tolerances; q
/// and -q are one rotation.
[[nodiscard]] std::vector<std::string> compareScenes(const Scene& left, const Scene& right,
                                                     const SceneTolerances& tolerances,
                                                     std::size_t limit = 50);

}  // namespace rigkiln
