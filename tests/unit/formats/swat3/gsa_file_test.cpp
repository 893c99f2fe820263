#include "formats/swat3/gsa_file.hpp"

#include <gtest/gtest.h>

#include "formats/swat3/swat3_issues.hpp"
#include "tests/support/swat3/random_swat3.hpp"
#include "tests/support/swat3/swat3_builders.hpp"
#include "tests/unit/formats/swat3/codec_calls.hpp"

namespace rigkiln::swat3 {
namespace {

void expectRoundTrip(const GsaFile& file) {
    const Bytes bytes = encoded(file);
    const GsaFile again = decoded<GsaFile>(bytes);
    EXPECT_EQ(again, file);
    EXPECT_EQ(encoded(again), bytes);
}

TEST(GsaFile, RoundTripsVersion41) {
    expectRoundTrip(clip41());
}

TEST(GsaFile, RoundTripsVersion42WithEvents) {
    expectRoundTrip(clip42());
}

TEST(GsaFile, RoundTripsAListOfBones) {
    expectRoundTrip(partialClip());
}

TEST(GsaFile, RoundTripsAClipWithoutFrames) {
    GsaFile file = clip42();
    file.frames.clear();
    file.rotations.clear();
    file.events.clear();
    expectRoundTrip(file);
}

TEST(GsaFile, RoundTripsWithoutTheMarkerBehindTheBones) {
    for (GsaFile file : {clip41(), clip42(), partialClip()}) {
        file.hasMarker = false;
        expectRoundTrip(file);
    }
}

TEST(GsaFile, RoundTripsARepeatedMagicTail) {
    GsaFile file = clip42();
    file.repeatsMagicTail = true;
    EXPECT_EQ(encoded(file).size(), encoded(clip42()).size() + 6);
    expectRoundTrip(file);
}

TEST(GsaFile, RoundTripsFramesThatAreNotAsTheVersionSays) {
    GsaFile with = clip42();
    with.versionMinor = 1;
    expectRoundTrip(with);
    GsaFile without = clip41();
    without.versionMinor = 2;
    expectRoundTrip(without);
}

TEST(GsaFile, HasFramesOfTheSizeThatTheDescriptionsName) {
    for (const auto& [bones, size] : {std::pair{52, 872}, std::pair{37, 632}}) {
        GsaFile file = clip41();
        file.skeletons[0].bones.clear();
        for (int i = 0; i < bones; ++i)
            file.skeletons[0].bones.push_back({.id = static_cast<std::uint16_t>(i), .name = "b"});
        const auto sizeOf = [&](std::size_t frames, bool hasEventCounts) {
            file.hasEventCounts = hasEventCounts;
            file.frames.resize(frames);
            file.rotations.assign(frames * rotationsPerFrame(file), {0, 0, 0, 1});
            file.events.resize(hasEventCounts ? frames : 0);
            return static_cast<int>(encoded(file).size());
        };
        EXPECT_EQ(sizeOf(4, false) - sizeOf(3, false), size);
        EXPECT_EQ(sizeOf(4, true) - sizeOf(3, true), size + 2);
    }
}

TEST(GsaFile, NamesTheBoneOfEachRotation) {
    EXPECT_EQ(animatedBone(partialClip(), 0), 4);
    EXPECT_EQ(animatedBone(partialClip(), 1), 3);
    GsaFile file = clip42();
    EXPECT_EQ(animatedBone(file, 3), 3);
    file.skeletons.insert(file.skeletons.begin(), {Skeleton{}, {.bones = {{.id = 70}, {.id = 71}}}});
    EXPECT_EQ(animatedBone(file, 1), 71);
    EXPECT_EQ(animatedBone(file, 2), 0);
}

TEST(GsaFile, GivesTheRotationsOfAFrame) {
    const GsaFile file = partialClip();
    const auto rotations = rotationsOf(file, 1);
    ASSERT_EQ(rotations.size(), 2U);
    EXPECT_EQ(rotations[0], file.rotations[2]);
    EXPECT_EQ(rotations[1], file.rotations[3]);
}

TEST(GsaFile, GivesTheTextOfAnEventWithoutItsNul) {
    EXPECT_EQ(eventText(std::string("sound=A\0", 8)), "sound=A");
    EXPECT_EQ(eventText("sound=A"), "sound=A");
    EXPECT_EQ(eventText(""), "");
}

TEST(GsaFile, MakesIssuesOfWhatItFinds) {
    GsaFile file = clip42();
    file.frameRate = 30;
    Diagnostics diagnostics;
    ASSERT_TRUE(decodeGsa(encoded(file), diagnostics));
    EXPECT_TRUE(diagnostics.has(kFrameRate));
    EXPECT_EQ(diagnostics.issues().size(), 1U);
}

TEST(GsaFile, IsRefusedForABrokenRuleWhenStrict) {
    GsaFile file = clip42();
    file.hasMarker = false;
    EXPECT_EQ(problemOf(decode<GsaFile>(encoded(file), Strictness::Strict)),
              "marker: 0xFFFF is expected (no FFFF stands behind the skeleton of an animation)");
    EXPECT_EQ(problemOf(decode<GsaFile>(encoded(file), Strictness::Lenient)), "no error");
}

TEST(GsaFile, ProbesItsHeadWithoutTheFrames) {
    Bytes bytes = encoded(partialClip());
    bytes.resize(bytes.size() - 100);
    const auto head = probeGsaHead(bytes);
    ASSERT_TRUE(head);
    EXPECT_EQ(head->skeletons, partialClip().skeletons);
    EXPECT_EQ(head->animatedBones, partialClip().animatedBones);
    EXPECT_FALSE(probeGsaHead(std::span(bytes).first(0x40)));
}

TEST(GsaFile, RoundTripsWhateverChanceMakes) {
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        const GsaFile file = randomGsa(seed);
        const Bytes bytes = encoded(file);
        const auto again = decode<GsaFile>(bytes);
        ASSERT_TRUE(again) << "seed " << seed << ": " << again.error().text();
        ASSERT_EQ(*again, file) << "seed " << seed;
        ASSERT_EQ(encoded(*again), bytes) << "seed " << seed;
    }
}

}  // namespace
}  // namespace rigkiln::swat3
