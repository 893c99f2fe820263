#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/swat3/gsa_file.hpp"
#include "formats/swat3/gsm_file.hpp"
#include "tools/corpus/files.hpp"
#include "tools/corpus/swat3/rig_plan.hpp"

namespace rigkiln::corpus {

/// A character of boxes: blends at the joints, hit zones, grippers in its hands, materials BODY and FACE.
[[nodiscard]] swat3::GsmFile makeCharacter(const RigPlan& rig, const Convention& convention);
/// The same without a blend.
[[nodiscard]] swat3::GsmFile makeRigidCharacter(const RigPlan& rig, const Convention& convention);
/// A weapon: all on the root, grips, materials GUN, MAG and MUZZLE.
[[nodiscard]] swat3::GsmFile makeWeapon(const Convention& convention);

struct GsaOptions {
    std::uint8_t versionMinor = 2;
    std::size_t frames = 11;
    bool isPartial = false;  ///< the arms alone
    bool hasEvents = true;   ///< 4.2 only
};
/// Steps on the spot, swinging arms and legs, up and down by an inch; a loop of its frames.
[[nodiscard]] swat3::GsaFile makeGsa(const RigPlan& rig, swat3::QuaternionSense sense,
                                     const GsaOptions& options);

/// The files of set `number`, in a folder of its own: characters of both classes, a weapon, clips for each
/// class. Four sets in a row are in the four conventions. The first has the textures of all.
[[nodiscard]] std::vector<ArtFile> makeSwat3Files(std::uint64_t seed, std::size_t number);

/// Small files for each fuzz target, in a folder with its name.
[[nodiscard]] std::vector<ArtFile> makeSwat3Seeds();

}  // namespace rigkiln::corpus
