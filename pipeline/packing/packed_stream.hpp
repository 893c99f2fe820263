#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace rigkiln {

/// What elements of a stream are, which says how neighbours are predicted. Names are those of
/// EXT_meshopt_compression.
enum class StreamMode : std::uint8_t {
    Attributes,  ///< anything of a multiple of 4 bytes up to 256
    Triangles,   ///< three indices each; corners of a triangle may come back rotated
    Indices,     ///< indices of anything else
};

/// What is done to the elements after decoding.
enum class StreamFilter : std::uint8_t {
    None,
    Octahedral,   ///< unit vectors: normalised integers of 8 bits (4 bytes each) or 16 bits (8 bytes)
    Quaternion,   ///< rotations: four normalised shorts
    Exponential,  ///< floats: mantissa of 24 bits times a power of two of 8 bits, each four bytes
};

struct StreamShape {
    StreamMode mode = StreamMode::Attributes;
    StreamFilter filter = StreamFilter::None;
    std::uint64_t stride = 0;  ///< bytes of an element
    std::uint64_t count = 0;   ///< of elements

    [[nodiscard]] std::uint64_t sizeBytes() const { return count * stride; }
    bool operator==(const StreamShape&) const = default;
};

/// Whether there are streams of that mode, filter and stride.
[[nodiscard]] bool isStreamShape(const StreamShape& shape);

/// The most elements of that stride that so many packed bytes can hold: each byte stands for 64 bytes of
/// attributes, for a triangle, or for an index at most.
[[nodiscard]] std::uint64_t mostElements(const StreamShape& shape, std::size_t packedBytes);

/// Nothing when the bytes are no stream of that shape, to the last byte. Allocates what the shape says, so
/// check the count with `mostElements` first. Precondition: isStreamShape, and triangles are whole.
[[nodiscard]] std::optional<std::vector<std::byte>> unpackStream(const StreamShape& shape,
                                                                 std::span<const std::byte> packed);

/// The bytes before their filter, packed. Same bytes in, same bytes out, on any thread. Precondition: as
/// above, and the bytes are as many as the shape says, at least one element.
[[nodiscard]] std::vector<std::byte> packStream(const StreamShape& shape,
                                                std::span<const std::byte> elements);

/// Undoes a filter in place. Precondition: as above.
void undoFilter(const StreamShape& shape, std::span<std::byte> elements);

}  // namespace rigkiln
