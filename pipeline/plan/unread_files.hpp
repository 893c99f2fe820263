#pragma once

#include <map>
#include <span>

#include "pipeline/base/result.hpp"
#include "pipeline/plan/asset.hpp"

namespace rigkiln {

/// Removes the clips that may belong to one of the `unread` files by their names, and returns them with that
/// error as their problem. Otherwise a clip of an unreadable model would become an output of its own, or go
/// to a model with a shorter name, and such files would stay after the disk was mended.
[[nodiscard]] AssetTable takeClipsOfUnread(AssetTable& assets, const FileTable& files,
                                           std::span<const Error> unread);

/// Gives each asset that has one of the files that error as its problem, unless it has one already.
void failUncertain(AssetTable& assets, const std::map<FileTable::Index, Error>& uncertain);

}  // namespace rigkiln
