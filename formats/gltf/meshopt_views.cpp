#include "formats/gltf/meshopt_views.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/gltf/gltf_error.hpp"
#include "formats/gltf/json_value.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/packing/packed_stream.hpp"

namespace rigkiln::gltf {
namespace {

constexpr std::string_view kExtension = "EXT_meshopt_compression";

/// Description of a compressed view.
struct Packed {
    StreamShape shape{};
    std::span<const std::byte> bytes{};
};

class PackedView {
public:
    PackedView(const FileBuffers& buffers, const Value& object, std::string where)
        : buffers_(buffers), object_(object), where_(std::move(where)) {}

    [[nodiscard]] Packed read() const {
        Packed packed;
        packed.shape.mode = choice<StreamMode>("mode", kStreamModes, std::nullopt);
        packed.shape.filter = choice<StreamFilter>("filter", kStreamFilters, StreamFilter::None);
        packed.shape.count = number("count", std::nullopt);
        packed.shape.stride = number("byteStride", std::nullopt);
        packed.bytes = bytes();
        checkStride(packed.shape);
        checkCount(packed);
        return packed;
    }

private:
    [[nodiscard]] std::uint64_t number(std::string_view name, std::optional<std::uint64_t> otherwise) const {
        const Value* value = member(&object_, name);
        if (value == nullptr && otherwise) return *otherwise;
        const auto read = asInteger(value);
        if (!read || *read < 0) fail("{}.{} is missing or negative, expected a whole number", where_, name);
        return static_cast<std::uint64_t>(*read);
    }

    template <class Choice>
    [[nodiscard]] Choice choice(std::string_view name, std::span<const Choice> choices,
                                std::optional<Choice> otherwise) const {
        const Value* value = member(&object_, name);
        if (value == nullptr && otherwise) return *otherwise;
        std::vector<std::string_view> names;
        for (const Choice one : choices)
            names.push_back(nameOf(one));
        const std::string* text = asText(value);
        if (text == nullptr)
            fail("{}.{} is missing or no text, expected {}", where_, name, fmt::join(names, ", "));
        const auto found =
            std::ranges::find(choices, std::string_view(*text), [](Choice one) { return nameOf(one); });
        if (found == choices.end())
            fail("{}.{} is {}, expected {}", where_, name, quote(*text), fmt::join(names, ", "));
        return *found;
    }

    [[nodiscard]] std::span<const std::byte> bytes() const {
        const std::uint64_t buffer = number("buffer", std::nullopt);
        const std::uint64_t offset = number("byteOffset", 0);
        const std::uint64_t length = number("byteLength", std::nullopt);
        if (buffer >= buffers_.buffers.size())
            fail("{}.buffer is {}, the file has {}", where_, buffer, buffers_.buffers.size());
        const std::span<const std::byte> all = buffers_.buffers[static_cast<std::size_t>(buffer)].bytes;
        if (offset > all.size() || length > all.size() - offset) {
            fail("{} has {} bytes from byte {} on, buffers[{}] has {}", where_, length, offset, buffer,
                 all.size());
        }
        return all.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
    }

    void checkStride(const StreamShape& shape) const {
        if (isStreamShape(shape)) return;
        const std::string_view expected =
            shape.mode != StreamMode::Attributes       ? "2 or 4 and no filter for indices"
            : shape.filter == StreamFilter::Octahedral ? "4 or 8"
            : shape.filter == StreamFilter::Quaternion ? "8"
                                                       : "a multiple of 4 up to 256";
        fail("{}.byteStride is {} with mode {} and filter {}, expected {}", where_, shape.stride,
             nameOf(shape.mode), nameOf(shape.filter), expected);
    }

    /// Called before the view is allocated.
    void checkCount(const Packed& packed) const {
        const StreamShape& shape = packed.shape;
        const std::uint64_t most = mostElements(shape, packed.bytes.size());
        if (shape.count == 0 || shape.count > most) {
            fail("{}.count is {}, its {} bytes can hold 1 to {}", where_, shape.count, packed.bytes.size(),
                 most);
        }
        if (shape.mode == StreamMode::Triangles && shape.count % 3 != 0)
            fail("{}.count is {}, expected a multiple of 3 for triangles", where_, shape.count);
    }

    const FileBuffers& buffers_;
    const Value& object_;
    std::string where_;
};

}  // namespace

std::vector<std::optional<SharedBytes>> decodeMeshoptViews(const GltfFile& file, const FileBuffers& buffers,
                                                           std::size_t sourceBytes) {
    const auto& views = file.model.bufferViews;
    const std::size_t budget = mostDecodedBytes(buffers, sourceBytes);
    std::size_t left = budget;
    std::vector<std::optional<SharedBytes>> decoded(views.size());
    for (std::size_t i = 0; i < views.size(); ++i) {
        const Value* extensions = member(element(&file.json, "bufferViews", i), "extensions");
        const Value* object = member(extensions, kExtension);
        if (object == nullptr) continue;
        const std::string where = fmt::format("bufferViews[{}].extensions.{}", i, kExtension);
        const Packed packed = PackedView(buffers, *object, where).read();
        const std::uint64_t size = packed.shape.sizeBytes();
        if (size != views[i].byteLength) {
            fail("bufferViews[{}].byteLength is {}, its compressed data has {} elements of {} bytes", i,
                 views[i].byteLength, packed.shape.count, packed.shape.stride);
        }
        if (size > left) fail("{}: with it more than {} bytes would be decoded", where, budget);
        left -= static_cast<std::size_t>(size);
        std::optional<std::vector<std::byte>> bytes = unpackStream(packed.shape, packed.bytes);
        if (!bytes) {
            fail("{} is damaged: its {} bytes are no stream of {} elements", where, packed.bytes.size(),
                 packed.shape.count);
        }
        decoded[i] = SharedBytes(std::move(*bytes));
    }
    return decoded;
}

}  // namespace rigkiln::gltf
