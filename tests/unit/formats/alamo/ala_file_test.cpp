#include "formats/alamo/ala_file.hpp"

#include <gtest/gtest.h>

#include "tests/support/alamo/alamo_builders.hpp"
#include "tests/support/alamo/chunk_bytes.hpp"
#include "tests/support/format_error_text.hpp"

namespace rigkiln::alamo {
namespace {

// Two frames at 30 fps of bone 1 "Arm": x from 1 to 11, 90 degrees about z, hidden in frame 1.
const Bytes& clipOfVersion1() {
    static const Bytes kBytes = fromHex(
        "0010 0000 a900 0080"                                          // 1000, 169 bytes
        "0110 0000 1200 0000"                                          //   1001
        "0104 02000000  0204 0000f041  0304 01000000"                  //     2 frames, 30 fps, 1 bone
        "0210 0000 8700 0080"                                          //   1002
        "0310 0000 4a00 0000"                                          //     1003
        "0404 41726d00  0504 01000000  0a04 00000000"                  //       Arm, index 1, not at rest
        "060c 0000803f 00000040 00004040"                              //       translation offset 1, 2, 3
        "070c a0002039 00000000 00000000"                              //       translation scale 10 / 65535
        "080c 0000803f 0000803f 0000803f"                              //       scale offset
        "090c 00000000 00000000 00000000"                              //       scale scale
        "0410 0000 0c00 0000 0000 0000 0000 ffff 0000 0000"            // 1004
        "0610 0000 1000 0000 0000 0000 0000 ff7f 0000 0000 825a 825a"  // 1006
        "0710 0000 0100 0000 01");                                     // 1007
    return kBytes;
}

const Bytes& clipOfVersion2() {
    static const Bytes kBytes = fromHex(
        "0010 0000 d100 0080"                                // 1000, 209 bytes
        "0110 0000 2400 0000"                                //   1001
        "0104 02000000  0204 0000f041  0304 01000000"        //     2 frames, 30 fps, 1 bone
        "0b04 04000000  0c04 03000000  0d04 00000000"        //     blocks of 4, 3, 0 words
        "0210 0000 7100 0080"                                //   1002
        "0310 0000 6000 0000"                                //     1003
        "0404 41726d00  0504 01000000  0a04 00000000"        //       Arm, index 1, not at rest
        "060c 0000803f 00000040 00004040"                    //       translation offset 1, 2, 3
        "070c a0002039 00000000 00000000"                    //       translation scale 10 / 65535
        "080c 0000803f 0000803f 0000803f"                    //       scale offset
        "090c 00000000 00000000 00000000"                    //       scale scale
        "0e02 0000  0f02 ffff  1002 0000"                    //       words of translation, scale, rotation
        "1108 0000 0000 0000 ff7f"                           //       default rotation
        "0710 0000 0100 0000 01"                             //     1007
        "0a10 0000 0c00 0000 0000 0000 0000 ffff 0000 0000"  //   100A
        "0910 0000 1000 0000 0000 0000 0000 ff7f 0000 0000 825a 825a");  //   1009
    return kBytes;
}

TEST(AlaFile, DecodesVersion1) {
    ASSERT_EQ(clipOfVersion1().size(), 177U);
    EXPECT_EQ(decodeAla(clipOfVersion1()), twoFrameClip(AlaVersion::V1));
}

TEST(AlaFile, DecodesVersion2) {
    ASSERT_EQ(clipOfVersion2().size(), 217U);
    EXPECT_EQ(decodeAla(clipOfVersion2()), twoFrameClip(AlaVersion::V2));
}

TEST(AlaFile, EncodesVersion1ByteForByte) {
    EXPECT_EQ(encodeAla(twoFrameClip(AlaVersion::V1)), clipOfVersion1());
}

TEST(AlaFile, EncodesVersion2ByteForByte) {
    EXPECT_EQ(encodeAla(twoFrameClip(AlaVersion::V2)), clipOfVersion2());
}

class AlaFileOfVersion : public testing::TestWithParam<AlaVersion> {};

TEST_P(AlaFileOfVersion, SurvivesEncodingWithEverythingInIt) {
    const AlaFile file = clipWithEverything(GetParam());
    EXPECT_EQ(decodeAla(encodeAla(file)), file);
}

TEST_P(AlaFileOfVersion, IsWrittenInCanonicalOrderWhateverItWas) {
    const Bytes canonical = encodeAla(twoFrameClip(GetParam()));
    const std::size_t name = findMini(canonical, {0x1000, 0x1002, 0x1003}, 4) - 2;
    Bytes shuffled = canonical;
    const Bytes nameMini(shuffled.begin() + static_cast<std::ptrdiff_t>(name),
                         shuffled.begin() + static_cast<std::ptrdiff_t>(name) + 6);
    splice(shuffled, {0x1000, 0x1002, 0x1003}, name, 6, {});
    splice(shuffled, {0x1000, 0x1002, 0x1003}, name + 6, 0, nameMini);  // after mini 5
    ASSERT_NE(shuffled, canonical);
    EXPECT_EQ(encodeAla(decodeAla(shuffled)), canonical);
}

TEST_P(AlaFileOfVersion, SaysWhatABoneIsAtAFrame) {
    const AlaFile file = twoFrameClip(GetParam());
    const AlaBone& bone = file.bones[0];
    EXPECT_TRUE(hasTranslationTrack(file, bone));
    EXPECT_TRUE(hasRotationTrack(file, bone));
    EXPECT_FALSE(hasScaleTrack(file, bone));
    EXPECT_EQ(translationAt(file, bone, 0), (Vec3{1, 2, 3}));
    EXPECT_EQ(translationAt(file, bone, 1), (Vec3{11, 2, 3}));
    EXPECT_EQ(rotationAt(file, bone, 0), (PackedQuat{0, 0, 0, 32767}));
    EXPECT_EQ(rotationAt(file, bone, 1), (PackedQuat{0, 0, 23170, 23170}));
    EXPECT_EQ(scaleAt(file, bone, 1), (Vec3{1, 1, 1}));
    EXPECT_TRUE(visibleAt(bone, 0));
    EXPECT_FALSE(visibleAt(bone, 1));
}

TEST_P(AlaFileOfVersion, HasScaleTracks) {
    const AlaFile file = clipWithEverything(GetParam());
    const AlaBone& bone = file.bones[0];
    EXPECT_TRUE(hasScaleTrack(file, bone));
    EXPECT_EQ(scaleAt(file, bone, 0), (Vec3{1, 1, 1}));
    EXPECT_EQ(scaleAt(file, bone, 8), (Vec3{1, 11, 1}));
}

TEST_P(AlaFileOfVersion, IgnoresTheTranslationScaleOfABoneWithoutATrack) {
    const AlaFile file = clipWithEverything(GetParam());
    const AlaBone& constant = file.bones[1];
    ASSERT_NE(constant.translationScale[0], 0.0F);
    EXPECT_FALSE(hasTranslationTrack(file, constant));
    EXPECT_EQ(translationAt(file, constant, 8), (Vec3{1, 2, 3}));
    EXPECT_FALSE(hasRotationTrack(file, constant));
    EXPECT_EQ(rotationAt(file, constant, 8), (PackedQuat{0, 0, 23170, 23170}));
    EXPECT_EQ(rotationAt(file, file.bones[2], 8), (PackedQuat{0, 0, 0, 32767}));
}

TEST_P(AlaFileOfVersion, TellsVisibilityBitsApartAcrossBytes) {
    const AlaFile file = clipWithEverything(GetParam());
    const AlaBone& bone = file.bones[0];
    EXPECT_TRUE(visibleAt(bone, 6));
    EXPECT_FALSE(visibleAt(bone, 7));
    EXPECT_TRUE(visibleAt(bone, 8));
    EXPECT_TRUE(visibleAt(file.bones[1], 8)) << "no visibility chunk";
}

TEST_P(AlaFileOfVersion, ProbesTheHighestBone) {
    EXPECT_EQ(probeAlaHighestBone(encodeAla(clipWithEverything(GetParam()))), 3U);
    AlaFile empty = twoFrameClip(GetParam());
    empty.bones.clear();
    empty.translationBlock = 0;
    empty.rotationBlock = 0;
    empty.translationPool.reset();
    empty.rotationPool.reset();
    EXPECT_EQ(probeAlaHighestBone(encodeAla(empty)), std::nullopt);
    EXPECT_EQ(decodeAla(encodeAla(empty)), empty);
}

TEST_P(AlaFileOfVersion, DoesNotEncodeANameThatIsTooLong) {
    AlaFile file = twoFrameClip(GetParam());
    file.bones[0].name.assign(255, 'x');
    EXPECT_EQ(errorOf([&] { (void)encodeAla(file); }), "bone[0].name: text has 255 bytes, at most 254 fit");
}

INSTANTIATE_TEST_SUITE_P(Versions, AlaFileOfVersion, testing::Values(AlaVersion::V1, AlaVersion::V2));

TEST(AlaFile, KeepsAnEmptyPoolOfABlockWithoutWords) {
    AlaFile file = twoFrameClip(AlaVersion::V2);
    file.scalePool.emplace();
    EXPECT_EQ(decodeAla(encodeAla(file)), file);
}

TEST(AlaFile, TakesOneRotationForAConstantOfVersion1) {
    AlaFile file = twoFrameClip(AlaVersion::V1);
    file.bones[0].rotations = {{0, 0, 23170, 23170}};
    const AlaFile decoded = decodeAla(encodeAla(file));
    EXPECT_EQ(decoded, file);
    EXPECT_FALSE(hasRotationTrack(decoded, decoded.bones[0]));
    EXPECT_EQ(rotationAt(decoded, decoded.bones[0], 1), (PackedQuat{0, 0, 23170, 23170}));
}

}  // namespace
}  // namespace rigkiln::alamo
