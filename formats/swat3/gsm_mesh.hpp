#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "formats/swat3/conventions.hpp"
#include "formats/swat3/gsm_options.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/mesh.hpp"

namespace rigkiln::swat3 {

inline constexpr IssueKind kVertexNotFinite{
    "swat3.vertex-not-finite", Severity::Warning,
    "vertices hold NaN or infinity; triangles at such positions were dropped, texture coordinates became 0"};
inline constexpr IssueKind kZeroNormal{
    "swat3.zero-normal", Severity::Information,
    "the triangles of a smoothing list have no normal together; the vertices "
    "that name it point up"};
inline constexpr IssueKind kZeroWeights{
    "swat3.zero-weights", Severity::Information,
    "the weights of a blend sum to nothing, which the format allows; it follows its first bone"};
inline constexpr IssueKind kBadWeight{"swat3.bad-weight", Severity::Warning,
                                      "weights of a blend are negative or not finite, and count as 0"};
inline constexpr IssueKind kManyInfluences{
    "swat3.many-influences", Severity::Warning,
    "a blend has more bones than are written; the smallest weights were left out"};
inline constexpr IssueKind kUngroupedTriangles{
    "swat3.ungrouped-triangles", Severity::Warning,
    "triangles that no group takes were put into one without material"};

inline constexpr std::size_t kMostInfluences = 16;

/// Index in Scene::materials for each group; nothing where the group refers to no material.
using GroupMaterials = std::vector<std::optional<IndexOf<Material>>>;

/// Makes a mesh of all triangles, skinned: slots of the influences are ordinals of bones, and vertices are at
/// rest in the file's axes. Makes a primitive per group that has triangles, and one for triangles without a
/// group. Of overlapping groups the first counts. A primitive has each effective vertex of its triangles
/// once, in file order. Data only the file knows is in `_GSM_HIT`, `_GSM_POS`, `_GSM_SHARED`, `_GSM_UV` (its
/// numbers) and `_HITCOLOR` (red, green, blue of the hit zone, 0..1).
///
/// Precondition: `materials` has an entry per group.
[[nodiscard]] Mesh makeMesh(const RestPose& pose, const GsmConventions& conventions, NormalWeight weight,
                            const GroupMaterials& materials, Diagnostics& diagnostics);

}  // namespace rigkiln::swat3
