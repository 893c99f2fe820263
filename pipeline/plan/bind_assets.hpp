#pragma once

#include <map>

#include "pipeline/plan/asset.hpp"
#include "pipeline/plan/probe_files.hpp"

namespace rigkiln {

struct BoundAssets {
    AssetTable models{};  ///< models with their clips; those known to fail come last
    AssetTable clips{};   ///< clips that fit no model
    std::map<FileTable::Index, Error> uncertain{};  ///< see BindProbes
};

/// Gives each model its clips (bind.hpp), separately for each part of a merged asset. A clip that serves
/// several models goes to each. Reads the heads of files when binding depends on their joints. The clips of a
/// part are sorted by path. With `matchesAll`, gives every clip to every model instead, in the order of the
/// assets.
[[nodiscard]] BoundAssets bindAssets(AssetTable assets, const SourceTables& tables,
                                     const FileProbeOptions& limits, bool matchesAll = false);

}  // namespace rigkiln
