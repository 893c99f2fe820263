#include "pipeline/files/disk_file.hpp"

#include <cerrno>
#include <unistd.h>

#include <fmt/format.h>

namespace rigkiln {

Result<std::shared_ptr<const DiskFile>> DiskFile::open(const std::string& path) {
    Result<OpenFile> file = openRegularFile(path);
    if (!file) return file.error();
    return std::shared_ptr<const DiskFile>(new DiskFile(std::move(*file), path));
}

Status DiskFile::readInside(std::uint64_t offset, std::span<std::byte> bytes) const {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t count = ::pread(file_.descriptor.get(), bytes.data() + done, bytes.size() - done,
                                      static_cast<off_t>(offset + done));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return systemError(path_, "read", errno);
        if (count == 0) {
            return Error{path_,
                         fmt::format("changed its size from {} bytes while it was read", file_.sizeBytes),
                         ErrorKind::Environment};
        }
        done += static_cast<std::size_t>(count);
    }
    return Done{};
}

}  // namespace rigkiln
