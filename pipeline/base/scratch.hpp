#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <span>

#include "pipeline/base/shared_bytes.hpp"

namespace rigkiln {

/// A place for bytes that memory need not hold for a while. Safe to use from many threads.
class Scratch {
public:
    /// `bytesInMemory`: up to here `fits` says that memory will do.
    explicit Scratch(std::size_t bytesInMemory) : bytesInMemory_(bytesInMemory) {}
    virtual ~Scratch() = default;
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    /// Whether these bytes may stay in memory beside all that was let in before; they count from then on.
    [[nodiscard]] bool fits(std::size_t bytes);

    /// The parts, one behind the other, out of memory. Nothing where that cannot be.
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
