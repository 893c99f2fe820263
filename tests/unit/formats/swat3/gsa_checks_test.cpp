#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/swat3/swat3_issues.hpp"
#include "tests/support/swat3/random_swat3.hpp"
#include "tests/support/swat3/swat3_builders.hpp"
#include "tests/unit/formats/swat3/codec_calls.hpp"

namespace rigkiln::swat3 {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

template <class Change>
std::vector<std::string> findingsAfter(GsaFile file, const Change& change) {
    change(file);
    return textsOf(checkGsa(file));
}

TEST(GsaChecks, FindNothingInGoodClips) {
    for (const GsaFile& file : {clip41(), clip42(), partialClip()})
        EXPECT_THAT(textsOf(checkGsa(file)), IsEmpty());
}

TEST(GsaChecks, NoteAnUnknownVersion) {
    EXPECT_THAT(findingsAfter(clip42(), [](GsaFile& file) { file.versionMinor = 3; }),
                ElementsAre("swat3.unknown-version versionMinor: 4.3, 4.1 or 4.2 is expected"));
}

TEST(GsaChecks, NoteARepeatedMagicTail) {
    EXPECT_THAT(findingsAfter(clip42(), [](GsaFile& file) { file.repeatsMagicTail = true; }),
                ElementsAre("swat3.repeated-magic-tail magic: "));
}

TEST(GsaChecks, NoteAnotherNumberOfSkeletonsThanOne) {
    EXPECT_THAT(findingsAfter(partialClip(), [](GsaFile& file) { file.skeletons.resize(2); }),
                ElementsAre("swat3.several-skeletons skeletonCount: 2, 1 is expected"));
}

TEST(GsaChecks, NoteFewerThanTwoBones) {
    EXPECT_THAT(findingsAfter(partialClip(),
                              [](GsaFile& file) {
                                  file.skeletons[0].bones.erase(file.skeletons[0].bones.begin() + 1,
                                                                file.skeletons[0].bones.end());
                                  file.animatedBones = {0};
                                  file.rotations.resize(2);
                              }),
                ElementsAre("swat3.few-bones skeletons: 1 bones, at least 2 are expected"));
}

TEST(GsaChecks, NoteAnotherFrameRateThanTheGameHas) {
    EXPECT_THAT(findingsAfter(clip42(), [](GsaFile& file) { file.frameRate = 15; }),
                ElementsAre("swat3.frame-rate frameRate: 15, 10 is expected"));
}

TEST(GsaChecks, FindAMissingMarker) {
    EXPECT_THAT(findingsAfter(clip42(), [](GsaFile& file) { file.hasMarker = false; }),
                ElementsAre("* swat3.missing-marker marker: 0xFFFF is expected"));
}

TEST(GsaChecks, FindEventCountsThatTheVersionDoesNotSay) {
    EXPECT_THAT(findingsAfter(clip42(), [](GsaFile& file) { file.versionMinor = 1; }),
                ElementsAre("* swat3.event-counts frames: version 4.1 has no event counts, the frames have "
                            "them"));
    EXPECT_THAT(
        findingsAfter(clip41(), [](GsaFile& file) { file.versionMinor = 2; }),
        ElementsAre("* swat3.event-counts frames: version 4.2 has event counts, the frames have none"));
}

TEST(GsaChecks, FindEventsThatDoNotEndWithExactlyOneNul) {
    EXPECT_THAT(findingsAfter(clip42(), [](GsaFile& file) { file.events[2][0] = "sound=A"; }),
                ElementsAre("* swat3.event-end frame[2].event[0]: 'sound=A' has 0 NUL, 1 is expected, at its "
                            "end"));
    EXPECT_THAT(
        findingsAfter(clip42(), [](GsaFile& file) { file.events[0][0] = std::string("A\0\0", 3); }),
        ElementsAre("* swat3.event-end frame[0].event[0]: 'A\\x00\\x00' has 2 NUL, 1 is expected, at its "
                    "end"));
}

TEST(GsaChecks, FindListedBonesThatAreUnknownOrListedBefore) {
    EXPECT_THAT(findingsAfter(partialClip(), [](GsaFile& file) { file.animatedBones[1] = 9; }),
                ElementsAre("* swat3.bone-list animatedBone[1]: 9 is the id of no bone"));
    EXPECT_THAT(findingsAfter(partialClip(), [](GsaFile& file) { file.animatedBones[1] = 4; }),
                ElementsAre("* swat3.bone-list animatedBone[1]: 4 is listed before"));
}

TEST(GsaChecks, NoteAClipWithoutFrames) {
    EXPECT_THAT(findingsAfter(clip41(),
                              [](GsaFile& file) {
                                  file.frames.clear();
                                  file.rotations.clear();
                              }),
                ElementsAre("swat3.no-frames frameCount: 0, at least 1 is expected"));
}

TEST(GsaChecks, NoteCountsThatASignedNumberDoesNotHold) {
    EXPECT_THAT(findingsAfter(partialClip(),
                              [](GsaFile& file) {
                                  file.frames.resize(32768);
                                  file.events.resize(32768);
                                  file.rotations.resize(65536, {0, 0, 0, 1});
                              }),
                ElementsAre("swat3.large-count frames: 32768, at most 32767 are safe"));
}

TEST(GsaChecks, FindRotationsThatAreNoUnitQuaternions) {
    EXPECT_THAT(findingsAfter(partialClip(),
                              [](GsaFile& file) {
                                  file.rotations[3] = {0, 0, 0, 2};
                              }),
                ElementsAre("* swat3.rotation-length frame[1].rotation[1]: (0, 0, 0, 2), a length of 1 +- "
                            "0.001 is expected"));
    EXPECT_THAT(findingsAfter(clip41(), [](GsaFile& file) { file.frames[2].originRotation = {}; }),
                ElementsAre("* swat3.rotation-length frame[2].originRotation: (0, 0, 0, 0), a length of 1 +- "
                            "0.001 is expected"));
}

TEST(GsaChecks, NoteNumbersThatAreNotFinite) {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    GsaFile file = clip42();
    file.frames[0].originPosition[2] = kNan;
    file.frames[1].rootPosition[0] = kNan;
    file.rotations[0][1] = kNan;
    const auto found = checkGsa(file);
    EXPECT_THAT(textsOf(found),
                ElementsAre("swat3.not-finite frame[0].originPosition: nan, a finite number is expected"));
    EXPECT_EQ(found[0].occurrences, 3U);
}

TEST(GsaChecks, FindOnlyWhatTheCatalogueNames) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        for (const Finding& finding : checkGsa(randomGsa(seed)))
            EXPECT_THAT(kGsaFileIssues, testing::Contains(finding.kind)) << finding.kind->id;
    }
}

}  // namespace
}  // namespace rigkiln::swat3
