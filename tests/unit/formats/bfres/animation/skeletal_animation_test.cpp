#include "formats/bfres/animation/skeletal_animation.hpp"

#include <bit>

#include <gtest/gtest.h>

#include "formats/bfres/file/bfres_file.hpp"
#include "tests/unit/formats/bfres/bytes.hpp"
#include "tests/unit/formats/bfres/layouts.hpp"
#include "tools/corpus/bfres.hpp"

namespace rigkiln::bfres {
namespace {

constexpr Place kSection = 0x100;

const StringPlaces& strings() {
    static const StringPlaces kStrings = {{"Wave", 0x400}, {"", 0x410}, {"Tip", 0x420}};
    return kStrings;
}

// One bone that rises from 2 to 3 in twenty frames.
SkeletalAnimation makeAnimation() {
    SkeletalAnimation animation;
    animation.name = "Wave";
    animation.flags = 0x1204;
    animation.frameCount = 20;
    animation.curveCount = 1;
    animation.bakedSize = 104;
    animation.bindIndices = {0xFFFF};
    BoneAnimation& bone = animation.bones.emplace_back();
    bone.name = "Tip";
    bone.flags = 0x00804020;
    bone.firstCurve = 0x0102;
    bone.translate = {1, 2, 3};
    Curve& curve = bone.curves.emplace_back();
    curve.flags = curveFlags(CurveType::Linear, FrameType::U8, KeyType::S8);
    curve.keyCount = 2;
    curve.target = static_cast<std::uint32_t>(BoneTarget::TranslateY);
    curve.lastFrame = 20;
    curve.scale = 0.01F;
    curve.offsetBits = std::bit_cast<std::uint32_t>(2.0F);
    curve.delta = 1;
    curve.frames = std::vector<std::uint8_t>{0, 20};
    curve.keys = std::vector<std::int8_t>{0, 100, 100, 0};
    return animation;
}

const Bytes& sectionOfVersion45() {
    static const Bytes kBytes = fromHex(
        "46534b41 000002fc 00000308"            // 100: FSKA, name, path
        "00001204 00000014 0001 0000"           // 10C: looping, Maya, Euler; 20 frames, 1 bone, no user data
        "00000001 00000068"                     // 118: 1 curve, 104 bytes baked
        "00000014 00000000 00000008 00000000"   // 120: bones, skeleton, bind indices, user data
        "ffff 0000"                             // 130: bind indices
        "00804020 000002e8 03 06 01 00"         // 134: flags, name, first components, 1 curve, 0
        "02010000 00000014 00000004"            // 140: 258 curves before, little-endian; curves, base
        "3f800000 40000000 40400000"            // 14C: translation
        "001a 0002 00000014 00000000 41a00000"  // 158: linear s8 u8, 2 keys, TY, frames 0 to 20
        "3c23d70a 40000000 3f800000"            // 168: scale, offset, delta
        "00000008 00000008"                     // 174: frames, keys
        "00 14 0000 00 64 64 00");              // 17C
    return kBytes;
}

TEST(SkeletalAnimation, IsEncodedByteForByte) {
    EXPECT_EQ(encodeSkeletalAnimation(makeAnimation(), kWiiU, kSection, strings()), sectionOfVersion45());
}

TEST(SkeletalAnimation, IsDecodedFromBytes) {
    Bytes file(kSection);
    file.insert(file.end(), sectionOfVersion45().begin(), sectionOfVersion45().end());
    file.resize(0x424);
    overwrite(file, 0x3FC, "00000004 57617665");
    overwrite(file, 0x41C, "00000003 54697000");
    FieldPath path;
    BfresReader reader(file, path, kWiiU);
    EXPECT_EQ(readSkeletalAnimation(reader, kSection), makeAnimation());
}

TEST(SkeletalAnimation, HasNoOffsetsForBonesWithNeitherBaseNorCurves) {
    SkeletalAnimation animation = makeAnimation();
    animation.bones[0].curves.clear();
    animation.bones[0].translate.reset();
    animation.bones[0].flags = 0;
    const Bytes section = encodeSkeletalAnimation(animation, kWiiU, kSection, strings());
    ASSERT_EQ(section.size(), 0x4CU);
    EXPECT_EQ(Bytes(section.begin() + 0x44, section.end()), fromHex("00000000 00000000"));
}

TEST(SkeletalAnimation, PointsWhereCurvesWouldBeWhenThereIsABaseAlone) {
    SkeletalAnimation animation = makeAnimation();
    animation.bones[0].curves.clear();
    const Bytes section = encodeSkeletalAnimation(animation, kWiiU, kSection, strings());
    EXPECT_EQ(Bytes(section.begin() + 0x44, section.begin() + 0x4C), fromHex("00000014 00000004"));
}

TEST(SkeletalAnimation, CountsFramesIn16BitsBelow34) {
    SkeletalAnimation animation = makeAnimation();
    animation.unknown0x16 = {1, 0, 2, 0, 3};
    const Bytes section =
        encodeSkeletalAnimation(animation, {Console::WiiU, 0x03030000}, kSection, strings());
    EXPECT_EQ(Bytes(section.begin() + 0x0C, section.begin() + 0x30),
              fromHex("00001204 0014 0001 0000 0001 0000 0002 0000 0003"
                      "00000014 00000000 00000008 00000000"));
    EXPECT_EQ(section.size(), sectionOfVersion45().size() - 4) << "curves have no delta";
}

TEST(SkeletalAnimation, HasItsCountsFirstBelow24) {
    const Bytes section =
        encodeSkeletalAnimation(makeAnimation(), {Console::WiiU, 0x02000000}, kSection, strings());
    EXPECT_EQ(Bytes(section.begin(), section.begin() + 0x24),
              fromHex("46534b41 00001204 0014 0001 0000 0000 000002f0 000002fc 00000010 00000000 00000004"));
}

TEST(SkeletalAnimation, DoesNotEncodeMoreFramesThanOldVersionsCount) {
    SkeletalAnimation animation = makeAnimation();
    animation.frameCount = 65536;
    EXPECT_EQ(errorOf([&] {
                  (void)encodeSkeletalAnimation(animation, {Console::WiiU, 0x03030000}, kSection, strings());
              }),
              "animation.frameCount: 65536, below version 3.4 at most 65535 fits");
}

TEST(SkeletalAnimation, DoesNotEncodeFlagsThatLieAboutTheBase) {
    SkeletalAnimation animation = makeAnimation();
    animation.bones[0].scale = {1, 1, 1};
    EXPECT_EQ(errorOf([&] { (void)encodeSkeletalAnimation(animation, kWiiU, kSection, strings()); }),
              "bone.flags: 0x804020 do not say which base data there is, 0x804028 would");
}

TEST(SkeletalAnimation, DoesNotEncodeKeysThatAreNotThere) {
    SkeletalAnimation animation = makeAnimation();
    animation.bones[0].curves[0].keyCount = 3;
    EXPECT_EQ(errorOf([&] { (void)encodeSkeletalAnimation(animation, kWiiU, kSection, strings()); }),
              "curve.frames: are not of the type and number that the curve states");
    animation = makeAnimation();
    animation.bones[0].curves[0].keys = std::vector<std::int8_t>{0, 100, 100};
    EXPECT_EQ(errorOf([&] { (void)encodeSkeletalAnimation(animation, kWiiU, kSection, strings()); }),
              "curve.keys: are not of the type and number that the curve states");
}

TEST(SkeletalAnimation, SaysItsModes) {
    SkeletalAnimation animation = makeAnimation();
    EXPECT_TRUE(animation.isLooping());
    EXPECT_EQ(animation.scaling(), ScalingMode::Maya);
    EXPECT_EQ(animation.rotation(), RotationMode::EulerXyz);
    EXPECT_TRUE(animation.bones[0].compensatesScale());
    animation.flags = 0x100;
    EXPECT_FALSE(animation.isLooping());
    EXPECT_EQ(animation.scaling(), ScalingMode::Standard);
    EXPECT_EQ(animation.rotation(), RotationMode::Quaternion);
}

/// Bytes of the small file's first animation, starting at `offset`.
Bytes bytesOfSection(const Layout& layout, std::size_t offset, std::size_t size) {
    const Bytes bytes = encodeBfres(corpus::makeBfresFile(layout));
    FieldPath path;
    BfresReader reader(bytes, path, layout);
    const Place section = readContents(reader).of(Group::SkeletalAnimations).at(0).place;
    ByteReader in = reader.open("section", section + offset);
    return in.readBytes("bytes", size);
}

TEST(SkeletalAnimation, LiesOnTheSwitchWhereEachVersionHasIt) {
    const Layout v5{Console::Switch, 0x00050003};
    const Layout v10{Console::Switch, 0x000A0000};
    // Flags, frames, curves, baked size, bones, user data.
    EXPECT_EQ(bytesOfSection(v5, 0x48, 20), fromHex("04120000 14000000 05000000 a4010000 0300 0500"));
    EXPECT_EQ(bytesOfSection(v10, 0x04, 4), fromHex("04120000"));
    EXPECT_EQ(bytesOfSection(v10, 0x40, 16), fromHex("14000000 05000000 a4010000 0300 0500"));
    EXPECT_EQ(bytesOfSection(v5, 0x60, 4), fromHex("46534b41")) << "the next section";
    EXPECT_EQ(bytesOfSection(v10, 0x50, 4), fromHex("46534b41"));
}

}  // namespace
}  // namespace rigkiln::bfres
