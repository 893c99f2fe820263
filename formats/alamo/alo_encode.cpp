#include <algorithm>
#include <array>
#include <variant>

#include <fmt/format.h>

#include "formats/alamo/alo_file.hpp"
#include "formats/alamo/alo_records.hpp"
#include "formats/alamo/chunk_ids.hpp"
#include "formats/alamo/chunk_writer.hpp"

namespace rigkiln::alamo {

namespace {

void encodeBone(ChunkWriter& chunks, const AloBone& bone) {
    chunks.text(id::kBoneName, "name", bone.name);
    chunks.data(bone.billboard ? id::kBoneData206 : id::kBoneData205, [&](ByteWriter& out) {
        out.write(bone.parent);
        out.write(bone.visible);
        if (bone.billboard) out.write(*bone.billboard);
        out.writeAll(std::span<const float>(bone.matrix));
    });
}

void encodeSkeleton(ChunkOutput& out, ChunkWriter& chunks, const AloFile& file) {
    const auto scope = out.enter("skeleton");
    chunks.data(id::kSkeletonHeader, [&](ByteWriter& bytes) {
        bytes.write(storedCount(out, "boneCount", file.bones.size()));
        bytes.writeBytes(file.padding201);
    });
    for (std::size_t i = 0; i < file.bones.size(); ++i) {
        const auto boneScope = out.enter("bone", i);
        const AloBone& bone = file.bones[i];
        chunks.container(id::kBone, bone.unknownChunks, [&](ChunkWriter& inner) { encodeBone(inner, bone); });
    }
}

// In the order of the alternatives of AloParameterValue.
constexpr std::array<std::uint32_t, std::variant_size_v<AloParameterValue>> kParameterIds = {
    id::kParameterInteger, id::kParameterFloat, id::kParameterFloat3, id::kParameterTexture,
    id::kParameterFloat4};

void encodeMaterial(ChunkOutput& out, ChunkWriter& chunks, const AloMaterial& material) {
    chunks.text(id::kShader, "shader", material.shader);
    for (std::size_t i = 0; i < material.parameters.size(); ++i) {
        const auto scope = out.enter("parameter", i);
        const AloParameter& parameter = material.parameters[i];
        chunks.minis(
            kParameterIds.at(parameter.value.index()), parameter.unknownMinis, [&](MiniWriter& minis) {
                std::visit([&](const auto& value) { describeParameter(minis, parameter.name, value); },
                           parameter.value);
            });
    }
}

AloShortVertex shorten(const AloVertex& vertex) {
    return {.position = vertex.position,
            .normal = vertex.normal,
            .texCoords = vertex.texCoords,
            .tangent = vertex.tangent,
            .binormal = vertex.binormal,
            .color = vertex.color,
            .boneSlots = vertex.boneSlots,
            .weights = vertex.weights};
}

void encodeVertices(ChunkWriter& chunks, const AloSubMesh& subMesh) {
    if (subMesh.vertexChunk == AloVertexChunk::Full10007) {
        chunks.data(id::kVertices10007,
                    [&](ByteWriter& out) { out.writeRecords(std::span<const AloVertex>(subMesh.vertices)); });
    } else {
        std::vector<AloShortVertex> brief(subMesh.vertices.size());
        std::ranges::transform(subMesh.vertices, brief.begin(), shorten);
        chunks.data(id::kVertices10005,
                    [&](ByteWriter& out) { out.writeRecords(std::span<const AloShortVertex>(brief)); });
    }
}

void encodeCollisionTree(ChunkWriter& chunks, const AloCollisionTree& tree) {
    chunks.data(id::kCollisionBox, [&](ByteWriter& out) { out.writeBytes(tree.box); });
    chunks.data(id::kCollisionNodes, [&](ByteWriter& out) { out.writeBytes(tree.nodes); });
    chunks.data(id::kCollisionTriangles, [&](ByteWriter& out) { out.writeBytes(tree.triangles); });
}

void encodeGeometry(ChunkOutput& out, ChunkWriter& chunks, const AloSubMesh& subMesh) {
    if (subMesh.indices.size() % 3 != 0) {
        out.fail("indices", fmt::format("{} indices, a multiple of 3 is expected", subMesh.indices.size()));
    }
    chunks.data(id::kGeometryHeader, [&](ByteWriter& bytes) {
        bytes.write(storedCount(out, "vertices", subMesh.vertices.size()));
        bytes.write(storedCount(out, "indices", subMesh.indices.size() / 3));
        bytes.writeBytes(subMesh.padding10001);
    });
    chunks.text(id::kVertexFormat, "vertexFormat", subMesh.vertexFormat);
    encodeVertices(chunks, subMesh);
    chunks.data(id::kIndices,
                [&](ByteWriter& bytes) { bytes.writeAll(std::span<const std::uint16_t>(subMesh.indices)); });
    if (subMesh.boneMap) {
        chunks.data(id::kBoneMap, [&](ByteWriter& bytes) {
            bytes.writeAll(std::span<const std::uint32_t>(*subMesh.boneMap));
        });
    }
    if (subMesh.collisionTree) {
        const AloCollisionTree& tree = *subMesh.collisionTree;
        chunks.container(id::kCollisionTree, tree.unknownChunks,
                         [&](ChunkWriter& inner) { encodeCollisionTree(inner, tree); });
    }
}

void encodeMesh(ChunkOutput& out, ChunkWriter& chunks, const AloMesh& mesh) {
    chunks.text(id::kMeshName, "name", mesh.name);
    chunks.data(id::kMeshHeader, [&](ByteWriter& bytes) {
        bytes.write(storedCount(out, "subMeshes", mesh.subMeshes.size()));
        bytes.writeAll(std::span<const float>(mesh.boxMinimum));
        bytes.writeAll(std::span<const float>(mesh.boxMaximum));
        bytes.write(mesh.unknown28);
        bytes.write(mesh.hidden);
        bytes.write(mesh.collidable);
        bytes.writeBytes(mesh.padding402);
    });
    for (std::size_t i = 0; i < mesh.subMeshes.size(); ++i) {
        const AloSubMesh& subMesh = mesh.subMeshes[i];
        {
            const auto scope = out.enter("material", i);
            chunks.container(id::kMaterial, subMesh.material.unknownChunks,
                             [&](ChunkWriter& inner) { encodeMaterial(out, inner, subMesh.material); });
        }
        const auto scope = out.enter("geometry", i);
        chunks.container(id::kGeometry, subMesh.unknownChunks,
                         [&](ChunkWriter& inner) { encodeGeometry(out, inner, subMesh); });
    }
}

void encodeLight(ChunkWriter& chunks, const AloLight& light) {
    chunks.text(id::kLightName, "name", light.name);
    chunks.data(id::kLightData, [&](ByteWriter& out) {
        out.write(light.type);
        out.writeAll(std::span<const float>(light.color));
        out.write(light.intensity);
        out.write(light.farAttenuationEnd);
        out.write(light.farAttenuationStart);
        out.write(light.hotspot);
        out.write(light.falloff);
    });
}

void encodeObject(ChunkOutput& out, ChunkWriter& top, const AloObject& object, std::size_t index) {
    if (const auto* mesh = std::get_if<AloMesh>(&object)) {
        const auto scope = out.enter("mesh", index);
        top.container(id::kMesh, mesh->unknownChunks,
                      [&](ChunkWriter& chunks) { encodeMesh(out, chunks, *mesh); });
        return;
    }
    const auto& light = std::get<AloLight>(object);
    const auto scope = out.enter("light", index);
    top.container(id::kLight, light.unknownChunks, [&](ChunkWriter& chunks) { encodeLight(chunks, light); });
}

AloCounts countsOf(const ChunkOutput& out, const AloFile& file) {
    AloCounts counts;
    counts.connections = storedCount(out, "connections", file.connections.size());
    counts.proxies = storedCount(out, "proxies", file.proxies.size());
    if (file.storesDazzleCount || !file.dazzles.empty()) {
        counts.dazzles = storedCount(out, "dazzles", file.dazzles.size());
    }
    return counts;
}

void encodeConnections(ChunkOutput& out, ChunkWriter& chunks, const AloFile& file) {
    const auto scope = out.enter("connections");
    const AloCounts counts = countsOf(out, file);
    chunks.minis(id::kConnectionsHeader, file.unknownIn601,
                 [&](MiniWriter& minis) { describeCounts(minis, counts); });
    for (std::size_t i = 0; i < file.connections.size(); ++i) {
        const auto elementScope = out.enter("connection", i);
        const AloConnection& connection = file.connections[i];
        chunks.minis(id::kConnection, connection.unknownMinis,
                     [&](MiniWriter& minis) { describeConnection(minis, connection); });
    }
    for (std::size_t i = 0; i < file.proxies.size(); ++i) {
        const auto elementScope = out.enter("proxy", i);
        const AloProxy& proxy = file.proxies[i];
        chunks.minis(id::kProxy, proxy.unknownMinis, [&](MiniWriter& minis) { describeProxy(minis, proxy); });
    }
    for (std::size_t i = 0; i < file.dazzles.size(); ++i) {
        const auto elementScope = out.enter("dazzle", i);
        const AloDazzle& dazzle = file.dazzles[i];
        chunks.container(id::kDazzle, dazzle.unknownChunks, [&](ChunkWriter& inner) {
            inner.minis(id::kDazzleData, dazzle.unknownMinis,
                        [&](MiniWriter& minis) { describeDazzle(minis, dazzle); });
        });
    }
}

// Upper estimate, dominated by vertices. Only avoids reallocations.
std::size_t estimatedSize(const AloFile& file) {
    constexpr std::size_t kAroundElement = 256;
    std::size_t size = kAroundElement * (2 + file.bones.size() + file.connections.size() +
                                         file.proxies.size() + 2 * file.dazzles.size());
    for (const AloObject& object : file.objects) {
        size += kAroundElement;
        const auto* mesh = std::get_if<AloMesh>(&object);
        if (mesh == nullptr) continue;
        for (const AloSubMesh& subMesh : mesh->subMeshes) {
            size += kAroundElement * (2 + subMesh.material.parameters.size());
            size +=
                subMesh.vertices.size() * sizeof(AloVertex) + subMesh.indices.size() * sizeof(std::uint16_t);
            if (subMesh.collisionTree) {
                size += subMesh.collisionTree->nodes.size() + subMesh.collisionTree->triangles.size();
            }
        }
    }
    return size;
}

}  // namespace

std::vector<std::byte> encodeAlo(const AloFile& file) {
    ChunkOutput out;
    out.bytes.reserve(estimatedSize(file));
    ChunkWriter top(out, file.unknownChunks);
    top.container(id::kSkeleton, file.unknownIn200,
                  [&](ChunkWriter& chunks) { encodeSkeleton(out, chunks, file); });
    for (std::size_t i = 0; i < file.objects.size(); ++i)
        encodeObject(out, top, file.objects[i], i);
    top.container(id::kConnections, file.unknownIn600,
                  [&](ChunkWriter& chunks) { encodeConnections(out, chunks, file); });
    top.finish();
    return std::move(out.bytes).finish();
}

}  // namespace rigkiln::alamo
