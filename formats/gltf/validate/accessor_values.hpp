#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

#include "formats/gltf/validate/document.hpp"

namespace rigkiln::gltf_validation {

/// Where the values of an accessor are. All bytes were checked to be there.
struct AccessorValues {
    AccessorFormat format{};
    Integer count = 0;
    std::span<const std::byte> bytes{};  ///< empty: all values are 0
    std::size_t stride = 0;
    std::size_t rows =
        0;  ///< components from which on the next ones are `columnBytes` further; 0: all follow each other
    std::size_t columnBytes = 0;

    std::span<const std::byte> sparseIndices{};
    std::span<const std::byte> sparseValues{};
    Integer sparseIndexType = kNone;
    Integer sparseCount = 0;
};

/// Returns nothing for accessors that are broken or whose bytes are not there; these have their findings.
[[nodiscard]] std::optional<AccessorValues> findValues(Document& document, const Accessor& accessor);

/// Returns the indices of a sparse accessor, even when it is broken otherwise; nothing when their bytes are
/// not there.
[[nodiscard]] std::optional<AccessorValues> findSparseIndices(Document& document, const Accessor& accessor);

/// Returns an index of a sparse accessor.
[[nodiscard]] Integer sparseIndex(const AccessorValues& values, Integer position);

/// Returns a value as glTF means it: a share of the largest number for normalized integers.
[[nodiscard]] double normalizedValue(double value, Integer componentType);

/// Components of an element; unused ones are 0.
using Element = std::array<double, 16>;

/// Reads elements one after the other.
class ElementReader {
public:
    explicit ElementReader(const AccessorValues& values)
        : values_(values), components_(static_cast<std::size_t>(componentCount(values.format.shape))) {
        if (values_.sparseCount > 0) nextSparse_ = sparseIndex(values_, 0);
    }

    /// Reads the next element. Precondition: fewer than `count` were read.
    void read(Element& element) {
        const Integer index = index_++;
        if (index == nextSparse_) {
            const std::size_t size =
                components_ * static_cast<std::size_t>(componentSize(values_.format.componentType));
            readFrom(values_.sparseValues.subspan(static_cast<std::size_t>(sparsePosition_) * size), 0, 0,
                     element);
            if (sparsePosition_ + 1 < values_.sparseCount)
                nextSparse_ = sparseIndex(values_, ++sparsePosition_);
        } else if (!values_.bytes.empty()) {
            readFrom(values_.bytes.subspan(static_cast<std::size_t>(index) * values_.stride), values_.rows,
                     values_.columnBytes, element);
        } else {
            element.fill(0.0);
        }
    }

private:
    template <class Component>
    void readAs(std::span<const std::byte> bytes, std::size_t rows, std::size_t columnBytes,
                Element& element) const {
        for (std::size_t i = 0; i < components_; ++i) {
            const std::size_t at =
                rows == 0 ? i * sizeof(Component) : i / rows * columnBytes + i % rows * sizeof(Component);
            Component component{};
            std::memcpy(&component, bytes.data() + at, sizeof component);
            element[i] = static_cast<double>(component);
        }
    }

    void readFrom(std::span<const std::byte> bytes, std::size_t rows, std::size_t columnBytes,
                  Element& element) const {
        switch (values_.format.componentType) {
            case kByte:
                return readAs<std::int8_t>(bytes, rows, columnBytes, element);
            case kUnsignedByte:
                return readAs<std::uint8_t>(bytes, rows, columnBytes, element);
            case kShort:
                return readAs<std::int16_t>(bytes, rows, columnBytes, element);
            case kUnsignedShort:
                return readAs<std::uint16_t>(bytes, rows, columnBytes, element);
            case kUnsignedInt:
                return readAs<std::uint32_t>(bytes, rows, columnBytes, element);
            default:
                return readAs<float>(bytes, rows, columnBytes, element);
        }
    }

    const AccessorValues& values_;
    std::size_t components_;
    Integer index_ = 0;
    Integer sparsePosition_ = 0;
    Integer nextSparse_ = kNone;
};

}  // namespace rigkiln::gltf_validation
