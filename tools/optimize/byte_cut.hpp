#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace rigkiln::optimize {

struct ByteRange {
    std::size_t begin = 0;
    std::size_t end = 0;  ///< behind the last byte
};

/// Selects bytes to remove from a buffer. Removed ranges begin and end at multiples of 4, so that the bytes
/// behind keep their alignment.
class ByteCut {
public:
    ByteCut() = default;
    /// Removes the bytes in `leaving` that are not in `staying`. Ranges may have any order and may overlap,
    /// but must lie within the buffer.
    ByteCut(std::vector<ByteRange> leaving, std::vector<ByteRange> staying);

    [[nodiscard]] bool empty() const { return cuts_.empty(); }
    /// New offset of a byte. For a removed byte, the new offset of the next byte that stays.
    [[nodiscard]] std::size_t moved(std::size_t offset) const;
    [[nodiscard]] std::vector<std::byte> applied(std::span<const std::byte> bytes) const;

private:
    std::vector<ByteRange> cuts_;  ///< ascending, without overlap
};

}  // namespace rigkiln::optimize
