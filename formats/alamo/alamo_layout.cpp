#include "formats/alamo/alamo_layout.hpp"

#include <array>

#include "formats/alamo/chunk_ids.hpp"

namespace rigkiln::alamo {

namespace {

using enum FieldType;

template <std::size_t count>
using Layouts = std::array<ChunkLayout, count>;
template <std::size_t count>
using Fields = std::array<FieldLayout, count>;

constexpr ChunkLayout record(std::uint32_t id, std::string_view name, std::span<const FieldLayout> fields) {
    return {.id = id, .name = name, .fields = fields};
}

constexpr ChunkLayout records(std::uint32_t id, std::string_view name, std::span<const FieldLayout> fields) {
    return {.id = id, .name = name, .content = ChunkContent::Records, .fields = fields};
}

template <std::size_t count>
constexpr ChunkLayout minis(std::uint32_t id, std::string_view name, const Layouts<count>& children) {
    return {.id = id,
            .name = name,
            .content = ChunkContent::Minis,
            .children = children.data(),
            .childCount = count};
}

template <std::size_t count>
constexpr ChunkLayout container(std::uint32_t id, std::string_view name, const Layouts<count>& children) {
    return {.id = id,
            .name = name,
            .content = ChunkContent::Container,
            .children = children.data(),
            .childCount = count};
}

constexpr ChunkLayout numbered(ChunkLayout layout) {
    layout.numbered = true;
    return layout;
}

constexpr ChunkLayout object(ChunkLayout layout) {
    layout.isObject = true;
    return numbered(layout);
}

// Records of a single field.
constexpr Fields<1> kOneI32 = {{{"value", I32}}};
constexpr Fields<1> kOneU32 = {{{"value", U32}}};
constexpr Fields<1> kOneU16 = {{{"value", U16}}};
constexpr Fields<1> kOneF32 = {{{"value", F32}}};
constexpr Fields<1> kF32x3 = {{{"value", F32, 3}}};
constexpr Fields<1> kF32x4 = {{{"value", F32, 4}}};
constexpr Fields<1> kU16x3 = {{{"value", U16, 3}}};
constexpr Fields<1> kI16x4 = {{{"value", I16, 4}}};
constexpr Fields<1> kText = {{{"value", Text}}};
constexpr Fields<1> kBytes = {{{"value", Bytes, 0}}};

// Animation.

constexpr Layouts<6> kAnimationHeader = {{
    record(1, "frameCount", kOneU32),
    record(2, "framesPerSecond", kOneF32),
    record(3, "boneCount", kOneU32),
    record(11, "rotationBlock", kOneU32),
    record(12, "translationBlock", kOneU32),
    record(13, "scaleBlock", kOneU32),
}};

constexpr Layouts<11> kAnimatedBoneHeader = {{
    record(4, "name", kText),
    record(5, "index", kOneU32),
    record(10, "rest", kOneU32),
    record(6, "translationOffset", kF32x3),
    record(7, "translationScale", kF32x3),
    record(8, "scaleOffset", kF32x3),
    record(9, "scaleScale", kF32x3),
    record(14, "translationIndex", kOneU16),
    record(15, "scaleIndex", kOneU16),
    record(16, "rotationIndex", kOneU16),
    record(17, "defaultRotation", kI16x4),
}};

constexpr Layouts<6> kAnimatedBone = {{
    minis(id::kAnimatedBoneHeader, "header", kAnimatedBoneHeader),
    records(id::kTranslations, "translations", kU16x3),
    records(id::kScales, "scales", kU16x3),
    records(id::kRotations, "rotations", kI16x4),
    record(id::kVisibilityBits, "visibilityBits", kBytes),
    record(id::kStepBits, "stepBits", kBytes),
}};

constexpr Layouts<5> kAnimation = {{
    minis(id::kAnimationHeader, "header", kAnimationHeader),
    numbered(container(id::kAnimatedBone, "bone", kAnimatedBone)),
    records(id::kTranslationPool, "translationPool", kOneU16),
    records(id::kRotationPool, "rotationPool", kI16x4),
    records(id::kScalePool, "scalePool", kOneU16),
}};

// Model: skeleton.

constexpr Fields<2> kSkeletonHeader = {{{"boneCount", U32}, {"padding", Bytes, 124}}};
constexpr Fields<3> kBone205 = {{{"parent", I32}, {"visible", U32}, {"matrix", F32, 12}}};
constexpr Fields<4> kBone206 = {{{"parent", I32}, {"visible", U32}, {"billboard", U32}, {"matrix", F32, 12}}};

constexpr Layouts<3> kBone = {{
    record(id::kBoneName, "name", kText),
    record(id::kBoneData205, "data", kBone205),
    record(id::kBoneData206, "data", kBone206),
}};

constexpr Layouts<2> kSkeleton = {{
    record(id::kSkeletonHeader, "header", kSkeletonHeader),
    numbered(container(id::kBone, "bone", kBone)),
}};

// Model: meshes.

constexpr Layouts<2> kIntegerParameter = {{record(1, "name", kText), record(2, "value", kOneI32)}};
constexpr Layouts<2> kFloatParameter = {{record(1, "name", kText), record(2, "value", kOneF32)}};
constexpr Layouts<2> kFloat3Parameter = {{record(1, "name", kText), record(2, "value", kF32x3)}};
constexpr Layouts<2> kTextureParameter = {{record(1, "name", kText), record(2, "value", kText)}};
constexpr Layouts<2> kFloat4Parameter = {{record(1, "name", kText), record(2, "value", kF32x4)}};

constexpr Layouts<6> kMaterial = {{
    record(id::kShader, "shader", kText),
    minis(id::kParameterInteger, "integer parameter", kIntegerParameter),
    minis(id::kParameterFloat, "float parameter", kFloatParameter),
    minis(id::kParameterFloat3, "float3 parameter", kFloat3Parameter),
    minis(id::kParameterTexture, "texture parameter", kTextureParameter),
    minis(id::kParameterFloat4, "float4 parameter", kFloat4Parameter),
}};

constexpr Fields<3> kGeometryHeader = {
    {{"vertexCount", U32}, {"triangleCount", U32}, {"padding", Bytes, 120}}};
constexpr Fields<11> kFullVertex = {{
    {"position", F32, 3},
    {"normal", F32, 3},
    {"uv0", F32, 2},
    {"uv1", F32, 2},
    {"uv2", F32, 2},
    {"uv3", F32, 2},
    {"tangent", F32, 3},
    {"binormal", F32, 3},
    {"color", F32, 4},
    {"unused", F32, 4},
    {"boneSlots", U32, 4},
}};
constexpr FieldLayout kWeights = {"weights", F32, 4};

// Full and short vertices differ only in `unused`.
constexpr Fields<12> fullVertex() {
    Fields<12> fields{};
    for (std::size_t i = 0; i < kFullVertex.size(); ++i)
        fields[i] = kFullVertex[i];
    fields[11] = kWeights;
    return fields;
}

constexpr Fields<11> shortVertex() {
    Fields<11> fields = kFullVertex;
    fields[9] = kFullVertex[10];
    fields[10] = kWeights;
    return fields;
}

constexpr Fields<12> kVertex10007 = fullVertex();
constexpr Fields<11> kVertex10005 = shortVertex();

constexpr Layouts<4> kCollisionBox = {{
    record(0, "minimum", kF32x3),
    record(1, "maximum", kF32x3),
    record(2, "nodeCount", kOneU32),
    record(3, "triangleCount", kOneU32),
}};
constexpr Fields<3> kCollisionNode = {{{"box", Bytes, 6}, {"count", U16}, {"link", U16}}};

constexpr Layouts<3> kCollisionTree = {{
    minis(id::kCollisionBox, "box", kCollisionBox),
    records(id::kCollisionNodes, "nodes", kCollisionNode),
    records(id::kCollisionTriangles, "triangles", kOneU16),
}};

constexpr Layouts<7> kGeometry = {{
    record(id::kGeometryHeader, "header", kGeometryHeader),
    record(id::kVertexFormat, "vertexFormat", kText),
    records(id::kVertices10007, "vertices", kVertex10007),
    records(id::kVertices10005, "vertices", kVertex10005),
    records(id::kIndices, "triangles", kU16x3),
    records(id::kBoneMap, "boneMap", kOneU32),
    container(id::kCollisionTree, "collisionTree", kCollisionTree),
}};

constexpr Fields<7> kMeshHeader = {{
    {"subMeshCount", U32},
    {"boxMinimum", F32, 3},
    {"boxMaximum", F32, 3},
    {"unknown28", U32},
    {"hidden", U32},
    {"collidable", U32},
    {"padding", Bytes, 88},
}};

constexpr Layouts<4> kMesh = {{
    record(id::kMeshName, "name", kText),
    record(id::kMeshHeader, "header", kMeshHeader),
    numbered(container(id::kMaterial, "material", kMaterial)),
    numbered(container(id::kGeometry, "geometry", kGeometry)),
}};

// Model: lights and attachments.

constexpr Fields<7> kLightData = {{
    {"type", U32},
    {"color", F32, 3},
    {"intensity", F32},
    {"farAttenuationEnd", F32},
    {"farAttenuationStart", F32},
    {"hotspot", F32},
    {"falloff", F32},
}};

constexpr Layouts<2> kLight = {{
    record(id::kLightName, "name", kText),
    record(id::kLightData, "data", kLightData),
}};

constexpr Layouts<3> kConnectionsHeader = {{
    record(1, "connectionCount", kOneU32),
    record(4, "proxyCount", kOneU32),
    record(9, "dazzleCount", kOneU32),
}};

constexpr Layouts<2> kConnection = {{record(2, "object", kOneU32), record(3, "bone", kOneU32)}};

constexpr Layouts<4> kProxy = {{
    record(5, "name", kText),
    record(6, "bone", kOneU32),
    record(7, "hidden", kOneU32),
    record(8, "altDecreaseStayHidden", kOneU32),
}};

constexpr Layouts<14> kDazzleData = {{
    record(0, "color", kF32x3),
    record(1, "position", kF32x3),
    record(2, "radius", kOneF32),
    record(3, "textureX", kOneU32),
    record(4, "textureY", kOneU32),
    record(6, "textureSize", kOneU32),
    record(5, "texture", kText),
    record(7, "frequency", kOneF32),
    record(8, "phase", kOneF32),
    record(9, "nightOnly", kOneU32),
    record(10, "bone", kOneU32),
    record(11, "name", kText),
    record(12, "hidden", kOneU32),
    record(13, "bias", kOneF32),
}};

constexpr Layouts<1> kDazzle = {{minis(id::kDazzleData, "data", kDazzleData)}};

constexpr Layouts<4> kConnections = {{
    minis(id::kConnectionsHeader, "header", kConnectionsHeader),
    numbered(minis(id::kConnection, "connection", kConnection)),
    numbered(minis(id::kProxy, "proxy", kProxy)),
    numbered(container(id::kDazzle, "dazzle", kDazzle)),
}};

constexpr Layouts<5> kTopLevel = {{
    container(id::kAnimation, "animation", kAnimation),
    container(id::kSkeleton, "skeleton", kSkeleton),
    object(container(id::kMesh, "mesh", kMesh)),
    object(container(id::kLight, "light", kLight)),
    container(id::kConnections, "connections", kConnections),
}};

}  // namespace

std::span<const ChunkLayout> alamoLayout() {
    return kTopLevel;
}

}  // namespace rigkiln::alamo
