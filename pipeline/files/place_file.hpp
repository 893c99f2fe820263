#pragma once

#include <string>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/files/disk.hpp"

namespace rigkiln {

/// Place of a file's bytes while it is written.
enum class Staging {
    Nameless,  ///< a file without a name: a kill leaves nothing behind, and the folder changes once
    Named,     ///< a file with the temporary name, for file systems without nameless files
};

/// Returns whether anything in `folder` has this name: a file, a link or a folder.
[[nodiscard]] DiskResult<bool> hasEntry(const FileDescriptor& folder, const std::string& name);

/// Writes `file` into `folder` so that its name always stands for the complete old file, no file, or the
/// complete new file. `temporary` is a name in that folder that nobody else uses. It exists while a file is
/// replaced, and during all of the writing with `Staging::Named`, which is also the fallback when
/// `Staging::Nameless` is not supported. Fails with kind Environment and the file's path; leaves no temporary
/// file.
///
/// A file that is `onlyIfAbsent` never replaces another one: that stays, and the file is dropped. Where files
/// need a temporary name, one that appears between the last look and the rename would be replaced.
///
/// `status`, if not null, gets what the file is in its place, where that is known without looking the name
/// up; otherwise it stays as it is.
[[nodiscard]] Status placeFile(const FileDescriptor& folder, const std::string& folderPath,
                               const OutputFile& file, const std::string& temporary,
                               Staging staging = Staging::Nameless, FileStatus* status = nullptr);

/// Writes `file` into `folder` under the name `temporary`, and begins to write it back to the disk. Fails as
/// placeFile.
[[nodiscard]] Status stageFile(const FileDescriptor& folder, const std::string& folderPath,
                               const OutputFile& file, const std::string& temporary);

}  // namespace rigkiln
