#pragma once

#include <string>
#include <vector>

#include "pipeline/batch/asset.hpp"

namespace rigkiln {

struct MergeRequest {
    bool isByFolder = true;  ///< one asset for each folder that a model is in; otherwise one of all
    std::string jobName;     ///< what is called so that has no folder to be called after
};

/// Assets that become one scene as one asset each, their parts in the order in which they came; a file that
/// came twice is one part. What is already merged is grouped anew. A group of a folder has the folder's name
/// and path, the group of all that of the job and no folder. Groups are in the order of their first parts. A
/// group with a part that is known to fail fails with that.
[[nodiscard]] std::vector<Asset> mergeAssets(std::vector<Asset> assets, const MergeRequest& request);

}  // namespace rigkiln
