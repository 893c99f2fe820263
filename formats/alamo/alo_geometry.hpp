#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "formats/alamo/alo_file.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/mesh.hpp"

namespace rigkiln::alamo {

/// Which fields of a vertex its format name says are meant (README, Model). Names are compared without case;
/// `N` is always there. A name this project does not know means a normal and one set of texture coordinates.
struct VertexLayout {
    std::size_t texCoordSets = 0;
    bool hasTangent = false;
    bool hasBinormal = false;
    bool hasColor = false;
    bool isSkinned = false;
};

[[nodiscard]] VertexLayout vertexLayout(const std::string& formatName);

/// Bone index to position in the model's one skin.
using SkinSlots = std::map<std::uint32_t, std::uint16_t>;

/// Whether the sub-mesh is skinned by its format and has the bone map that takes.
[[nodiscard]] bool isSkinned(const AloSubMesh& subMesh);

/// Geometry of one sub-mesh, mended where the scene's laws ask for it; each kind of mending is one issue at
/// `where` with how many vertices it touched. Without indices when no triangle is left. The material is not
/// set.
[[nodiscard]] Primitive makePrimitive(const AloSubMesh& subMesh, const SkinSlots& slots,
                                      const std::string& where, Diagnostics& diagnostics);

}  // namespace rigkiln::alamo
