#include "formats/swat3/swat3_dump.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/binary/format_error.hpp"
#include "tests/support/swat3/swat3_builders.hpp"
#include "tests/unit/formats/swat3/codec_calls.hpp"

namespace rigkiln::swat3 {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Swat3Dump, ShowsEveryFieldOfAClipWithItsOffset) {
    GsaFile file = partialClip();
    file.skeletons[0].bones.resize(1);
    file.skeletons[0].bones[0].rotation = {0, 0, 0, 1};
    file.animatedBones = {0};
    file.frames.resize(1);
    file.rotations = {{0, 0, 0, 1}};
    file.events = {{std::string("sound=A\0", 8)}};
    EXPECT_EQ(dumpGsa(encoded(file)),
              "0x00000000  magic: a SWAT 3 animation (GSA)\n"
              "0x00000010  versionMinor: 2\n"
              "0x00000011  versionMajor: 4\n"
              "0x00000012  unknown0: 0\n"
              "0x00000014  frameRate: 10\n"
              "0x00000016  unknown1: 0\n"
              "0x00000018  skeletonCount: 1\n"
              "0x0000001A  skeleton[0]\n"
              "0x0000001A    id: 0\n"
              "0x0000001C    name: 'SwatGuy'\n"
              "0x00000025    boneCount: 1\n"
              "0x00000027    bone[0]\n"
              "0x00000027      id: 0\n"
              "0x00000029      name: 'Biped'\n"
              "0x00000030      link: 65535\n"
              "0x00000032      position: (0, 0, 40)\n"
              "0x0000003E      rotation: (0, 0, 0, 1)\n"
              "0x0000004E  marker: 0xFFFF\n"
              "0x00000050  animatedBoneCount: 1\n"
              "0x00000052  animatedBone[0]: 0\n"
              "0x00000054  frameCount: 1\n"
              "0x00000056  frame[0]\n"
              "0x00000056    originPosition: (0, 0, 0)\n"
              "0x00000062    originRotation: (0, 0, 0, 1)\n"
              "0x00000072    rootPosition: (0, 0, 0)\n"
              "0x0000007E    rotations[0]: (0, 0, 0, 1)\n"
              "0x0000008E    eventCount: 1\n"
              "0x00000090    event[0]\n"
              "0x00000090      octets: 'sound=A\\x00'\n");
}

TEST(Swat3Dump, ShowsEveryListOfAModel) {
    const std::string text = dumpGsm(encoded(modelWithEverything()));
    for (const char* part :
         {"magic: a SWAT 3 model (GSM)\n", "skeletonCount: 1\n", "name: 'SwatGuy'\n",
          "run[0]: bone 0 first 0 count 2 pad 52685\n", "position[1]: (-1, 0, 40)\n",
          "blend[0]: influenceCount 2 position 0 weight 0.5 position 2 weight 0.5\n",
          "texCoord[1]: (0.5, 0)\n", "effectiveVertex[3]: texCoord 3 position 3 sharedList 3 hit 64512\n",
          "triangle[2]: corner 2 corner 3 corner 9 pad 4660\n",
          "group[1]: material 3 first 5 count 1 pad 65535\n", "sharedListCount: 10\n",
          "name: 'H:\\CHARS\\BODY.bmp', 1 NULs counted\n", "map[1]: slot 9 texture 1\n", "twoSided: 1\n",
          "gripper[1]\n"}) {
        EXPECT_THAT(text, HasSubstr(part));
    }
}

TEST(Swat3Dump, ShowsOnlyTheFirstElementsOfAList) {
    const std::string text = dumpGsm(encoded(characterModel()));
    EXPECT_THAT(text, HasSubstr("position[3]: (-1, 0, 50)\n"));
    EXPECT_THAT(text, HasSubstr("... 3 of 7 elements\n"));
    EXPECT_THAT(text, Not(HasSubstr("position[4]: ")));
    EXPECT_THAT(dumpGsa(encoded(clip41())), HasSubstr("... 1 of 5 elements\n"));
}

TEST(Swat3Dump, ShowsOnlyTheFirstFieldsOfARecord) {
    GsmFile file = characterModel();
    file.blends[0].resize(100);
    EXPECT_THAT(dumpGsm(encoded(file)), HasSubstr(" weight 0 position 0 ...\n"));
}

TEST(Swat3Dump, ReadsTheVariantThatDecodingReads) {
    GsmFile file = weaponModel();
    file.variant = {.hasMarker = true, .hasUnknownWithoutMaps = false};
    file.materials[1].unknown = 0;
    const std::string text = dumpGsm(encoded(file));
    EXPECT_THAT(text, HasSubstr("marker: 0xFFFF\n"));
    EXPECT_THAT(text, Not(HasSubstr("follow the last field")));
    GsaFile clip = clip42();
    clip.versionMinor = 1;
    EXPECT_THAT(dumpGsa(encoded(clip)), HasSubstr("octets: 'sound=STEP_L\\x00'\n"));
}

TEST(Swat3Dump, ShowsFilesThatTheDecoderRefuses) {
    GsmFile file = weaponModel();
    file.variant.hasMarker = true;
    Bytes bytes = encoded(file);
    bytes[17] = std::byte{9};
    bytes.push_back(std::byte{1});
    const std::string text = dumpGsm(bytes);
    EXPECT_THAT(text, HasSubstr("versionMajor: 9\n"));
    EXPECT_THAT(text, HasSubstr("marker: 0xFFFF\n"));
    EXPECT_THAT(text, HasSubstr("1 bytes follow the last field\n"));
}

template <class Dump>
void expectOnlyFormatErrors(const Bytes& bytes, const Dump& dump) {
    const auto tryDump = [&](std::span<const std::byte> damaged) {
        try {
            (void)dump(damaged);
        } catch (const FormatError&) {
            return;  // anything else fails the test
        }
    };
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        Bytes damaged = bytes;
        damaged[i] ^= std::byte{0x81};
        tryDump(damaged);
        tryDump(std::span(bytes).first(i));
    }
}

TEST(Swat3Dump, NeverFailsOtherwiseThanByFormatError) {
    expectOnlyFormatErrors(encoded(modelWithEverything()), dumpGsm);
    expectOnlyFormatErrors(encoded(clip42()), dumpGsa);
}

}  // namespace
}  // namespace rigkiln::swat3
