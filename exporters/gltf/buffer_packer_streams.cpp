#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "exporters/gltf/buffer_packer.hpp"
#include "exporters/gltf/quantisation.hpp"
#include "pipeline/packing/packed_keys.hpp"

/// The part of BufferPacker that only streams need.
namespace rigkiln::gltf_export {
namespace {

/// Sets the bounds of positions that are stored as `Element`s.
template <class Element>
void setBoundsOf(Accessor& accessor, std::span<const std::byte> elements) {
    for (std::size_t at = 0; at < elements.size(); at += sizeof(Element)) {
        Element position{};
        std::memcpy(&position, elements.data() + at, sizeof position);
        for (std::size_t c = 0; c < 3; ++c) {
            const auto number = static_cast<float>(position.at(c));
            accessor.minimum.at(c) = at == 0 ? number : std::min(accessor.minimum.at(c), number);
            accessor.maximum.at(c) = at == 0 ? number : std::max(accessor.maximum.at(c), number);
        }
    }
}

}  // namespace

Index BufferPacker::addFixed(Layout layout, Usage filtered, std::span<const float> numbers) {
    const std::optional<int> exponent = commonExponent(numbers);
    if (!exponent) return add(layout, std::as_bytes(numbers));
    layout.usage = filtered;
    return add(layout, std::as_bytes(numbers), packNumbers(numbers, *exponent));
}

Index BufferPacker::addAttribute(const PackedAttribute& attribute) {
    const Index index = add(attribute.layout, attribute.elements, attribute.beforeFilter);
    Accessor& accessor = accessors_[index];
    if (attribute.name != "POSITION" || accessor.boundsSize == 3) return index;
    accessor.boundsSize = 3;
    if (accessor.componentType == ComponentType::Float)
        setBoundsOf<std::array<float, 3>>(accessor, attribute.elements);
    else
        setBoundsOf<ShortPosition>(accessor, attribute.elements);
    return index;
}

Index BufferPacker::addRotationStream(std::span<const glm::quat> keys) {
    if (!packAsShorts(keys)) {
        std::vector<glm::vec4> components(keys.size());
        std::ranges::transform(keys, components.begin(),
                               [](const glm::quat& key) { return glm::vec4(key.x, key.y, key.z, key.w); });
        return addValues({Usage::FloatRotations, ComponentType::Float, ElementType::Vec4},
                         std::span<const glm::vec4>(components));
    }
    std::vector<ShortRotation> rotations(keys.size());
    std::memcpy(rotations.data(), shorts_.data(), shorts_.size() * sizeof(std::int16_t));
    const auto packed = packRotations(rotations);
    const Layout layout{packed ? Usage::FilteredRotations : Usage::ShortRotations, ComponentType::Short,
                        ElementType::Vec4, true};
    return add(layout, std::as_bytes(std::span(rotations)), packed ? *packed : std::vector<std::byte>());
}

}  // namespace rigkiln::gltf_export
