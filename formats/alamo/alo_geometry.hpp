#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "formats/alamo/alo_file.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/mesh.hpp"

namespace rigkiln::alamo {

/// Vertex fields that a format name declares (README, Model). Names are compared without case. Every format
/// has a normal. Unknown names mean one set of texture coordinates; `U3`, `U3U3` and a final `C` in them
/// still mean tangent, binormal and colour.
struct VertexLayout {
    std::size_t texCoordSets = 0;
    bool hasTangent = false;
    bool hasBinormal = false;
    bool hasColor = false;
    bool isSkinned = false;
};

[[nodiscard]] VertexLayout vertexLayout(const std::string& formatName);

/// Maps a bone index to its position in the model's only skin.
using SkinSlots = std::map<std::uint32_t, std::uint16_t>;

/// Whether the vertex format is skinned and the sub-mesh has a bone map that is not empty.
[[nodiscard]] bool isSkinned(const AloSubMesh& subMesh);

/// Builds the geometry of one sub-mesh, repaired to obey the scene's laws. Adds one issue per kind of repair
/// at `where`, with the number of vertices. Leaves the indices empty when no triangle remains. Does not set
/// the material.
[[nodiscard]] Primitive makePrimitive(const AloSubMesh& subMesh, const SkinSlots& slots,
                                      const std::string& where, Diagnostics& diagnostics);

}  // namespace rigkiln::alamo
