#include "tests/revisions/output_digests.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rigkiln::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Two conversions: toy to glTF with and without reduction.
OutputDigests toyDigests() {
    return {.revisions = {{"exporter:gltf", 2}, {"format:toy", 1}, {"step:bind", 1}, {"step:reduce", 4}},
            .conversions = {
                {"plain",
                 {.input = "art",
                  .outputs = {{"hero.glb",
                               {.digest = "aa", .code = {"exporter:gltf", "format:toy", "step:bind"}}}}}},
                {"reduced",
                 {.input = "art and 5mm",
                  .outputs = {{"hero.glb",
                               {.digest = "bb",
                                .code = {"exporter:gltf", "format:toy", "step:bind", "step:reduce"}}}}}}}};
}

OutputDigest& plainHero(OutputDigests& digests) {
    return digests.conversions.at("plain").outputs.at("hero.glb");
}

OutputDigest& reducedHero(OutputDigests& digests) {
    return digests.conversions.at("reduced").outputs.at("hero.glb");
}

class DigestComparison : public testing::Test {
protected:
    void compare() { problems = compareDigests(golden, built); }

    OutputDigests golden = toyDigests();
    OutputDigests built = toyDigests();
    DigestProblems problems;
};

TEST_F(DigestComparison, OfEqualDigestsFindsNothing) {
    compare();
    EXPECT_THAT(problems.faults, IsEmpty());
    EXPECT_THAT(problems.outdated, IsEmpty());
    EXPECT_EQ(describe(problems, "file", "command"), "");
}

TEST_F(DigestComparison, RefusesOtherBytesWithoutARaisedRevision) {
    plainHero(built).digest = "cc";
    compare();
    EXPECT_THAT(
        problems.faults,
        ElementsAre("plain/hero.glb has other bytes, and no revision of its code was raised: "
                    "exporter:gltf (2), format:toy (1), step:bind (1). If the change is wanted, raise "
                    "the revision of the code that changed; otherwise undo it"));
    EXPECT_THAT(problems.outdated, IsEmpty());
}

TEST_F(DigestComparison, AllowsOtherBytesWithARaisedRevision) {
    plainHero(built).digest = "cc";
    built.revisions["format:toy"] = 2;
    compare();
    EXPECT_THAT(problems.faults, IsEmpty());
    EXPECT_THAT(problems.outdated,
                ElementsAre("the revision of format:toy differs (1 -> 2)",
                            "plain/hero.glb has other bytes, as expected from format:toy (1 -> 2)"));
}

TEST_F(DigestComparison, RefusesOtherBytesWhenOnlyOtherCodeWasRaised) {
    plainHero(built).digest = "cc";
    built.revisions["step:reduce"] = 5;
    compare();
    EXPECT_THAT(problems.faults, ElementsAre(HasSubstr("plain/hero.glb has other bytes")));
}

TEST_F(DigestComparison, RefusesOnlyTheOutputsWithoutRaisedCode) {
    plainHero(built).digest = "cc";
    reducedHero(built).digest = "dd";
    built.revisions["step:reduce"] = 5;
    compare();
    EXPECT_THAT(problems.faults, ElementsAre(HasSubstr("plain/hero.glb has other bytes")));
    EXPECT_THAT(problems.outdated,
                testing::Contains("reduced/hero.glb has other bytes, as expected from step:reduce (4 -> 5)"));
}

TEST_F(DigestComparison, AsksForAnUpdateWhenARevisionWasRaisedAndNoByteChanged) {
    built.revisions["exporter:gltf"] = 3;
    compare();
    EXPECT_THAT(problems.faults, IsEmpty());
    EXPECT_THAT(problems.outdated, ElementsAre("the revision of exporter:gltf differs (2 -> 3)"));
    EXPECT_THAT(describe(problems, "a.json", "`make it`"),
                HasSubstr("a.json is out of date; `make it` writes it:\n  the revision of exporter:gltf"));
}

TEST_F(DigestComparison, RefusesALoweredRevision) {
    built.revisions["step:reduce"] = 3;
    compare();
    EXPECT_THAT(
        problems.faults,
        ElementsAre("the revision of step:reduce was lowered (4 -> 3); outputs of revision 4 would be "
                    "taken for new ones: use 5"));
}

TEST_F(DigestComparison, DoesNotTakeALoweredRevisionForARaisedOne) {
    built.revisions["step:reduce"] = 3;
    reducedHero(built).digest = "dd";
    compare();
    EXPECT_THAT(problems.faults, testing::Contains(HasSubstr("reduced/hero.glb has other bytes, and no")));
}

TEST_F(DigestComparison, RefusesCodeThatMakesNoOutput) {
    built.revisions["format:new"] = 1;
    compare();
    EXPECT_THAT(problems.faults,
                ElementsAre("format:new makes no output of the golden set; add a conversion with it"));
}

TEST_F(DigestComparison, RefusesToLoseTheOnlyOutputOfSomeCode) {
    built.conversions.erase("reduced");
    compare();
    EXPECT_THAT(problems.faults,
                ElementsAre("step:reduce makes no output of the golden set; add a conversion with it"));
}

TEST_F(DigestComparison, RefusesCodeWithoutARevision) {
    plainHero(built).code.insert("format:typo");
    compare();
    EXPECT_THAT(problems.faults, ElementsAre("format:typo has no revision"));
}

