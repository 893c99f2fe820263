#include "pipeline/plan/bind.hpp"

#include <initializer_list>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/base/file_name.hpp"
#include "tests/support/scripted_format/scripted_format.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Recognised files in a table.
class Files {
public:
    FileTable::Index add(const std::string& path, const FormatModule& format) {
        const FileTable::Index file = table.add({.path = path, .relative = path.substr(1)});
        table.setKind(file, {.format = &format});
        table.setAssetName(file, splitName(splitPath(path).name).name);
        return file;
    }
    std::vector<FileTable::Index> addAll(std::initializer_list<const char*> paths,
                                         const FormatModule& format) {
        std::vector<FileTable::Index> files;
        for (const char* path : paths)
            files.push_back(add(path, format));
        return files;
    }

    FileTable table{};
};

/// Candidates of each clip, as positions in the list of models.
std::vector<std::vector<std::uint32_t>> candidatesOf(std::initializer_list<const char*> modelPaths,
                                                     std::initializer_list<const char*> clipPaths,
                                                     const FormatModule& clipFormat = scripted::kClipFormat) {
    Files files;
    const auto models = files.addAll(modelPaths, scripted::kModelFormat);
    const auto clips = files.addAll(clipPaths, clipFormat);
    const Candidates candidates = candidateModels(files.table, models, clips);
    EXPECT_EQ(candidates.size(), clips.size());
    std::vector<std::vector<std::uint32_t>> lists;
    for (std::size_t i = 0; i < candidates.size(); ++i)
        lists.emplace_back(candidates[i].begin(), candidates[i].end());
    return lists;
}

TEST(CandidateModels, LongestNameComesFirst) {
    const auto candidates =
        candidatesOf({"/a/X.smodel", "/a/X_DIE.smodel"}, {"/a/X_DIE_00.sclip", "/a/X_WALK.sclip"});
    EXPECT_THAT(candidates[0], ElementsAre(1, 0));
    EXPECT_THAT(candidates[1], ElementsAre(0));
}

TEST(CandidateModels, AreOfTheFamilyOfTheClip) {
    FormatModule other = scripted::kModelFormat;
    other.family = "other";
    Files files;
    const std::vector<FileTable::Index> models = {files.add("/a/X.smodel", scripted::kModelFormat),
                                                  files.add("/a/X_DIE.other", other)};
    const auto clips = files.addAll({"/a/X_DIE_00.sclip"}, scripted::kClipFormat);
    EXPECT_THAT(candidateModels(files.table, models, clips)[0], ElementsAre(0));
}

TEST(CandidateModels, NamesMatchWithoutCase) {
    EXPECT_THAT(candidatesOf({"/a/Hero.smodel"}, {"/a/HERO_walk.sclip"})[0], ElementsAre(0));
}

TEST(CandidateModels, ANameNeedsTheUnderscore) {
    const auto candidates =
        candidatesOf({"/a/X.smodel"}, {"/a/XY.sclip", "/a/X.sclip", "/a/X_.sclip", "/a/_X.sclip"});
    EXPECT_THAT(candidates[0], IsEmpty());
    EXPECT_THAT(candidates[1], IsEmpty());
    EXPECT_THAT(candidates[2], ElementsAre(0));
    EXPECT_THAT(candidates[3], IsEmpty());
}

TEST(CandidateModels, OtherFoldersDoNotCount) {
    EXPECT_THAT(candidatesOf({"/a/X.smodel"}, {"/b/X_0.sclip", "/a/c/X_0.sclip"}),
                ElementsAre(IsEmpty(), IsEmpty()));
}

TEST(CandidateModels, OfNamesThatDifferInCaseTheSmallestPathCounts) {
    EXPECT_THAT(candidatesOf({"/a/hero.smodel", "/a/HERO.smodel"}, {"/a/hero_0.sclip"})[0], ElementsAre(1));
}

TEST(CandidateModels, FormatsThatDoNotPairHaveNone) {
    EXPECT_THAT(candidatesOf({"/a/X.smodel"}, {"/a/X_0.smodel"}, scripted::kModelFormat)[0], IsEmpty());
}

const Probe* probeOf(const ProbeResult& result) {
    return result ? &*result : nullptr;
}

