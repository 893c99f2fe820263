#include "exporters/gltf/buffer_packer.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <optional>
#include <utility>

#include <xxhash.h>

#include "pipeline/base/stop.hpp"
#include "pipeline/packing/packed_keys.hpp"
#include "pipeline/scene/clip.hpp"

namespace rigkiln::gltf_export {
namespace {

static_assert(std::endian::native == std::endian::little,
              "glTF is little-endian and arrays are copied as they are");
static_assert(sizeof(glm::vec2) == 8 && sizeof(glm::vec3) == 12 && sizeof(glm::vec4) == 16);
static_assert(sizeof(glm::mat4) == 64);

constexpr std::size_t kLargestShortVertexCount = 65535;
constexpr std::size_t kComparisonsBetweenRests = 16;

std::span<const float> numbersOf(std::span<const glm::vec3> vectors) {
    return {reinterpret_cast<const float*>(vectors.data()), vectors.size() * 3};
}

bool areBytes(std::span<const glm::vec4> weights) {
    return std::ranges::all_of(weights, [](const glm::vec4& weight) {
        for (int i = 0; i < 4; ++i) {
            if (weight[i] != 0.0F && weight[i] != 1.0F) return false;
        }
        return true;
    });
}

}  // namespace

UsageInfo infoOf(Usage usage) {
    switch (usage) {
        case Usage::Indices16:
            return {.target = ViewTarget::Indices, .stride = 2, .mode = StreamMode::Triangles};
        case Usage::Indices32:
            return {.target = ViewTarget::Indices, .stride = 4, .mode = StreamMode::Triangles};
        case Usage::Vertices4:
            return {.target = ViewTarget::Vertices, .stride = 4};
        case Usage::Vertices8:
        case Usage::Positions:
            return {.target = ViewTarget::Vertices, .stride = 8};
        case Usage::Vertices12:
            return {.target = ViewTarget::Vertices, .stride = 12};
        case Usage::Vertices16:
            return {.target = ViewTarget::Vertices, .stride = 16};
        case Usage::InverseBinds:
            return {.stride = 64};
        case Usage::Animation:
        case Usage::Sources:
            return {};
        case Usage::FixedPositions:
            return {.target = ViewTarget::Vertices, .stride = 12, .filter = StreamFilter::Exponential};
        case Usage::FixedTexCoords:
            return {.target = ViewTarget::Vertices, .stride = 8, .filter = StreamFilter::Exponential};
        case Usage::ByteDirections:
            return {.target = ViewTarget::Vertices, .stride = 4, .filter = StreamFilter::Octahedral};
        case Usage::ShortDirections:
            return {.target = ViewTarget::Vertices, .stride = 8, .filter = StreamFilter::Octahedral};
        case Usage::Times:
            return {.stride = 4};
        case Usage::FixedTimes:
            return {.stride = 4, .filter = StreamFilter::Exponential};
        case Usage::Vectors:
            return {.stride = 12};
        case Usage::FixedVectors:
            return {.stride = 12, .filter = StreamFilter::Exponential};
        case Usage::ShortRotations:
            return {.stride = 8};
        case Usage::FilteredRotations:
            return {.stride = 8, .filter = StreamFilter::Quaternion};
        case Usage::FloatRotations:
            return {.stride = 16};
    }
    return {};
}

AccessorLayout floatVertices(std::uint32_t components) {
    static constexpr std::array<AccessorLayout, 4> kLayouts = {{
        {Usage::Vertices4, ComponentType::Float, ElementType::Scalar},
        {Usage::Vertices8, ComponentType::Float, ElementType::Vec2},
        {Usage::Vertices12, ComponentType::Float, ElementType::Vec3},
        {Usage::Vertices16, ComponentType::Float, ElementType::Vec4},
    }};
    return kLayouts.at(components - 1);
}

BufferPacker::BufferPacker(bool asStreams, Scratch* scratch) : asStreams_(asStreams) {
    for (View& view : views_) {
        if (asStreams) {
            view.bytes.makeWhole();
        } else {
            view.bytes.use(scratch);
        }
    }
}

void BufferPacker::reserve(Usage usage, std::size_t bytes) {
    viewOf(usage).bytes.reserve(bytes);
}

Index BufferPacker::add(const Layout& layout, std::span<const std::byte> bytes,
                        std::span<const std::byte> beforeFilter) {
    assert(!bytes.empty());
    checkStop();
    View& place = viewOf(layout.usage);
    ViewBuilder& view = place.bytes;
    const std::uint64_t hash = XXH3_64bits(bytes.data(), bytes.size());
    const std::size_t elementSize = componentSize(layout.componentType) * componentCount(layout.type);
    const UsageInfo info = infoOf(layout.usage);
    const bool isFilled = info.target == ViewTarget::Vertices;
    const std::size_t count = bytes.size() / (isFilled ? info.stride : elementSize);

    const auto [first, last] = accessorsByHash_.equal_range(hash);
    for (auto candidate = first; candidate != last; ++candidate) {
        const Accessor& accessor = accessors_[candidate->second];
        const Layout known{usages_[candidate->second], accessor.componentType, accessor.type,
                           accessor.normalized};
        if (accessor.count != count || known != layout) continue;
        if (++comparisons_ % kComparisonsBetweenRests == 0) view.rest();
        if (std::memcmp(view.from(accessor.byteOffset).data(), bytes.data(), bytes.size()) == 0)
            return candidate->second;
    }

    // A stream has no padding between its elements.
    if (!asStreams_ || info.stride == 0) view.align();
    const Accessor accessor{.byteOffset = view.size(),
                            .count = count,
                            .componentType = layout.componentType,
                            .type = layout.type,
                            .normalized = layout.normalized};
    view.append(bytes);
    place.beforeFilter.insert(place.beforeFilter.end(), beforeFilter.begin(), beforeFilter.end());
    const auto index = static_cast<Index>(accessors_.size());
    accessors_.push_back(accessor);
    usages_.push_back(layout.usage);
    accessorsByHash_.emplace(hash, index);
    return index;
}

Index BufferPacker::addIndices(std::span<const std::uint32_t> indices, std::size_t vertexCount) {
    if (vertexCount > kLargestShortVertexCount) {
        return addValues({Usage::Indices32, ComponentType::UnsignedInt, ElementType::Scalar}, indices);
    }
    std::vector<std::uint16_t> shorts(indices.size());
    std::ranges::transform(indices, shorts.begin(),
                           [](std::uint32_t index) { return static_cast<std::uint16_t>(index); });
    return addValues({Usage::Indices16, ComponentType::UnsignedShort, ElementType::Scalar},
                     std::span<const std::uint16_t>(shorts));
}

Index BufferPacker::addPositions(std::span<const glm::vec3> positions) {
    const Index index = addVertices(positions);
    setBounds(accessors_[index], positions);
    return index;
}

void BufferPacker::setBounds(Accessor& accessor, std::span<const glm::vec3> positions) {
    if (accessor.boundsSize == 3) return;
    glm::vec3 low = positions.front();
    glm::vec3 high = low;
    for (const glm::vec3& position : positions) {
        low = glm::min(low, position);
        high = glm::max(high, position);
    }
    accessor.boundsSize = 3;
    accessor.minimum = {low.x, low.y, low.z};
    accessor.maximum = {high.x, high.y, high.z};
}

Index BufferPacker::addVertices(std::span<const glm::vec2> values) {
    return addValues({Usage::Vertices8, ComponentType::Float, ElementType::Vec2}, values);
}

Index BufferPacker::addVertices(std::span<const glm::vec3> values) {
    return addValues({Usage::Vertices12, ComponentType::Float, ElementType::Vec3}, values);
}

Index BufferPacker::addVertices(std::span<const glm::vec4> values) {
    return addValues({Usage::Vertices16, ComponentType::Float, ElementType::Vec4}, values);
}

Index BufferPacker::addVertices(std::span<const float> values, std::uint32_t components) {
    return add(floatVertices(components), std::as_bytes(values));
}

Index BufferPacker::addJoints(std::span<const std::array<std::uint16_t, 4>> joints, bool asBytes) {
    if (!asBytes) {
        return addValues({Usage::Vertices8, ComponentType::UnsignedShort, ElementType::Vec4}, joints);
    }
    std::vector<std::array<std::uint8_t, 4>> bytes(joints.size());
    std::ranges::transform(joints, bytes.begin(), [](const std::array<std::uint16_t, 4>& four) {
        std::array<std::uint8_t, 4> narrow{};
        std::ranges::transform(four, narrow.begin(),
                               [](std::uint16_t joint) { return static_cast<std::uint8_t>(joint); });
        return narrow;
    });
    return addValues({Usage::Vertices4, ComponentType::UnsignedByte, ElementType::Vec4},
                     std::span<const std::array<std::uint8_t, 4>>(bytes));
}

Index BufferPacker::addWeights(std::span<const glm::vec4> weights) {
    if (!areBytes(weights)) return addVertices(weights);
    std::vector<std::array<std::uint8_t, 4>> bytes(weights.size());
    std::ranges::transform(weights, bytes.begin(), [](const glm::vec4& weight) {
        std::array<std::uint8_t, 4> four{};
        for (int i = 0; i < 4; ++i) {
            four.at(static_cast<std::size_t>(i)) = weight[i] == 1.0F ? 255 : 0;
        }
        return four;
    });
    return addValues({Usage::Vertices4, ComponentType::UnsignedByte, ElementType::Vec4, true},
                     std::span<const std::array<std::uint8_t, 4>>(bytes));
}

Index BufferPacker::addMatrices(std::span<const glm::mat4> matrices) {
    return addValues({Usage::InverseBinds, ComponentType::Float, ElementType::Mat4}, matrices);
}

Index BufferPacker::addTimes(std::span<const float> times) {
    const Layout layout{asStreams_ ? Usage::Times : Usage::Animation, ComponentType::Float,
                        ElementType::Scalar};
    const Index index = asStreams_ ? addFixed(layout, Usage::FixedTimes, times) : addValues(layout, times);
    Accessor& accessor = accessors_[index];
    accessor.boundsSize = 1;
    accessor.minimum[0] = times.front();
    accessor.maximum[0] = times.back();
    return index;
}

Index BufferPacker::addKeys(std::span<const glm::vec2> keys) {
    return addValues({Usage::Animation, ComponentType::Float, ElementType::Vec2}, keys);
}

Index BufferPacker::addKeys(std::span<const glm::vec3> keys) {
    if (!asStreams_) return addValues({Usage::Animation, ComponentType::Float, ElementType::Vec3}, keys);
    return addFixed({Usage::Vectors, ComponentType::Float, ElementType::Vec3}, Usage::FixedVectors,
                    numbersOf(keys));
}

bool BufferPacker::packAsShorts(std::span<const glm::quat> keys) {
    shorts_.clear();
    shorts_.reserve(keys.size() * 4);
    for (const glm::quat& key : keys) {
        for (const float component : {key.x, key.y, key.z, key.w}) {
            const std::optional<std::int16_t> bits = sixteenBitsOf(component);
            if (!bits) return false;
            shorts_.push_back(*bits);
        }
    }
    return true;
}

Index BufferPacker::addKeys(std::span<const glm::quat> keys) {
    if (asStreams_) return addRotationStream(keys);
    if (packAsShorts(keys)) {
        return addValues({Usage::Animation, ComponentType::Short, ElementType::Vec4, true},
                         std::span<const std::int16_t>(shorts_));
    }
    std::vector<glm::vec4> components(keys.size());
    std::ranges::transform(keys, components.begin(),
                           [](const glm::quat& key) { return glm::vec4(key.x, key.y, key.z, key.w); });
    return addValues({Usage::Animation, ComponentType::Float, ElementType::Vec4},
                     std::span<const glm::vec4>(components));
}

Index BufferPacker::addKeys(std::span<const std::uint8_t> keys) {
    return addValues({Usage::Animation, ComponentType::UnsignedByte, ElementType::Scalar}, keys);
}

Index BufferPacker::addImage(SharedBytes file, Index image) {
    const std::uint64_t hash = XXH3_64bits(file.data(), file.size());
    const auto [first, last] = imagesByHash_.equal_range(hash);
    for (auto candidate = first; candidate != last; ++candidate) {
        const PackedImage& known = images_[candidate->second];
        if (known.file == file) return known.image;
    }
    imagesByHash_.emplace(hash, static_cast<Index>(images_.size()));
    images_.push_back({.image = image, .file = std::move(file)});
    return image;
}

std::size_t BufferPacker::addSource(std::span<const std::byte> file) {
    ViewBuilder& view = viewOf(Usage::Sources).bytes;
    const std::size_t offset = view.size();
    view.append(file);
    return offset;
}

BufferView BufferPacker::takeView(Usage usage) {
    View& view = viewOf(usage);
    const UsageInfo info = infoOf(usage);
    BufferView finished{.bytes = view.bytes.take(),
                        .byteStride = info.target == ViewTarget::Vertices ? info.stride : 0,
                        .target = info.target};
    if (!asStreams_ || info.stride == 0) return finished;
    finished.stream = StreamShape{.mode = info.mode,
                                  .filter = info.filter,
                                  .stride = info.stride,
                                  .count = finished.bytes.size() / info.stride};
    finished.beforeFilter = std::exchange(view.beforeFilter, {});
    return finished;
}

void BufferPacker::finish(Document& document) {
    std::array<Index, kUsageCount> viewNumbers{};  // by usage
    for (std::size_t i = 0; i < kUsageCount; ++i) {
        const auto usage = static_cast<Usage>(i);
        if (viewOf(usage).bytes.empty()) continue;
        viewNumbers.at(i) = static_cast<Index>(document.bufferViews.size());
        if (usage == Usage::Sources) document.sourceView = viewNumbers.at(i);
        document.bufferViews.push_back(takeView(usage));
    }
    for (std::size_t i = 0; i < accessors_.size(); ++i) {
        accessors_[i].bufferView = viewNumbers.at(static_cast<std::size_t>(usages_[i]));
    }
    for (PackedImage& packed : images_) {
        document.images.at(packed.image).bufferView = static_cast<Index>(document.bufferViews.size());
        document.bufferViews.push_back({.bytes = ViewBytes(std::move(packed.file))});
    }
    document.accessors = std::exchange(accessors_, {});
    usages_.clear();
    images_.clear();
    accessorsByHash_.clear();
    imagesByHash_.clear();
}

}  // namespace rigkiln::gltf_export
