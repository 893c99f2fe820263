#include "formats/alamo/alamo_dump.hpp"

#include <span>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/alamo/alamo_builders.hpp"
#include "tests/support/alamo/chunk_bytes.hpp"
#include "tests/support/format_error_text.hpp"

namespace rigkiln::alamo {
namespace {

using testing::HasSubstr;

TEST(AlamoDump, ShowsEveryFieldOfAClipWithItsOffset) {
    EXPECT_EQ(dumpChunks(encodeAla(twoFrameClip(AlaVersion::V1))),
              "0x00000000  1000 animation, 169 bytes\n"
              "0x00000008    1001 header, 18 bytes\n"
              "0x00000010      mini 1 frameCount: 2\n"
              "0x00000016      mini 2 framesPerSecond: 30\n"
              "0x0000001C      mini 3 boneCount: 1\n"
              "0x00000022    1002 bone[0], 135 bytes\n"
              "0x0000002A      1003 header, 74 bytes\n"
              "0x00000032        mini 4 name: 'Arm'\n"
              "0x00000038        mini 5 index: 1\n"
              "0x0000003E        mini 10 rest: 0\n"
              "0x00000044        mini 6 translationOffset: (1, 2, 3)\n"
              "0x00000052        mini 7 translationScale: (0.00015259022, 0, 0)\n"
              "0x00000060        mini 8 scaleOffset: (1, 1, 1)\n"
              "0x0000006E        mini 9 scaleScale: (0, 0, 0)\n"
              "0x0000007C      1004 translations, 12 bytes\n"
              "0x00000084        [0] (0, 0, 0)\n"
              "0x0000008A        [1] (65535, 0, 0)\n"
              "0x00000090      1006 rotations, 16 bytes\n"
              "0x00000098        [0] (0, 0, 0, 32767)\n"
              "0x000000A0        [1] (0, 0, 23170, 23170)\n"
              "0x000000A8      1007 visibilityBits: 1 bytes: 01\n");
}

TEST(AlamoDump, NumbersMeshesAndLightsTogether) {
    const std::string text = dumpChunks(encodeAlo(modelWithEverything()));
    EXPECT_THAT(text, HasSubstr("1300 light[0], "));
    EXPECT_THAT(text, HasSubstr("400 mesh[1], "));
    EXPECT_THAT(text, HasSubstr("400 mesh[2], "));
    EXPECT_THAT(text, HasSubstr("10000 geometry[1], "));
}

TEST(AlamoDump, ShowsOnlyTheFirstElementsOfAnArray) {
    AloFile file = simpleRigidModel();
    auto& indices = std::get<AloMesh>(file.objects[0]).subMeshes[0].indices;
    indices.resize(300);
    const std::string text = dumpChunks(encodeAlo(file));
    EXPECT_THAT(text, HasSubstr("[3] (0, 0, 0)\n"));
    EXPECT_THAT(text, HasSubstr("... 96 of 100 elements\n"));
    EXPECT_EQ(text.find("[4] (0, 0, 0)"), std::string::npos);
}

TEST(AlamoDump, ShowsUnknownChunksAsBytes) {
    const std::string text = dumpChunks(encodeAlo(modelWithEverything()));
    EXPECT_THAT(text, HasSubstr("0x00000000  9999 unknown container, 0 bytes\n"));
    EXPECT_THAT(text, HasSubstr("mini 77 unknown data, 3 bytes: 01 02 03\n"));
}

TEST(AlamoDump, ShowsVerticesOfBothKinds) {
    const std::string text = dumpChunks(encodeAlo(modelWithEverything()));
    EXPECT_THAT(
        text, HasSubstr("[1] position (1, 0, 0) normal (0, 0, 1) uv0 (1, 0) uv1 (0, 0) uv2 (0, 0) uv3 (0, 0) "
                        "tangent (0, 0, 0) binormal (0, 0, 0) color (1, 1, 1, 1) unused (0, 0, 0, 0) "
                        "boneSlots (0, 0, 0, 0) weights (1, 0, 0, 0)\n"));
    EXPECT_THAT(
        text, HasSubstr("[2] position (0, 1, 0) normal (0, 0, 1) uv0 (0, 1) uv1 (0, 0) uv2 (0, 0) uv3 (0, 0) "
                        "tangent (0, 0, 0) binormal (0, 0, 0) color (1, 1, 1, 1) "
                        "boneSlots (1, 0, 0, 0) weights (1, 0, 0, 0)\n"));
}

TEST(AlamoDump, ShowsFilesThatTheDecoderRefuses) {
    AloFile file = skinnedModel();
    file.bones[1].parent = 2;
    EXPECT_THAT(dumpChunks(encodeAlo(file)), HasSubstr("parent: 2\n"));
}

TEST(AlamoDump, KnowsEveryChunkTheEncoderWrites) {
    AloFile model = simpleRigidModel();
    model.proxies = modelWithEverything().proxies;
    model.proxies[1].unknownMinis.clear();
    EXPECT_THAT(dumpChunks(encodeAlo(model)), Not(HasSubstr("unknown data")));
    for (const AlaVersion version : {AlaVersion::V1, AlaVersion::V2}) {
        AlaFile clip = clipWithEverything(version);
        clip.unknownChunks.clear();
        clip.unknownMinis.clear();
        clip.unknownTopLevelChunks.clear();
        clip.bones[0].unknownChunks.clear();
        clip.bones[0].unknownMinis.clear();
        EXPECT_THAT(dumpChunks(encodeAla(clip)), Not(HasSubstr("unknown data")));
    }
}

TEST(AlamoDump, NeverFailsOtherwiseThanByFormatError) {
    const Bytes bytes = encodeAlo(modelWithEverything());
    for (std::size_t offset = 0; offset < bytes.size(); ++offset) {
        Bytes damaged = bytes;
        damaged[offset] ^= std::byte{0x81};
        (void)errorOf([&] { (void)dumpChunks(damaged); });
    }
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        (void)errorOf([&] { (void)dumpChunks(std::span(bytes).first(size)); });
    }
}

TEST(AlamoDump, NamesTheElementThatDoesNotFit) {
    Bytes bytes = encodeAlo(simpleRigidModel());
    const std::size_t indices = findChunk(bytes, {0x400, 0x10000, 0x10004});
    splice(bytes, {0x400, 0x10000, 0x10004}, indices + 8, 1, {});
    EXPECT_THAT(errorOf([&] { (void)dumpChunks(bytes); }), HasSubstr("mesh.geometry.triangles at 0x"));
}

}  // namespace
}  // namespace rigkiln::alamo
