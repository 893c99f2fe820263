#include "formats/gltf/validate/document.hpp"

#include <fmt/format.h>

namespace rigkiln::gltf_validation {

Integer componentSize(Integer componentType) {
    switch (componentType) {
        case kByte:
        case kUnsignedByte:
            return 1;
        case kShort:
        case kUnsignedShort:
            return 2;
        default:
            return 4;
    }
}

Integer componentCount(Shape shape) {
    static constexpr std::array<Integer, 8> kCounts = {1, 2, 3, 4, 4, 9, 16, 0};
    return kCounts.at(static_cast<std::size_t>(shape));
}

std::string formatText(const AccessorFormat& format) {
    static constexpr std::array<std::string_view, 8> kShapes = {"SCALAR", "VEC2", "VEC3", "VEC4",
                                                                "MAT2",   "MAT3", "MAT4", "unknown"};
    static constexpr std::array<std::string_view, 7> kComponents = {
        "BYTE", "UNSIGNED_BYTE", "SHORT", "UNSIGNED_SHORT", "INT", "UNSIGNED_INT", "FLOAT"};
    const Integer component = format.componentType - kByte;
    const bool isKnown = component >= 0 && component < static_cast<Integer>(kComponents.size());
    return fmt::format("{} of {}{}", kShapes.at(static_cast<std::size_t>(format.shape)),
                       isKnown ? kComponents.at(static_cast<std::size_t>(component)) : "unknown",
                       format.isNormalized ? " normalized" : "");
}

std::string formatText(std::span<const AccessorFormat> formats) {
    std::string text;
    for (const AccessorFormat& format : formats)
        text += (text.empty() ? "" : ", ") + formatText(format);
    return text;
}

namespace {

/// Bytes of a column of matrices whose columns have gaps; 0 for everything else.
Integer paddedColumns(const AccessorFormat& format) {
    const Integer size = componentSize(format.componentType);
    if (format.shape == Shape::Mat2 && size == 1) return 2;
    if (format.shape == Shape::Mat3 && size < 4) return 3;
    return 0;
}

}  // namespace

Integer Accessor::elementBytes() const {
    const Integer size = componentSize(format.componentType);
    const Integer columns = paddedColumns(format);
    if (columns == 0) return size * componentCount(format.shape);
    return (columns - 1) * 4 * size + columns * size;
}

Integer Accessor::stride(const BufferView* view) const {
    if (view != nullptr && view->byteStride != kNone) return view->byteStride;
    const Integer columns = paddedColumns(format);
    return columns == 0 ? elementBytes() : columns * 4 * componentSize(format.componentType);
}

}  // namespace rigkiln::gltf_validation
