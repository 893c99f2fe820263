#pragma once

#include <string>

#include "pipeline/base/result.hpp"
#include "pipeline/batch/read_file.hpp"
#include "pipeline/conversion/exporter_module.hpp"

namespace rigkiln {

/// Where the bytes of a file are while it is being written.
enum class Staging {
    Nameless,  ///< in a file without a name: a kill leaves nothing behind, and the folder changes once
    Named,     ///< in a file under the temporary name: for file systems that have no nameless ones
};

/// Puts `file` into `folder` so that its name shows the old file, or none, or the new one, never a part of
/// one. `temporary` is a name in that folder that nobody else uses; it stands there while a file is replaced,
/// and from the start with `Staging::Named`, which is also what a file system gets that cannot do
/// `Staging::Nameless`. Fails with kind Environment and the path below `folderPath`; nothing temporary stays.
[[nodiscard]] Status placeFile(const FileDescriptor& folder, const std::string& folderPath,
                               const OutputFile& file, const std::string& temporary,
                               Staging staging = Staging::Nameless);

}  // namespace rigkiln
