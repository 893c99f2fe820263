#pragma once

#include <string>

#include "pipeline/plan/asset.hpp"

namespace rigkiln {

struct MergeRequest {
    bool isByFolder = true;  ///< one asset per folder that has models; otherwise one of all
    std::string jobName;     ///< name of groups that have no folder name
};

/// Merges assets into groups, each of which becomes one asset and one scene. Parts keep their order; a file
/// that occurs twice is one part. Assets that are already merged are grouped again. A group by folder has the
/// folder's name and path; the group of all has the name of the job and no folder. Groups are in the order of
/// their first parts. A group fails with the problem of its first part that has one.
[[nodiscard]] AssetTable mergeAssets(const AssetTable& assets, const SourceTables& tables,
                                     const MergeRequest& request);

}  // namespace rigkiln
