#pragma once

#include "formats/alamo/ala_file.hpp"
#include "formats/alamo/alo_file.hpp"

/// Small Alamo files as file models, for tests. All obey the laws of a decoded file and round-trip through
/// encoding and decoding.
namespace rigkiln::alamo {

/// Bones Root and Arm (at 1, 2, 3); one rigid mesh "Blade" of one triangle on Arm, with a base texture.
[[nodiscard]] AloFile simpleRigidModel();

/// Bones Root, Arm, Hand; one mesh "Body" of two triangles, skinned to Arm and Hand by a bone map.
[[nodiscard]] AloFile skinnedModel();

/// Every feature of the format: bones as 205 and 206, meshes and lights mixed, vertices as 10005 and 10007,
/// every kind of parameter, a bone map, a collision tree, proxies with and without their optional minis,
/// dazzles, and unknown chunks and minis at every level that keeps them.
[[nodiscard]] AloFile modelWithEverything();

/// Two frames at 30 fps. Bone "Arm" of index 1, which fits simpleRigidModel and skinnedModel, moves from 1 to
/// 11 along x, turns 90 degrees about z, and is hidden in frame 1.
[[nodiscard]] AlaFile twoFrameClip(AlaVersion version);

/// Nine frames of three bones: one with every kind of track, one constant, one at rest without mini 10;
/// unknown chunks and minis at every level that keeps them.
[[nodiscard]] AlaFile clipWithEverything(AlaVersion version);

}  // namespace rigkiln::alamo
