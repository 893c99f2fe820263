#include "formats/ctsa/ctsa_checks.hpp"

#include <limits>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/ctsa/ctsa_issues.hpp"
#include "tests/support/ctsa/ctsa_builders.hpp"

namespace rigkiln::ctsa {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Issues of the file, each as "id where: details".
std::vector<std::string> issuesOf(const CtsaFile& file) {
    Diagnostics diagnostics;
    checkCtsa(file, diagnostics);
    std::vector<std::string> texts;
    for (const Issue& issue : diagnostics.issues())
        texts.push_back(fmt::format("{} {}: {}", issue.kind->id, issue.where, issue.details));
    return texts;
}

TEST(CtsaChecks, FindNothingInSoundFiles) {
    for (const CtsaFile& file : {walkFile(), walkFile(49), waveFile(), fileWithLongName(64)})
        EXPECT_THAT(issuesOf(file), IsEmpty());
}

TEST(CtsaChecks, TellOfAnimationsWithoutFramesAndNothingElseOfThem) {
    EXPECT_THAT(issuesOf(emptyFile()), ElementsAre("ctsa.no-frames frameCount: "));
}

TEST(CtsaChecks, TellOfTheWayTheFileIsStored) {
    CtsaFile file = walkFile();
    file.prefixSize = 3;
    file.nameOrder = std::endian::little;
    file.bodyOrder = std::endian::big;
    file.trailing.resize(5);
    EXPECT_THAT(issuesOf(file),
                ElementsAre("ctsa.long-prefix nameLength: 3 octets for 4 code units, 1 would do",
                            "ctsa.little-endian-name name: ", "ctsa.big-endian frameCount: ",
                            "ctsa.trailing trailing: 5 octets, 0 are expected"));
}

TEST(CtsaChecks, TellOfLoneSurrogates) {
    CtsaFile file = walkFile();
    file.name = {u'a', 0xD83D, 0xDE00, 0xDE00, 0xD83D};
    EXPECT_THAT(issuesOf(file),
                ElementsAre("ctsa.lone-surrogate name[3]: 0xDE00 has no other half, 2 in all"));
}

TEST(CtsaChecks, TellOfNumbersThatAreNotFinite) {
    CtsaFile file = walkFile();
    file.topV = kInfinity;
    file.frames[2].time = kNan;
    file.frames[3].time = -kInfinity;
    EXPECT_THAT(issuesOf(file), ElementsAre("ctsa.not-finite topV: inf",
                                            "ctsa.not-finite frame[2].time: nan; and 1 more like it"));
}

TEST(CtsaChecks, TellOfFramesWithoutExtent) {
    CtsaFile file = walkFile();
    file.frameWidth = 0;
    file.topV = 0;
    EXPECT_THAT(issuesOf(file),
                ElementsAre("ctsa.frame-extent frameWidth: 0, more than 0 is expected",
                            "ctsa.frame-extent topV: 0, more than the bottom's 0 is expected"));
}

TEST(CtsaChecks, TellOfARowThatLeavesTheSheet) {
    CtsaFile file = walkFile();
    file.leftU = 0.5F;
    EXPECT_THAT(issuesOf(file),
                ElementsAre("ctsa.leaves-sheet leftU: 4 frames lie from 0.5 to 1.5, 0 to 1 is the sheet"));
    file.leftU = -0.25F;
    EXPECT_THAT(issuesOf(file),
                ElementsAre("ctsa.leaves-sheet leftU: 4 frames lie from -0.25 to 0.75, 0 to 1 is the sheet"));
    file.leftU = 0;
    file.bottomV = -0.5F;
    file.topV = 0.5F;
    EXPECT_THAT(issuesOf(file),
                ElementsAre("ctsa.leaves-sheet bottomV: frames lie from -0.5 to 0.5, 0 to 1 is the sheet"));
}

TEST(CtsaChecks, AllowForRoundingAtTheEdges) {
    CtsaFile file = walkFile();
    file.leftU = 0.00009F;
    file.topV = 1.00009F;
    EXPECT_THAT(issuesOf(file), IsEmpty());
    file.leftU = 0.0002F;
    EXPECT_EQ(issuesOf(file).size(), 1U);
}

TEST(CtsaChecks, TellOfNegativeTimes) {
    CtsaFile file = walkFile();
    file.frames[1].time = -2.5F;
    EXPECT_THAT(issuesOf(file),
                ElementsAre("ctsa.negative-time frame[1].time: -2.5 ms, at least 0 is expected"));
}

TEST(CtsaChecks, TellOfUnknownSwapTypes) {
    CtsaFile file = walkFile();
    for (CtsaFrame& frame : file.frames)
        frame.swapType = 2;
    EXPECT_THAT(issuesOf(file), ElementsAre("ctsa.swap-type frame[0].swapType: 2, 0 (time) or 1 (updates) is "
                                            "expected; and 3 more like it"));
}

TEST(CtsaChecks, TellOfFramesThatPlayersNeverLeave) {
    CtsaFile file = waveFile();
    file.frames[1].updates = 0;
    EXPECT_THAT(issuesOf(file),
                ElementsAre("ctsa.never-advances frame[1].updates: 0, at least 1 is expected"));
    file.frames[1].updates = -3;
    EXPECT_THAT(issuesOf(file),
                ElementsAre("ctsa.never-advances frame[1].updates: -3, at least 1 is expected"));
}

}  // namespace
}  // namespace rigkiln::ctsa
