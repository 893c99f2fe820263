#pragma once

#include <string>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// A scene as text for people and golden tests: a line per joint, mesh, material, attachment, light and
/// track, counts and first and last values instead of long arrays. The same scene gives the same text
/// everywhere.
[[nodiscard]] std::string dumpScene(const Scene& scene);

}  // namespace rigkiln
