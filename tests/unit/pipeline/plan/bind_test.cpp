#include "pipeline/plan/bind.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/base/file_name.hpp"
#include "pipeline/plan/recognise_file.hpp"
#include "tests/support/scripted_format/scripted_format.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

SourceFile fileAt(const std::string& path, const FormatModule& format) {
    SourceFile file;
    file.path = path;
    file.relative = path.substr(1);
    file.name = std::string(splitName(path).name);
    file.format = &format;
    return file;
}

std::vector<SourceFile> models(std::initializer_list<const char*> paths) {
    std::vector<SourceFile> files;
    for (const char* path : paths)
        files.push_back(fileAt(path, scripted::kModelFormat));
    return files;
}

std::vector<SourceFile> clips(std::initializer_list<const char*> paths) {
    std::vector<SourceFile> files;
    for (const char* path : paths)
        files.push_back(fileAt(path, scripted::kClipFormat));
    return files;
}

TEST(CandidateModels, LongestNameComesFirst) {
    const auto candidates = candidateModels(models({"/a/X.smodel", "/a/X_DIE.smodel"}),
                                            clips({"/a/X_DIE_00.sclip", "/a/X_WALK.sclip"}));
    EXPECT_THAT(candidates[0], ElementsAre(1, 0));
    EXPECT_THAT(candidates[1], ElementsAre(0));
}

TEST(CandidateModels, AreOfTheFamilyOfTheClip) {
    FormatModule other = scripted::kModelFormat;
    other.family = "other";
    const std::vector<SourceFile> files = {fileAt("/a/X.smodel", scripted::kModelFormat),
                                           fileAt("/a/X_DIE.other", other)};
    EXPECT_THAT(candidateModels(files, clips({"/a/X_DIE_00.sclip"}))[0], ElementsAre(0));
}

TEST(CandidateModels, NamesMatchWithoutCase) {
    EXPECT_THAT(candidateModels(models({"/a/Hero.smodel"}), clips({"/a/HERO_walk.sclip"}))[0],
                ElementsAre(0));
}

TEST(CandidateModels, ANameNeedsTheUnderscore) {
    const auto candidates = candidateModels(
        models({"/a/X.smodel"}), clips({"/a/XY.sclip", "/a/X.sclip", "/a/X_.sclip", "/a/_X.sclip"}));
    EXPECT_THAT(candidates[0], IsEmpty());
    EXPECT_THAT(candidates[1], IsEmpty());
    EXPECT_THAT(candidates[2], ElementsAre(0));
    EXPECT_THAT(candidates[3], IsEmpty());
}

TEST(CandidateModels, OtherFoldersDoNotCount) {
    EXPECT_THAT(candidateModels(models({"/a/X.smodel"}), clips({"/b/X_0.sclip", "/a/c/X_0.sclip"})),
                ElementsAre(IsEmpty(), IsEmpty()));
}

TEST(CandidateModels, OfNamesThatDifferInCaseTheSmallestPathCounts) {
    EXPECT_THAT(candidateModels(models({"/a/hero.smodel", "/a/HERO.smodel"}), clips({"/a/hero_0.sclip"}))[0],
                ElementsAre(1));
}

TEST(CandidateModels, FormatsThatDoNotPairHaveNone) {
    EXPECT_THAT(candidateModels(models({"/a/X.smodel"}), models({"/a/X_0.smodel"}))[0], IsEmpty());
}

class ChooseModel : public testing::Test {
protected:
    std::optional<std::size_t> choose(std::optional<std::uint32_t> highest, std::vector<ProbeResult> probes) {
        const auto files = models({"/a/X.smodel", "/a/X_DIE.smodel"});
        const auto clip = clips({"/a/X_DIE_00.sclip"})[0];
        const ProbeResult clipProbe = highest ? ProbeResult(Probe{0, highest}) : std::nullopt;
        const std::vector<std::size_t> candidates = {1, 0};
        return chooseModel(clip, clipProbe, candidates, files, probes, diagnostics_);
    }
    static ProbeResult joints(std::size_t count) { return Probe{count, std::nullopt}; }

    Diagnostics diagnostics_;
};

TEST_F(ChooseModel, TakesTheFirstThatHasAllJoints) {
    EXPECT_EQ(choose(4, {joints(9), joints(5)}), 1U);
    EXPECT_THAT(diagnostics_.issues(), IsEmpty());
}

TEST_F(ChooseModel, GoesToAShorterNameAndSaysWhy) {
    EXPECT_EQ(choose(5, {joints(9), joints(5)}), 0U);
    ASSERT_TRUE(diagnostics_.has(kClipFitsShorterName));
    EXPECT_EQ(diagnostics_.issues()[0].details, "moves joint 5, model 'X_DIE' has 5 joints; went to 'X'");
}

TEST_F(ChooseModel, NamesEveryModelThatDoesNotFit) {
    EXPECT_EQ(choose(9, {joints(9), joints(5)}), std::nullopt);
    ASSERT_TRUE(diagnostics_.has(kClipFitsNoModel));
    EXPECT_EQ(diagnostics_.issues()[0].where, "clip 'X_DIE_00'");
    EXPECT_EQ(diagnostics_.issues()[0].details,
              "moves joint 9, model 'X_DIE' has 5 joints; moves joint 9, model 'X' has 9 joints");
}

