#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/base/shared_bytes.hpp"

namespace rigkiln {

/// Bytes that are read in ranges: a file on disk, memory, or a part of either. Safe to use from several
/// threads.
class ByteSource {
public:
    virtual ~ByteSource() = default;

    [[nodiscard]] virtual std::uint64_t size() const = 0;
    /// Number of bytes that stay in memory during the source's lifetime.
    [[nodiscard]] virtual std::size_t heldBytes() const = 0;

    /// Fills `bytes` from `offset` on. Fails with an Input error when the range exceeds the source, and with
    /// an Environment error when reading fails.
    [[nodiscard]] Status read(std::uint64_t offset, std::span<std::byte> bytes) const;

    /// Returns all bytes, without a copy when they are in memory. Fails as `read` does.
    [[nodiscard]] Result<SharedBytes> readAll() const { return readPart(0, size()); }

    /// Returns a range of the bytes, without a copy when they are in memory. Fails as `read` does.
    /// Precondition: the range lies inside.
    [[nodiscard]] virtual Result<SharedBytes> readPart(std::uint64_t offset, std::uint64_t size) const;

private:
    /// Precondition: the range lies inside.
    [[nodiscard]] virtual Status readInside(std::uint64_t offset, std::span<std::byte> bytes) const = 0;
};

class MemorySource final : public ByteSource {
public:
    explicit MemorySource(SharedBytes bytes) : bytes_(std::move(bytes)) {}

    [[nodiscard]] std::uint64_t size() const override { return bytes_.size(); }
    [[nodiscard]] std::size_t heldBytes() const override { return bytes_.size(); }
    [[nodiscard]] Result<SharedBytes> readPart(std::uint64_t offset, std::uint64_t size) const override {
        return bytes_.part(static_cast<std::size_t>(offset), static_cast<std::size_t>(size));
    }

private:
    [[nodiscard]] Status readInside(std::uint64_t offset, std::span<std::byte> bytes) const override;

    SharedBytes bytes_;
};

/// A range of another source. Precondition: it lies inside.
class RangeSource final : public ByteSource {
public:
    RangeSource(std::shared_ptr<const ByteSource> whole, std::uint64_t offset, std::uint64_t size)
        : whole_(std::move(whole)), offset_(offset), size_(size) {}

    [[nodiscard]] std::uint64_t size() const override { return size_; }
    [[nodiscard]] std::size_t heldBytes() const override { return whole_->heldBytes(); }
    [[nodiscard]] Result<SharedBytes> readPart(std::uint64_t offset, std::uint64_t size) const override {
        return whole_->readPart(offset_ + offset, size);
    }

private:
    [[nodiscard]] Status readInside(std::uint64_t offset, std::span<std::byte> bytes) const override {
        return whole_->read(offset_ + offset, bytes);
    }

    std::shared_ptr<const ByteSource> whole_;
    std::uint64_t offset_;
    std::uint64_t size_;
};

/// Reads at most `limit` bytes from `offset` on; fewer when the source ends first.
[[nodiscard]] Result<std::vector<std::byte>> readRange(const ByteSource& source, std::uint64_t offset,
                                                       std::uint64_t limit);

}  // namespace rigkiln
