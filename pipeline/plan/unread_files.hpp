#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/plan/asset.hpp"

namespace rigkiln {

/// Removes the clips that may belong to one of the `unread` files by their names, and returns them with that
/// error as their problem. Otherwise a clip of an unreadable model would become an output of its own, or go
/// to a model with a shorter name, and such files would stay after the disk was mended.
[[nodiscard]] std::vector<Asset> takeClipsOfUnread(std::vector<Asset>& assets, std::span<const Error> unread);

/// Gives each asset that has one of the files, by path, that error as its problem, unless it has one already.
void failUncertain(std::vector<Asset>& assets, const std::map<std::string, Error>& uncertain);

}  // namespace rigkiln