TEST_F(ChooseModel, FilesThatCouldNotBeProbedFit) {
    EXPECT_EQ(choose(9, {joints(9), std::nullopt}), 1U);
    EXPECT_EQ(choose(std::nullopt, {joints(9), joints(1)}), 1U);
}

class ModelsOfAClass : public testing::Test {
protected:
    std::vector<std::size_t> modelsFor(const ProbeResult& clip, std::vector<ProbeResult> probes) {
        const auto files = models({"/a/X.smodel", "/b/Y.smodel", "/Z.smodel"});
        return ModelClasses(files, probes)
            .modelsFor(fileAt("/c/walk.sclass", scripted::kClassFormat), clip, diagnostics_);
    }
    static ProbeResult joints(std::size_t count) { return Probe{count, std::nullopt}; }

    Diagnostics diagnostics_;
};

TEST_F(ModelsOfAClass, AreAllWithAsManyJointsWhereverTheyLie) {
    EXPECT_THAT(modelsFor(joints(52), {joints(52), joints(37), joints(52)}), ElementsAre(0, 2));
    EXPECT_THAT(diagnostics_.issues(), IsEmpty());
}

TEST_F(ModelsOfAClass, AreThoseBelowTheNearestFolderThatHasOne) {
    const auto files = models({"/a/X.smodel", "/b/Models/Y.smodel", "/b/Z.smodel"});
    const std::vector<ProbeResult> probes = {joints(2), joints(2), joints(3)};
    const ModelClasses classes(files, probes);
    const auto modelsFor = [&](const char* clip, std::size_t count) {
        return classes.modelsFor(fileAt(clip, scripted::kClassFormat), joints(count), diagnostics_);
    };
    EXPECT_THAT(modelsFor("/b/Anims/run/walk.sclass", 2), ElementsAre(1));
    EXPECT_THAT(modelsFor("/b/Anims/walk.sclass", 3), ElementsAre(2));
    EXPECT_THAT(modelsFor("/c/walk.sclass", 2), ElementsAre(0, 1));
}

TEST_F(ModelsOfAClass, ThatAreNotThereAreTold) {
    EXPECT_THAT(modelsFor(joints(2), {joints(52), std::nullopt, joints(1)}), IsEmpty());
    ASSERT_TRUE(diagnostics_.has(kClipOfNoClass));
    EXPECT_EQ(diagnostics_.issues()[0].where, "clip 'walk'");
    EXPECT_EQ(diagnostics_.issues()[0].details, "2 joints");
}

TEST_F(ModelsOfAClass, AreNotSoughtForAClipThatCannotBeProbed) {
    EXPECT_THAT(modelsFor(std::nullopt, {joints(52), joints(37), std::nullopt}), IsEmpty());
    EXPECT_THAT(diagnostics_.issues(), IsEmpty());
}

TEST_F(ModelsOfAClass, AreOfTheClipsFamily) {
    FormatModule ofAnotherGame = scripted::kModelFormat;
    ofAnotherGame.family = "another";
    const std::vector<SourceFile> files = {fileAt("/a/X.smodel", ofAnotherGame)};
    const std::vector<ProbeResult> probes = {joints(52)};
    EXPECT_THAT(ModelClasses(files, probes)
                    .modelsFor(fileAt("/c/walk.sclass", scripted::kClassFormat), joints(52), diagnostics_),
                IsEmpty());
}

class BindByNames : public testing::Test {
protected:
    std::optional<std::size_t> find(const std::vector<std::string>& joints) {
        FormatModule format = scripted::kClipFormat;
        format.pairing = ClipPairing::LongestStemThenNames;
        const SourceFile clip = fileAt("/a/b/motions.sclip", format);
        return ModelJoints(models_, probes_).modelFor(clip, named(joints), diagnostics_);
    }
    static ProbeResult named(std::vector<std::string> names) {
        const std::size_t count = names.size();
        return Probe{.jointCount = count, .highestJoint = {}, .jointNames = std::move(names)};
    }

    std::vector<SourceFile> models_ =
        models({"/a/c/cat.smodel", "/a/b/cat.smodel", "/a/c/ant.smodel", "/x.smodel"});
    std::vector<ProbeResult> probes_ = {named({"head", "paw", "tail"}), named({"head", "paw", "tail"}),
                                        named({"feeler", "head"}), std::nullopt};
    Diagnostics diagnostics_;
};

TEST_F(BindByNames, TheModelWithMostOfTheJointsWins) {
    EXPECT_EQ(find({"feeler", "head"}), 2U);
    ASSERT_EQ(diagnostics_.issues().size(), 1U);
    EXPECT_EQ(diagnostics_.issues()[0].kind, &kClipBoundByNames);
    EXPECT_EQ(diagnostics_.issues()[0].details, "2 of 2 joints are those of model 'ant'");
}

TEST_F(BindByNames, OfEqualModelsTheNearestFolderWins) {
    EXPECT_EQ(find({"head", "paw", "whisker"}), 1U);
}

TEST_F(BindByNames, OfModelsWithTheSameJointsTheOneWithFewestOthersWins) {
    EXPECT_EQ(find({"head"}), 2U);
}

TEST_F(BindByNames, HalfOfTheJointsIsLeast) {
    EXPECT_EQ(find({"tail", "whisker"}), 1U);
    EXPECT_EQ(find({"fin", "tail", "whisker"}), std::nullopt);
    EXPECT_EQ(find({}), std::nullopt);
}

}  // namespace
}  // namespace rigkiln
