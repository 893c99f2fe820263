#include <algorithm>
#include <bit>
#include <cstdint>

#include <fmt/format.h>

#include "exporters/gltf/accessor_data.hpp"
#include "exporters/gltf/check_document.hpp"

namespace rigkiln::gltf_export {
namespace {

constexpr std::uint32_t kExponentBits = 0x7F800000U;

/// NaN and infinity are the floats with all exponent bits set.
bool isFinite(const Document& document, const Accessor& accessor) {
    const AccessorData<std::uint32_t, 1> words(document, accessor);
    bool isBroken = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        isBroken |= (words[i][0] & kExponentBits) == kExponentBits;
    }
    return !isBroken;
}

Problem checkPlace(const Document& document, const Accessor& accessor) {
    if (accessor.bufferView >= document.bufferViews.size()) {
        return fmt::format("view is {}, expected below {}", accessor.bufferView, document.bufferViews.size());
    }
    const BufferView& view = document.bufferViews[accessor.bufferView];
    const bool isVertices = view.target == ViewTarget::Vertices;
    const std::size_t alignment = isVertices ? 4 : componentSize(accessor.componentType);
    if (accessor.byteOffset % alignment != 0) {
        return fmt::format("offset is {}, expected a multiple of {}", accessor.byteOffset, alignment);
    }
    const std::size_t stride = isVertices ? (accessor.elementSize() + 3) / 4 * 4 : 0;
    if (view.byteStride != stride || stride % 4 != 0) {
        return fmt::format("stride is {}, expected {}, a multiple of 4", view.byteStride, stride);
    }
    const std::size_t size = view.bytes.size();
    if (accessor.count == 0) return "count is 0, expected at least 1";
    if (accessor.byteOffset > size ||
        accessor.count > (size - accessor.byteOffset) / std::max(stride, accessor.elementSize())) {
        return fmt::format("{} elements of {} bytes at {} run past the view's {} bytes", accessor.count,
                           accessor.elementSize(), accessor.byteOffset, size);
    }
    return {};
}

template <std::size_t Size, class Component = float>
bool hasActualBounds(const Document& document, const Accessor& accessor) {
    const AccessorData<Component, Size> elements(document, accessor);
    std::array<Component, Size> low = elements[0];
    std::array<Component, Size> high = low;
    for (std::size_t i = 1; i < elements.size(); ++i) {
        const std::array<Component, Size> element = elements[i];
        for (std::size_t c = 0; c < Size; ++c) {
            low[c] = element[c] < low[c] ? element[c] : low[c];
            high[c] = element[c] > high[c] ? element[c] : high[c];
        }
    }
    for (std::size_t c = 0; c < Size; ++c) {
        if (static_cast<float>(low[c]) != accessor.minimum[c] ||
            static_cast<float>(high[c]) != accessor.maximum[c])
            return false;
    }
    return true;
}

Problem checkAccessor(const Document& document, const Accessor& accessor) {
    if (Problem problem = checkPlace(document, accessor); !problem.empty()) return problem;
    if (accessor.componentType == ComponentType::UnsignedShort && accessor.boundsSize == 3 &&
        !hasActualBounds<3, std::uint16_t>(document, accessor))
        return "min and max are not those of the elements";
    if (accessor.componentType != ComponentType::Float) return {};
    if (!isFinite(document, accessor)) return "a number is not finite";
    const bool isBounded = accessor.boundsSize == 0 ||
                           (accessor.boundsSize == 1 && accessor.type == ElementType::Scalar &&
                            hasActualBounds<1>(document, accessor)) ||
                           (accessor.boundsSize == 3 && accessor.type == ElementType::Vec3 &&
                            hasActualBounds<3>(document, accessor));
    return isBounded ? "" : "min and max are not those of the elements";
}

constexpr std::size_t kAccessorsBetweenRests = 32;

}  // namespace

Problem checkAccessors(const Document& document) {
    for (std::size_t i = 0; i < document.accessors.size(); ++i) {
        const Problem problem = checkAccessor(document, document.accessors[i]);
        if (!problem.empty()) return fmt::format("accessor {}: {}", i, problem);
        if (i % kAccessorsBetweenRests == 0) document.restViews();
    }
    return {};
}

}  // namespace rigkiln::gltf_export
