#pragma once

#include "pipeline/compare/difference.hpp"
#include "pipeline/compare/pose_difference.hpp"
#include "pipeline/compare/scene_pair.hpp"

/// The comparisons of compareAssets, one per part. Each adds the differences that it finds.
namespace rigkiln {

/// Joints by name and path: missing ones, parents, visibility.
void compareJoints(const ScenePair& pair, DifferenceList& found);
/// Mesh instances by name: vertices by the nearest vertex, triangles, their materials and weights.
void compareMeshes(const ScenePair& pair, DifferenceList& found);
/// Materials by name, and their images.
void compareMaterials(const ScenePair& pair, DifferenceList& found);
/// Attachments by name and kind.
void compareAttachments(const ScenePair& pair, DifferenceList& found);
void compareLights(const ScenePair& pair, DifferenceList& found);
/// Motion that was measured by comparePoses, lengths of clips, visibility, moving textures.
void compareMotion(const ScenePair& pair, const PoseDifference& poses, DifferenceList& found);
void compareEvents(const ScenePair& pair, const PoseDifference& poses, DifferenceList& found);
/// Source data of everything that both scenes have.
void compareExtras(const ScenePair& pair, const PoseDifference& poses, DifferenceList& found);

}  // namespace rigkiln
