#pragma once

#include <optional>

#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export {

/// Returns the primitive without what its material does not use: normals of an unlit one, tangents without a
/// normal map, sets of texture coordinates behind the last that a texture names, and attributes that only the
/// source knows. A texture without an image counts; formats give materials no texture where they found none.
/// Nothing when everything is used.
[[nodiscard]] std::optional<Primitive> withoutUnusedAttributes(const Scene& scene,
                                                               const Primitive& primitive);

}  // namespace rigkiln::gltf_export
