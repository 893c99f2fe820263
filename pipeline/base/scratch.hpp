#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <span>

#include "pipeline/base/shared_bytes.hpp"

namespace rigkiln {

/// Storage outside of memory for bytes that are not needed for a while. Safe to use from many threads.
class Scratch {
public:
    /// `bytesInMemory`: total size that `fits` allows to stay in memory.
    explicit Scratch(std::size_t bytesInMemory) : bytesInMemory_(bytesInMemory) {}
    virtual ~Scratch() = default;
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    /// Returns true when `bytes` more may stay in memory beside everything allowed before, and then counts
    /// them permanently. Returns false, counting nothing, when the limit would be exceeded.
    [[nodiscard]] bool fits(std::size_t bytes);

    /// Writes the parts one after another and returns them as bytes held outside of memory. Empty when they
    /// could not be written.
    [[nodiscard]] virtual std::optional<SharedBytes> write(
        std::span<const std::span<const std::byte>> parts) = 0;
    [[nodiscard]] std::optional<SharedBytes> write(std::span<const std::byte> bytes) {
        return write(std::span(&bytes, 1));
    }

private:
    std::size_t bytesInMemory_;
    std::atomic<std::size_t> letIn_{0};
};

}  // namespace rigkiln
