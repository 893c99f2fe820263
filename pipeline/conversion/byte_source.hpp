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

/// Bytes that are read in ranges: a file on the disk, memory, a part of either. Safe to use from several
/// threads.
class ByteSource {
public:
    virtual ~ByteSource() = default;

    [[nodiscard]] virtual std::uint64_t size() const = 0;
    /// What of them is in memory as long as this lives.
    [[nodiscard]] virtual std::size_t heldBytes() const = 0;

    /// Fills `bytes` from `offset` on. An Input error when they do not lie inside; an Environment error when
    /// they cannot be read.
    [[nodiscard]] Status read(std::uint64_t offset, std::span<std::byte> bytes) const;

    /// All of them, without a copy where they are in memory. Fails as `read` does.
    [[nodiscard]] Result<SharedBytes> readAll() const { return readPart(0, size()); }

    /// The same of a range. Precondition: it lies inside.
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

/// A part of other bytes. Precondition: it lies inside.
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

/// At most `limit` bytes from `offset` on.
[[nodiscard]] Result<std::vector<std::byte>> readRange(const ByteSource& source, std::uint64_t offset,
                                                       std::uint64_t limit);

}  // namespace rigkiln
