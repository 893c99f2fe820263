#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/container_module.hpp"

namespace rigkiln {

/// First bytes of a file and its size, after unwrapping.
struct FileHead {
    std::vector<std::byte> bytes{};
    /// Size of the file. An estimate when a packed file does not state it.
    std::uint64_t sizeBytes = 0;
};

/// Source from which the head of a file is read.
struct FileBeginning {
    std::uint64_t sizeBytes = 0;
    std::function<Result<std::vector<std::byte>>(std::uint64_t limit)> read{};
};

[[nodiscard]] FileBeginning beginningOf(const std::shared_ptr<const ByteSource>& source);

/// Takes files out of what wraps them, such as Yaz0. A file may be wrapped several times, at most
/// kMaximumNesting. Damaged and too large ones are Input errors, which name the path.
class WrappedFiles {
public:
    WrappedFiles() = default;
    WrappedFiles(std::span<const ContainerModule* const> containers, const ContainerLimits& limits)
        : containers_(containers), limits_(limits) {}

    /// Returns the module of the wrapper around the bytes; null when there is none.
    [[nodiscard]] const ContainerModule* wrapperOf(std::span<const std::byte> bytes) const;
    /// Returns the file inside the bytes, or the bytes when nothing wraps them.
    [[nodiscard]] Result<std::vector<std::byte>> unwrap(std::vector<std::byte> bytes, const std::string& path,
                                                        std::size_t limit) const;
    /// Returns at most the first `size` bytes, unwrapped.
    [[nodiscard]] Result<FileHead> headOf(const FileBeginning& file, const std::string& path,
                                          std::size_t size) const;

private:
    std::span<const ContainerModule* const> containers_{};
    ContainerLimits limits_{};
};

}  // namespace rigkiln
