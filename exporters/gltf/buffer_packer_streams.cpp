#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "exporters/gltf/buffer_packer.hpp"
#include "pipeline/packing/packed_keys.hpp"

/// The part of BufferPacker that only streams need.
namespace rigkiln::gltf_export {

Index BufferPacker::addFixed(Layout layout, Usage filtered, std::span<const float> numbers) {
    const std::optional<int> exponent = commonExponent(numbers);
    if (!exponent) return add(layout, std::as_bytes(numbers));
    layout.usage = filtered;
    return add(layout, std::as_bytes(numbers), packNumbers(numbers, *exponent));
}

Index BufferPacker::addFixedPositions(std::span<const glm::vec3> positions) {
    const std::span<const float> numbers(reinterpret_cast<const float*>(positions.data()),
                                         positions.size() * 3);
    const Index index = addFixed({Usage::Vertices12, ComponentType::Float, ElementType::Vec3},
                                 Usage::FixedPositions, numbers);
    setBounds(accessors_[index], positions);
    return index;
}

Index BufferPacker::addQuantisedPositions(std::span<const ShortPosition> positions) {
    const Index index =
        add({Usage::Positions, ComponentType::UnsignedShort, ElementType::Vec3}, std::as_bytes(positions));
    Accessor& accessor = accessors_[index];
    accessor.boundsSize = 3;
    for (std::size_t c = 0; c < 3; ++c) {
        const auto [low, high] =
            std::ranges::minmax(positions, {}, [c](const ShortPosition& p) { return p.at(c); });
        accessor.minimum.at(c) = static_cast<float>(low.at(c));
        accessor.maximum.at(c) = static_cast<float>(high.at(c));
    }
    return index;
}

Index BufferPacker::addDirections(const PackedDirections& directions, ElementType type) {
    const bool areBytes = directions.areBytes;
    return add({areBytes ? Usage::ByteDirections : Usage::ShortDirections,
                areBytes ? ComponentType::Byte : ComponentType::Short, type, true},
               directions.elements, directions.beforeFilter);
}

Index BufferPacker::addQuantised(std::span<const ShortVector<2>> numbers) {
    return addValues({Usage::Vertices4, ComponentType::UnsignedShort, ElementType::Vec2, true}, numbers);
}

Index BufferPacker::addQuantised(std::span<const ShortVector<4>> numbers) {
    return addValues({Usage::Vertices8, ComponentType::UnsignedShort, ElementType::Vec4, true}, numbers);
}

Index BufferPacker::addQuantised(std::span<const std::array<std::uint8_t, 4>> numbers) {
    return addValues({Usage::Vertices4, ComponentType::UnsignedByte, ElementType::Vec4, true}, numbers);
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
