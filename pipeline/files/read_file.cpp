#include "pipeline/files/read_file.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <system_error>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/files/file_errors.hpp"

namespace rigkiln {
namespace {

/// Fills `bytes` as far as the file reaches. Returns the number of bytes read.
Result<std::size_t> readInto(const OpenFile& file, const std::string& path, std::span<std::byte> bytes) {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const DiskResult<std::size_t> count =
            file.descriptor.disk().read(file.descriptor.get(), bytes.subspan(done), std::nullopt);
        if (!count) return systemError(kCannotRead, path, "read", count.problem);
        if (count.value == 0) break;
        done += count.value;
    }
    return done;
}

/// Returns the code of a reason that scripts handle on its own, or else `code`.
const ErrorCode& narrowed(const ErrorCode& code, int errorNumber) {
    if (errorNumber == ENOENT) return kNotFound;
    if (errorNumber == ENOSPC || errorNumber == EDQUOT) return kDiskFull;
    if (errorNumber == EROFS) return kDiskReadOnly;
    // A source that cannot be read is a damaged place on a disk that may be sound otherwise.
    return errorNumber == EIO && code.id == kCannotWrite.id ? kDiskFailing : code;
}

bool isLink(const std::string& path, Disk& disk) {
    const DiskResult<FileStatus> status = disk.lookAt(Disk::kNoFolder, path, Links::Refuse);
    return status && status.value.type == FileType::Link;
}

}  // namespace

Error systemError(const ErrorCode& code, std::string path, std::string_view action, int errorNumber) {
    std::string reason = std::error_code(errorNumber, std::generic_category()).message();
    reason = foldCase(reason.substr(0, 1)) + reason.substr(std::min<std::size_t>(1, reason.size()));
    return narrowed(code, errorNumber).in(std::move(path), fmt::format("cannot {}: {}", action, reason));
}

Error fileTooLarge(const std::string& path, std::uint64_t size, std::uint64_t limit) {
    return kFileTooLarge.in(
        path, fmt::format("has {} bytes, at most {} ({}) are read", size, limit, byteCountText(limit)));
}

Result<OpenFile> openRegularFile(const std::string& path, Disk& disk) {
    const DiskResult<int> opened = disk.openFile(Disk::kNoFolder, path);
    // The system gives the same error for links above it that lead in a circle.
    if (opened.problem == ELOOP && isLink(path, disk))
        return kNotRegular.in(path, "is a symbolic link, which is not followed");
    if (!opened) return systemError(kCannotOpen, path, "open", opened.problem);
    FileDescriptor descriptor(opened.value, disk);
    const DiskResult<FileStatus> status = disk.lookAt(descriptor.get());
    if (!status) return systemError(kCannotRead, path, "look at", status.problem);
    if (status.value.type != FileType::File) return kNotRegular.in(path, "is not a regular file");
    return OpenFile{std::move(descriptor), static_cast<std::size_t>(status.value.sizeBytes), status.value};
}

Result<std::vector<std::byte>> readFile(const std::string& path, std::size_t limit, Disk& disk,
                                        FileStatus* status) {
    Result<OpenFile> file = openRegularFile(path, disk);
    if (!file) return file.error();
    if (status != nullptr) *status = file->status;
    if (file->sizeBytes > limit) return fileTooLarge(path, file->sizeBytes, limit);
    std::vector<std::byte> bytes(file->sizeBytes);
    const Result<std::size_t> count = readInto(*file, path, bytes);
    if (!count) return count.error();
    std::byte more{};
    const Result<std::size_t> extra = readInto(*file, path, std::span(&more, 1));
    if (!extra) return extra.error();
    if (*count != bytes.size() || *extra != 0) {
        return kFileChanged.in(path,
                               fmt::format("changed its size from {} bytes while it was read", bytes.size()));
    }
    return bytes;
}

Result<std::vector<std::byte>> readHead(const std::string& path, std::size_t size, Disk& disk) {
    Result<OpenFile> file = openRegularFile(path, disk);
    if (!file) return file.error();
    std::vector<std::byte> bytes(std::min(size, file->sizeBytes));
    const Result<std::size_t> count = readInto(*file, path, bytes);
    if (!count) return count.error();
    bytes.resize(*count);
    return bytes;
}

}  // namespace rigkiln
