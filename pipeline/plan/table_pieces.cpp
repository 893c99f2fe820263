#include "pipeline/plan/table_pieces.hpp"

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
        !blocks_.empty() && blocks_.back().capacity() > 0 && blocks_.back().size() + needed <= kBlockBytes;
    if (!fits) blocks_.emplace_back().reserve(std::max(needed, kBlockBytes));
    std::vector<char>& block = blocks_.back();
    const std::uint32_t number = rowNumber((blocks_.size() - 1) * kBlockBytes + block.size());
    const std::span<const char> prefix = length.all();
    block.insert(block.end(), prefix.begin(), prefix.end());
    block.insert(block.end(), text.begin(), text.end());
    if (needed > kBlockBytes) blocks_.resize(blocks_.size() + (needed - 1) / kBlockBytes);
    return number;
}

std::string_view TextTable::operator[](std::uint32_t number) const {
    const std::vector<char>& block = blocks_[number / kBlockBytes];
    std::size_t length = 0;
    std::size_t place = number % kBlockBytes;
    for (unsigned shift = 0;; shift += 7) {
        const auto octet = static_cast<unsigned char>(block[place++]);
        length |= static_cast<std::size_t>(octet & 0x7FU) << shift;
        if (octet < 0x80) break;
    }
    return {block.data() + place, length};
}

std::uint32_t TextTable::append(TextTable other) {
    const std::uint32_t first = rowNumber(blocks_.size() * kBlockBytes);
    (void)rowNumber((blocks_.size() + other.blocks_.size()) * kBlockBytes);
    blocks_.insert(blocks_.end(), std::make_move_iterator(other.blocks_.begin()),
                   std::make_move_iterator(other.blocks_.end()));
    return first;
}

}  // namespace rigkiln
