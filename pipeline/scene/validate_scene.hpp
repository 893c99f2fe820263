#pragma once

#include <string>
#include <vector>

#include "pipeline/base/error.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// A violated law. `where` is a path ("clips[2].joints[5].rotation.times[7]"); `problem` gives the value and
/// the expectation.
struct SceneProblem {
    std::string where;
    std::string problem;
};

inline constexpr ErrorCode kInvalidScene{"scene.invalid", ErrorKind::Input,
                                         "the scene that was read breaks a law of the model"};

/// Checks the laws stated in the headers of this folder and returns the violations. Reports only the first
/// violation per stream (the positions of a primitive, the keys of a track). Exporters may rely on the laws
/// when the result is empty. Not checked: that texture bytes are a PNG or JPEG file, and that no joint occurs
/// twice in a vertex.
[[nodiscard]] std::vector<SceneProblem> validateScene(const Scene& scene);

}  // namespace rigkiln
