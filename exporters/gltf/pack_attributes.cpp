#include "exporters/gltf/pack_attributes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>

#include "pipeline/packing/packed_keys.hpp"

namespace rigkiln::gltf_export {
namespace {

constexpr int kByteBits = 8;
constexpr int kShortBits = 16;

using FourShorts = std::array<std::uint16_t, 4>;
using FourBytes = std::array<std::uint8_t, 4>;

template <class Value>
std::vector<std::byte> bytesOf(std::span<const Value> values) {
    const std::span<const std::byte> bytes = std::as_bytes(values);
    return {bytes.begin(), bytes.end()};
}

template <class Value>
PackedAttribute attributeOf(std::string_view name, const AccessorLayout& layout,
                            const std::vector<Value>& values) {
    return {.name = std::string(name), .layout = layout, .elements = bytesOf(std::span<const Value>(values))};
}

/// Rounds floats to multiples of 2^exponent; nothing where the filter Exponential cannot hold all of them.
std::optional<std::vector<float>> rounded(std::span<const float> numbers, int exponent) {
    std::vector<float> multiples;
    multiples.reserve(numbers.size());
    for (const float number : numbers) {
        const std::optional<float> multiple = roundNumber(number, exponent);
        if (!multiple) return std::nullopt;
        multiples.push_back(*multiple);
    }
    return multiples;
}

/// Floats in a view with the filter Exponential if it holds them exactly, otherwise in a plain one.
PackedAttribute packFloats(std::string_view name, const AccessorLayout& plain, Usage filtered,
                           const std::vector<float>& numbers) {
    PackedAttribute attribute = attributeOf(name, plain, numbers);
    const std::optional<int> exponent = commonExponent(numbers);
    if (!exponent) return attribute;
    attribute.layout.usage = filtered;
    attribute.beforeFilter = packNumbers(numbers, *exponent);
    return attribute;
}

template <class Vector>
std::span<const float> numbersIn(std::span<const Vector> vectors) {
    return {reinterpret_cast<const float*>(vectors.data()), vectors.size() * sizeof(Vector) / sizeof(float)};
}

double moved(const glm::vec3& from, const glm::vec3& to) {
    return glm::distance(glm::dvec3(from), glm::dvec3(to));
}

PackedPositions packFloatPositions(std::span<const glm::vec3> positions, double maxError) {
    std::optional<std::vector<float>> numbers;
    if (maxError > 0) numbers = rounded(numbersIn(positions), exponentWithin(maxError));
    if (!numbers) {
        const std::span<const float> exact = numbersIn(positions);
        numbers.emplace(exact.begin(), exact.end());
    }
    PackedPositions packed;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const glm::vec3 read((*numbers)[3 * i], (*numbers)[3 * i + 1], (*numbers)[3 * i + 2]);
        packed.worst = std::max(packed.worst, moved(positions[i], read));
    }
    packed.attribute = packFloats("POSITION", floatVertices(3), Usage::FixedPositions, *numbers);
    return packed;
}

PackedAttribute packDirectionsAs(std::string_view name, std::span<const glm::vec4> directions,
                                 ElementType type) {
    PackedDirections packed = packDirections(directions);
    return {.name = std::string(name),
            .layout = {packed.areBytes ? Usage::ByteDirections : Usage::ShortDirections,
                       packed.areBytes ? ComponentType::Byte : ComponentType::Short, type, true},
            .elements = std::move(packed.elements),
            .beforeFilter = std::move(packed.beforeFilter)};
}

std::vector<FourBytes> narrowed(std::span<const FourShorts> shorts) {
    std::vector<FourBytes> bytes(shorts.size());
    for (std::size_t i = 0; i < shorts.size(); ++i) {
        std::ranges::transform(shorts[i], bytes[i].begin(),
                               [](std::uint16_t number) { return static_cast<std::uint8_t>(number); });
    }
    return bytes;
}

PackedAttribute packFours(std::string_view name, std::span<const FourShorts> numbers, bool asBytes,
                          bool normalized) {
    if (asBytes) {
        return attributeOf(name,
                           {Usage::Vertices4, ComponentType::UnsignedByte, ElementType::Vec4, normalized},
                           narrowed(numbers));
    }
    return {.name = std::string(name),
            .layout = {Usage::Vertices8, ComponentType::UnsignedShort, ElementType::Vec4, normalized},
            .elements = bytesOf(numbers)};
}

}  // namespace

PackedPositions packPositions(std::span<const glm::vec3> positions,
                              const std::optional<Dequantisation>& dequantisation, double maxError) {
    if (!dequantisation) return packFloatPositions(positions, maxError);
    const std::vector<ShortPosition> stored = quantised(positions, *dequantisation);
    PackedPositions packed;
    for (std::size_t i = 0; i < stored.size(); ++i)
        packed.worst = std::max(packed.worst, moved(positions[i], positionOf(stored[i], *dequantisation)));
    packed.attribute =
        attributeOf("POSITION", {Usage::Positions, ComponentType::UnsignedShort, ElementType::Vec3}, stored);
    return packed;
}

PackedAttribute packNormals(std::span<const glm::vec3> normals) {
    std::vector<glm::vec4> directions;
    directions.reserve(normals.size());
    for (const glm::vec3& normal : normals)
        directions.emplace_back(normal, 0.0F);
    return packDirectionsAs("NORMAL", directions, ElementType::Vec3);
}

PackedAttribute packTangents(std::span<const glm::vec4> tangents) {
    return packDirectionsAs("TANGENT", tangents, ElementType::Vec4);
}

PackedAttribute packTexCoords(std::string_view name, std::span<const glm::vec2> coordinates, int bits) {
    if (bits == kShortBits) {
        const auto shorts = quantised(coordinates);
        if (shorts) {
            return attributeOf(
                name, {Usage::Vertices4, ComponentType::UnsignedShort, ElementType::Vec2, true}, *shorts);
        }
    }
    const std::span<const float> exact = numbersIn(coordinates);
    const std::optional<std::vector<float>> multiples = rounded(exact, -bits);
    if (multiples) return packFloats(name, floatVertices(2), Usage::FixedTexCoords, *multiples);
    return attributeOf(name, floatVertices(2), std::vector<float>(exact.begin(), exact.end()));
}

PackedAttribute packColors(std::span<const glm::vec4> colors, int bits) {
    std::optional<std::vector<FourBytes>> bytes = exactBytes(colors);
    if (!bytes && bits == kByteBits) bytes = nearestBytes(colors);
    if (bytes) {
        return attributeOf("COLOR_0",
                           {Usage::Vertices4, ComponentType::UnsignedByte, ElementType::Vec4, true}, *bytes);
    }
    return attributeOf("COLOR_0", {Usage::Vertices8, ComponentType::UnsignedShort, ElementType::Vec4, true},
                       quantised(colors));
}

PackedAttribute packJoints(std::string_view name, std::span<const std::array<std::uint16_t, 4>> joints,
                           bool jointsAsBytes) {
    return packFours(name, joints, jointsAsBytes, false);
}

PackedAttribute packWeights(std::string_view name, std::span<const std::array<std::uint16_t, 4>> weights,
                            bool areBytes) {
    return packFours(name, weights, areBytes, true);
}

PackedAttribute packNumbersOfSource(const VertexAttribute& attribute) {
    return attributeOf(attribute.name, floatVertices(attribute.components), attribute.values);
}

}  // namespace rigkiln::gltf_export
