#pragma once

#include <string>

#include "pipeline/scene/scene.hpp"

namespace rigkiln {

/// Formats a scene as text for people and golden tests: one line per joint, mesh, material, attachment, light
/// and animated joint. Long arrays are shown as a count with the first and last value. Equal scenes give
/// equal text on every machine.
[[nodiscard]] std::string dumpScene(const Scene& scene);

}  // namespace rigkiln
