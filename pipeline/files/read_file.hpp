#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/files/disk.hpp"

namespace rigkiln {

/// Size limit of files read into memory. No asset of these games is larger.
inline constexpr std::size_t kMaximumSourceBytes = std::size_t{1} << 30U;

/// Returns "PATH: cannot ACTION: no such file or directory". Its code is kNotFound, kDiskFull or else `code`,
/// which must be of kind Environment too.
[[nodiscard]] Error systemError(const ErrorCode& code, std::string path, std::string_view action,
                                int errorNumber);

/// Returns "PATH: has 9 bytes, at most 8 (8 B) are read", with the code kFileTooLarge.
[[nodiscard]] Error fileTooLarge(const std::string& path, std::uint64_t size, std::uint64_t limit);

struct OpenFile {
    FileDescriptor descriptor;
    std::size_t sizeBytes = 0;
    FileStatus status{};  ///< when it was opened
};

/// Opens a regular file (no fifo, no device) without following a symbolic link. Fails with kind Environment.
[[nodiscard]] Result<OpenFile> openRegularFile(const std::string& path, Disk& disk = realDisk());

/// Reads a whole regular file (no fifo, no device) without following a symbolic link. A file larger than
/// `limit` is an Input error; everything else, also a change of size during reading, is an Environment error.
/// Errors name the path. `status`, if not null, gets the status of the file once it is open.
[[nodiscard]] Result<std::vector<std::byte>> readFile(const std::string& path,
                                                      std::size_t limit = kMaximumSourceBytes,
                                                      Disk& disk = realDisk(), FileStatus* status = nullptr);

/// Reads at most the first `size` bytes.
[[nodiscard]] Result<std::vector<std::byte>> readHead(const std::string& path, std::size_t size,
                                                      Disk& disk = realDisk());

}  // namespace rigkiln
