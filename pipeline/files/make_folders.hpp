#pragma once

#include <string>

#include "pipeline/base/result.hpp"
#include "pipeline/files/disk.hpp"

namespace rigkiln {

/// Makes a folder and those above it that are not there. `path` is absolute. Fails with kCannotWrite and the
/// folder that cannot be made.
[[nodiscard]] Status makeFolders(Disk& disk, const std::string& path);

}  // namespace rigkiln
