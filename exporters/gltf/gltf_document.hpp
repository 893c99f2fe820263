#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "exporters/gltf/view_bytes.hpp"
#include "pipeline/base/shared_bytes.hpp"
#include "pipeline/packing/packed_stream.hpp"
#include "pipeline/scene/clip.hpp"
#include "pipeline/scene/material.hpp"
#include "pipeline/scene/transform.hpp"

/// The part of glTF 2.0 that we write, as plain structs. The builders fill them, checkDocument checks them
/// and writeJson writes them. Members follow the specification; values that equal its defaults are not
/// written.
namespace rigkiln::gltf_export {

using Index = std::uint32_t;  ///< position in one of the arrays of the Document

enum class ComponentType : std::uint16_t {
    Byte = 5120,
    UnsignedByte = 5121,
    Short = 5122,
    UnsignedShort = 5123,
    UnsignedInt = 5125,
    Float = 5126
};

enum class ElementType : std::uint8_t { Scalar, Vec2, Vec3, Vec4, Mat4 };

enum class ViewTarget : std::uint16_t { None = 0, Vertices = 34962, Indices = 34963 };

[[nodiscard]] constexpr std::size_t componentSize(ComponentType type) {
    if (type == ComponentType::Byte || type == ComponentType::UnsignedByte) return 1;
    return type == ComponentType::Short || type == ComponentType::UnsignedShort ? 2 : 4;
}

[[nodiscard]] constexpr std::size_t componentCount(ElementType type) {
    switch (type) {
        case ElementType::Scalar:
            return 1;
        case ElementType::Vec2:
            return 2;
        case ElementType::Vec3:
            return 3;
        case ElementType::Vec4:
            return 4;
        case ElementType::Mat4:
            return 16;
    }
    return 0;
}

/// JSON text of the extras object; empty when there are no extras.
using ExtrasJson = std::string;

/// Range of the single buffer. Views follow each other in their order, each starting at a multiple of 4.
struct BufferView {
    ViewBytes bytes{};             ///< as readers see them, that is unpacked
    std::uint32_t byteStride = 0;  ///< 0: not given
    ViewTarget target = ViewTarget::None;
    /// How EXT_meshopt_compression unpacks `packed` to `bytes`. The buffer then holds `packed` instead of
    /// `bytes`. None: the view is no stream.
    std::optional<StreamShape> stream{};
    /// Of a stream with a filter: the filter's input, from which it makes `bytes`.
    SharedBytes beforeFilter{};
    SharedBytes packed{};  ///< empty until packViews

    [[nodiscard]] std::size_t storedSize() const { return packed.empty() ? bytes.size() : packed.size(); }
    [[nodiscard]] std::span<const SharedBytes> storedBlocks() const {
        return packed.empty() ? bytes.blocks() : std::span(&packed, 1);
    }
};

struct Accessor {
    Index bufferView = 0;
    std::size_t byteOffset = 0;  ///< in the view
    std::size_t count = 0;
    ComponentType componentType = ComponentType::Float;
    ElementType type = ElementType::Scalar;
    bool normalized = false;
    std::uint8_t boundsSize = 0;  ///< how many components of minimum and maximum are written: 0, 1 or 3
    std::array<float, 3> minimum{};
    std::array<float, 3> maximum{};

