#pragma once

#include <vector>

#include "exporters/swat3/build_gsm.hpp"

namespace rigkiln::swat3_export {

struct GripTables {
    std::vector<swat3::GsmGrip> grips;
    std::vector<swat3::GsmGrip> grippers;
};

/// Makes the grips and grippers. They are attachments of kind "grip" or "gripper", attachments of another
/// kind whose names begin so, and joints that are no bones and whose names begin so. They are sorted by
/// `index` in their extras, then by the order of the scene. A stored matrix (extras) is kept to the bit while
/// it still gives the place. Fails with Input where one hangs on no bone, or when there are more than sixteen
/// bits can count.
[[nodiscard]] Result<GripTables> makeGrips(const Scene& scene, const GsmRequest& request,
                                           Diagnostics& diagnostics);

}  // namespace rigkiln::swat3_export
