#include "formats/gltf/meshopt_views.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "formats/gltf/gltf_error.hpp"
#include "formats/gltf/json_value.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/packing/packed_stream.hpp"

namespace rigkiln::gltf_format {
namespace {

constexpr std::string_view kExtension = "EXT_meshopt_compression";

constexpr std::array<std::string_view, 3> kModes = {"ATTRIBUTES", "TRIANGLES", "INDICES"};
constexpr std::array<std::string_view, 4> kFilters = {"NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL"};

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
        packed.shape.mode = static_cast<StreamMode>(choice("mode", kModes, std::nullopt));
        packed.shape.filter = static_cast<StreamFilter>(choice("filter", kFilters, "NONE"));
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

    template <std::size_t Size>
    [[nodiscard]] std::size_t choice(std::string_view name, const std::array<std::string_view, Size>& choices,
                                     std::optional<std::string_view> otherwise) const {
        const Value* value = member(&object_, name);
        const std::string* text = asText(value);
        if (text == nullptr && (value != nullptr || !otherwise))
            fail("{}.{} is missing or no text, expected {}", where_, name, fmt::join(choices, ", "));
        const std::string_view said = text == nullptr ? *otherwise : std::string_view(*text);
        const auto found = std::ranges::find(choices, said);
        if (found == choices.end())
            fail("{}.{} is {}, expected {}", where_, name, quote(said), fmt::join(choices, ", "));
        return static_cast<std::size_t>(found - choices.begin());
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
             kModes.at(static_cast<std::size_t>(shape.mode)),
             kFilters.at(static_cast<std::size_t>(shape.filter)), expected);
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

}  // namespace rigkiln::gltf_format
