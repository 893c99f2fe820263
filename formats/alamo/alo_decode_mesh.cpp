#include "formats/alamo/alo_decode_mesh.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "formats/alamo/alo_records.hpp"
#include "formats/alamo/chunk_ids.hpp"
#include "formats/alamo/chunk_reader.hpp"

namespace rigkiln::alamo {

namespace {

template <class Value>
void decodeParameterAs(const ByteReader& body, AloParameter& parameter) {
    ChunkList minis = ChunkList::ofMinis(body);
    Value value{};
    describeParameter(minis, parameter.name, value);
    parameter.value = std::move(value);
    parameter.unknownMinis = minis.takeRest();
}

AloParameter decodeParameter(const Chunk& chunk) {
    AloParameter parameter;
    switch (chunk.id) {
        case id::kParameterInteger:
            decodeParameterAs<std::int32_t>(chunk.body, parameter);
            break;
        case id::kParameterFloat:
            decodeParameterAs<float>(chunk.body, parameter);
            break;
        case id::kParameterFloat3:
            decodeParameterAs<Float3>(chunk.body, parameter);
            break;
        case id::kParameterTexture:
            decodeParameterAs<std::string>(chunk.body, parameter);
            break;
        default:
            decodeParameterAs<Float4>(chunk.body, parameter);
            break;
    }
    return parameter;
}

AloMaterial decodeMaterial(const ByteReader& body) {
    ChunkList chunks = ChunkList::ofChunks(body);
    AloMaterial material;
    chunks.field(id::kShader, "shader", material.shader);
    const std::vector<Chunk> parameters =
        chunks.takeAll({id::kParameterInteger, id::kParameterFloat, id::kParameterFloat3,
                        id::kParameterTexture, id::kParameterFloat4},
                       ChunkBody::Data, "parameter");
    material.parameters.reserve(parameters.size());
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const auto scope = body.enter("parameter", i);
        material.parameters.push_back(decodeParameter(parameters[i]));
    }
    material.unknownChunks = chunks.takeRest();
    return material;
}

void expectSize(const ByteReader& body, std::string_view field, std::uint32_t count,
                std::size_t elementSize) {
    if (body.left() == std::uint64_t{count} * elementSize) return;
    body.fail(field,
              fmt::format("{} bytes, {} elements of {} bytes are expected", body.left(), count, elementSize));
}

// Fills `unused` as Petroglyph's exporter does.
AloVertex widen(const AloShortVertex& brief) {
    return {.position = brief.position,
            .normal = brief.normal,
            .texCoords = brief.texCoords,
            .tangent = brief.tangent,
            .binormal = brief.binormal,
            .color = brief.color,
            .unused = {1, 1, 1, 1},
            .boneSlots = brief.boneSlots,
            .weights = brief.weights};
}

void decodeVertices(ChunkList& chunks, const ByteReader& parent, std::uint32_t count, AloSubMesh& subMesh) {
    auto full = chunks.takeOptionalData(id::kVertices10007, "vertices");
    auto brief = chunks.takeOptionalData(id::kVertices10005, "vertices");
    if (full.has_value() == brief.has_value()) {
        parent.fail("vertices", full ? "chunks 0x10005 and 0x10007 both occur, exactly one is expected"
                                     : "chunk 0x10007 (or 0x10005) is missing");
    }
    if (full) {
        subMesh.vertexChunk = AloVertexChunk::Full10007;
        expectSize(*full, "vertices", count, sizeof(AloVertex));
        subMesh.vertices = full->readRecords<AloVertex>("vertices", count);
    } else {
        subMesh.vertexChunk = AloVertexChunk::Short10005;
        expectSize(*brief, "vertices", count, sizeof(AloShortVertex));
        const auto records = brief->readRecords<AloShortVertex>("vertices", count);
        subMesh.vertices.resize(count);
        std::ranges::transform(records, subMesh.vertices.begin(), widen);
    }
}

void decodeIndices(ByteReader body, std::uint32_t triangleCount, AloSubMesh& subMesh) {
    constexpr std::string_view kField = "indices";
    expectSize(body, kField, triangleCount, kSizeOfTriangle);
    const std::size_t start = body.offset();
    subMesh.indices = body.readVector<std::uint16_t>(kField, std::size_t{triangleCount} * 3);
    const auto largest = std::ranges::max_element(subMesh.indices);
    if (largest == subMesh.indices.end() || *largest < subMesh.vertices.size()) return;
    const auto position = static_cast<std::size_t>(largest - subMesh.indices.begin());
    body.failAt(
        start + position * sizeof(std::uint16_t), kField,
        fmt::format("index {} is {}, there are {} vertices", position, *largest, subMesh.vertices.size()));
}

void decodeBoneMap(ByteReader body, std::size_t boneCount, AloSubMesh& subMesh) {
    constexpr std::string_view kField = "boneMap";
    const std::size_t count = body.left() / sizeof(std::uint32_t);
    const std::size_t start = body.offset();
    std::vector<std::uint32_t> bones = body.readVector<std::uint32_t>(kField, count);
    body.expectEnd(kField);
    for (std::size_t slot = 0; slot < bones.size(); ++slot) {
        if (bones[slot] < boneCount) continue;
        body.failAt(start + slot * sizeof(std::uint32_t), kField,
                    fmt::format("slot {} is bone {}, there are {}", slot, bones[slot], boneCount));
    }
    subMesh.boneMap = std::move(bones);
}

AloCollisionTree decodeCollisionTree(const ByteReader& body) {
    const auto scope = body.enter("collisionTree");
    ChunkList chunks = ChunkList::ofChunks(body);
    AloCollisionTree tree;
    const auto takeBytes = [&chunks](std::uint32_t id, std::string_view name) {
        ByteReader part = chunks.takeData(id, name);
        return part.readBytes(name, part.left());
    };
    tree.box = takeBytes(id::kCollisionBox, "box");
    tree.nodes = takeBytes(id::kCollisionNodes, "nodes");
    tree.triangles = takeBytes(id::kCollisionTriangles, "triangles");
    tree.unknownChunks = chunks.takeRest();
    return tree;
}

void decodeGeometry(const ByteReader& body, std::size_t boneCount, AloSubMesh& subMesh) {
    ChunkList chunks = ChunkList::ofChunks(body);
    ByteReader header = chunks.takeData(id::kGeometryHeader, "header");
    const auto vertexCount = header.read<std::uint32_t>("header.vertexCount");
    const auto triangleCount = header.read<std::uint32_t>("header.triangleCount");
    const auto padding = header.take("header.padding", subMesh.padding10001.size());
    std::ranges::copy(padding, subMesh.padding10001.begin());
    header.expectEnd("header");

    chunks.field(id::kVertexFormat, "vertexFormat", subMesh.vertexFormat);
    decodeVertices(chunks, body, vertexCount, subMesh);
    decodeIndices(chunks.takeData(id::kIndices, "indices"), triangleCount, subMesh);
    if (const auto map = chunks.takeOptionalData(id::kBoneMap, "boneMap")) {
        decodeBoneMap(*map, boneCount, subMesh);
    }
    if (const auto tree = chunks.takeOptionalContainer(id::kCollisionTree, "collisionTree")) {
        subMesh.collisionTree = decodeCollisionTree(*tree);
    }
    subMesh.unknownChunks = chunks.takeRest();
}

std::uint32_t decodeMeshHeader(ByteReader body, AloMesh& mesh) {
    const auto scope = body.enter("header");
    const auto subMeshCount = body.read<std::uint32_t>("subMeshCount");
    mesh.boxMinimum = body.readArray<float, 3>("boxMinimum");
    mesh.boxMaximum = body.readArray<float, 3>("boxMaximum");
    mesh.unknown28 = body.read<std::uint32_t>("unknown28");
    mesh.hidden = body.read<std::uint32_t>("hidden");
    mesh.collidable = body.read<std::uint32_t>("collidable");
    std::ranges::copy(body.take("padding", mesh.padding402.size()), mesh.padding402.begin());
    body.expectEnd("");
    return subMeshCount;
}

}  // namespace

