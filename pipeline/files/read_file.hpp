#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/base/result.hpp"

namespace rigkiln {

/// Size limit of files read into memory. No asset of these games is larger.
inline constexpr std::size_t kMaximumSourceBytes = std::size_t{1} << 30U;

/// Owns a file descriptor.
class FileDescriptor {
public:
    FileDescriptor() = default;
    explicit FileDescriptor(int descriptor) : descriptor_(descriptor) {}
    FileDescriptor(FileDescriptor&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept {
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }
    ~FileDescriptor() { close(); }

    [[nodiscard]] int get() const { return descriptor_; }
    [[nodiscard]] bool isOpen() const { return descriptor_ >= 0; }
    [[nodiscard]] int release() { return std::exchange(descriptor_, -1); }
    /// Closes the descriptor now. Returns the error number; 0 on success or when nothing was open.
    int close();

private:
    int descriptor_ = -1;
};

/// Returns "PATH: cannot ACTION: no such file or directory", kind Environment.
[[nodiscard]] Error systemError(std::string path, std::string_view action, int errorNumber);

struct OpenFile {
    FileDescriptor descriptor;
    std::size_t sizeBytes = 0;
};

/// Opens a regular file (no fifo, no device) without following a symbolic link. Fails with kind Environment.
[[nodiscard]] Result<OpenFile> openRegularFile(const std::string& path);

/// Reads a whole regular file (no fifo, no device) without following a symbolic link. A file larger than
/// `limit` is an Input error; everything else, also a change of size during reading, is an Environment error.
/// Errors name the path.
[[nodiscard]] Result<std::vector<std::byte>> readFile(const std::string& path,
                                                      std::size_t limit = kMaximumSourceBytes);

/// Reads at most the first `size` bytes.
[[nodiscard]] Result<std::vector<std::byte>> readHead(const std::string& path, std::size_t size);

}  // namespace rigkiln
