#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "exporters/gltf/gltf_document.hpp"

namespace rigkiln::gltf_export {

/// The elements of an accessor, each as an array of its components. Precondition: checkAccessors found
/// nothing, and `Component` is the accessor's component type.
template <class Component, std::size_t Size>
class AccessorData {
public:
    AccessorData(const Document& document, const Accessor& accessor)
        : data_(document.bufferViews[accessor.bufferView].bytes.from(accessor.byteOffset).data()),
          count_(accessor.count * accessor.elementSize() / sizeof(Element)),
          stride_(sizeof(Element)) {
        assert(sizeof(Component) == componentSize(accessor.componentType));
        // Elements of three bytes or shorts are padded, so they can only be read whole: `Size` is their
        // component count.
        const std::uint32_t given = document.bufferViews[accessor.bufferView].byteStride;
        if (sizeof(Element) == accessor.elementSize() && given != 0) stride_ = given;
        assert(stride_ != sizeof(Element) || given == 0 || given == accessor.elementSize());
    }

    using Element = std::array<Component, Size>;

    [[nodiscard]] std::size_t size() const { return count_; }
    [[nodiscard]] Element operator[](std::size_t index) const {
        Element element;
        std::memcpy(element.data(), data_ + index * stride_, sizeof(Element));
        return element;
    }

private:
    const std::byte* data_;
    std::size_t count_;
    std::size_t stride_;
};

/// How far from 1 a length may be. Validators allow 0.00674 for directions and 0.00769 for rotations.
inline constexpr double kUnitTolerance = 0.006;

/// Whether a squared length is that of a unit vector.
[[nodiscard]] inline bool isUnitSquare(double square) {
    return square >= (1.0 - kUnitTolerance) * (1.0 - kUnitTolerance) &&
           square <= (1.0 + kUnitTolerance) * (1.0 + kUnitTolerance);
}

}  // namespace rigkiln::gltf_export
