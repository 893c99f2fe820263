#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/gltf/validate/member_reader.hpp"
#include "pipeline/base/shared_bytes.hpp"

/// The objects of a glTF document, after their members were checked one by one. Texts point into the JSON.
/// Indices are kNone when the member is missing or wrong; they may refer to nothing.
namespace rigkiln::gltf_validation {

inline constexpr Integer kByte = 5120;
inline constexpr Integer kUnsignedByte = 5121;
inline constexpr Integer kShort = 5122;
inline constexpr Integer kUnsignedShort = 5123;
inline constexpr Integer kUnsignedInt = 5125;
inline constexpr Integer kFloat = 5126;

inline constexpr Integer kVertexBuffer = 34962;
inline constexpr Integer kIndexBuffer = 34963;

inline constexpr Integer kTriangles = 4;

/// List of objects; those that are no objects in the file have no value.
template <class Item>
struct ObjectList {
    std::vector<std::optional<Item>> items{};

    /// Returns null when the index refers to nothing.
    [[nodiscard]] Item* find(Integer index) {
        if (index < 0 || static_cast<std::uint64_t>(index) >= items.size()) return nullptr;
        auto& item = items[static_cast<std::size_t>(index)];
        return item ? &*item : nullptr;
    }
};

/// Bytes of a buffer or image.
struct HeldBytes {
    SharedBytes owner{};
    std::span<const std::byte> bytes{};

    HeldBytes() = default;
    explicit HeldBytes(SharedBytes held) : owner(std::move(held)), bytes(owner) {}
    /// Borrows bytes of the file that is checked.
    explicit HeldBytes(std::span<const std::byte> part) : bytes(part) {}
};

struct Buffer {
    Integer byteLength = kNone;
    bool hasUri = false;
    const std::string* uri = nullptr;  ///< of a file
    std::optional<HeldBytes> held{};
    bool isUsed = false;
};

enum class ViewUsage : std::uint8_t { InverseBind, Image, Indices, Other, Vertices };

struct BufferView {
    Integer buffer = kNone;
    Integer byteOffset = 0;
    Integer byteLength = kNone;
    Integer byteStride = kNone;
    Integer target = kNone;
    std::optional<ViewUsage> usage{};
    std::set<Integer> attributes{};  ///< accessors of vertices without a stride
    bool isUsed = false;
};

enum class Shape : std::uint8_t { Scalar, Vec2, Vec3, Vec4, Mat2, Mat3, Mat4, Unknown };

/// Type of an accessor's elements.
struct AccessorFormat {
    Shape shape = Shape::Unknown;
    Integer componentType = kNone;
    bool isNormalized = false;

    auto operator<=>(const AccessorFormat&) const = default;
};

[[nodiscard]] Integer componentSize(Integer componentType);
[[nodiscard]] Integer componentCount(Shape shape);
/// Returns the format as text: "VEC3 of FLOAT".
[[nodiscard]] std::string formatText(const AccessorFormat& format);
[[nodiscard]] std::string formatText(std::span<const AccessorFormat> formats);

enum class AccessorUsage : std::uint8_t { KeyTimes, KeyValues, InverseBind, Indices, Attribute };

struct SparsePart {
    Integer bufferView = kNone;
    Integer byteOffset = 0;
    Integer componentType = kNone;
};

struct Sparse {
    Integer count = kNone;
    SparsePart indices{};
    SparsePart values{};
};

struct Accessor {
    Integer bufferView = kNone;
    Integer byteOffset = 0;
    Integer count = kNone;
    bool hasShape = false;  ///< there is a type, perhaps an unknown one
    AccessorFormat format{};
    std::optional<std::vector<double>> min{};
    std::optional<std::vector<double>> max{};
    std::optional<Sparse> sparse{};
    std::optional<AccessorUsage> usage{};
    bool isUsed = false;

