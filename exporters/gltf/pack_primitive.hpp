#pragma once

#include <optional>

#include "exporters/gltf/buffer_packer.hpp"
#include "exporters/gltf/build_materials.hpp"
#include "exporters/gltf/gltf_document.hpp"
#include "exporters/gltf/quantisation.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf_export {

/// Properties of the mesh that a primitive is packed for.
struct PackedMesh {
    const Scene& scene;
    std::optional<Dequantisation> dequantisation{};  ///< none: positions stay floats
    double maxError = 0;  ///< in units of the mesh; limit for positions that stay floats
    int texCoordBits = 16;
    int colorBits = 16;
    bool isSkinned = false;
    bool jointsAsBytes = false;
};

struct PackedPrimitive {
    DocumentPrimitive primitive{};
    double worst = 0;  ///< largest move of a position, in units of the mesh
};

/// Packs a primitive for streams: each attribute within its bound (pack_attributes.hpp), vertices that
/// readers would see as equal as one, vertices in the order of their use. Triangles are reordered, too,
/// unless the material blends.
[[nodiscard]] PackedPrimitive packPrimitive(const Primitive& source, const PackedMesh& mesh,
                                            const MaterialTable& materials, BufferPacker& packer);

}  // namespace rigkiln::gltf_export
