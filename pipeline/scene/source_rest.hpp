#pragma once

#include <string_view>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Key in the extras of a joint whose rest pose is not that of the source (docs/extras.md, Rest pose):
/// `rotation` and `translation` as the source has them, and `posed_rotation` and `posed_translation` as they
/// were written.
inline constexpr std::string_view kSourceRest = "source_rest";

/// Notes the rest pose of a joint before it is changed.
struct SourceRest {
    glm::quat rotation{1.0F, 0.0F, 0.0F, 0.0F};
    glm::vec3 translation{0.0F};
};

/// Records in the extras of a joint what its rest pose was before.
void recordSourceRest(Joint& joint, const SourceRest& source);

/// Gives joints with a record the rest pose of the source again and removes the records, as well as constant
/// tracks that then only repeat the rest pose. A joint whose rest pose is no longer as it was written keeps
/// it: somebody edited it.
void restoreSourceRest(Scene& scene);

}  // namespace rigkiln
