#pragma once

#include "pipeline/scene/scene.hpp"

namespace rigkiln::test {

/// Expects that both scenes look the same at rest and at eight moments of each clip: triangles, the sides
/// that they show, normals, what is hidden, and attachments. Tolerances are parts of the size of the first
/// scene.
void expectSamePictures(const Scene& before, const Scene& after);

}  // namespace rigkiln::test