    [[nodiscard]] bool isWhole() const { return hasShape && format.componentType != kNone && count != kNone; }
    /// Bytes from the start of an element to its end. Columns of matrices start at multiples of 4 bytes.
    [[nodiscard]] Integer elementBytes() const;
    /// Bytes from element to element. `view` may be null.
    [[nodiscard]] Integer stride(const BufferView* view) const;
    [[nodiscard]] Integer byteLength(const BufferView* view) const {
        return stride(view) * (count - 1) + elementBytes();
    }
};

struct Image {
    Integer bufferView = kNone;
    const std::string* mimeType = nullptr;
    const std::string* uri = nullptr;  ///< of a file
    std::optional<HeldBytes> held{};
    bool hasExtensions = false;
    std::string_view foundType{};  ///< MIME type of the bytes
    bool isUsed = false;
};

struct Texture {
    Integer sampler = kNone;
    Integer source = kNone;
    std::optional<Integer> webpSource{};
    bool isUsed = false;
};

struct Plain {
    bool isUsed = false;
};

/// Use of a texture by a material, or a texture transform, which names coordinates only.
struct TextureUse {
    std::string pointer{};
    Integer texture = kNone;
    Integer texCoord = kNone;
    bool isTransform = false;
};

struct Material {
    std::vector<TextureUse> textures{};
    bool hasNormalTexture = false;
    bool needsTangents = false;
    bool isUsed = false;
};

using Attributes = std::vector<std::pair<std::string_view, Integer>>;

/// Materials of a primitive in variants of the file (KHR_materials_variants).
struct VariantMapping {
    std::string pointer{};
    std::vector<Integer> variants{};
    Integer material = kNone;
};

struct Primitive {
    Attributes attributes{};
    bool hasAttributes = false;
    Integer indices = kNone;
    Integer material = kNone;
    Integer mode = kTriangles;
    std::optional<std::vector<Attributes>> targets{};
    bool hasNormal = false;
    bool hasTangent = false;
    Integer jointSets = 0;  ///< of JOINTS and of WEIGHTS; 0 if the numbers differ
    Integer texCoordSets = 0;
    std::vector<VariantMapping> mappings{};
    Integer vertices = kNone;
};

struct Mesh {
    std::optional<std::vector<Primitive>> primitives{};
    bool hasWeights = false;
    bool areWeightsUsed = false;
    bool isUsed = false;
};

struct Node {
    Integer camera = kNone;
    Integer skin = kNone;
    Integer mesh = kNone;
    std::optional<std::vector<Integer>> children{};
    std::optional<std::size_t> weights{};  ///< their number
    bool hasMatrix = false;
    bool hasTransform = false;
    bool hasExtensions = false;
    bool hasExtras = false;
    std::optional<Integer> light{};
    Integer parent = kNone;
    bool isJoint = false;
    bool isUsed = false;
};

struct Skin {
    Integer inverseBindMatrices = kNone;
    Integer skeleton = kNone;
    std::optional<std::vector<Integer>> joints{};
    Integer root = kNone;  ///< of the tree with all joints; kNone if there is none
    bool isUsed = false;
};

struct Channel {
    Integer sampler = kNone;
    bool hasTarget = false;
    Integer node = kNone;
    const std::string* path = nullptr;
    bool hasPointer = false;
};

struct AnimationSampler {
    Integer input = kNone;
    Integer output = kNone;
    bool hasInterpolation = true;
    bool isSpline = false;
    bool isUsed = false;
};

struct Animation {
    std::optional<std::vector<Channel>> channels{};
    std::optional<std::vector<AnimationSampler>> samplers{};
};

struct SceneObject {
    std::optional<std::vector<Integer>> nodes{};
};

struct Document {
    ObjectList<Accessor> accessors{};
    ObjectList<Animation> animations{};
    ObjectList<Buffer> buffers{};
    ObjectList<BufferView> bufferViews{};
    ObjectList<Plain> cameras{};
    ObjectList<Image> images{};
    ObjectList<Material> materials{};
    ObjectList<Mesh> meshes{};
    ObjectList<Node> nodes{};
    ObjectList<Plain> samplers{};
    ObjectList<SceneObject> scenes{};
    ObjectList<Skin> skins{};
    ObjectList<Texture> textures{};
    std::optional<ObjectList<Plain>> lights{};
    std::optional<ObjectList<Plain>> variants{};
};

}  // namespace rigkiln::gltf_validation
