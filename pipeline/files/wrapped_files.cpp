#include "pipeline/files/wrapped_files.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "pipeline/files/file_errors.hpp"
#include "pipeline/files/read_file.hpp"

namespace rigkiln {
namespace {

std::span<const std::byte> headIn(std::span<const std::byte> bytes) {
    return bytes.subspan(0, std::min(bytes.size(), kHeadSize));
}

}  // namespace

FileBeginning beginningOf(const std::shared_ptr<const ByteSource>& source) {
    return {source->size(), [source](std::uint64_t limit) { return readRange(*source, 0, limit); }};
}

const ContainerModule* WrappedFiles::wrapperOf(std::span<const std::byte> bytes) const {
    const ContainerModule* container = findContainer(containers_, headIn(bytes));
    return container != nullptr && container->kind == ContainerKind::Wrapper ? container : nullptr;
}

Result<std::vector<std::byte>> WrappedFiles::unwrap(std::vector<std::byte> bytes, const std::string& path,
                                                    std::size_t limit) const {
    ContainerLimits limits = limits_;
    limits.maximumBytes = std::min<std::uint64_t>(limits.maximumBytes, limit);
    std::size_t depth = 0;
    while (const ContainerModule* wrapper = wrapperOf(bytes)) {
        if (++depth > kMaximumNesting) {
            return kTooDeep.in(
                path, fmt::format("is packed more than {} times, one inside the other", kMaximumNesting));
        }
        Result<std::vector<std::byte>> inside = wrapper->unwrap(bytes, limits);
        if (!inside) return inFile(path, inside.error());
        bytes = std::move(*inside);
    }
    return bytes;
}

Result<FileHead> WrappedFiles::headOf(const FileBeginning& file, const std::string& path,
                                      std::size_t size) const {
    constexpr std::uint64_t kUsualRatio = 8;
    Result<std::vector<std::byte>> bytes = file.read(std::max(size, kHeadSize));
    if (!bytes) return inFile(path, bytes.error());
    std::uint64_t sizeBytes = file.sizeBytes;
    if (const ContainerModule* wrapper = wrapperOf(*bytes)) {
        const Result<std::vector<std::byte>> beginning = file.read(wrapper->peekBytes);
        if (!beginning) return inFile(path, beginning.error());
        bytes = wrapper->peek(*beginning, kHeadSize);
        if (!bytes) return inFile(path, bytes.error());
        const Result<std::optional<std::uint64_t>> unpacked = wrapper->unpackedSize(*beginning);
        if (!unpacked) return inFile(path, unpacked.error());
        sizeBytes = std::min(unpacked->value_or(file.sizeBytes * kUsualRatio), limits_.maximumBytes);
        // Double wrapping is rare, and so are requests for more than the magic.
        if (size > kHeadSize || wrapperOf(*bytes) != nullptr) {
            if (file.sizeBytes > kMaximumSourceBytes)
                return fileTooLarge(path, file.sizeBytes, kMaximumSourceBytes);
            bytes = file.read(file.sizeBytes);
            if (!bytes) return inFile(path, bytes.error());
            bytes = unwrap(std::move(*bytes), path, kMaximumSourceBytes);
            if (!bytes) return bytes.error();
            sizeBytes = bytes->size();
        }
    }
    // Copies, because resizing would keep the memory of a large file.
    if (bytes->size() > size)
        *bytes = std::vector(bytes->begin(), bytes->begin() + static_cast<std::ptrdiff_t>(size));
    return FileHead{std::move(*bytes), sizeBytes};
}

}  // namespace rigkiln
