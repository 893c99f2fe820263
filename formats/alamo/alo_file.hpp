#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "formats/alamo/chunk.hpp"

/// ALO model as stored (README, section Model). Field names follow the file; nothing is interpreted.
namespace rigkiln::alamo {

using Float2 = std::array<float, 2>;
using Float3 = std::array<float, 3>;
using Float4 = std::array<float, 4>;

struct AloBone {
    std::string name;
    std::int32_t parent = -1;
    std::uint32_t visible = 1;
    std::optional<std::uint32_t> billboard;  ///< stored as chunk 206 when present, as 205 when absent
    std::array<float, 12> matrix{1, 0, 0, 0, 0, 1,
                                 0, 0, 0, 0, 1, 0};  ///< three rows of a 3x4 column-vector matrix
    std::vector<UnknownChunk> unknownChunks;         ///< in 202

    bool operator==(const AloBone&) const = default;
};

/// Vertex of chunk 10007: 144 bytes in this order. Chunk 10005 lacks `unused`.
struct AloVertex {
    Float3 position{};
    Float3 normal{};
    std::array<Float2, 4> texCoords{};
    Float3 tangent{};
    Float3 binormal{};
    Float4 color{1, 1, 1, 1};
    Float4 unused{1, 1, 1, 1};
    std::array<std::uint32_t, 4> boneSlots{};
    Float4 weights{1, 0, 0, 0};

    bool operator==(const AloVertex&) const = default;
};
static_assert(sizeof(AloVertex) == 144);

enum class AloVertexChunk : std::uint8_t { Short10005, Full10007 };

/// Collision tree 1200, kept without interpretation. `box` is the whole body of 1201.
struct AloCollisionTree {
    std::vector<std::byte> box;
    std::vector<std::byte> nodes;      ///< 1202, 10 bytes each
    std::vector<std::byte> triangles;  ///< 1203, u16 each
    std::vector<UnknownChunk> unknownChunks;

    bool operator==(const AloCollisionTree&) const = default;
};

/// Values of chunks 10102 to 10106, in this order. Textures are stored by name.
using AloParameterValue = std::variant<std::int32_t, float, Float3, std::string, Float4>;

struct AloParameter {
    std::string name;
    AloParameterValue value;
    std::vector<UnknownChunk> unknownMinis;

    bool operator==(const AloParameter&) const = default;
};

struct AloMaterial {
    std::string shader;
    std::vector<AloParameter> parameters;  ///< in the order of the file
    std::vector<UnknownChunk> unknownChunks;

    bool operator==(const AloMaterial&) const = default;
};

struct AloSubMesh {
    AloMaterial material;
    std::array<std::byte, 120> padding10001{};
    std::string vertexFormat;  ///< "alD3dVertNU2": which fields of the vertices are used
    AloVertexChunk vertexChunk = AloVertexChunk::Full10007;
    std::vector<AloVertex> vertices;
    std::vector<std::uint16_t> indices;                 ///< three per triangle
    std::optional<std::vector<std::uint32_t>> boneMap;  ///< slot to bone; skinned sub-meshes only
    std::optional<AloCollisionTree> collisionTree;
    std::vector<UnknownChunk> unknownChunks;  ///< in 10000

    bool operator==(const AloSubMesh&) const = default;
};

struct AloMesh {
    std::string name;
    Float3 boxMinimum{};
    Float3 boxMaximum{};
    std::uint32_t unknown28 = 0;  ///< seen: always 0
    std::uint32_t hidden = 0;
    std::uint32_t collidable = 0;
    std::array<std::byte, 88> padding402{};
    std::vector<AloSubMesh> subMeshes;  ///< chunk 402 also stores their number
    std::vector<UnknownChunk> unknownChunks;

    bool operator==(const AloMesh&) const = default;
};

enum class AloLightType : std::uint32_t { Omni = 0, Directional = 1, Spot = 2 };

struct AloLight {
    std::string name;
    std::uint32_t type = 0;  ///< an AloLightType if known
    Float3 color{1, 1, 1};
    float intensity = 1;
    float farAttenuationEnd = 0;
    float farAttenuationStart = 0;
    float hotspot = 0;  ///< radians, full cone
    float falloff = 0;  ///< radians, full cone; -0.01745 when unset
    std::vector<UnknownChunk> unknownChunks;

    bool operator==(const AloLight&) const = default;
};

/// Meshes and lights, numbered together from 0 in file order.
using AloObject = std::variant<AloMesh, AloLight>;

struct AloConnection {
    std::uint32_t object = 0;
    std::uint32_t bone = 0;
    std::vector<UnknownChunk> unknownMinis;

    bool operator==(const AloConnection&) const = default;
};

struct AloProxy {
    std::string name;
    std::uint32_t bone = 0;
    std::optional<std::uint32_t> hidden;
    std::optional<std::uint32_t> altDecreaseStayHidden;
    std::vector<UnknownChunk> unknownMinis;

    bool operator==(const AloProxy&) const = default;
};

struct AloDazzle {
    Float3 color{};
    Float3 position{};
    float radius = 0;
    std::uint32_t textureX = 0;
    std::uint32_t textureY = 0;
    std::uint32_t textureSize = 0;
    std::string texture;
    float frequency = 0;
    float phase = 0;
    std::uint32_t nightOnly = 0;
    std::uint32_t bone = 0;
    std::string name;
    std::uint32_t hidden = 0;
    std::optional<float> bias;
    std::vector<UnknownChunk> unknownMinis;
    std::vector<UnknownChunk> unknownChunks;  ///< in 604, besides the chunk of id 0

    bool operator==(const AloDazzle&) const = default;
};

struct AloFile {
    std::array<std::byte, 124> padding201{};
    std::vector<AloBone> bones;
    std::vector<AloObject> objects;
    std::vector<AloConnection> connections;
    std::vector<AloProxy> proxies;
    std::vector<AloDazzle> dazzles;
    bool storesDazzleCount = false;  ///< whether 601 has mini 9; its value may be 0
    std::vector<UnknownChunk> unknownIn601;
    std::vector<UnknownChunk> unknownIn600;
    std::vector<UnknownChunk> unknownIn200;
    std::vector<UnknownChunk> unknownChunks;  ///< at the top level

    bool operator==(const AloFile&) const = default;
};

/// Decodes a file. Throws FormatError. Laws of the result: at least one bone; a parent is -1 or smaller than
/// the bone's own index; indices of a sub-mesh are below its vertex count; bone maps, connections, proxies
/// and dazzles refer to existing bones and objects. Bone slots of vertices are not checked, because an unused
/// slot may hold anything.
[[nodiscard]] AloFile decodeAlo(std::span<const std::byte> file);

/// Throws EncodeError when a name or count does not fit its field.
[[nodiscard]] std::vector<std::byte> encodeAlo(const AloFile& file);

/// Returns the number of bones. Reads only the skeleton. `file` may be cut off behind the skeleton if that
/// comes first, as in all files of the games. Throws FormatError.
[[nodiscard]] std::size_t probeAloBoneCount(std::span<const std::byte> file);

}  // namespace rigkiln::alamo
