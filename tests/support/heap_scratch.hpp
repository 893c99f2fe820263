#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "pipeline/base/scratch.hpp"

namespace rigkiln::test {

/// Replacement for a scratch file that works on any file system: copies bytes to the heap, but marks them as
/// bytes of a file.
class HeapScratch : public Scratch {
public:
    explicit HeapScratch(std::size_t bytesInMemory, bool isRefused = false)
        : Scratch(bytesInMemory), isRefused_(isRefused) {}

    [[nodiscard]] std::optional<SharedBytes> write(
        std::span<const std::span<const std::byte>> parts) override {
        if (isRefused_) return std::nullopt;
        std::size_t size = 0;
        for (const std::span<const std::byte>& part : parts)
            size += part.size();
        // Each live copy holds a reference to `held_`, so its use count gives the number of copies.
        const auto copy = std::make_shared<Copy>(Copy{std::vector<std::byte>(size), held_});
        std::byte* end = copy->bytes.data();
        for (const std::span<const std::byte>& part : parts)
            end = std::ranges::copy(part, end).out;
        const std::scoped_lock lock(mutex_);
        ++writes_;
        mostHeld_ = std::max(mostHeld_, static_cast<std::size_t>(held_.use_count()) - 1);
        return SharedBytes::ofFile(std::shared_ptr<const std::byte>(copy, copy->bytes.data()), size,
                                   [](const std::byte*, std::size_t) {});
    }
    using Scratch::write;

    [[nodiscard]] std::size_t writes() const {
        const std::scoped_lock lock(mutex_);
        return writes_;
    }
    /// Largest number of writes whose bytes were alive at once.
    [[nodiscard]] std::size_t mostHeld() const {
        const std::scoped_lock lock(mutex_);
        return mostHeld_;
    }

private:
    struct Copy {
        std::vector<std::byte> bytes;
        std::shared_ptr<int> held;
    };

    bool isRefused_;
    std::shared_ptr<int> held_ = std::make_shared<int>();
    mutable std::mutex mutex_;
    std::size_t writes_ = 0;
    std::size_t mostHeld_ = 0;
};

}  // namespace rigkiln::test
