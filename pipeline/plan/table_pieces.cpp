#include "pipeline/plan/table_pieces.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

namespace rigkiln {
namespace {

/// Seven bits of a length in each byte, the lowest first; the highest bit says that more follow.
struct Length {
    explicit Length(std::size_t length) {
        for (; length >= 0x80; length >>= 7U)
            bytes[count++] = static_cast<char>((length & 0x7FU) | 0x80U);
        bytes[count++] = static_cast<char>(length);
    }
    [[nodiscard]] std::span<const char> all() const { return std::span(bytes).first(count); }

    std::array<char, 10> bytes{};
    std::size_t count = 0;
};

}  // namespace

std::uint32_t TextTable::add(std::string_view text) {
    const Length length(text.size());
    const std::size_t needed = length.count + text.size();
    const bool fits =
        !blocks_.empty() && blocks_.back().capacity > 0 && blocks_.back().size + needed <= kBlockBytes;
    Block& block = fits ? blocks_.back() : addBlock(std::max(needed, kBlockBytes));
    const std::uint32_t number = rowNumber((blocks_.size() - 1) * kBlockBytes + block.size);
    const std::span<const char> prefix = length.all();
    noteRow(block.first + block.size);
    char* const behind = std::ranges::copy(prefix, block.first + block.size).out;
    std::ranges::copy(text, behind);
    block.size += needed;
    if (needed > kBlockBytes) blocks_.resize(blocks_.size() + (needed - 1) / kBlockBytes);
    return number;
}

TextTable::Block& TextTable::addBlock(std::size_t bytes) {
    constexpr std::size_t kFewBlocks = 4;
    constexpr std::size_t kBlocksAtOnce = 64;
    if (memory_.empty() || bytes > unused_) {
        const bool isOneOfMany = blocks_.size() >= kFewBlocks && bytes == kBlockBytes;
        unused_ = isOneOfMany ? kBlocksAtOnce * kBlockBytes : bytes;
        memory_.emplace_back(unused_).stopGrowing();
    }
    // Several blocks of kBlockBytes, or a single one.
    const PagedBlock& memory = memory_.back();
    auto* const first = reinterpret_cast<char*>(memory.data() + memory.size() - unused_);
    unused_ -= bytes;
    return blocks_.emplace_back(Block{.first = first, .size = 0, .capacity = bytes});
}

std::string_view TextTable::operator[](std::uint32_t number) const {
    const char* const block = blocks_[number / kBlockBytes].first;
    std::size_t length = 0;
    std::size_t place = number % kBlockBytes;
    noteRow(block + place);
    for (unsigned shift = 0;; shift += 7) {
        const auto octet = static_cast<unsigned char>(block[place++]);
        length |= static_cast<std::size_t>(octet & 0x7FU) << shift;
        if (octet < 0x80) break;
    }
    return {block + place, length};
}

std::uint32_t TextTable::append(TextTable other) {
    const std::uint32_t first = rowNumber(blocks_.size() * kBlockBytes);
    (void)rowNumber((blocks_.size() + other.blocks_.size()) * kBlockBytes);
    blocks_.insert(blocks_.end(), other.blocks_.begin(), other.blocks_.end());
    memory_.insert(memory_.end(), std::make_move_iterator(other.memory_.begin()),
                   std::make_move_iterator(other.memory_.end()));
    unused_ = other.unused_;
    return first;
}

}  // namespace rigkiln
