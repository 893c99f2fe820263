#include "pipeline/files/gathered_write.hpp"

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <vector>

namespace rigkiln {
namespace {

using Part = std::span<const std::byte>;

/// Removes `count` written bytes from the front of the list.
std::span<Part> dropWritten(std::span<Part> parts, std::size_t count) {
    while (!parts.empty() && count >= parts.front().size()) {
        count -= parts.front().size();
        parts = parts.subspan(1);
    }
    if (!parts.empty()) parts.front() = parts.front().subspan(count);
    return parts;
}

}  // namespace

int writeGathered(Disk& disk, int descriptor, std::span<const Part> parts,
                  std::optional<std::uint64_t> offset) {
    std::vector<Part> wanted;
    wanted.reserve(parts.size());
    std::ranges::copy_if(parts, std::back_inserter(wanted), [](const Part& part) { return !part.empty(); });
    std::span<Part> left(wanted);
    while (!left.empty()) {
        const DiskResult<std::size_t> written = disk.write(descriptor, left, offset);
        if (!written) return written.problem;
        if (written.value == 0) return EIO;
        left = dropWritten(left, written.value);
        if (offset) *offset += written.value;
    }
    return 0;
}

}  // namespace rigkiln
