#pragma once

#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/files/disk.hpp"

namespace rigkiln {

/// Returns whether there is a file in `folder` with the name and the bytes of `file`, and puts its status
/// into `found` unless that is null. False also where it cannot be read.
[[nodiscard]] bool hasSameContent(const FileDescriptor& folder, const OutputFile& file, FileStatus* found);

}  // namespace rigkiln
