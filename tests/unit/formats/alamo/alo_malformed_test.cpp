#include <span>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "formats/alamo/alo_file.hpp"
#include "tests/support/alamo/alamo_builders.hpp"
#include "tests/support/alamo/chunk_bytes.hpp"
#include "tests/support/format_error_text.hpp"

namespace rigkiln::alamo {
namespace {

std::string modelProblem(std::span<const std::byte> bytes) {
    return errorOf([&] { (void)decodeAlo(bytes); });
}

std::string errorOfModel(const AloFile& file) {
    return modelProblem(encodeAlo(file));
}

AloSubMesh& firstSubMesh(AloFile& file) {
    return std::get<AloMesh>(file.objects[0]).subMeshes[0];
}

// Decodes damaged bytes: they are refused, or the decoded file survives another round trip.
void expectModelHandled(std::span<const std::byte> damaged) {
    AloFile file;
    try {
        file = decodeAlo(damaged);
    } catch (const FormatError&) {
        return;
    }
    const Bytes encoded = encodeAlo(file);
    EXPECT_EQ(encodeAlo(decodeAlo(encoded)), encoded);
}

TEST(MalformedAlo, IsRefusedWhereverItIsCutOff) {
    // Removes the chunk after 600: a file that is cut off before it is still a valid file.
    AloFile file = modelWithEverything();
    file.unknownChunks.clear();
    const Bytes bytes = encodeAlo(file);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_NE(modelProblem(std::span(bytes).first(size)), "no error") << size << " bytes";
    }
}

TEST(MalformedAlo, IsHandledWhicheverByteChanges) {
    Bytes bytes = encodeAlo(modelWithEverything());
    for (std::byte& byte : bytes) {
        const std::byte original = byte;
        for (const unsigned change : {0xFFU, 0x80U, 0x01U, 0x04U}) {
            byte = original ^ static_cast<std::byte>(change);
            expectModelHandled(bytes);
        }
        byte = original;
    }
}

TEST(MalformedAlo, IsHandledWhereverAnAbsurdNumberStands) {
    const Bytes bytes = encodeAlo(modelWithEverything());
    for (const std::uint32_t number : {0U, 0xFFFFU, 0x7FFF'FFFFU, 0x8000'0000U, 0xFFFF'FFFFU}) {
        for (std::size_t offset = 0; offset + 4 <= bytes.size(); ++offset) {
            Bytes damaged = bytes;
            overwriteU32(damaged, offset, number);
            expectModelHandled(damaged);
        }
    }
}

TEST(MalformedAlo, IsRefusedWithTrailingBytes) {
    Bytes bytes = encodeAlo(simpleRigidModel());
    bytes.resize(bytes.size() + 7);
    EXPECT_NE(modelProblem(bytes).find("chunk size"), std::string::npos);
}

TEST(MalformedAlo, NeedsAsManyBonesAsItAnnounces) {
    Bytes bytes = encodeAlo(simpleRigidModel());
    overwriteU32(bytes, findChunk(bytes, {0x200, 0x201}) + 8, 0xFFFF'FFFF);
    EXPECT_EQ(modelProblem(bytes), "skeleton.boneCount at 0x10: 4294967295 bones are announced, 2 follow");
    EXPECT_EQ(errorOf([&] { (void)probeAloBoneCount(bytes); }),
              "skeleton.boneCount at 0x14: 4294967295 bones are announced, 2 follow");
}

TEST(MalformedAlo, NeedsABone) {
    AloFile file;
    EXPECT_EQ(errorOfModel(file), "skeleton.boneCount at 0x10: 0, at least 1 is expected");
}

TEST(MalformedAlo, NeedsParentsBeforeTheirChildren) {
    AloFile file = skinnedModel();
    file.bones[1].parent = 2;
    EXPECT_EQ(errorOfModel(file),
              "skeleton.bone[1].parent at 0x105: 2, must be -1 or below the bone's own index 1");
    file.bones[1].parent = 1;
    EXPECT_EQ(errorOfModel(file),
              "skeleton.bone[1].parent at 0x105: 1, must be -1 or below the bone's own index 1");
    file.bones[1].parent = -2;
    EXPECT_EQ(errorOfModel(file),
              "skeleton.bone[1].parent at 0x105: -2, must be -1 or below the bone's own index 1");
}

TEST(MalformedAlo, NeedsIndicesBelowTheVertexCount) {
    AloFile file = simpleRigidModel();
    firstSubMesh(file).indices[2] = 3;
    const std::size_t indices = findChunk(encodeAlo(file), {0x400, 0x10000, 0x10004}) + 8;
    EXPECT_EQ(errorOfModel(file),
              fmt::format("mesh[0].geometry[0].indices at 0x{:X}: index 2 is 3, there are 3 vertices",
                          indices + 4));
}

TEST(MalformedAlo, NeedsAsManyVertexBytesAsItAnnounces) {
    Bytes bytes = encodeAlo(simpleRigidModel());
    overwriteU32(bytes, findChunk(bytes, {0x400, 0x10000, 0x10001}) + 8, 0xFFFF'FFFF);
    EXPECT_EQ(
        modelProblem(bytes),
        fmt::format("mesh[0].geometry[0].vertices at 0x{:X}: 432 bytes, 4294967295 elements of 144 bytes are "
                    "expected",
                    findChunk(bytes, {0x400, 0x10000, 0x10007}) + 8));
}

TEST(MalformedAlo, NeedsAsManyIndexBytesAsItAnnounces) {
    Bytes bytes = encodeAlo(simpleRigidModel());
    overwriteU32(bytes, findChunk(bytes, {0x400, 0x10000, 0x10001}) + 12, 0xFFFF);
    EXPECT_EQ(
        modelProblem(bytes),
        fmt::format("mesh[0].geometry[0].indices at 0x{:X}: 6 bytes, 65535 elements of 6 bytes are expected",
                    findChunk(bytes, {0x400, 0x10000, 0x10004}) + 8));
}

TEST(MalformedAlo, NeedsOneVertexChunk) {
    Bytes bytes = encodeAlo(simpleRigidModel());
    const std::size_t vertices = findChunk(bytes, {0x400, 0x10000, 0x10007});
    splice(bytes, {0x400, 0x10000}, vertices, 0, dataChunk(0x10005, {}));
    EXPECT_NE(modelProblem(bytes).find("vertices at"), std::string::npos);
    EXPECT_NE(modelProblem(bytes).find("chunks 0x10005 and 0x10007 both occur, exactly one is expected"),
              std::string::npos);
    overwriteU32(bytes, vertices, 0x10055);
    overwriteU32(bytes, vertices + 8, 0x10077);
    EXPECT_NE(modelProblem(bytes).find("chunk 0x10007 (or 0x10005) is missing"), std::string::npos);
}

TEST(MalformedAlo, NeedsAsManySubMeshesAsItAnnounces) {
    Bytes bytes = encodeAlo(simpleRigidModel());
    const std::size_t header = findChunk(bytes, {0x400, 0x402}) + 8;
    overwriteU32(bytes, header, 0xFFFF'FFFF);
    EXPECT_EQ(
        modelProblem(bytes),
        fmt::format(
            "mesh[0].header.subMeshCount at 0x{:X}: 4294967295 sub-meshes are announced, 1 materials and "
            "1 geometries follow",
            header));
}

TEST(MalformedAlo, NeedsBoneMapsThatNameBones) {
    AloFile file = skinnedModel();
    (*firstSubMesh(file).boneMap)[1] = 3;
    const std::size_t map = findChunk(encodeAlo(file), {0x400, 0x10000, 0x10006}) + 8;
    EXPECT_EQ(errorOfModel(file),
              fmt::format("mesh[0].geometry[0].boneMap at 0x{:X}: slot 1 is bone 3, there are 3", map + 4));
}

TEST(MalformedAlo, NeedsConnectionsOfObjectsAndBonesThatExist) {
    AloFile file = simpleRigidModel();
    const std::size_t connection = findChunk(encodeAlo(file), {0x600, 0x602}) + 8;
    file.connections[0].object = 1;
    EXPECT_EQ(errorOfModel(file),
              fmt::format("connections.connection[0].object at 0x{:X}: 1, there are 1 objects", connection));
    file.connections[0] = {.object = 0, .bone = 0xFFFF'FFFF, .unknownMinis = {}};
    EXPECT_EQ(
        errorOfModel(file),
        fmt::format("connections.connection[0].bone at 0x{:X}: 4294967295, there are 2 bones", connection));
}

TEST(MalformedAlo, NeedsProxiesAndDazzlesOnBonesThatExist) {
    AloFile file = modelWithEverything();
    file.proxies[1].bone = 3;
    EXPECT_NE(errorOfModel(file).find("connections.proxy[1].bone at"), std::string::npos);
    file.proxies[1].bone = 2;
    file.dazzles[0].bone = 3;
    EXPECT_NE(errorOfModel(file).find("connections.dazzle[0].bone at"), std::string::npos);
}

TEST(MalformedAlo, NeedsAsManyConnectionsProxiesAndDazzlesAsItAnnounces) {
    const Bytes bytes = encodeAlo(modelWithEverything());
    const std::size_t header = findChunk(bytes, {0x600, 0x601}) + 8;
    const auto errorWithCount = [&](std::uint8_t mini) {
        Bytes damaged = bytes;
        overwriteU32(damaged, findMini(bytes, {0x600, 0x601}, mini), 0xFFFF);
        return modelProblem(damaged);
    };
    EXPECT_EQ(
        errorWithCount(1),
        fmt::format("connections.header.connectionCount at 0x{:X}: 65535 are announced, 2 follow", header));
    EXPECT_EQ(errorWithCount(4),
              fmt::format("connections.header.proxyCount at 0x{:X}: 65535 are announced, 2 follow", header));
    EXPECT_EQ(errorWithCount(9),
              fmt::format("connections.header.dazzleCount at 0x{:X}: 65535 are announced, 1 follow", header));
}

TEST(MalformedAlo, NeedsASkeletonAndConnections) {
    const Bytes bytes = encodeAlo(simpleRigidModel());
    EXPECT_EQ(modelProblem(std::span(bytes).first(findChunk(bytes, {0x600}))),
              "connections at 0x0: chunk 0x600 is missing");
    EXPECT_EQ(modelProblem({}), "skeleton at 0x0: chunk 0x200 is missing");
}

TEST(MalformedAlo, RefusesASizePastItsParent) {
    Bytes bytes = encodeAlo(simpleRigidModel());
    const std::size_t name = findChunk(bytes, {0x200, 0x202, 0x203});
    overwriteU32(bytes, name + 4, 0x7FFF'FFFF);
    EXPECT_EQ(
        modelProblem(bytes),
        fmt::format(
            "skeleton.bone[0].size at 0x{:X}: chunk 0x203 has 2147483647 bytes, 73 are left in its parent",
            name + 4));
}

TEST(MalformedAlo, DoesNotFollowNestingDown) {
    // Deeply nested containers, which the decoder keeps as a single unknown chunk.
    constexpr std::uint32_t kDepth = 100'000;
    Bytes nested;
    for (std::uint32_t i = 0; i < kDepth; ++i) {
        const Bytes header = joined({u32(0x400 + i % 2), u32((kDepth - 1 - i) * 8 | kContainerFlag)});
        nested.insert(nested.end(), header.begin(), header.end());
    }
    const Bytes bytes = joined({containerChunk(0x9999, nested), encodeAlo(simpleRigidModel())});
    EXPECT_EQ(encodeAlo(decodeAlo(bytes)), bytes);
}

}  // namespace
}  // namespace rigkiln::alamo