AloMesh decodeMesh(const ByteReader& body, std::size_t boneCount) {
    ChunkList chunks = ChunkList::ofChunks(body);
    AloMesh mesh;
    chunks.field(id::kMeshName, "name", mesh.name);
    const ByteReader header = chunks.takeData(id::kMeshHeader, "header");
    const std::uint32_t subMeshCount = decodeMeshHeader(header, mesh);
    const auto materials = chunks.takeAll({id::kMaterial}, ChunkBody::Container, "material");
    const auto geometries = chunks.takeAll({id::kGeometry}, ChunkBody::Container, "geometry");
    if (materials.size() != subMeshCount || geometries.size() != subMeshCount) {
        header.fail("header.subMeshCount",
                    fmt::format("{} sub-meshes are announced, {} materials and {} geometries follow",
                                subMeshCount, materials.size(), geometries.size()));
    }
    mesh.subMeshes.resize(subMeshCount);
    for (std::size_t i = 0; i < mesh.subMeshes.size(); ++i) {
        {
            const auto scope = body.enter("material", i);
            mesh.subMeshes[i].material = decodeMaterial(materials[i].body);
        }
        const auto scope = body.enter("geometry", i);
        decodeGeometry(geometries[i].body, boneCount, mesh.subMeshes[i]);
    }
    mesh.unknownChunks = chunks.takeRest();
    return mesh;
}

}  // namespace rigkiln::alamo