TEST_F(DigestComparison, RefusesAMissingOutput) {
    built.conversions["plain"].outputs.clear();
    compare();
    EXPECT_THAT(problems.faults, ElementsAre(HasSubstr("plain/hero.glb is missing, and no revision")));
}

TEST_F(DigestComparison, RefusesAFurtherOutput) {
    built.conversions["plain"].outputs["hero.bin"] = plainHero(built);
    compare();
    EXPECT_THAT(problems.faults, ElementsAre(HasSubstr("plain/hero.bin is new, and no revision")));
}

TEST_F(DigestComparison, AllowsOtherFilesWithARaisedRevision) {
    built.conversions["plain"].outputs = {{"hero.gltf", plainHero(golden)}};
    built.revisions["exporter:gltf"] = 3;
    compare();
    EXPECT_THAT(problems.faults, IsEmpty());
    EXPECT_THAT(problems.outdated, ElementsAre(HasSubstr("exporter:gltf differs"),
                                               HasSubstr("plain/hero.glb is missing, as expected from"),
                                               HasSubstr("plain/hero.gltf is new, as expected from")));
}

TEST_F(DigestComparison, AllowsANewStepToChangeTheOutputsThatHaveIt) {
    built.revisions["step:weld"] = 1;
    plainHero(built).digest = "cc";
    plainHero(built).code.insert("step:weld");
    compare();
    EXPECT_THAT(problems.faults, IsEmpty());
    EXPECT_THAT(problems.outdated,
                testing::Contains("plain/hero.glb has other bytes, as expected from step:weld (new, 1)"));
}

TEST_F(DigestComparison, AllowsARemovedStepToChangeTheOutputsThatHadIt) {
    built.revisions.erase("step:reduce");
    reducedHero(built) = {.digest = "dd", .code = plainHero(built).code};
    compare();
    EXPECT_THAT(problems.faults, IsEmpty());
    EXPECT_THAT(problems.outdated,
                testing::Contains("reduced/hero.glb has other bytes, as expected from step:reduce (gone)"));
}

TEST_F(DigestComparison, AsksForAnUpdateWhenOtherCodeMakesTheSameBytes) {
    plainHero(built).code.insert("step:reduce");
    compare();
    EXPECT_THAT(problems.faults, IsEmpty());
    EXPECT_THAT(problems.outdated, ElementsAre("the code of plain/hero.glb differs by step:reduce (4)"));
}

TEST_F(DigestComparison, DoesNotJudgeOutputsOfAnotherInput) {
    built.conversions["plain"].input = "other art";
    plainHero(built).digest = "cc";
    compare();
    EXPECT_THAT(problems.faults, IsEmpty());
    EXPECT_THAT(problems.outdated,
                ElementsAre("the input or the options of plain changed, so its outputs cannot be compared"));
}

TEST_F(DigestComparison, AsksForAnUpdateWhenConversionsComeAndGo) {
    built.conversions["lossless"] = built.conversions.at("reduced");
    built.conversions.erase("reduced");
    compare();
    EXPECT_THAT(problems.faults, IsEmpty());
    EXPECT_THAT(problems.outdated, ElementsAre("the conversion reduced is no longer in the golden set",
                                               "the conversion lossless is new"));
}

TEST_F(DigestComparison, WithoutAGoldenFileAsksForOne) {
    golden = {};
    compare();
    EXPECT_THAT(problems.faults, IsEmpty());
    EXPECT_THAT(problems.outdated, Not(IsEmpty()));
}

TEST(DescribedDigestProblems, SayFirstWhatForbidsTheUpdate) {
    const std::string text =
        describe({.faults = {"a fault"}, .outdated = {"a change"}}, "a.json", "`make it`");
    EXPECT_EQ(text,
              "faults, with which a.json cannot be updated:\n  a fault\n"
              "a.json is out of date; `make it` writes it:\n  a change\n");
}

TEST(DescribedDigestProblems, AreCountedWhenThereAreMany) {
    const DigestProblems problems{.faults = std::vector<std::string>(25, "a fault"), .outdated = {}};
    EXPECT_THAT(describe(problems, "a.json", "`make it`"), HasSubstr("  a fault\n  and 5 more\n"));
}

TEST(DigestJson, IsReadBack) {
    OutputDigests digests = toyDigests();
    digests.conversions["plain"].outputs["name \"quoted\".glb"] = {.digest = "ee", .code = {"step:bind"}};
    EXPECT_EQ(digestsFromJson(digestsToJson(digests)), digests);
}

TEST(DigestJson, HasALineForEachOutputAndStatesSharedCodeOnce) {
    EXPECT_EQ(digestsToJson(toyDigests()), R"({
  "revisions": {
    "exporter:gltf": 2,
    "format:toy": 1,
    "step:bind": 1,
    "step:reduce": 4
  },
  "code of every output": "exporter:gltf format:toy step:bind",
  "conversions": {
    "plain": {
      "input": "art",
      "outputs": {
        "hero.glb": {"digest": "aa", "code": ""}
      }
    },
    "reduced": {
      "input": "art and 5mm",
      "outputs": {
        "hero.glb": {"digest": "bb", "code": "step:reduce"}
      }
    }
  }
}
)");
}

TEST(DigestJson, RefusesOtherText) {
    EXPECT_ANY_THROW(static_cast<void>(digestsFromJson("{}")));
    EXPECT_ANY_THROW(static_cast<void>(digestsFromJson("no JSON")));
}

}  // namespace
}  // namespace rigkiln::test
