#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/swat3/gsa_file.hpp"
#include "formats/swat3/gsm_file.hpp"
#include "tools/corpus/files.hpp"
#include "tools/corpus/swat3/rig_plan.hpp"

namespace rigkiln::corpus {

/// Makes a character of boxes: blends at the joints, hit zones, grippers in its hands, materials BODY and
/// FACE.
[[nodiscard]] swat3::GsmFile makeCharacter(const RigPlan& rig, const Convention& convention);
/// Makes the character without blends.
[[nodiscard]] swat3::GsmFile makeRigidCharacter(const RigPlan& rig, const Convention& convention);
/// Makes a weapon with all vertices on the root, grips, and the materials GUN, MAG and MUZZLE.
[[nodiscard]] swat3::GsmFile makeWeapon(const Convention& convention);

struct GsaOptions {
    std::uint8_t versionMinor = 2;
    std::size_t frames = 11;
    bool isPartial = false;  ///< lists only the arms
    bool hasEvents = true;   ///< 4.2 only
};
/// Makes a clip that steps on the spot, swinging arms and legs, up and down by an inch. Its frames are a
/// loop.
[[nodiscard]] swat3::GsaFile makeGsa(const RigPlan& rig, swat3::QuaternionSense sense,
                                     const GsaOptions& options);

/// The files of set `number`, in a folder of its own: characters of both classes, a weapon, clips for each
/// class. Four consecutive sets use the four conventions. The first set has the textures of all.
[[nodiscard]] std::vector<ArtFile> makeSwat3Files(std::uint64_t seed, std::size_t number);

/// Small files for each fuzz target, in a folder named after it.
[[nodiscard]] std::vector<ArtFile> makeSwat3Seeds();

}  // namespace rigkiln::corpus
