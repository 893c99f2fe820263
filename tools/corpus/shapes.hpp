#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "formats/alamo/alo_file.hpp"
#include "tools/corpus/skeleton.hpp"

namespace rigkiln::corpus {

/// Adds a box with hard edges: 24 vertices in the space `placement` leads to, outward faces
/// counter-clockwise, every field of a vertex filled as a full format means it.
void addBox(alamo::AloSubMesh& subMesh, const Box& box, const Placement& placement = {},
            std::uint32_t slot = 0);

/// Adds a box whose 12 edges carry quads without area, as a shadow volume has them to open up when extruded.
void addShadowBox(alamo::AloSubMesh& subMesh, const Box& box, const Placement& placement = {},
                  std::uint32_t slot = 0);

/// Adds a tube around a chain of bones in model space, four weights to a vertex at every joint. Slot i is
/// bone chain[i]. Precondition: at least two bones.
void addTube(alamo::AloSubMesh& subMesh, const Skeleton& skeleton, std::span<const std::uint32_t> chain,
             double radius);

/// How exporters differ in fields a format does not mean, and in one it does.
struct VertexStyle {
    bool blackWithoutColour = false;  ///< else white
    bool binormalDown = false;        ///< as older exporters have it
    bool zeroUnused = false;          ///< else ones
};

/// Names the format and clears what it does not mean: texture coordinates without U2, tangents without U3,
/// colours without C.
void applyFormat(alamo::AloSubMesh& subMesh, std::string_view format, const VertexStyle& style = {});

/// The exact box of the vertices whose positions are finite, and the collidable flag by the sub-meshes.
void finishMesh(alamo::AloMesh& mesh);

/// The tree of boxes over the triangles that a collidable sub-mesh carries: at most two triangles to a leaf.
/// Precondition: at least one triangle, at most 30,000.
[[nodiscard]] alamo::AloCollisionTree makeCollisionTree(const alamo::AloSubMesh& subMesh);

}  // namespace rigkiln::corpus
