#pragma once

#include <map>
#include <string>
#include <vector>

#include "pipeline/plan/asset.hpp"
#include "pipeline/plan/probe_files.hpp"

namespace rigkiln {

struct BoundAssets {
    std::vector<Asset> models{};               ///< models with their clips; those known to fail come last
    std::vector<Asset> clips{};                ///< clips that fit no model
    std::map<std::string, Error> uncertain{};  ///< see BindProbes
};

/// Gives each model its clips (bind.hpp), separately for each part of a merged asset. A clip that serves
/// several models goes to each. Reads the heads of files when binding depends on their joints. The clips of a
/// part are sorted by path. With `matchesAll`, gives every clip to every model instead, in the order of the
/// assets.
[[nodiscard]] BoundAssets bindAssets(std::vector<Asset> assets, const FileProbeOptions& limits,
                                     bool matchesAll = false);

}  // namespace rigkiln
