#pragma once

#include <vector>

#include "exporters/gltf/build_images.hpp"
#include "exporters/gltf/gltf_document.hpp"
#include "exporters/gltf/name_style.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export {

/// Document material of a primitive, by material of the scene.
struct MaterialTable {
    std::vector<Index> withTangents;
    std::vector<Index> withoutTangents;
};

/// Whether the primitive's tangents are written: glTF reads them only beside normals.
[[nodiscard]] bool hasTangents(const Primitive& primitive);

/// Adds one material per material of the scene, in the same order. A texture without an image stays as a name
/// in the extras of its materials. `images`: those of the document.
///
/// A normal map means nothing reliable without tangents, and validators warn of it. Primitives without
/// tangents use a second material without the map; such materials stand behind the others.
[[nodiscard]] MaterialTable buildMaterials(const Scene& scene, const ImageTable& images, Document& document,
                                           Diagnostics& diagnostics, NameStyle style = NameStyle::Source);

}  // namespace rigkiln::gltf_export
