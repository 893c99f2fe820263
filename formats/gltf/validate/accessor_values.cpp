#include "formats/gltf/validate/accessor_values.hpp"

#include <algorithm>

namespace rigkiln::gltf_validation {
namespace {

/// Bytes of a buffer view, or nothing if they are not there or not aligned.
std::optional<std::span<const std::byte>> findBytes(Document& document, Integer viewIndex, Integer byteOffset,
                                                    Integer size, Integer byteLength) {
    const BufferView* view = document.bufferViews.find(viewIndex);
    if (view == nullptr || view->byteLength == kNone || view->byteOffset == kNone || byteOffset == kNone)
        return std::nullopt;
    const Buffer* buffer = document.buffers.find(view->buffer);
    if (buffer == nullptr || !buffer->held) return std::nullopt;
    const Integer start = view->byteOffset + byteOffset;
    const auto available = static_cast<Integer>(buffer->held->bytes.size());
    const bool isThere = byteOffset + byteLength <= view->byteLength && start + byteLength <= available;
    if (!isThere || byteOffset % size != 0 || start % size != 0) return std::nullopt;
    return buffer->held->bytes.subspan(static_cast<std::size_t>(start), static_cast<std::size_t>(byteLength));
}

/// Precondition: the accessor is sparse.
bool findIndices(Document& document, const Sparse& sparse, AccessorValues& values) {
    if (sparse.indices.componentType == kNone) return false;
    const Integer size = componentSize(sparse.indices.componentType);
    const auto indices =
        findBytes(document, sparse.indices.bufferView, sparse.indices.byteOffset, size, size * sparse.count);
    if (!indices) return false;
    values.sparseIndices = *indices;
    values.sparseIndexType = sparse.indices.componentType;
    values.sparseCount = sparse.count;
    return true;
}

bool findSparse(Document& document, const Accessor& accessor, AccessorValues& values) {
    const Sparse& sparse = *accessor.sparse;
    const Integer size = componentSize(accessor.format.componentType);
    const auto replaced = findBytes(document, sparse.values.bufferView, sparse.values.byteOffset, size,
                                    size * componentCount(accessor.format.shape) * sparse.count);
    if (sparse.count > accessor.count || !replaced || !findIndices(document, sparse, values)) return false;
    values.sparseValues = *replaced;
    return true;
}

std::size_t rowsOf(Shape shape) {
    if (shape == Shape::Mat2) return 2;
    return shape == Shape::Mat3 ? 3 : 0;
}

}  // namespace

std::optional<AccessorValues> findValues(Document& document, const Accessor& accessor) {
    if (!accessor.isWhole() || accessor.format.shape == Shape::Unknown) return std::nullopt;
    AccessorValues values{.format = accessor.format, .count = accessor.count};
    const BufferView* view = document.bufferViews.find(accessor.bufferView);
    if (view == nullptr && !accessor.sparse) return std::nullopt;
    if (view != nullptr) {
        const Integer stride = accessor.stride(view);
        if (stride < accessor.elementBytes()) return std::nullopt;
        const Integer size = componentSize(accessor.format.componentType);
        const auto bytes =
            findBytes(document, accessor.bufferView, accessor.byteOffset, size, accessor.byteLength(view));
        if (!bytes) return std::nullopt;
        values.bytes = *bytes;
        values.stride = static_cast<std::size_t>(stride);
        if (accessor.elementBytes() != size * componentCount(accessor.format.shape)) {
            values.rows = rowsOf(accessor.format.shape);
            values.columnBytes = 4 * static_cast<std::size_t>(size);
        }
    }
    if (accessor.sparse && !findSparse(document, accessor, values)) return std::nullopt;
    return values;
}

std::optional<AccessorValues> findSparseIndices(Document& document, const Accessor& accessor) {
    AccessorValues values;
    if (!accessor.isWhole() || !accessor.sparse || !findIndices(document, *accessor.sparse, values))
        return std::nullopt;
    return values;
}

Integer sparseIndex(const AccessorValues& values, Integer position) {
    const auto size = static_cast<std::size_t>(componentSize(values.sparseIndexType));
    const std::span<const std::byte> bytes =
        values.sparseIndices.subspan(static_cast<std::size_t>(position) * size, size);
    Integer index = 0;
    for (std::size_t i = size; i-- > 0;)
        index = index * 256 + std::to_integer<Integer>(bytes[i]);
    return index;
}

double normalizedValue(double value, Integer componentType) {
    switch (componentType) {
        case kByte:
            return std::max(value / 127.0, -1.0);
        case kUnsignedByte:
            return value / 255.0;
        case kShort:
            return std::max(value / 32767.0, -1.0);
        case kUnsignedShort:
            return value / 65535.0;
        default:
            return value;
    }
}

}  // namespace rigkiln::gltf_validation
