#include "formats/gltf/accessor_reader.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <type_traits>

#include "formats/gltf/gltf_error.hpp"
#include "pipeline/base/stop.hpp"

namespace rigkiln::gltf {
namespace {

static_assert(std::endian::native == std::endian::little, "buffers are little-endian and copied as they are");

std::size_t sizeOfComponent(int type) {
    switch (type) {
        case TINYGLTF_COMPONENT_TYPE_BYTE:
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            return 1;
        case TINYGLTF_COMPONENT_TYPE_SHORT:
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            return 2;
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
        case TINYGLTF_COMPONENT_TYPE_FLOAT:
            return 4;
        default:
            return 0;
    }
}

std::size_t componentCount(int type) {
    switch (type) {
        case TINYGLTF_TYPE_SCALAR:
            return 1;
        case TINYGLTF_TYPE_VEC2:
            return 2;
        case TINYGLTF_TYPE_VEC3:
            return 3;
        case TINYGLTF_TYPE_VEC4:
            return 4;
        case TINYGLTF_TYPE_MAT4:
            return 16;
        default:  // other matrices, whose columns would be padded; glTF does not use them
            return 0;
    }
}

template <class Stored, class Number>
Number convert(Stored stored, bool normalized) {
    if constexpr (std::is_same_v<Number, float> && std::is_integral_v<Stored>) {
        if (normalized) {
            const float largest = static_cast<float>(std::numeric_limits<Stored>::max());
            return std::max(static_cast<float>(stored) / largest, -1.0F);
        }
    }
    return static_cast<Number>(stored);
}

/// Reads one element of a given component type.
template <class Stored, class Number>
void readElement(const std::byte* bytes, std::span<Number> numbers, bool normalized) {
    for (Number& number : numbers) {
        Stored stored{};
        std::memcpy(&stored, bytes, sizeof stored);
        number = convert<Stored, Number>(stored, normalized);
        bytes += sizeof stored;
    }
}

template <class Number>
using ElementReader = void (*)(const std::byte* bytes, std::span<Number> numbers, bool normalized);

template <class Number>
ElementReader<Number> readerFor(int componentType) {
    switch (componentType) {
        case TINYGLTF_COMPONENT_TYPE_BYTE:
            return readElement<std::int8_t, Number>;
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
            return readElement<std::uint8_t, Number>;
        case TINYGLTF_COMPONENT_TYPE_SHORT:
            return readElement<std::int16_t, Number>;
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
            return readElement<std::uint16_t, Number>;
        case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
            return readElement<std::uint32_t, Number>;
        default:
            break;
    }
    // Only reached for floats: integers are never read from float components.
    if constexpr (std::is_same_v<Number, float>) return readElement<float, float>;
    return readElement<std::uint32_t, Number>;
}

bool isUnsigned(int componentType) {
    return componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE ||
           componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT ||
           componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
}

}  // namespace

AccessorReader::AccessorReader(const GltfFile& file, const FileBuffers& buffers, std::size_t sourceBytes)
    : file_(file), buffers_(buffers), budget_(mostDecodedBytes(buffers, sourceBytes)), left_(budget_) {}

const tinygltf::Accessor& AccessorReader::find(int accessor, const std::string& where) const {
    return file_.model.accessors[checkedIndex(accessor, file_.model.accessors.size(), where)];
}

std::size_t AccessorReader::componentsOf(int accessor, const std::string& where) const {
    return componentCount(find(accessor, where).type);
}

std::size_t AccessorReader::countOf(int accessor, const std::string& where) const {
    return find(accessor, where).count;
}

AccessorReader::Layout AccessorReader::place(Layout layout, int view, std::uint64_t offset, bool isStrided,
                                             const std::string& where) const {
    const std::span<const std::byte> bytes = bufferViewBytes(file_, buffers_, view, where + ".bufferView");
    const std::size_t elementSize = layout.components * layout.componentSize;
    const std::size_t given =
        isStrided ? file_.model.bufferViews[static_cast<std::size_t>(view)].byteStride : 0;
    if (given != 0 && given < elementSize)
        fail("bufferViews[{}].byteStride is {}, an element of {} has {} bytes", view, given, where,
             elementSize);
    layout.stride = given != 0 ? given : elementSize;
    const std::uint64_t left = offset <= bytes.size() ? bytes.size() - offset : 0;
    const std::uint64_t fitting = left < elementSize ? 0 : (left - elementSize) / layout.stride + 1;
    if (layout.count > fitting) {
        fail("{} has {} elements of {} bytes from byte {} on, bufferViews[{}] has room for {}", where,
             layout.count, layout.stride, offset, view, fitting);
    }
    if (layout.count > 0) layout.bytes = bytes.subspan(static_cast<std::size_t>(offset));
    return layout;
}

AccessorReader::Layout AccessorReader::layoutOf(int accessor, std::size_t components,
                                                const std::string& where) {
    const tinygltf::Accessor& source = find(accessor, where);
    const std::string path = fmt::format("accessors[{}]", accessor);
    Layout layout;
    layout.count = source.count;
    layout.components = componentCount(source.type);
    layout.componentSize = sizeOfComponent(source.componentType);
    layout.componentType = source.componentType;
    layout.normalized = source.normalized;
    if (layout.componentSize == 0) {
        fail("{}.componentType is {}, expected {} to {}", path, source.componentType,
             TINYGLTF_COMPONENT_TYPE_BYTE, TINYGLTF_COMPONENT_TYPE_FLOAT);
    }
    if (layout.components != components) {
        fail("{} is accessor {}, which has {} components, expected {}", where, accessor, layout.components,
             components);
    }
    const std::size_t fitting = left_ / (layout.components * sizeof(float));
    if (layout.count > fitting)
        fail("{}.count is {}: with it more than {} bytes would be decoded", path, layout.count, budget_);
    charge(layout.count * layout.components * sizeof(float), path);
    if (source.bufferView == -1) return layout;
    return place(layout, source.bufferView, source.byteOffset, true, path);
}

void AccessorReader::charge(std::size_t bytes, const std::string& where) {
    if (bytes > left_) fail("{}: with it more than {} bytes would be decoded", where, budget_);
    left_ -= bytes;
}

bool AccessorReader::isExactAsFloat(int accessor, const std::string& where) const {
    const tinygltf::Accessor& found = find(accessor, where);
    return found.componentType != TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
}

bool AccessorReader::isQuantised(int accessor, const std::string& where) const {
    return find(accessor, where).componentType != TINYGLTF_COMPONENT_TYPE_FLOAT;
}

AccessorReader::Sparse AccessorReader::sparseOf(const tinygltf::Accessor& accessor, const Layout& layout,
                                                const std::string& path) const {
    const auto count = static_cast<std::int64_t>(accessor.sparse.count);
    if (count < 0 || static_cast<std::uint64_t>(count) > layout.count)
        fail("{}.sparse.count is {}, the accessor has {} elements", path, count, layout.count);
    Layout indices{.count = static_cast<std::size_t>(count), .components = 1};
    indices.componentType = accessor.sparse.indices.componentType;
    indices.componentSize = sizeOfComponent(indices.componentType);
    if (!isUnsigned(indices.componentType)) {
        fail("{}.sparse.indices.componentType is {}, expected 5121, 5123 or 5125", path,
             indices.componentType);
    }
    const auto offsetOf = [&](int offset, std::string_view part) {
        if (offset < 0) fail("{}.sparse.{}.byteOffset is {}, expected 0 or more", path, part, offset);
        return static_cast<std::uint64_t>(offset);
    };
    indices = place(indices, accessor.sparse.indices.bufferView,
                    offsetOf(accessor.sparse.indices.byteOffset, "indices"), false, path + ".sparse.indices");
    Sparse sparse;
    sparse.values = layout;
    sparse.values.count = indices.count;
    sparse.values =
        place(sparse.values, accessor.sparse.values.bufferView,
              offsetOf(accessor.sparse.values.byteOffset, "values"), false, path + ".sparse.values");
    const ElementReader<std::uint32_t> read = readerFor<std::uint32_t>(indices.componentType);
    sparse.indices.reserve(indices.count);
    for (std::size_t i = 0; i < indices.count; ++i) {
        std::uint32_t index = 0;
        read(indices.bytes.data() + i * indices.stride, std::span(&index, 1), false);
        if (index >= layout.count) {
            fail("{}.sparse.indices[{}] is {}, the accessor has {} elements", path, i, index, layout.count);
        }
        sparse.indices.push_back(index);
    }
    return sparse;
}

template <class Number>
std::vector<Number> AccessorReader::decode(int accessor, const Layout& layout) const {
    checkStop();
    std::vector<Number> numbers(layout.count * layout.components);
    const std::span<Number> all(numbers);
    const ElementReader<Number> read = readerFor<Number>(layout.componentType);
    for (std::size_t i = 0; i < layout.count && !layout.bytes.empty(); ++i) {
        read(layout.bytes.data() + i * layout.stride, all.subspan(i * layout.components, layout.components),
             layout.normalized);
    }
    const tinygltf::Accessor& source = file_.model.accessors[static_cast<std::size_t>(accessor)];
    if (!source.sparse.isSparse) return numbers;
    const Sparse sparse = sparseOf(source, layout, fmt::format("accessors[{}]", accessor));
    for (std::size_t i = 0; i < sparse.indices.size(); ++i) {
        read(sparse.values.bytes.data() + i * sparse.values.stride,
             all.subspan(sparse.indices[i] * layout.components, layout.components), layout.normalized);
    }
    return numbers;
}

std::vector<float> AccessorReader::floats(int accessor, std::size_t components, const std::string& where) {
    return decode<float>(accessor, layoutOf(accessor, components, where));
}

std::vector<std::uint32_t> AccessorReader::integers(int accessor, std::size_t components,
                                                    std::size_t largestSize, const std::string& where) {
    const Layout layout = layoutOf(accessor, components, where);
    if (!isUnsigned(layout.componentType) || layout.componentSize > largestSize) {
        fail("accessors[{}].componentType is {}, {} takes unsigned integers of at most {} bytes", accessor,
             layout.componentType, where, largestSize);
    }
    return decode<std::uint32_t>(accessor, layout);
}

}  // namespace rigkiln::gltf
