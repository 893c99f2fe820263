#pragma once

#include <optional>

#include "formats/swat3/rest_positions.hpp"

/// Measurements that tell in which space a model's positions are, and whether its quaternions are conjugated
/// (README, Conventions). Each looks at the numbers alone and knows no options.
///
/// Numbers that are not finite are left out. All take time in proportion to the file, but for
/// overlappingPairs, which looks at kMostBones bones at most.
namespace rigkiln::swat3 {

/// One figure per reading.
struct ByReading {
    double model = 0;
    double boneConjugated = 0;
    double boneRaw = 0;
};

/// The largest distance between two positions of one blend, as a part of the diagonal of the whole model: all
/// positions of a blend are one point, so the right reading gives nearly 0. Nothing without a blend of at
/// least two positions.
[[nodiscard]] std::optional<ByReading> spreadOfBlends(const RestPose& pose);

/// Which part of the pairs of bones that are not parent and child have boxes of stored positions that
/// overlap: nearly all when each is around its own bone. Nothing without such a pair.
[[nodiscard]] std::optional<double> overlappingPairs(const RestPose& pose);
inline constexpr std::size_t kMostBones = 512;

/// The angles between main axis and barrel, per reading.
struct BarrelAngles {
    double bone = 0;
    double modelConjugated = 0;
    double modelRaw = 0;
};

/// Models whose positions all follow one root, as weapons: the angle in radians between the main axis of the
/// stored positions and the second bone, which lies along the barrel. Nothing for other models, and where
/// there is no main axis.
[[nodiscard]] std::optional<BarrelAngles> angleToBarrel(const RestPose& pose);

/// One figure per sense of the quaternions.
struct BySense {
    double conjugated = 0;
    double raw = 0;
};

/// Positions in model space: their mean distance to the bind position of the bone they follow. Nothing
/// without positions that follow a bone.
[[nodiscard]] std::optional<BySense> distanceToBones(const RestPose& pose);

/// Positions in bone space: the mean angle in radians between two triangles that share an edge. Nothing
/// without such triangles.
[[nodiscard]] std::optional<BySense> meanDihedral(const RestPose& pose);

}  // namespace rigkiln::swat3
