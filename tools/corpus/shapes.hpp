#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "formats/alamo/alo_file.hpp"
#include "tools/corpus/skeleton.hpp"

namespace rigkiln::corpus {

/// Adds a box with hard edges: 24 vertices, placed by `placement`, outward faces counter-clockwise. All
/// fields of the vertices are filled as a format with every field means them.
void addBox(alamo::AloSubMesh& subMesh, const Box& box, const Placement& placement = {},
            std::uint32_t slot = 0);

/// Adds a box whose 12 edges have quads without area. A shadow volume needs them to open up when it is
/// extruded.
void addShadowBox(alamo::AloSubMesh& subMesh, const Box& box, const Placement& placement = {},
                  std::uint32_t slot = 0);

/// Adds a tube around a chain of bones in model space, with four weights per vertex at every joint. Slot i is
/// bone chain[i]. Precondition: at least two bones.
void addTube(alamo::AloSubMesh& subMesh, const Skeleton& skeleton, std::span<const std::uint32_t> chain,
             double radius);

/// Differences between exporters, in fields that a format does not use and in one that it does.
struct VertexStyle {
    bool blackWithoutColour = false;  ///< else white
    bool binormalDown = false;        ///< as older exporters have it
    bool zeroUnused = false;          ///< else ones
};

/// Sets the format and clears the fields that it does not use: texture coordinates without U2, tangents
/// without U3, colours without C.
void applyFormat(alamo::AloSubMesh& subMesh, std::string_view format, const VertexStyle& style = {});

/// Sets the bounding box, from the vertices with finite positions, and the collidable flag, by the
/// sub-meshes.
void finishMesh(alamo::AloMesh& mesh);

/// Makes the tree of boxes over the triangles of a collidable sub-mesh, with at most two triangles per leaf.
/// Precondition: at least one triangle, at most 30,000.
[[nodiscard]] alamo::AloCollisionTree makeCollisionTree(const alamo::AloSubMesh& subMesh);

}  // namespace rigkiln::corpus
