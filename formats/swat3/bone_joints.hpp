#pragma once

#include <string_view>
#include <vector>

#include "formats/swat3/rig.hpp"
#include "pipeline/base/diagnostics.hpp"
#include "pipeline/scene/scene.hpp"

namespace rigkiln::swat3 {

inline constexpr IssueKind kBoneNotFinite{
    "swat3.bone-not-finite", Severity::Warning,
    "the place of a bone holds NaN, infinity or what is too far away, and became its parent's"};

/// The name of the node that mirrors left-handed models.
inline constexpr std::string_view kMirrorName = "mirror";
/// The name of the node that several roots hang on: one skin needs one root.
inline constexpr std::string_view kRootsName = "roots";

struct BoneJoints {
    std::vector<Joint> joints;
    std::vector<IndexOf<Joint>> ofBone;  ///< by ordinal
};

/// A joint per bone, parents first, otherwise in the order of the file; `sourceIndex` is the id. Mirrored
/// models and several roots hang on one joint above, which scales x by -1 when they are mirrored.
[[nodiscard]] BoneJoints makeJoints(const Rig& rig, QuaternionSense sense, bool isMirrored,
                                    Diagnostics& diagnostics);

}  // namespace rigkiln::swat3
