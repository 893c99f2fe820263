#include "pipeline/files/gathered_write.hpp"

#include <algorithm>
#include <cerrno>
#include <sys/uio.h>
#include <vector>

#include <climits>

namespace rigkiln {
namespace {

/// Removes `count` written bytes from the front of the list.
std::span<iovec> dropWritten(std::span<iovec> parts, std::size_t count) {
    while (!parts.empty() && count >= parts.front().iov_len) {
        count -= parts.front().iov_len;
        parts = parts.subspan(1);
    }
    if (!parts.empty()) {
        parts.front().iov_base = static_cast<std::byte*>(parts.front().iov_base) + count;
        parts.front().iov_len -= count;
    }
    return parts;
}

}  // namespace

int writeGathered(int descriptor, std::span<const std::span<const std::byte>> parts,
                  std::optional<std::size_t> offset) {
    std::vector<iovec> vectors;
    vectors.reserve(parts.size());
    for (const std::span<const std::byte>& part : parts) {
        // The cast is safe: writev only reads, but iovec has no const version.
        if (!part.empty()) vectors.push_back({const_cast<std::byte*>(part.data()), part.size()});
    }
    std::span<iovec> left(vectors);
    while (!left.empty()) {
        const int count = static_cast<int>(std::min<std::size_t>(left.size(), IOV_MAX));
        const ssize_t written = offset
                                    ? ::pwritev(descriptor, left.data(), count, static_cast<off_t>(*offset))
                                    : ::writev(descriptor, left.data(), count);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        if (written == 0) return EIO;
        left = dropWritten(left, static_cast<std::size_t>(written));
        if (offset) *offset += static_cast<std::size_t>(written);
    }
    return 0;
}

}  // namespace rigkiln
