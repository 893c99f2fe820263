#pragma once

#include <vector>

#include "exporters/swat3/build_gsm.hpp"

namespace rigkiln::swat3_writer {

struct GripTables {
    std::vector<swat3::GsmGrip> grips;
    std::vector<swat3::GsmGrip> grippers;
};

/// Attachments of kind "grip" and "gripper", those of another kind whose names begin so, and joints that are
/// no bones and are called so; in the order of `index` in their extras, then in that of the scene. Matrices
/// as stored (extras) are kept to the bit where they still say the place. Fails with Input where one hangs on
/// no bone, or sixteen bits do not count them.
[[nodiscard]] Result<GripTables> makeGrips(const Scene& scene, const GsmRequest& request,
                                           Diagnostics& diagnostics);

}  // namespace rigkiln::swat3_writer
