#include "pipeline/files/read_file.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <span>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

/// Fills `bytes` as far as the file reaches. Returns the number of bytes read.
Result<std::size_t> readInto(const OpenFile& file, const std::string& path, std::span<std::byte> bytes) {
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t count = ::read(file.descriptor.get(), bytes.data() + done, bytes.size() - done);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return systemError(path, "read", errno);
        if (count == 0) break;
        done += static_cast<std::size_t>(count);
    }
    return done;
}

}  // namespace

int FileDescriptor::close() {
    if (!isOpen()) return 0;
    // Does not retry after EINTR: on Linux the descriptor is closed by then and may be in use elsewhere.
    return ::close(release()) == 0 || errno == EINTR ? 0 : errno;
}

Error systemError(std::string path, std::string_view action, int errorNumber) {
    std::string reason = std::error_code(errorNumber, std::generic_category()).message();
    reason = foldCase(reason.substr(0, 1)) + reason.substr(std::min<std::size_t>(1, reason.size()));
    return {std::move(path), fmt::format("cannot {}: {}", action, reason), ErrorKind::Environment};
}

Result<OpenFile> openRegularFile(const std::string& path) {
    // Opens without blocking; otherwise a fifo would wait forever for its writer.
    FileDescriptor descriptor(
        ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
    if (!descriptor.isOpen()) return systemError(path, "open", errno);
    struct stat status {};
    if (::fstat(descriptor.get(), &status) != 0) return systemError(path, "look at", errno);
    if (!S_ISREG(status.st_mode)) return Error{path, "is not a regular file", ErrorKind::Environment};
    return OpenFile{std::move(descriptor), static_cast<std::size_t>(status.st_size)};
}

Result<std::vector<std::byte>> readFile(const std::string& path, std::size_t limit) {
    Result<OpenFile> file = openRegularFile(path);
    if (!file) return file.error();
    if (file->sizeBytes > limit) {
        return Error{path, fmt::format("has {} bytes, at most {} ({}) are read", file->sizeBytes, limit,
                                       byteCountText(limit))};
    }
    std::vector<std::byte> bytes(file->sizeBytes);
    const Result<std::size_t> count = readInto(*file, path, bytes);
    if (!count) return count.error();
    std::byte more{};
    const Result<std::size_t> extra = readInto(*file, path, std::span(&more, 1));
    if (!extra) return extra.error();
    if (*count != bytes.size() || *extra != 0) {
        return Error{path, fmt::format("changed its size from {} bytes while it was read", bytes.size()),
                     ErrorKind::Environment};
    }
    return bytes;
}

Result<std::vector<std::byte>> readHead(const std::string& path, std::size_t size) {
    Result<OpenFile> file = openRegularFile(path);
    if (!file) return file.error();
    std::vector<std::byte> bytes(std::min(size, file->sizeBytes));
    const Result<std::size_t> count = readInto(*file, path, bytes);
    if (!count) return count.error();
    bytes.resize(*count);
    return bytes;
}

}  // namespace rigkiln
