#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace rigkiln::optimize {

struct ByteRange {
    std::size_t begin = 0;
    std::size_t end = 0;  ///< behind the last byte
};

/// Which bytes of a buffer leave it. What leaves begins and ends at multiples of 4, so that whatever is
/// behind it keeps its alignment.
class ByteCut {
public:
    ByteCut() = default;
    /// What is in `leaving` and not in `staying`; both in any order, within the buffer, and overlapping as
    /// they like.
    ByteCut(std::vector<ByteRange> leaving, std::vector<ByteRange> staying);

    [[nodiscard]] bool empty() const { return cuts_.empty(); }
    /// Where a byte is afterwards; of one that leaves, where the next is that stays.
    [[nodiscard]] std::size_t moved(std::size_t offset) const;
    [[nodiscard]] std::vector<std::byte> applied(std::span<const std::byte> bytes) const;

private:
    std::vector<ByteRange> cuts_;  ///< ascending, apart from each other
};

}  // namespace rigkiln::optimize
