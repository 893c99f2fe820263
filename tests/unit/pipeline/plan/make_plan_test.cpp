#include "pipeline/plan/make_plan.hpp"

#include <filesystem>

#include <gmock/gmock.h>

#include "pipeline/conversion/conversion_errors.hpp"
#include "pipeline/files/delegating_disk.hpp"
#include "pipeline/plan/bind.hpp"
#include "pipeline/plan/plan_errors.hpp"
#include "pipeline/recipe/recipe_json.hpp"
#include "tests/support/batch_fixture.hpp"

namespace rigkiln {
namespace {

using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class MakePlan : public BatchFixture {};

TEST_F(MakePlan, GivesEveryModelItsClips) {
    folder_.write("in/a/hero.smodel", "model 3");
    folder_.write("in/a/hero_walk.sclip", "clip 2");
    folder_.write("in/a/HERO_die.sclip", "clip 1");
    folder_.write("in/b/tree.smodel", "model 1");
    EXPECT_THAT(described(planned()),
                ElementsAre("out/a/hero.txt <- a/hero.smodel + a/HERO_die.sclip + a/hero_walk.sclip",
                            "out/b/tree.txt <- b/tree.smodel"));
}

TEST_F(MakePlan, GivesTheClipsOfAClassToAllItsModels) {
    folder_.write("in/a/hero.smodel", "model 3");
    folder_.write("in/b/tree.smodel", "model 1");
    folder_.write("in/b/villain.smodel", "model 3");
    folder_.write("in/clips/walk.sclass", "class 3");
    folder_.write("in/clips/wings.sclass", "class 9");
    const Plan plan = planned();
    EXPECT_THAT(described(plan), ElementsAre("out/a/hero.txt <- a/hero.smodel + clips/walk.sclass",
                                             "out/b/tree.txt <- b/tree.smodel",
                                             "out/b/villain.txt <- b/villain.smodel + clips/walk.sclass",
                                             "out/clips/wings.txt <- + clips/wings.sclass"));
    EXPECT_TRUE(plan.units[3].diagnostics.has(kClipOfNoClass));
}

TEST_F(MakePlan, AClipThatFitsNoModelStandsAlone) {
    folder_.write("in/hero.smodel", "model 3");
    folder_.write("in/hero_walk.sclip", "clip 3");
    const Plan plan = planned();
    EXPECT_THAT(described(plan),
                ElementsAre("out/hero.txt <- hero.smodel", "out/hero_walk.txt <- + hero_walk.sclip"));
    ASSERT_TRUE(plan.units[1].diagnostics.has(kClipFitsNoModel));
    EXPECT_THAT(plan.units[1].diagnostics.issues()[0].details,
                HasSubstr("joint 3, model 'hero' has 3 joints"));
}

TEST_F(MakePlan, UnboundClipsCanBeLeftOutAndAreListed) {
    folder_.write("in/walk.sclip", "clip 3");
    const Plan plan = planned(
        "rigkiln: 1\n"
        "jobs:\n"
        "  files: { uses: scan, root: in, include: ['**'] }\n"
        "  rigs: { uses: bind, models: files, clips: files, unbound: skip }\n"
        "  texts: { uses: export, from: rigs, to: text, path: 'out/{name}.txt' }\n");
    EXPECT_THAT(plan.units, IsEmpty());
    ASSERT_EQ(plan.ignored.size(), 1U);
    EXPECT_EQ(plan.ignored[0].description, "scripted clip that fits no model");
}

TEST_F(MakePlan, ListsWhatIsIgnoredAndWhatIsUnknown) {
    folder_.write("in/b.smodel", "nothing");
    folder_.write("in/a.txt", "hello");
    const Plan plan = planned();
    EXPECT_THAT(plan.units, IsEmpty());
    ASSERT_EQ(plan.ignored.size(), 2U);
    EXPECT_EQ(plan.ignored[0].description, "not a known format");
    EXPECT_FALSE(plan.ignored[0].known);
    EXPECT_EQ(plan.ignored[1].description, "scripted nothing");
    EXPECT_TRUE(plan.ignored[1].known);
}

TEST_F(MakePlan, GarbageWithAKnownExtensionIsAFailedUnit) {
    folder_.write("in/a.smodel", "garbage");
    const Plan plan = planned();
    EXPECT_THAT(described(plan), ElementsAre("!out/a.txt <- a.smodel"));
    EXPECT_THAT(plan.units[0].problem->text(), StartsWith(folder_.path("in/a.smodel") + ": is named like"));
}

TEST_F(MakePlan, AFileWithoutAByteIsAFailureUnlessTheConfigurationIgnoresIt) {
    folder_.write("in/hero.smodel", "model 3");
    folder_.write("in/hero_walk.sclip", "");
    folder_.write("in/tree.smodel", "");
    folder_.write("in/empty.txt", "");
    const Plan plan = planned();
    EXPECT_THAT(described(plan),
                ElementsAre("out/hero.txt <- hero.smodel + hero_walk.sclip", "!out/tree.txt <- tree.smodel"));
    EXPECT_TRUE(plan.units[0].facts[1].problem->is(kEmptyFile));
    EXPECT_TRUE(plan.units[1].problem->is(kEmptyFile));
    EXPECT_EQ(plan.ignored.size(), 1U);
    const Plan ignoring = planned(boundConfiguration() + "on_empty: ignore\n");
    EXPECT_THAT(described(ignoring), ElementsAre("out/hero.txt <- hero.smodel"));
    ASSERT_EQ(ignoring.ignored.size(), 3U);
    EXPECT_EQ(ignoring.ignored[1].description, "empty file");
    EXPECT_TRUE(ignoring.ignored[1].known);
}

TEST_F(MakePlan, ADamagedClipGoesToTheModelThatItIsNamedAfter) {
    folder_.write("in/hero.smodel", "model 3");
    folder_.write("in/hero_big.smodel", "model 3");
    folder_.write("in/hero_big_walk.sclip", "garbage");
    folder_.write("in/hero_die.sclass", "garbage");
    const Plan plan = planned();
    EXPECT_THAT(described(plan), ElementsAre("out/hero.txt <- hero.smodel + hero_die.sclass",
                                             "out/hero_big.txt <- hero_big.smodel + hero_big_walk.sclip"));
    ASSERT_TRUE(plan.units[1].facts[1].problem);
    EXPECT_THAT(plan.units[1].facts[1].problem->text(), HasSubstr("hero_big_walk.sclip: is named like"));
    EXPECT_TRUE(plan.units[1].diagnostics.issues().empty());
}

TEST_F(MakePlan, ADamagedClipWithoutAModelOfItsNameFailsAlone) {
    folder_.write("in/hero.smodel", "model 3");
    folder_.write("in/walk.sclip", "garbage");
    const Plan plan = planned();
    EXPECT_THAT(described(plan), ElementsAre("out/hero.txt <- hero.smodel", "!out/walk.txt <- + walk.sclip"));
    EXPECT_EQ(plan.units[1].facts[0].kind, AssetKind::Clip);
    EXPECT_TRUE(plan.units[1].diagnostics.issues().empty());
}

TEST_F(MakePlan, TheFirstOfTwoSourcesTakesAnOutputPathWhateverTheCase) {
    folder_.write("in/a/x.smodel", "model 1");
    folder_.write("in/b/X.smodel", "model 1");
    const Plan plan = planned(
        "rigkiln: 1\n"
        "jobs:\n"
        "  files: { uses: scan, root: in }\n"
        "  texts: { uses: export, from: files, to: text, path: 'out/{name}.txt' }\n");
    EXPECT_THAT(described(plan), ElementsAre("out/X.txt <- b/X.smodel", "!out/x.txt <- a/x.smodel"));
    EXPECT_THAT(plan.units[1].problem->problem,
                HasSubstr("is taken by '" + folder_.path("in/b/X.smodel") + "'"));
}

TEST_F(MakePlan, TheFirstOfTwoSourcesTakesAnOutputPathWhateverTheFormOfUnicode) {
    folder_.write("in/a/caf\u00E9.smodel", "model 1");
    folder_.write("in/b/CAFE\u0301.smodel", "model 1");
    const Plan plan = planned(
        "rigkiln: 1\n"
        "jobs:\n"
        "  files: { uses: scan, root: in }\n"
        "  texts: { uses: export, from: files, to: text, path: 'out/{name}.txt' }\n");
    EXPECT_THAT(described(plan), ElementsAre("out/CAFE\u0301.txt <- b/CAFE\u0301.smodel",
                                             "!out/caf\u00E9.txt <- a/caf\u00E9.smodel"));
}

TEST_F(MakePlan, NeverWritesOverASource) {
    folder_.write("in/a.txt", "model 1");
    const Plan plan = planned(
        "rigkiln: 1\n"
        "jobs:\n"
        "  files: { uses: scan, root: in }\n"
        "  texts: { uses: export, from: files, to: text, path: 'in/{name}.txt' }\n");
    ASSERT_EQ(plan.units.size(), 1U);
    ASSERT_TRUE(plan.units[0].problem);
    EXPECT_THAT(plan.units[0].problem->problem, HasSubstr("is that of a source file"));
}

/// Configuration that exports everything below a folder to another path of the same names.
std::string ontoItself(const std::string& root, const std::string& output) {
    return "rigkiln: 1\n"
           "jobs:\n"
           "  files: { uses: scan, root: " +
           root +
           " }\n"
           "  texts: { uses: export, from: files, to: text, path: '" +
           output + "' }\n";
}

TEST_F(MakePlan, NeverWritesOverASourceByASymbolicLink) {
    folder_.write("in/a.txt", "model 1");
    folder_.write("in/m/b.txt", "model 1");
    std::filesystem::create_directory_symlink("in", folder_.path("link"));
    std::filesystem::create_directory_symlink("in/m", folder_.path("below"));
    std::filesystem::create_directory_symlink(".", folder_.path("above"));
    for (const auto& [root, output] : {std::pair("in", "link/{folder}/{name}.txt"),
                                       {"link", "in/{folder}/{name}.txt"},
                                       {"in", "above/in/{folder}/{name}.txt"},
                                       {"above/in", "in/{folder}/{name}.txt"},
                                       {"link", "above/link/{folder}/{name}.txt"}}) {
        const Plan plan = planned(ontoItself(root, output));
        ASSERT_EQ(plan.units.size(), 2U) << root << " " << output;
        for (std::size_t unit = 0; unit < 2; ++unit) {
            ASSERT_NE(plan.units.problem(unit), nullptr) << root << " " << output;
            EXPECT_TRUE(plan.units.problem(unit)->is(kOutputIsSource));
        }
    }
    EXPECT_THAT(described(planned(ontoItself("in", "below/{name}.txt"))),
                ElementsAre("below/a.txt <- a.txt", "!below/b.txt <- m/b.txt"));
    EXPECT_THAT(described(planned(ontoItself("below", "in/m/{name}.txt"))),
                ElementsAre("!in/m/b.txt <- b.txt"));
    EXPECT_THAT(described(planned(ontoItself("below", "above/in/{name}/b.txt"))),
                ElementsAre("above/in/b/b.txt <- b.txt"));
    EXPECT_THAT(described(planned(ontoItself("below", "link/{ext}/b.txt"))),
                ElementsAre("link/txt/b.txt <- b.txt"));
}

TEST_F(MakePlan, SaysWhichSourceAnOutputPathLeadsTo) {
    folder_.write("in/a.txt", "model 1");
    std::filesystem::create_directory_symlink("in", folder_.path("link"));
    const Plan plan = planned(ontoItself("in", "link/{name}.txt"));
    ASSERT_TRUE(plan.units[0].problem);
    EXPECT_EQ(plan.units[0].problem->text(), folder_.path("link/a.txt") + ": output path leads to '" +
                                                 folder_.path("in/a.txt") +
                                                 "', a source file, which is never overwritten");
}

TEST_F(MakePlan, WritesByALinkWhereNoSourceLies) {
    folder_.write("in/a.txt", "model 1");
    folder_.write("in/out/x", "");
    std::filesystem::create_directory_symlink("in", folder_.path("link"));
    std::filesystem::create_directory_symlink("in/out", folder_.path("out"));
    EXPECT_THAT(described(planned(ontoItself("in", "link/{name}_new.txt"))),
                ElementsAre("link/a_new.txt <- a.txt"));
    EXPECT_THAT(described(planned(ontoItself("in", "out/{name}.txt"))),
                testing::Contains("out/a.txt <- a.txt"));
}

/// A disk that shows a link to a folder as a folder, as if the same one was mounted there.
class MountingDisk : public DelegatingDisk {
public:
    using DelegatingDisk::DelegatingDisk;
    DiskResult<std::string> canonicalPath(const std::string& path) override { return {path}; }
    DiskResult<FileStatus> lookAt(int folder, const std::string& path, Links /*links*/) override {
        return DelegatingDisk::lookAt(folder, path, Links::Follow);
    }
    using DelegatingDisk::lookAt;
};

TEST_F(MakePlan, NeverWritesOverASourceInAFolderThatIsMountedTwice) {
    folder_.write("in/m/a.txt", "model 1");
    std::filesystem::create_directory_symlink("in", folder_.path("mounted"));
    ASSERT_TRUE(planned(ontoItself("in", "mounted/{folder}/{name}.txt")).units[0].problem);
    MountingDisk disk(realDisk());
    const Result<Plan> plan = makePlan({.settings = *settings_, .registries = registries(), .disk = &disk});
    ASSERT_TRUE(plan);
    EXPECT_THAT(described(*plan), ElementsAre("!mounted/m/a.txt <- m/a.txt"));
}

TEST_F(MakePlan, AFileFoundByTwoScansIsOneAsset) {
    folder_.write("in/a.smodel", "model 1");
    const Plan plan = planned(
        "rigkiln: 1\n"
        "jobs:\n"
        "  one: { uses: scan, root: in }\n"
        "  two: { uses: scan, root: in, include: '*.smodel' }\n"
        "  texts: { uses: export, from: [one, two], to: text, path: 'out/{name}.txt' }\n");
    EXPECT_THAT(described(plan), ElementsAre("out/a.txt <- a.smodel"));
}

TEST_F(MakePlan, NamesThatLeadElsewhereFailAlone) {
    folder_.write("in/...smodel", "model 1");
    folder_.write("in/a.smodel", "model 1");
    const Plan plan = planned(
        "rigkiln: 1\n"
        "jobs:\n"
        "  files: { uses: scan, root: in }\n"
        "  texts: { uses: export, from: files, to: text, path: 'out/{name}/x.txt' }\n");
    ASSERT_EQ(plan.units.size(), 2U);
    EXPECT_TRUE(plan.units[0].problem);
    EXPECT_FALSE(plan.units[1].problem);
}

TEST_F(MakePlan, ASourceLikeTheOutputMakesWayForAnotherOfItsName) {
    folder_.write("in/a.smodel", "model 1");
    folder_.write("in/a.txt", "model 1");
    folder_.write("in/b.txt", "model 1");
    const Plan plan = planned(
        "rigkiln: 1\n"
        "jobs:\n"
        "  files: { uses: scan, root: in }\n"
        "  texts: { uses: export, from: files, to: text, path: 'out/{name}.txt' }\n");
    ASSERT_EQ(plan.units.size(), 2U);
    EXPECT_EQ(plan.units[0].facts.front().relative, "a.smodel");
    EXPECT_EQ(plan.units[1].facts.front().relative, "b.txt");
    ASSERT_EQ(plan.ignored.size(), 1U);
    EXPECT_EQ(plan.ignored[0].path, folder_.path("in/a.txt"));
}

TEST_F(MakePlan, CarriesDecodeAndResampleOptions) {
    folder_.write("in/a.smodel", "model 1");
    const Plan plan = planned(
        "rigkiln: 1\n"
        "jobs:\n"
        "  files: { uses: scan, root: in }\n"
        "  assets: { uses: decode, from: files, scale: 0.5, keep: [shadow, lods] }\n"
        "  timed: { uses: resample, from: assets, rate: 30fps }\n"
        "  texts: { uses: export, from: timed, to: text, path: 'out/{name}.txt' }\n");
    ASSERT_EQ(plan.units.size(), 1U);
    const Recipe recipe = plan.units[0].recipe;
    EXPECT_THAT(*recipe.parts.front().steps,
                ElementsAre(Step(CoordinatesStep{0.5}), Step(SelectStep{{.shadow = true, .lods = true}})));
    EXPECT_THAT(*recipe.steps, ElementsAre(Step(ResampleStep{30.0})));
}

TEST_F(MakePlan, GivesEveryClipToEveryModelWhenAsked) {
    folder_.write("in/a.smodel", "model 1");
    folder_.write("in/b.smodel", "model 2");
    folder_.write("in/z_walk.sclip", "clip 0");
    folder_.write("in/run.sclip", "clip 0");
    EXPECT_THAT(
        described(planned("rigkiln: 1\n"
                          "jobs:\n"
                          "  models: { uses: scan, root: in, include: ['*.smodel'] }\n"
                          "  first: { uses: scan, root: in, include: ['z*.sclip'] }\n"
                          "  second: { uses: scan, root: in, include: ['run.sclip'] }\n"
                          "  rigs: { uses: bind, models: models, clips: [first, second], match: all }\n"
                          "  texts: { uses: export, from: rigs, to: text, path: 'out/{name}.txt' }\n")),
        ElementsAre("out/a.txt <- a.smodel + z_walk.sclip + run.sclip",
                    "out/b.txt <- b.smodel + z_walk.sclip + run.sclip"));
}

TEST_F(MakePlan, TwoSpellingsOfOneConfigurationGiveOneRecipe) {
    folder_.write("in/a.smodel", "model 1");
    folder_.write("in/a_walk.sclip", "clip 0");
    const auto recipeOf = [this](const std::string& jobs) {
        return planned("rigkiln: 1\njobs:\n" + jobs).units[0].recipe;
    };
    const std::string terse =
        "  files: { uses: scan, root: in }\n"
        "  rigs: { uses: bind, models: files, clips: files }\n"
        "  texts: { uses: export, from: rigs, to: text, path: 'out/{name}.txt' }\n";
    const std::string explicitDefaults =
        "  some: { uses: scan, root: ./in/../in, include: ['*.smodel'] }\n"
        "  others: { uses: scan, root: in, include: ['*.sclip'] }\n"
        "  read: { uses: decode, from: [others, some], scale: 1, keep: [] }\n"
        "  both: { uses: bind, models: read, clips: read, match: names, unbound: skeleton }\n"
        "  same: { uses: resample, from: both, rate: source }\n"
        "  written: { uses: export, from: same, to: text, path: './out/{name}.txt' }\n";
    const Recipe recipe = recipeOf(terse);
    EXPECT_EQ(recipeOf(explicitDefaults), recipe);
    EXPECT_EQ(recipeDigest(recipeOf(explicitDefaults)), recipeDigest(recipe));
    const std::string scaled =
        "  files: { uses: scan, root: in }\n"
        "  read: { uses: decode, from: files, scale: 2 }\n"
        "  rigs: { uses: bind, models: read, clips: read }\n"
        "  texts: { uses: export, from: rigs, to: text, path: 'out/{name}.txt' }\n";
    EXPECT_NE(recipeDigest(recipeOf(scaled)), recipeDigest(recipe));
}

TEST_F(MakePlan, AChangedDefaultOrRevisionGivesAnotherRecipe) {
    folder_.write("in/a.smodel", "model 1");
    const Plan before = planned();
    FormatModule model = scripted::kModelFormat;
    ++model.revision;
    std::vector<const FormatModule*> formats = {&model};
    const Result<Plan> raised =
        makePlan({.settings = *settings_, .registries = {formats, scripted::kExporters}});
    ASSERT_TRUE(raised);
    EXPECT_NE(raised->units[0].recipe, before.units[0].recipe);

    model.revision = scripted::kModelFormat.revision;
    const std::vector<OptionSpec> options = {
        {.name = "odd", .type = OptionType::Integer, .help = "Odd.", .defaultText = "3"}};
    model.options = options;
    const Result<Plan> three =
        makePlan({.settings = *settings_, .registries = {formats, scripted::kExporters}});
    std::vector<OptionSpec> changed = options;
    changed.front().defaultText = "5";
    model.options = changed;
    const Result<Plan> five =
        makePlan({.settings = *settings_, .registries = {formats, scripted::kExporters}});
    EXPECT_NE(three->units[0].recipe, five->units[0].recipe);
    EXPECT_NE(recipeDigest(three->units[0].recipe), recipeDigest(five->units[0].recipe));
}

TEST_F(MakePlan, RecipesOfAPlanComeBackFromTheirText) {
    folder_.write("in/a.smodel", "model 1");
    folder_.write("in/a_walk.sclip", "clip 0");
    folder_.write("in/b.smodel", "model 1");
    for (const PlannedUnit& unit : planned().units) {
        const Result<Recipe> again = recipeFromJson(recipeToJson(unit.recipe));
        ASSERT_TRUE(again) << again.error().text();
        EXPECT_EQ(*again, unit.recipe);
    }
}

TEST_F(MakePlan, FailsWhenARootIsMissing) {
    const Result<Plan> result = plan();
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind(), ErrorKind::Environment);
    // "(job 'files', /folder/game.yaml:9:3)"
    EXPECT_THAT(result.error().text(),
                ContainsRegex("\\(job 'files', [^ ]+\\.yaml:[1-9][0-9]*:[1-9][0-9]*\\)$"));
}

TEST_F(MakePlan, IsTheSameEachTime) {
    for (int i = 0; i < 200; ++i) {
        const std::string name = "in/m" + std::to_string(i % 50);
        folder_.write(name + ".smodel", "model 2");
        folder_.write(name + "_" + std::to_string(i) + ".sclip", "clip " + std::to_string(i % 3));
    }
    const std::vector<std::string> expected = described(planned());
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(described(planned()), expected);
}

TEST_F(MakePlan, StopsWhenAsked) {
    folder_.write("in/a.smodel", "model 1");
    ASSERT_TRUE(plan());
    const std::atomic<int> stopLevel{1};
    const Result<Plan> stopped =
        makePlan({.settings = *settings_, .registries = registries(), .stopLevel = &stopLevel});
    ASSERT_TRUE(stopped);
    EXPECT_TRUE(stopped->interrupted);
}

}  // namespace
}  // namespace rigkiln
