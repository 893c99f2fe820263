#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/files/paged_rows.hpp"

/// Pieces of tables that hold a million rows in little memory.
namespace rigkiln {

/// Stands for no row.
inline constexpr std::uint32_t kNoRow = std::numeric_limits<std::uint32_t>::max();

/// Returns a number of a row or an offset. Throws std::length_error when it does not fit in 32 bits.
[[nodiscard]] inline std::uint32_t rowNumber(std::size_t number) {
    if (number >= kNoRow) throw std::length_error("the plan has more files or names than it can number");
    return static_cast<std::uint32_t>(number);
}

/// Texts in blocks of memory, each behind its length.
class TextTable {
public:
    TextTable() = default;
    TextTable(TextTable&&) = default;
    TextTable& operator=(TextTable&&) = default;

    /// Returns the number that `operator[]` takes.
    std::uint32_t add(std::string_view text);
    /// Returns the text. Valid as long as the table.
    [[nodiscard]] std::string_view operator[](std::uint32_t number) const;
    /// Adds all texts of another table. Returns what to add to their numbers.
    std::uint32_t append(TextTable other);

private:
    /// Block and place of a text are the upper and lower half of its number. A longer text has a block of its
    /// own, with empty blocks behind it for the numbers that it takes.
    static constexpr std::size_t kBlockBytes = std::size_t{1} << 16U;

    struct Block {
        char* first = nullptr;
        std::size_t size = 0;
        std::size_t capacity = 0;
    };

    Block& addBlock(std::size_t bytes);

    std::vector<Block> blocks_;
    std::vector<PagedBlock> memory_;  ///< of all blocks
    std::size_t unused_ = 0;          ///< bytes at the end of the last of these
};

/// Rows of which many are equal, each stored once.
template <class Row>
class SharedRows {
public:
    std::uint32_t add(Row row) {
        // Neighbours are usually alike.
        if (!rows_.empty() && rows_.back() == row) return static_cast<std::uint32_t>(rows_.size() - 1);
        const auto [known, isNew] = numbers_.try_emplace(std::move(row), rowNumber(rows_.size()));
        if (isNew) rows_.push_back(known->first);
        return known->second;
    }
    [[nodiscard]] const Row& operator[](std::uint32_t number) const { return rows_[number]; }
    [[nodiscard]] std::size_t size() const { return rows_.size(); }
    [[nodiscard]] bool has(const Row& row) const { return numbers_.contains(row); }
    /// Returns the first row that is not less than this; null when there is none.
    [[nodiscard]] const Row* notLess(const Row& row) const {
        const auto found = numbers_.lower_bound(row);
        return found == numbers_.end() ? nullptr : &found->first;
    }

private:
    std::vector<Row> rows_;
    std::map<Row, std::uint32_t> numbers_;
};

/// Rows without an order, of which many are equal and equal ones follow each other. Finds a row among the
/// last 64 only, because a search through all would take quadratic time where every row is another one.
template <class Row>
class RecentRows {
public:
    std::uint32_t add(Row row) {
        constexpr std::size_t kLast = 64;
        const std::size_t end = rows_.size() - std::min(rows_.size(), kLast);
        for (std::size_t i = rows_.size(); i-- > end;) {
            if (rows_[i] == row) return static_cast<std::uint32_t>(i);
        }
        rows_.push_back(std::move(row));
        return rowNumber(rows_.size() - 1);
    }
    [[nodiscard]] const Row& operator[](std::uint32_t number) const { return rows_[number]; }
    [[nodiscard]] std::span<Row> all() { return rows_; }

private:
    std::vector<Row> rows_;
};

}  // namespace rigkiln
