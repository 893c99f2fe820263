#include <algorithm>

#include <fmt/format.h>

#include "formats/alamo/alo_decode_mesh.hpp"
#include "formats/alamo/alo_file.hpp"
#include "formats/alamo/alo_records.hpp"
#include "formats/alamo/chunk_ids.hpp"
#include "formats/alamo/chunk_reader.hpp"

namespace rigkiln::alamo {

namespace {

void checkParent(const ByteReader& body, std::int32_t parent, std::size_t bone) {
    if (parent == -1) return;
    if (parent >= 0 && static_cast<std::size_t>(parent) < bone) return;
    body.fail("parent", fmt::format("{}, must be -1 or below the bone's own index {}", parent, bone));
}

void decodeBoneData(ChunkList& chunks, const ByteReader& parent, std::size_t index, AloBone& bone) {
    auto full = chunks.takeOptionalData(id::kBoneData206, "data");
    auto brief = chunks.takeOptionalData(id::kBoneData205, "data");
    if (full.has_value() == brief.has_value()) {
        parent.fail("data", full ? "chunks 0x205 and 0x206 both occur, exactly one is expected"
                                 : "chunk 0x206 (or 0x205) is missing");
    }
    ByteReader& data = full ? *full : *brief;
    const ByteReader start = data;
    bone.parent = data.read<std::int32_t>("parent");
    checkParent(start, bone.parent, index);
    bone.visible = data.read<std::uint32_t>("visible");
    if (full) bone.billboard = data.read<std::uint32_t>("billboard");
    bone.matrix = data.readArray<float, 12>("matrix");
    data.expectEnd("data");
}

std::uint32_t decodeSkeletonHeader(ByteReader header, AloFile& file) {
    const auto boneCount = header.read<std::uint32_t>("boneCount");
    std::ranges::copy(header.take("header.padding", file.padding201.size()), file.padding201.begin());
    header.expectEnd("header");
    return boneCount;
}

void decodeSkeleton(const ByteReader& body, AloFile& file) {
    const auto scope = body.enter("skeleton");
    ChunkList chunks = ChunkList::ofChunks(body);
    const ByteReader header = chunks.takeData(id::kSkeletonHeader, "header");
    const std::uint32_t boneCount = decodeSkeletonHeader(header, file);
    const std::vector<Chunk> bones = chunks.takeAll({id::kBone}, ChunkBody::Container, "bone");
    if (bones.size() != boneCount) {
        header.fail("boneCount", fmt::format("{} bones are announced, {} follow", boneCount, bones.size()));
    }
    if (bones.empty()) header.fail("boneCount", "0, at least 1 is expected");
    file.bones.resize(bones.size());
    for (std::size_t i = 0; i < bones.size(); ++i) {
        const auto boneScope = body.enter("bone", i);
        AloBone& bone = file.bones[i];
        ChunkList inner = ChunkList::ofChunks(bones[i].body);
        inner.field(id::kBoneName, "name", bone.name);
        decodeBoneData(inner, bones[i].body, i, bone);
        bone.unknownChunks = inner.takeRest();
    }
    file.unknownIn200 = chunks.takeRest();
}

AloLight decodeLight(const ByteReader& body) {
    ChunkList chunks = ChunkList::ofChunks(body);
    AloLight light;
    chunks.field(id::kLightName, "name", light.name);
    ByteReader data = chunks.takeData(id::kLightData, "data");
    light.type = data.read<std::uint32_t>("type");
    light.color = data.readArray<float, 3>("color");
    light.intensity = data.read<float>("intensity");
    light.farAttenuationEnd = data.read<float>("farAttenuationEnd");
    light.farAttenuationStart = data.read<float>("farAttenuationStart");
    light.hotspot = data.read<float>("hotspot");
    light.falloff = data.read<float>("falloff");
    data.expectEnd("data");
    light.unknownChunks = chunks.takeRest();
    return light;
}

void decodeObjects(ChunkList& top, const ByteReader& reader, AloFile& file) {
    const std::vector<Chunk> objects = top.takeAll({id::kMesh, id::kLight}, ChunkBody::Container, "object");
    file.objects.reserve(objects.size());
    for (const Chunk& object : objects) {
        // Errors number meshes and lights together, as connections do.
        if (object.id == id::kMesh) {
            const auto scope = reader.enter("mesh", file.objects.size());
            file.objects.emplace_back(decodeMesh(object.body, file.bones.size()));
        } else {
            const auto scope = reader.enter("light", file.objects.size());
            file.objects.emplace_back(decodeLight(object.body));
        }
    }
}

void checkBelow(const ByteReader& body, std::string_view field, std::uint32_t value, std::size_t count,
                std::string_view noun) {
    if (value < count) return;
    body.fail(field, fmt::format("{}, there are {} {}", value, count, noun));
}

void checkCount(const ByteReader& header, std::string_view field, std::uint32_t announced,
                std::size_t found) {
    if (announced == found) return;
    header.fail(field, fmt::format("{} are announced, {} follow", announced, found));
}

AloConnection decodeConnection(const ByteReader& body, const AloFile& file) {
    ChunkList minis = ChunkList::ofMinis(body);
    AloConnection connection;
    describeConnection(minis, connection);
    checkBelow(body, "object", connection.object, file.objects.size(), "objects");
    checkBelow(body, "bone", connection.bone, file.bones.size(), "bones");
    connection.unknownMinis = minis.takeRest();
    return connection;
}

AloProxy decodeProxy(const ByteReader& body, const AloFile& file) {
    ChunkList minis = ChunkList::ofMinis(body);
    AloProxy proxy;
    describeProxy(minis, proxy);
    checkBelow(body, "bone", proxy.bone, file.bones.size(), "bones");
    proxy.unknownMinis = minis.takeRest();
    return proxy;
}

AloDazzle decodeDazzle(const ByteReader& body, const AloFile& file) {
    ChunkList chunks = ChunkList::ofChunks(body);
    const ByteReader data = chunks.takeData(id::kDazzleData, "data");
    ChunkList minis = ChunkList::ofMinis(data);
    AloDazzle dazzle;
    describeDazzle(minis, dazzle);
    checkBelow(data, "bone", dazzle.bone, file.bones.size(), "bones");
    dazzle.unknownMinis = minis.takeRest();
    dazzle.unknownChunks = chunks.takeRest();
    return dazzle;
}

void decodeConnections(const ByteReader& body, AloFile& file) {
    const auto scope = body.enter("connections");
    ChunkList chunks = ChunkList::ofChunks(body);
    const ByteReader header = chunks.takeData(id::kConnectionsHeader, "header");
    AloCounts counts;
    {
        const auto headerScope = body.enter("header");
        ChunkList minis = ChunkList::ofMinis(header);
        describeCounts(minis, counts);
        file.storesDazzleCount = counts.dazzles.has_value();
        file.unknownIn601 = minis.takeRest();
    }
    const auto connections = chunks.takeAll({id::kConnection}, ChunkBody::Data, "connection");
    const auto proxies = chunks.takeAll({id::kProxy}, ChunkBody::Data, "proxy");
    const auto dazzles = chunks.takeAll({id::kDazzle}, ChunkBody::Container, "dazzle");
    checkCount(header, "header.connectionCount", counts.connections, connections.size());
    checkCount(header, "header.proxyCount", counts.proxies, proxies.size());
    checkCount(header, "header.dazzleCount", counts.dazzles.value_or(0), dazzles.size());

    for (std::size_t i = 0; i < connections.size(); ++i) {
        const auto elementScope = body.enter("connection", i);
        file.connections.push_back(decodeConnection(connections[i].body, file));
    }
    for (std::size_t i = 0; i < proxies.size(); ++i) {
        const auto elementScope = body.enter("proxy", i);
        file.proxies.push_back(decodeProxy(proxies[i].body, file));
    }
    for (std::size_t i = 0; i < dazzles.size(); ++i) {
        const auto elementScope = body.enter("dazzle", i);
        file.dazzles.push_back(decodeDazzle(dazzles[i].body, file));
    }
    file.unknownIn600 = chunks.takeRest();
}

}  // namespace

AloFile decodeAlo(std::span<const std::byte> file) {
    FieldPath path;
    const ByteReader reader(file, path);
    ChunkList top = ChunkList::ofChunks(reader);
    AloFile model;
    decodeSkeleton(top.takeContainer(id::kSkeleton, "skeleton"), model);
    decodeObjects(top, reader, model);
    decodeConnections(top.takeContainer(id::kConnections, "connections"), model);
    model.unknownChunks = top.takeRest();
    return model;
}

std::size_t probeAloBoneCount(std::span<const std::byte> file) {
    FieldPath path;
    ByteReader reader(file, path);
    const std::optional<Chunk> first = nextChunk(reader);
    // The bytes behind the skeleton may be cut off: callers read only the beginning of large files.
    const bool isSkeletonFirst = first && first->id == id::kSkeleton;
    ChunkList top =
        ChunkList::ofChunks(ByteReader(isSkeletonFirst ? file.first(reader.offset()) : file, path));
    const ByteReader skeleton = top.takeContainer(id::kSkeleton, "skeleton");
    const auto scope = skeleton.enter("skeleton");
    ChunkList chunks = ChunkList::ofChunks(skeleton);
    ByteReader header = chunks.takeData(id::kSkeletonHeader, "header");
    const auto boneCount = header.read<std::uint32_t>("boneCount");
    const std::size_t bones = chunks.takeAll({id::kBone}, ChunkBody::Container, "bone").size();
    if (bones != boneCount) {
        header.fail("boneCount", fmt::format("{} bones are announced, {} follow", boneCount, bones));
    }
    return bones;
}

}  // namespace rigkiln::alamo
