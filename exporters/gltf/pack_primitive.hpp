#pragma once

#include <optional>

#include "exporters/gltf/buffer_packer.hpp"
#include "exporters/gltf/build_materials.hpp"
#include "exporters/gltf/gltf_document.hpp"
#include "exporters/gltf/quantisation.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::gltf {

/// The mesh that a primitive is packed for.
struct PackedMesh {
    const Scene& scene;
    std::optional<Dequantisation> dequantisation{};  ///< none: positions stay floats
    double maxError = 0;                             ///< in units of the mesh; of positions that stay floats
    bool isSkinned = false;
    bool jointsAsBytes = false;
};

struct PackedPrimitive {
    DocumentPrimitive primitive{};
    double worst = 0;  ///< how far a position was moved, in units of the mesh
};

/// A primitive for a packer of streams: vertices in the order of their use, triangles too where nothing is
/// blended; positions as sixteen bits or rounded to a power of two; directions of eight bits where that turns
/// none by more than kLargestDirectionError; texture coordinates from 0 to 1, colours and weights of sixteen
/// bits, or eight where that is exact.
[[nodiscard]] PackedPrimitive packPrimitive(const Primitive& source, const PackedMesh& mesh,
                                            const MaterialTable& materials, BufferPacker& packer);

}  // namespace rigkiln::gltf
