#pragma once

#include <string>
#include <vector>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// A law that a scene breaks: where ("clip[2].joints[5].rotation.times[7]") and what, with the value and what
/// it should be.
struct SceneProblem {
    std::string where;
    std::string problem;
};

/// Checks every law stated in the headers of this folder, in the order of the scene. Of each stream (the
/// positions of a primitive, the keys of a track) the first violation is listed. Empty: exporters may rely on
/// all of them.
[[nodiscard]] std::vector<SceneProblem> validateScene(const Scene& scene);

}  // namespace rigkiln
