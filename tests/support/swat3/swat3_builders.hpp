#pragma once

#include "formats/swat3/gsa_file.hpp"
#include "formats/swat3/gsm_file.hpp"

/// Small GSM and GSA files as file models, for tests. All obey the laws of a decoded file, break no rule, and
/// round-trip through encoding and decoding.
namespace rigkiln::swat3 {

/// Computes the fields that follow from the rest: sharedStreamShorts, blendStreamLength in bytes, and the
/// record of the blended positions.
void settle(GsmFile& file);

/// Two bones, Rifle_Root at the origin and Rifle_Muzzle ten units before it. A square of two triangles with a
/// texture, a floating triangle with the material MUZZLE, which has no map; all on the root. Two grips.
[[nodiscard]] GsmFile weaponModel();

/// Five bones: root, spine and head above it, an arm on either side. A tube of rigid positions and blends of
/// two and three bones, one of them with weights that sum to 0; a seam of texture coordinates; two materials,
/// one called FACE; two grippers.
[[nodiscard]] GsmFile characterModel();

/// The character with all optional features: padding, unused textures, hit colours with their highest bit
/// set, a material with several maps and one without, and parents that follow their children.
[[nodiscard]] GsmFile modelWithEverything();

/// Three frames of all bones of the character. 4.1 has no events; 4.2 has them in frames 0 and 2.
[[nodiscard]] GsaFile clip41();
[[nodiscard]] GsaFile clip42();

/// Two frames of the arms alone, in 4.2, without events.
[[nodiscard]] GsaFile partialClip();

}  // namespace rigkiln::swat3
