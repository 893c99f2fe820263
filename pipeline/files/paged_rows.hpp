#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace rigkiln {

/// A block of memory that grows. From kFileBytes on it is a file without a name that is mapped into memory,
/// whose pages the system may write out and read again: physical memory holds those of the last accesses.
/// Where the folder of such files takes none, or the disk is full, it is ordinary memory.
class PagedBlock {
public:
    /// Smaller blocks are ordinary memory.
    static constexpr std::size_t kFileBytes = std::size_t{64} << 10U;

    PagedBlock() = default;
    /// Throws std::bad_alloc.
    explicit PagedBlock(std::size_t bytes) { grow(bytes); }
    PagedBlock(PagedBlock&& other) noexcept { swap(other); }
    PagedBlock& operator=(PagedBlock&& other) noexcept {
        PagedBlock(std::move(other)).swap(*this);
        return *this;
    }
    ~PagedBlock();

    /// Makes the block at least this large. Bytes keep their values and may get other addresses; further
    /// bytes have any value. Throws std::bad_alloc, and the block stays as it was.
    void grow(std::size_t bytes);
    /// Says that the block will not grow, so that it needs no descriptor.
    void stopGrowing();

    [[nodiscard]] std::byte* data() const { return first_; }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool isOfFile() const { return isOfFile_; }

    /// Where files without names are made, by default in TMPDIR, or /var/tmp. Not while another thread makes
    /// blocks.
    static void setFolder(std::string folder);
    /// Returns the bytes of all blocks of files.
    [[nodiscard]] static std::size_t bytesInFiles();

private:
    void swap(PagedBlock& other) noexcept;
    [[nodiscard]] bool growFile(std::size_t bytes);
    void growHeap(std::size_t bytes);
    void release();

    std::byte* first_ = nullptr;
    std::size_t size_ = 0;
    int descriptor_ = -1;
    bool isOfFile_ = false;
};

/// Gives back the physical memory of all blocks of files until their next access. Costs little where there is
/// little to give back. Any thread may use rows meanwhile.
void restPagedRows();

/// Pieces of memory that a thread looked at since it let rows rest.
class TouchedPieces {
public:
    void note(const void* place) {
        const std::uintptr_t piece = reinterpret_cast<std::uintptr_t>(place) >> kPieceBits;
        std::size_t slot = piece * kSpread >> (64U - kSlotBits);
        for (; pieces_[slot] != 0; slot = (slot + 1) % pieces_.size()) {
            if (pieces_[slot] == piece) return;
        }
        pieces_[slot] = piece;
        if (++count_ < kMost) return;
        *this = {};
        restPagedRows();
    }

private:
    /// A fault makes 64 KiB around its page usable, and more where the system keeps larger pieces.
    static constexpr unsigned kPieceBits = 16;
    static constexpr std::size_t kMost = 24;
    static constexpr unsigned kSlotBits = 8;
    static constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15;  // 2^64 by the golden ratio

    /// A piece is in the first free slot from its own on; 0: free.
    std::array<std::uintptr_t, std::size_t{1} << kSlotBits> pieces_{};
    std::size_t count_ = 0;
};

/// Is called for each row that is added or looked at by its number: whoever looks at many places lets rows
/// rest from time to time. Whoever uses iterators, as in a sort, calls it.
inline void noteRow(const void* place) {
    thread_local TouchedPieces pieces;
    pieces.note(place);
}

/// Rows of a table that grows with the number of files: std::vector on a PagedBlock, as far as tables need
/// it.
template <class Row>
class PagedRows {
    static_assert(std::is_trivially_copyable_v<Row> && std::is_trivially_destructible_v<Row>);

public:
    using value_type = Row;
    using iterator = Row*;
    using const_iterator = const Row*;

    PagedRows() = default;
    explicit PagedRows(std::size_t count, const Row& row = Row()) { resize(count, row); }
    PagedRows(const PagedRows& other) { assign(other); }
    PagedRows(PagedRows&& other) noexcept
        : block_(std::move(other.block_)), size_(std::exchange(other.size_, 0)) {}
    PagedRows& operator=(const PagedRows& other) {
        if (this != &other) *this = PagedRows(other);
        return *this;
    }
    PagedRows& operator=(PagedRows&& other) noexcept {
        block_ = std::move(other.block_);
        size_ = std::exchange(other.size_, 0);
        return *this;
    }
    ~PagedRows() = default;

    void reserve(std::size_t count) {
        if (count > capacity()) block_.grow(count * sizeof(Row));
    }
    void push_back(const Row& row) {  // NOLINT(readability-identifier-naming): as in std::vector
        const Row own = row;          // which may be one of these rows
        if (size_ == capacity()) growByHalf();
        noteRow(data() + size_);
        std::construct_at(data() + size_++, own);
    }
    /// Drops rows behind the first `count`. Precondition: there are as many.
    void truncate(std::size_t count) { size_ = count; }
    /// Drops rows behind the first `count`, or adds some.
    void resize(std::size_t count, const Row& row = Row()) {
        const Row own = row;
        reserve(count);
        for (; size_ < count; ++size_) {
            noteRow(data() + size_);
            std::construct_at(data() + size_, own);
        }
        size_ = count;
    }

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] Row* data() { return reinterpret_cast<Row*>(block_.data()); }
    [[nodiscard]] const Row* data() const { return reinterpret_cast<const Row*>(block_.data()); }
    [[nodiscard]] Row& operator[](std::size_t i) {
        noteRow(data() + i);
        return data()[i];
    }
    [[nodiscard]] const Row& operator[](std::size_t i) const {
        noteRow(data() + i);
        return data()[i];
    }
    [[nodiscard]] Row& back() { return data()[size_ - 1]; }
    [[nodiscard]] const Row& back() const { return data()[size_ - 1]; }
    [[nodiscard]] iterator begin() { return data(); }
    [[nodiscard]] iterator end() { return data() + size_; }
    [[nodiscard]] const_iterator begin() const { return data(); }
    [[nodiscard]] const_iterator end() const { return data() + size_; }

private:
    [[nodiscard]] std::size_t capacity() const { return block_.size() / sizeof(Row); }
    void growByHalf() {
        constexpr std::size_t kLeast = 16;
        reserve(std::max(kLeast, size_ + size_ / 2));
    }
    void assign(const PagedRows& other) {
        reserve(other.size_);
        if (other.size_ > 0) std::memcpy(block_.data(), other.block_.data(), other.size_ * sizeof(Row));
        size_ = other.size_;
    }

    PagedBlock block_;
    std::size_t size_ = 0;
};

/// Compares rows by their operators, for algorithms that look at them by iterators.
struct RowIsBefore {
    template <class Row>
    bool operator()(const Row& left, const Row& right) const {
        noteRow(&left);
        noteRow(&right);
        return left < right;
    }
};

template <class Row>
void sortRows(PagedRows<Row>& rows) {
    std::ranges::sort(rows, RowIsBefore());
}

}  // namespace rigkiln
