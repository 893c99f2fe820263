#pragma once

#include <vector>

#include "pipeline/batch/asset.hpp"
#include "pipeline/batch/probe_files.hpp"

namespace rigkiln {

struct BoundAssets {
    std::vector<Asset> models{};  ///< with their clips; those that are known to fail last
    std::vector<Asset> clips{};   ///< that fit no model
};

/// Gives models the clips that are theirs (bind.hpp), each part of a merged asset its own; a clip that serves
/// several goes to each. Reads the heads of files where that depends on their joints. The clips of a part are
/// in the order of their paths.
[[nodiscard]] BoundAssets bindAssets(std::vector<Asset> assets, const FileProbeOptions& limits);

}  // namespace rigkiln
