#include "pipeline/packing/packed_stream.hpp"

#include <cassert>
#include <cstring>
#include <meshoptimizer.h>
#include <utility>

#include "pipeline/packing/octahedral_filter.hpp"

namespace rigkiln {
namespace {

constexpr std::uint64_t kLargestStride = 256;

/// Returns the largest number of unpacked bytes per packed byte. Attributes: 16 equal bytes can take 2 bits.
/// Triangles: one (12 bytes at most) takes at least one byte. Indices: one (4 bytes at most) takes at least
/// one byte.
std::uint64_t mostBytesPerByte(StreamMode mode) {
    switch (mode) {
        case StreamMode::Attributes:
            return 64;
        case StreamMode::Triangles:
            return 12;
        case StreamMode::Indices:
            return 4;
    }
    return 0;
}

/// Selects the encodings that the extension defines: version 1 of index streams, version 0 of attributes.
/// Done only once, because the library keeps the versions in global variables that threads must not write at
/// the same time.
void chooseIndexVersion() {
    static const bool kIsChosen = [] {
        meshopt_encodeIndexVersion(1);
        meshopt_encodeVertexVersion(0);
        return true;
    }();
    (void)kIsChosen;
}

std::vector<unsigned int> indicesOf(const StreamShape& shape, std::span<const std::byte> elements) {
    std::vector<unsigned int> indices(static_cast<std::size_t>(shape.count));
    const auto stride = static_cast<std::size_t>(shape.stride);
    for (std::size_t i = 0; i < indices.size(); ++i)
        std::memcpy(&indices[i], elements.data() + i * stride, stride);  // little-endian
    return indices;
}

std::vector<std::byte> cut(std::vector<std::byte> bytes, std::size_t size) {
    assert(size > 0 && size <= bytes.size());
    bytes.resize(size);
    bytes.shrink_to_fit();
    return bytes;
}

unsigned char* raw(std::vector<std::byte>& bytes) {
    return reinterpret_cast<unsigned char*>(bytes.data());
}

}  // namespace

std::string_view nameOf(StreamMode mode) {
    switch (mode) {
        case StreamMode::Attributes:
            return "ATTRIBUTES";
        case StreamMode::Triangles:
            return "TRIANGLES";
        case StreamMode::Indices:
            return "INDICES";
    }
    return "";
}

std::string_view nameOf(StreamFilter filter) {
    switch (filter) {
        case StreamFilter::None:
            return "NONE";
        case StreamFilter::Octahedral:
            return "OCTAHEDRAL";
        case StreamFilter::Quaternion:
            return "QUATERNION";
        case StreamFilter::Exponential:
            return "EXPONENTIAL";
    }
    return "";
}

bool isStreamShape(const StreamShape& shape) {
    const std::uint64_t stride = shape.stride;
    if (shape.mode != StreamMode::Attributes)
        return shape.filter == StreamFilter::None && (stride == 2 || stride == 4);
    if (shape.filter == StreamFilter::Octahedral) return stride == 4 || stride == 8;
    if (shape.filter == StreamFilter::Quaternion) return stride == 8;
    return stride > 0 && stride <= kLargestStride && stride % 4 == 0;
}

std::uint64_t mostElements(const StreamShape& shape, std::size_t packedBytes) {
    const std::uint64_t perByte = mostBytesPerByte(shape.mode);
    const std::uint64_t widest = shape.mode == StreamMode::Attributes ? shape.stride : 4;
    return packedBytes * perByte / widest;
}

void undoFilter(const StreamShape& shape, std::span<std::byte> elements) {
    const auto count = static_cast<std::size_t>(shape.count);
    const auto stride = static_cast<std::size_t>(shape.stride);
    switch (shape.filter) {
        case StreamFilter::None:
            break;
        case StreamFilter::Octahedral:
            return undoOctahedral(elements, stride);
        case StreamFilter::Quaternion:
            return meshopt_decodeFilterQuat(elements.data(), count, stride);
        case StreamFilter::Exponential:
            return meshopt_decodeFilterExp(elements.data(), count, stride);
    }
}

std::optional<std::vector<std::byte>> unpackStream(const StreamShape& shape,
                                                   std::span<const std::byte> packed) {
    assert(isStreamShape(shape));
    const auto* source = reinterpret_cast<const unsigned char*>(packed.data());
    const auto count = static_cast<std::size_t>(shape.count);
    const auto stride = static_cast<std::size_t>(shape.stride);
    std::vector<std::byte> elements(count * stride);
    int failure = 0;
    switch (shape.mode) {
        case StreamMode::Attributes:
            failure = meshopt_decodeVertexBuffer(elements.data(), count, stride, source, packed.size());
            break;
        case StreamMode::Triangles:
            failure = meshopt_decodeIndexBuffer(elements.data(), count, stride, source, packed.size());
            break;
        case StreamMode::Indices:
            failure = meshopt_decodeIndexSequence(elements.data(), count, stride, source, packed.size());
            break;
    }
    if (failure != 0) return std::nullopt;
    undoFilter(shape, elements);
    return elements;
}

std::vector<std::byte> packStream(const StreamShape& shape, std::span<const std::byte> elements) {
    assert(isStreamShape(shape) && shape.count > 0 && elements.size() == shape.sizeBytes());
    chooseIndexVersion();
    const auto count = static_cast<std::size_t>(shape.count);
    const auto stride = static_cast<std::size_t>(shape.stride);
    if (shape.mode == StreamMode::Attributes) {
        std::vector<std::byte> packed(meshopt_encodeVertexBufferBound(count, stride));
        const std::size_t size =
            meshopt_encodeVertexBuffer(raw(packed), packed.size(), elements.data(), count, stride);
        return cut(std::move(packed), size);
    }
    // Any index that the type can hold is allowed, whatever the number of vertices.
    constexpr std::size_t kAnyVertex = 0xFFFFFFFF;
    const std::vector<unsigned int> indices = indicesOf(shape, elements);
    if (shape.mode == StreamMode::Triangles) {
        std::vector<std::byte> packed(meshopt_encodeIndexBufferBound(count, kAnyVertex));
        const std::size_t size = meshopt_encodeIndexBuffer(raw(packed), packed.size(), indices.data(), count);
        return cut(std::move(packed), size);
    }
    std::vector<std::byte> packed(meshopt_encodeIndexSequenceBound(count, kAnyVertex));
    const std::size_t size = meshopt_encodeIndexSequence(raw(packed), packed.size(), indices.data(), count);
    return cut(std::move(packed), size);
}

}  // namespace rigkiln
