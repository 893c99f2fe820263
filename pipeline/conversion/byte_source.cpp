#include "pipeline/conversion/byte_source.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "pipeline/conversion/conversion_errors.hpp"

namespace rigkiln {

Status ByteSource::read(std::uint64_t offset, std::span<std::byte> bytes) const {
    if (offset > size() || bytes.size() > size() - offset) {
        return kArchiveDamaged.error(
            fmt::format("needs {} bytes at 0x{:X}, there are {} in all", bytes.size(), offset, size()));
    }
    return bytes.empty() ? Status(Done{}) : readInside(offset, bytes);
}

Result<SharedBytes> ByteSource::readPart(std::uint64_t offset, std::uint64_t size) const {
    Result<std::vector<std::byte>> bytes = readRange(*this, offset, size);
    if (!bytes) return bytes.error();
    return SharedBytes(std::move(*bytes));
}

Status MemorySource::readInside(std::uint64_t offset, std::span<std::byte> bytes) const {
    const std::span<const std::byte> all(bytes_);
    std::ranges::copy(all.subspan(static_cast<std::size_t>(offset), bytes.size()), bytes.begin());
    return Done{};
}

Result<std::vector<std::byte>> readRange(const ByteSource& source, std::uint64_t offset,
                                         std::uint64_t limit) {
    const std::uint64_t left = source.size() - std::min(offset, source.size());
    std::vector<std::byte> bytes(static_cast<std::size_t>(std::min(left, limit)));
    const Status status = source.read(offset, bytes);
    if (!status) return status.error();
    return bytes;
}

}  // namespace rigkiln
