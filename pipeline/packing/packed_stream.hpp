#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace rigkiln {

/// Content of a stream, which determines how neighbouring elements are predicted.
enum class StreamMode : std::uint8_t {
    Attributes,  ///< any elements with a multiple of 4 bytes, up to 256
    Triangles,   ///< three indices per triangle; its corners may come back rotated
    Indices,     ///< any other indices
};

/// Transformation of the elements after decoding.
enum class StreamFilter : std::uint8_t {
    None,
    Octahedral,   ///< unit vectors: normalised integers of 8 bits (4 bytes each) or 16 bits (8 bytes)
    Quaternion,   ///< rotations: four normalised shorts
    Exponential,  ///< floats: a mantissa of 24 bits and an exponent of 8 bits, four bytes each
};

inline constexpr std::array<StreamMode, 3> kStreamModes = {StreamMode::Attributes, StreamMode::Triangles,
                                                           StreamMode::Indices};
inline constexpr std::array<StreamFilter, 4> kStreamFilters = {
    StreamFilter::None, StreamFilter::Octahedral, StreamFilter::Quaternion, StreamFilter::Exponential};

/// Returns the name in EXT_meshopt_compression.
[[nodiscard]] std::string_view nameOf(StreamMode mode);
[[nodiscard]] std::string_view nameOf(StreamFilter filter);

struct StreamShape {
    StreamMode mode = StreamMode::Attributes;
    StreamFilter filter = StreamFilter::None;
    std::uint64_t stride = 0;  ///< bytes per element
    std::uint64_t count = 0;   ///< number of elements

    [[nodiscard]] std::uint64_t sizeBytes() const { return count * stride; }
    bool operator==(const StreamShape&) const = default;
};

/// Returns whether streams with this mode, filter and stride exist.
[[nodiscard]] bool isStreamShape(const StreamShape& shape);

/// Returns the largest number of elements that `packedBytes` can decode to. A byte stands for at most 64
/// bytes of attributes, one triangle, or one index.
[[nodiscard]] std::uint64_t mostElements(const StreamShape& shape, std::size_t packedBytes);

/// Decodes a stream and undoes its filter. Returns nothing when the bytes are not exactly one stream of that
/// shape. Allocates as much as the shape says, so check the count with `mostElements` first. Precondition:
/// isStreamShape, and whole triangles.
[[nodiscard]] std::optional<std::vector<std::byte>> unpackStream(const StreamShape& shape,
                                                                 std::span<const std::byte> packed);

/// Encodes elements that were prepared for their filter. Deterministic on every thread. Precondition:
/// isStreamShape, whole triangles, at least one element, and `elements` has the size of the shape.
[[nodiscard]] std::vector<std::byte> packStream(const StreamShape& shape,
                                                std::span<const std::byte> elements);

/// Undoes a filter in place. Precondition: isStreamShape.
void undoFilter(const StreamShape& shape, std::span<std::byte> elements);

}  // namespace rigkiln