    [[nodiscard]] std::size_t elementSize() const {
        return componentSize(componentType) * componentCount(type);
    }
};

struct Node {
    std::string name{};
    std::vector<Index> children{};
    Transform transform{};
    std::optional<Index> mesh{};
    std::optional<Index> skin{};
    std::optional<Index> light{};
    std::optional<bool> visible{};  ///< KHR_node_visibility; none: without the extension
    std::vector<Index> coarser{};   ///< nodes that may take its place, finer ones first (MSFT_lod)
    ExtrasJson extras{};
};

struct Attribute {
    std::string name{};  ///< "POSITION", "JOINTS_0"
    Index accessor = 0;
};

struct DocumentPrimitive {
    std::vector<Attribute> attributes{};
    Index indices = 0;
    std::optional<Index> material{};
};

struct DocumentMesh {
    std::string name{};
    std::vector<DocumentPrimitive> primitives{};
    ExtrasJson extras{};
};

struct DocumentSkin {
    std::string name{};
    std::vector<Index> joints{};
    std::optional<Index> skeleton{};  ///< the root of the joints
    Index inverseBindMatrices = 0;
    ExtrasJson extras{};
};

struct TextureReference {
    Index texture = 0;
    std::uint32_t texCoord = 0;
    std::optional<glm::vec2> offset{};  ///< KHR_texture_transform; none: without the extension
};

struct DocumentMaterial {
    std::string name{};
    glm::vec4 baseColorFactor{1.0F};
    float metallicFactor = 1.0F;
    float roughnessFactor = 1.0F;
    glm::vec3 emissiveFactor{0.0F};
    std::optional<TextureReference> baseColorTexture{};
    std::optional<TextureReference> normalTexture{};
    std::optional<TextureReference> emissiveTexture{};
    AlphaMode alphaMode = AlphaMode::Opaque;
    float alphaCutoff = 0.5F;
    bool doubleSided = false;
    bool unlit = false;
    ExtrasJson extras{};
};

inline constexpr std::string_view kWebpType = "image/webp";

struct DocumentTexture {
    Index source = 0;  ///< image
    Index sampler = 0;
};

/// Laws: either a buffer view or a URI.
struct Image {
    std::string name{};
    std::string mimeType{};
    std::optional<Index> bufferView{};
    std::string uri{};  ///< relative reference, percent-encoded
    ExtrasJson extras{};
};

/// Light of KHR_lights_punctual.
struct DocumentLight {
    std::string_view type{};
    glm::vec3 color{1.0F};
    float intensity = 1.0F;
    std::optional<float> range{};
    float innerConeAngle = 0.0F;
    float outerConeAngle = 0.0F;
};

/// Property that a channel moves. The last two are pointers of KHR_animation_pointer: into
/// KHR_node_visibility, and to the offset that KHR_texture_transform gives the base colour texture of a
/// material.
enum class Path : std::uint8_t { Translation, Rotation, Scale, NodeVisibility, BaseColorOffset };

[[nodiscard]] constexpr bool isPointer(Path path) {
    return path == Path::NodeVisibility || path == Path::BaseColorOffset;
}

struct Sampler {
    Index input = 0;
    Index output = 0;
    Interpolation interpolation = Interpolation::Linear;
};

struct Channel {
    Index sampler = 0;
    Index target = 0;  ///< a node; a material for BaseColorOffset
    Path path = Path::Translation;
};

struct Animation {
    std::string name{};
    std::vector<Sampler> samplers{};
    std::vector<Channel> channels{};
    ExtrasJson extras{};
};

struct Document {
    std::string sceneName{};
    std::vector<Index> sceneRoots{};
    std::vector<Node> nodes{};
    std::vector<DocumentMesh> meshes{};
    std::vector<DocumentSkin> skins{};
    std::vector<DocumentMaterial> materials{};
    std::vector<Image> images{};
    std::vector<DocumentTexture> textures{};
    std::vector<TextureSampler> textureSamplers{};
    std::vector<DocumentLight> lights{};
    std::vector<Animation> animations{};
    std::vector<Accessor> accessors{};
    std::vector<BufferView> bufferViews{};
    std::optional<Index> sourceView{};  ///< the buffer view of source files
    bool areNamesImplied = false;       ///< kImpliedNames holds
    std::string jointNumbers{};         ///< kJointNumbers; empty: joints have their numbers themselves
    ExtrasJson assetExtras{};
    std::optional<std::string> vrm{};  ///< VRMC_vrm, as JSON

    /// Releases the memory of views that are stored in a file, until they are read again. Call it now and
    /// then while reading many accessors, or all of them end up in memory.
    void restViews() const {
        for (const BufferView& view : bufferViews)
            view.bytes.rest();
    }
};

}  // namespace rigkiln::gltf_export
