#include "formats/alamo/alo_file.hpp"

#include <limits>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/alamo/alamo_builders.hpp"
#include "tests/support/alamo/chunk_bytes.hpp"
#include "tests/support/format_error_text.hpp"

namespace rigkiln::alamo {
namespace {

TEST(AloFile, DecodesTheSmallestModel) {
    const Bytes matrix = joined({u32(0x3F80'0000), u32(0), u32(0), u32(0),  //
                                 u32(0), u32(0x3F80'0000), u32(0), u32(0),  //
                                 u32(0), u32(0), u32(0x3F80'0000), u32(0x40A0'0000)});
    const Bytes bone = joined({dataChunk(0x203, fromHex("52 6F 6F 74 00")),
                               dataChunk(0x206, joined({u32(0xFFFF'FFFF), u32(1), u32(2), matrix}))});
    const Bytes bytes = joined({
        containerChunk(0x200,
                       joined({dataChunk(0x201, joined({u32(1), Bytes(124)})), containerChunk(0x202, bone)})),
        containerChunk(0x600, dataChunk(0x601, joined({mini(1, u32(0)), mini(4, u32(0))}))),
    });

    const AloFile file = decodeAlo(bytes);
    ASSERT_EQ(file.bones.size(), 1U);
    EXPECT_EQ(file.bones[0].name, "Root");
    EXPECT_EQ(file.bones[0].parent, -1);
    EXPECT_EQ(file.bones[0].visible, 1U);
    EXPECT_EQ(file.bones[0].billboard, 2U);
    EXPECT_EQ(file.bones[0].matrix, (std::array<float, 12>{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 5}));
    EXPECT_TRUE(file.objects.empty());
    EXPECT_FALSE(file.storesDazzleCount);
    EXPECT_EQ(encodeAlo(file), bytes);
}

TEST(AloFile, SurvivesEncoding) {
    EXPECT_EQ(decodeAlo(encodeAlo(simpleRigidModel())), simpleRigidModel());
    EXPECT_EQ(decodeAlo(encodeAlo(skinnedModel())), skinnedModel());
}

TEST(AloFile, SurvivesEncodingWithEverythingInIt) {
    const AloFile file = modelWithEverything();
    const Bytes bytes = encodeAlo(file);
    const AloFile decoded = decodeAlo(bytes);
    EXPECT_EQ(decoded, file);
    EXPECT_EQ(encodeAlo(decoded), bytes);
}

TEST(AloFile, StoresVerticesAsTheChunkSays) {
    AloFile file = simpleRigidModel();
    auto& subMesh = std::get<AloMesh>(file.objects[0]).subMeshes[0];
    subMesh.vertices[1].weights = {0.5F, 0.5F, 0, 0};
    subMesh.vertices[1].boneSlots = {1, 2, 3, 4};
    const Bytes full = encodeAlo(file);
    subMesh.vertexChunk = AloVertexChunk::Short10005;
    const Bytes brief = encodeAlo(file);
    EXPECT_EQ(full.size() - brief.size(), 3U * 16U);
    EXPECT_EQ(decodeAlo(brief), file);

    // 10005 lacks the 16 bytes of `unused`, so that the following fields move up.
    const std::size_t slots = findChunk(brief, {0x400, 0x10000, 0x10005}) + 8 + 128 + 96;
    EXPECT_EQ(brief[slots], std::byte{1});
    EXPECT_EQ(full[findChunk(full, {0x400, 0x10000, 0x10007}) + 8 + 144 + 112], std::byte{1});
}

TEST(AloFile, DropsUnusedOfVerticesStoredAs10005) {
    AloFile file = simpleRigidModel();
    auto& subMesh = std::get<AloMesh>(file.objects[0]).subMeshes[0];
    subMesh.vertexChunk = AloVertexChunk::Short10005;
    subMesh.vertices[0].unused = {9, 9, 9, 9};
    const AloFile decoded = decodeAlo(encodeAlo(file));
    EXPECT_EQ(std::get<AloMesh>(decoded.objects[0]).subMeshes[0].vertices[0].unused, (Float4{1, 1, 1, 1}));
}

TEST(AloFile, KeepsACountOfNoDazzles) {
    AloFile file = simpleRigidModel();
    const Bytes without = encodeAlo(file);
    file.storesDazzleCount = true;
    const Bytes with = encodeAlo(file);
    EXPECT_EQ(with.size(), without.size() + 6);
    EXPECT_EQ(decodeAlo(with), file);
}

TEST(AloFile, WritesTheDazzleCountWhenThereAreDazzles) {
    AloFile file = modelWithEverything();
    file.storesDazzleCount = false;
    EXPECT_EQ(encodeAlo(file), encodeAlo(modelWithEverything()));
}

TEST(AloFile, KeepsNotANumberInVertices) {
    AloFile file = simpleRigidModel();
    std::get<AloMesh>(file.objects[0]).subMeshes[0].vertices[0].normal[1] =
        std::numeric_limits<float>::quiet_NaN();
    const Bytes bytes = encodeAlo(file);
    EXPECT_EQ(encodeAlo(decodeAlo(bytes)), bytes);
}

TEST(AloFile, NumbersMeshesAndLightsTogether) {
    const AloFile file = decodeAlo(encodeAlo(modelWithEverything()));
    ASSERT_EQ(file.objects.size(), 3U);
    EXPECT_EQ(std::get<AloLight>(file.objects[0]).name, "Lamp");
    EXPECT_EQ(std::get<AloMesh>(file.objects[1]).name, "Hull");
    EXPECT_EQ(std::get<AloMesh>(file.objects[2]).name, "Empty");
}

TEST(AloFile, IsReadInAnyOrderOfSiblings) {
    const Bytes canonical = encodeAlo(simpleRigidModel());
    const std::size_t connections = findChunk(canonical, {0x600});
    Bytes shuffled(canonical.begin() + static_cast<std::ptrdiff_t>(connections), canonical.end());
    shuffled.insert(shuffled.end(), canonical.begin(),
                    canonical.begin() + static_cast<std::ptrdiff_t>(connections));
    EXPECT_EQ(encodeAlo(decodeAlo(shuffled)), canonical);
}

TEST(AloFile, ProbesTheNumberOfBones) {
    EXPECT_EQ(probeAloBoneCount(encodeAlo(skinnedModel())), 3U);
}

TEST(AloFile, ProbesAFileOfWhichOnlyTheSkeletonWasRead) {
    const Bytes whole = encodeAlo(skinnedModel());
    const std::size_t skeletonEnd = findChunk(whole, {0x400});
    EXPECT_EQ(probeAloBoneCount(std::span(whole).first(skeletonEnd + 11)), 3U);
    EXPECT_EQ(errorOf([&] { (void)probeAloBoneCount(std::span(whole).first(skeletonEnd - 1)); }),
              fmt::format("size at 0x4: chunk 0x200 has {} bytes, {} are left in its parent", skeletonEnd - 8,
                          skeletonEnd - 9));
}

TEST(AloFile, DoesNotEncodeHalfATriangle) {
    AloFile file = simpleRigidModel();
    std::get<AloMesh>(file.objects[0]).subMeshes[0].indices.pop_back();
    EXPECT_EQ(errorOf([&] { (void)encodeAlo(file); }),
              "mesh[0].geometry[0].indices: 2 indices, a multiple of 3 is expected");
}

TEST(AloFile, DoesNotEncodeANameThatIsTooLong) {
    AloFile file = modelWithEverything();
    file.proxies[1].name.assign(300, 'x');
    EXPECT_EQ(errorOf([&] { (void)encodeAlo(file); }),
              "connections.proxy[1].name: text has 300 bytes, at most 254 fit");
}

}  // namespace
}  // namespace rigkiln::alamo
