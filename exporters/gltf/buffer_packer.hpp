#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "exporters/gltf/gltf_document.hpp"
#include "pipeline/base/scratch.hpp"

namespace rigkiln::gltf_export {

/// Buffer views by content, in their order in the buffer. Vertex attributes are not interleaved; those of one
/// element size share a view.
enum class Usage : std::uint8_t {
    Indices16,
    Indices32,
    Vertices4,
    Vertices8,
    Vertices12,
    Vertices16,
    InverseBinds,
    Animation,
    Sources,  ///< bytes of source files; no accessor
    // Only for streams (EXT_meshopt_compression).
    Positions,        ///< three shorts and two bytes of padding
    FixedPositions,   ///< floats through the filter Exponential
    FixedTexCoords,   ///< likewise
    ByteDirections,   ///< through the filter Octahedral
    ShortDirections,  ///< through the filter Octahedral
    Times,
    FixedTimes,  ///< through the filter Exponential
    Vectors,
    FixedVectors,  ///< through the filter Exponential
    ShortRotations,
    FilteredRotations,  ///< through the filter Quaternion
    FloatRotations,
};
inline constexpr std::size_t kUsageCount = static_cast<std::size_t>(Usage::FloatRotations) + 1;

/// Properties of a view that follow from its usage.
struct UsageInfo {
    ViewTarget target = ViewTarget::None;
    /// Bytes of an element; 0: elements differ in size, and the view is never a stream.
    std::uint32_t stride = 0;
    StreamMode mode = StreamMode::Attributes;
    StreamFilter filter = StreamFilter::None;
};
[[nodiscard]] UsageInfo infoOf(Usage usage);

/// Where the values of an accessor are, and how readers see them.
struct AccessorLayout {
    Usage usage = Usage::Animation;
    ComponentType componentType = ComponentType::Float;
    ElementType type = ElementType::Scalar;
    bool normalized = false;

    bool operator==(const AccessorLayout&) const = default;
};
/// Layout of vertices with 1 to 4 floats each.
[[nodiscard]] AccessorLayout floatVertices(std::uint32_t components);

/// One attribute of vertices, as a stream takes it. Each vertex has as many bytes as an element of its view.
struct PackedAttribute {
    std::string name{};
    AccessorLayout layout{};
    std::vector<std::byte> elements{};      ///< as readers see them
    std::vector<std::byte> beforeFilter{};  ///< as the filter of the view takes them; empty: there is none
};

/// Lays out values in buffer views and makes their accessors. Identical values (element type and bytes) are
/// stored once and share one accessor. Precondition of all `add` functions: there is at least one value.
class BufferPacker {
public:
    BufferPacker() = default;
    /// `asStreams`: the elements of a view have one size and no padding between them, so that
    /// EXT_meshopt_compression can pack the view. Values that a filter can represent exactly go through the
    /// filter.
    ///
    /// `scratch` takes bytes that memory has no room for, except those of streams; null: everything stays in
    /// memory.
    explicit BufferPacker(bool asStreams, Scratch* scratch = nullptr);
    [[nodiscard]] bool asStreams() const { return asStreams_; }

    /// Reserves room for at most so many bytes of a view, so that a large view does not grow by copying.
    void reserve(Usage usage, std::size_t bytes);

    /// Stores 16 bits per index for up to 65,535 vertices: index 65,535 is the restart value and never used.
    Index addIndices(std::span<const std::uint32_t> indices, std::size_t vertexCount);
    Index addPositions(std::span<const glm::vec3> positions);  ///< with bounds
    Index addVertices(std::span<const glm::vec2> values);
    Index addVertices(std::span<const float> values, std::uint32_t components);  ///< 1 to 4 each
    Index addVertices(std::span<const glm::vec3> values);
    Index addVertices(std::span<const glm::vec4> values);
    /// Precondition of `asBytes`: no joint is above 255.
    Index addJoints(std::span<const std::array<std::uint16_t, 4>> joints, bool asBytes);
    /// Stores bytes when each weight is 0 or 1, else floats.
    Index addWeights(std::span<const glm::vec4> weights);
    /// Only for streams. Positions get bounds, as readers see them.
    Index addAttribute(const PackedAttribute& attribute);

    Index addMatrices(std::span<const glm::mat4> matrices);

    Index addTimes(std::span<const float> times);  ///< with bounds
    Index addKeys(std::span<const glm::vec2> keys);
    Index addKeys(std::span<const glm::vec3> keys);
    /// Stores normalised 16-bit integers when every component of every key is exactly k / 32767, else floats.
    Index addKeys(std::span<const glm::quat> keys);
    Index addKeys(std::span<const std::uint8_t> keys);

    /// Stores the file of the document's image `image`, which gets its view from `finish`. Returns the image
    /// that has an equal file if there is one, otherwise `image`.
    Index addImage(SharedBytes file, Index image);

    /// Returns the offset of the bytes in the view of sources.
    std::size_t addSource(std::span<const std::byte> file);

    /// Moves accessors and views into the document and numbers the views there. The packer is empty
    /// afterwards.
    void finish(Document& document);

private:
    using Layout = AccessorLayout;

    struct View {
        ViewBuilder bytes{};
        std::vector<std::byte> beforeFilter{};
    };
    struct PackedImage {
        Index image = 0;  ///< of the document
        SharedBytes file{};
    };

    Index add(const Layout& layout, std::span<const std::byte> bytes,
              std::span<const std::byte> beforeFilter = {});
    /// Adds numbers through the filter Exponential where it holds them exactly, else as they are.
    Index addFixed(Layout layout, Usage filtered, std::span<const float> numbers);
    Index addRotationStream(std::span<const glm::quat> keys);
    static void setBounds(Accessor& accessor, std::span<const glm::vec3> positions);
    View& viewOf(Usage usage) { return views_.at(static_cast<std::size_t>(usage)); }
    BufferView takeView(Usage usage);
    template <class Value>
    Index addValues(const Layout& layout, std::span<const Value> values) {
        return add(layout, std::as_bytes(values));
    }
    bool packAsShorts(std::span<const glm::quat> keys);

    bool asStreams_ = false;
    std::array<View, kUsageCount> views_;  ///< by usage
    std::vector<Accessor> accessors_;      ///< without bufferView, which `finish` sets
    std::vector<Usage> usages_;            ///< by accessor
    std::vector<PackedImage> images_;
    std::unordered_multimap<std::uint64_t, Index> accessorsByHash_;
    std::unordered_multimap<std::uint64_t, Index> imagesByHash_;
    std::size_t comparisons_ = 0;
    std::vector<std::int16_t> shorts_;  ///< reused between calls
};

}  // namespace rigkiln::gltf_export