class ChooseModel : public testing::Test {
protected:
    std::optional<std::size_t> choose(std::optional<std::uint32_t> highest, std::vector<ProbeResult> probes) {
        Files files;
        const auto models = files.addAll({"/a/X.smodel", "/a/X_DIE.smodel"}, scripted::kModelFormat);
        const FileTable::Index clip = files.add("/a/X_DIE_00.sclip", scripted::kClipFormat);
        const ProbeResult clipProbe = highest ? ProbeResult(Probe{0, highest}) : std::nullopt;
        const std::vector<std::uint32_t> candidates = {1, 0};
        return chooseModel({.file = clip, .probe = probeOf(clipProbe)}, candidates,
                           {.files = files.table, .models = models, .probes = probes}, diagnostics_);
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
    EXPECT_EQ(choose(9, {}), 1U);
}

class ModelsOfAClass : public testing::Test {
protected:
    std::vector<std::size_t> modelsFor(const ProbeResult& clip, std::vector<ProbeResult> probes,
                                       const char* path = "/c/walk.sclass") {
        const FileTable::Index file = files_.add(path, scripted::kClassFormat);
        const ModelClasses classes({.files = files_.table, .models = models_, .probes = probes});
        return classes.modelsFor({.file = file, .probe = probeOf(clip)}, diagnostics_);
    }
    static ProbeResult joints(std::size_t count) { return Probe{count, std::nullopt}; }

    Files files_;
    std::vector<FileTable::Index> models_ =
        files_.addAll({"/a/X.smodel", "/b/Y.smodel", "/Z.smodel"}, scripted::kModelFormat);
    Diagnostics diagnostics_;
};

TEST_F(ModelsOfAClass, AreAllWithAsManyJointsWhereverTheyLie) {
    EXPECT_THAT(modelsFor(joints(52), {joints(52), joints(37), joints(52)}), ElementsAre(0, 2));
    EXPECT_THAT(diagnostics_.issues(), IsEmpty());
}

TEST_F(ModelsOfAClass, AreThoseBelowTheNearestFolderThatHasOne) {
    models_ = files_.addAll({"/a/X.smodel", "/b/Models/Y.smodel", "/b/Z.smodel"}, scripted::kModelFormat);
    const std::vector<ProbeResult> probes = {joints(2), joints(2), joints(3)};
    EXPECT_THAT(modelsFor(joints(2), probes, "/b/Anims/run/walk.sclass"), ElementsAre(1));
    EXPECT_THAT(modelsFor(joints(3), probes, "/b/Anims/walk.sclass"), ElementsAre(2));
    EXPECT_THAT(modelsFor(joints(2), probes, "/c/walk.sclass"), ElementsAre(0, 1));
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
    models_ = files_.addAll({"/a/X.smodel"}, ofAnotherGame);
    EXPECT_THAT(modelsFor(joints(52), {joints(52)}), IsEmpty());
}

class BindByNames : public testing::Test {
protected:
    std::optional<std::size_t> find(const std::vector<std::string>& joints) {
        FormatModule format = scripted::kClipFormat;
        format.pairing = ClipPairing::LongestStemThenNames;
        const FileTable::Index clip = files_.add("/a/b/motions.sclip", format);
        const ProbeResult probe = named(joints);
        return ModelJoints({.files = files_.table, .models = models_, .probes = probes_})
            .modelFor({.file = clip, .probe = probeOf(probe)}, diagnostics_);
    }
    static ProbeResult named(std::vector<std::string> names) {
        const std::size_t count = names.size();
        return Probe{.jointCount = count, .highestJoint = {}, .jointNames = std::move(names)};
    }

    Files files_;
    std::vector<FileTable::Index> models_ = files_.addAll(
        {"/a/c/cat.smodel", "/a/b/cat.smodel", "/a/c/ant.smodel", "/x.smodel"}, scripted::kModelFormat);
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

TEST_F(BindByNames, AClipThatCannotBeProbedHasNoModel) {
    const FileTable::Index clip = files_.add("/a/b/motions.sclip", scripted::kClipFormat);
    const ModelJoints joints({.files = files_.table, .models = models_, .probes = probes_});
    EXPECT_EQ(joints.modelFor({.file = clip, .probe = nullptr}, diagnostics_), std::nullopt);
    EXPECT_THAT(diagnostics_.issues(), IsEmpty());
}

}  // namespace
}  // namespace rigkiln
