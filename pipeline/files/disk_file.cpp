#include "pipeline/files/disk_file.hpp"

#include <fmt/format.h>

#include "pipeline/files/file_errors.hpp"

namespace rigkiln {

Result<std::shared_ptr<const DiskFile>> DiskFile::open(const std::string& path, Disk& disk) {
    Result<OpenFile> file = openRegularFile(path, disk);
    if (!file) return file.error();
    return std::shared_ptr<const DiskFile>(new DiskFile(std::move(*file), path));
}

Status DiskFile::readInside(std::uint64_t offset, std::span<std::byte> bytes) const {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const DiskResult<std::size_t> count =
            file_.descriptor.disk().read(file_.descriptor.get(), bytes.subspan(done), offset + done);
        if (!count) return systemError(kCannotRead, path_, "read", count.problem);
        if (count.value == 0) {
            return kFileChanged.in(
                path_, fmt::format("changed its size from {} bytes while it was read", file_.sizeBytes));
        }
        done += count.value;
    }
    return Done{};
}

}  // namespace rigkiln
