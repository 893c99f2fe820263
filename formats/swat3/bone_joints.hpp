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

/// Name of the node that mirrors left-handed models.
inline constexpr std::string_view kMirrorName = "mirror";
/// Name of the node above several roots: a skin needs a single root.
inline constexpr std::string_view kRootsName = "roots";

struct BoneJoints {
    std::vector<Joint> joints;
    std::vector<IndexOf<Joint>> ofBone;  ///< by ordinal
};

/// Makes one joint per bone, parents first, otherwise in file order; `sourceIndex` is the id. Mirrored models
/// and those with several roots get one joint above all; for mirrored ones it scales x by -1.
[[nodiscard]] BoneJoints makeJoints(const Rig& rig, QuaternionSense sense, bool isMirrored,
                                    Diagnostics& diagnostics);

}  // namespace rigkiln::swat3
