#pragma once

#include <optional>

#include "formats/swat3/rest_positions.hpp"

/// Measurements that tell the space of a model's positions and whether its quaternions are conjugated
/// (README, Conventions). They use only the numbers of the file, no options.
///
/// Numbers that are not finite are ignored. Times are proportional to the file size, except overlappingPairs,
/// which limits itself to kMostBones bones.
namespace rigkiln::swat3 {

/// One value per reading.
struct ByReading {
    double model = 0;
    double boneConjugated = 0;
    double boneRaw = 0;
};

/// Largest distance between two positions of one blend, relative to the diagonal of the whole model. All
/// positions of a blend are the same point, so the right reading gives nearly 0. Nothing without a blend of
/// at least two positions.
[[nodiscard]] std::optional<ByReading> spreadOfBlends(const RestPose& pose);

/// Fraction of bone pairs, except parent and child, whose boxes of stored positions overlap. In bone space
/// nearly all do, because each box lies around its own bone. Nothing without such a pair.
[[nodiscard]] std::optional<double> overlappingPairs(const RestPose& pose);
inline constexpr std::size_t kMostBones = 512;

/// Angles between main axis and barrel, per reading.
struct BarrelAngles {
    double bone = 0;
    double modelConjugated = 0;
    double modelRaw = 0;
};

/// For models whose positions all follow one root, such as weapons: the angles in radians between the main
/// axis of the stored positions and the second bone, which lies along the barrel. Nothing for other models,
/// and without a main axis.
[[nodiscard]] std::optional<BarrelAngles> angleToBarrel(const RestPose& pose);

/// One value per sense of the quaternions.
struct BySense {
    double conjugated = 0;
    double raw = 0;
};

/// Mean distance of positions in model space to the bind position of their bone. Nothing without positions
/// that follow a bone.
[[nodiscard]] std::optional<BySense> distanceToBones(const RestPose& pose);

/// Mean angle in radians between two triangles that share an edge, with positions in bone space. Nothing
/// without such triangles.
[[nodiscard]] std::optional<BySense> meanDihedral(const RestPose& pose);

}  // namespace rigkiln::swat3
