#include "library/conversion/conversion_request.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/alamo/ala_file.hpp"
#include "formats/alamo/alo_file.hpp"
#include "library/conversion/all_modules.hpp"
#include "library/conversion/request_errors.hpp"
#include "pipeline/files/file_errors.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "tests/support/alamo/alamo_builders.hpp"
#include "tests/support/temporary_folder.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Request with all options at their defaults.
ConversionRequest defaultRequest() {
    const ExporterModule* exporter = registries().exporters.front();
    ConversionRequest request{.decode = OptionValues(jobKind(JobTask::Decode).options),
                              .resample = OptionValues(jobKind(JobTask::Resample).options),
                              .exported = OptionValues(exporter->options),
                              .formats = {},
                              .exporter = exporter,
                              .textureRoots = {}};
    for (const FormatModule* format : registries().formats)
        request.formats.emplace(format->id, OptionValues(format->options));
    return request;
}

/// Provides a folder with a model, its clip and another model.
class Request : public testing::Test {
protected:
    Request() {
        folder_.write("art/HERO.alo", encodeAlo(alamo::simpleRigidModel()));
        folder_.write("art/HERO_WALK_00.ala", encodeAla(alamo::twoFrameClip(alamo::AlaVersion::V2)));
        folder_.write("art/OTHER.alo", encodeAlo(alamo::skinnedModel()));
    }

    [[nodiscard]] std::string path(const std::string& relative) const {
        return (folder_.path() / relative).string();
    }

    /// Plan of a conversion into a folder: "OUTPUT: MODEL + CLIP ...", relative to the test's folder.
    [[nodiscard]] std::vector<std::string> planned(
        const std::vector<std::string>& inputs, const ConversionRequest& request = defaultRequest()) const {
        std::vector<std::string> paths;
        paths.reserve(inputs.size());
        for (const std::string& input : inputs)
            paths.push_back(path(input));
        return plannedBy(folderConversion(request, paths, path("out")));
    }

    /// Plan of a conversion that merges all inputs into one file, in the format of `planned`.
    [[nodiscard]] std::vector<std::string> merged(const std::vector<std::string>& inputs,
                                                  const std::string& output) const {
        ConversionRequest request = defaultRequest();
        request.isMerged = true;
        std::vector<std::string> paths;
        paths.reserve(inputs.size());
        for (const std::string& input : inputs)
            paths.push_back(path(input));
        return plannedBy(mergedConversion(request, paths, path(output)));
    }

    [[nodiscard]] std::vector<std::string> plannedBy(const Result<Settings>& settings) const {
        if (!settings) return {settings.error().text()};
        const Result<Plan> plan = makePlan({.settings = *settings, .registries = registries()});
        if (!plan) return {plan.error().text()};
        std::vector<std::string> units;
        for (const PlannedUnit& unit : plan->units) {
            std::string text = std::filesystem::relative(unit.recipe.output, folder_.path()).string() + ":";
            auto facts = unit.facts.begin();
            for (const Part& part : unit.recipe.parts) {
                if (!text.ends_with(':')) text += " |";
                if (part.model) text += " " + (facts++)->relative;
                for (std::size_t clip = 0; clip < part.clips.size(); ++clip)
                    text += " + " + (facts++)->relative;
            }
            units.push_back(text);
        }
        return units;
    }

    test::TemporaryFolder folder_;
};

TEST_F(Request, GivesModelsOfAFolderTheirClips) {
    EXPECT_THAT(planned({"art"}),
                ElementsAre("out/HERO.glb: HERO.alo + HERO_WALK_00.ala", "out/OTHER.glb: OTHER.alo"));
}

TEST_F(Request, TakesSingleFilesIntoAFolder) {
    EXPECT_THAT(planned({"art/OTHER.alo"}), ElementsAre("out/OTHER.glb: OTHER.alo"));
}

TEST_F(Request, TakesAFileThatIsNamedTwiceOnce) {
    EXPECT_THAT(planned({"art/OTHER.alo", "art/OTHER.alo"}), ElementsAre("out/OTHER.glb: OTHER.alo"));
}

TEST_F(Request, TakesNamesWithPatternCharactersAsTheyAre) {
    for (const char* name : {"a*b.alo", "a?b.alo", "[ab].alo", "{a,b}.alo", "!a.alo", "a].alo"})
        folder_.write(std::string("odd/") + name, encodeAlo(alamo::simpleRigidModel()));
    folder_.write("odd/axb.alo", encodeAlo(alamo::simpleRigidModel()));
    folder_.write("odd/a.alo", encodeAlo(alamo::simpleRigidModel()));
    EXPECT_THAT(planned({"odd/a*b.alo"}), ElementsAre("out/a*b.glb: a*b.alo"));
    EXPECT_THAT(planned({"odd/a?b.alo"}), ElementsAre("out/a?b.glb: a?b.alo"));
    EXPECT_THAT(planned({"odd/[ab].alo"}), ElementsAre("out/[ab].glb: [ab].alo"));
    EXPECT_THAT(planned({"odd/{a,b}.alo"}), ElementsAre("out/{a,b}.glb: {a,b}.alo"));
    EXPECT_THAT(planned({"odd/!a.alo"}), ElementsAre("out/!a.glb: !a.alo"));
    EXPECT_THAT(planned({"odd/a].alo"}), ElementsAre("out/a].glb: a].alo"));
}

TEST_F(Request, NamesOutputsByTheContainerThatWasAskedFor) {
    ConversionRequest request = defaultRequest();
    request.exported.set("container", std::string("gltf"));
    EXPECT_THAT(planned({"art/OTHER.alo"}, request), ElementsAre("out/OTHER.gltf: OTHER.alo"));
}

TEST_F(Request, MergesFilesInTheirOrderIntoOne) {
    EXPECT_THAT(merged({"art/OTHER.alo", "art/HERO.alo", "art/HERO_WALK_00.ala"}, "all.glb"),
                ElementsAre("all.glb: OTHER.alo | HERO.alo + HERO_WALK_00.ala"));
}

TEST_F(Request, MergesWholeFoldersIntoOne) {
    folder_.write("more/THIRD.alo", encodeAlo(alamo::skinnedModel()));
    EXPECT_THAT(merged({"art", "more"}, "all.glb"),
                ElementsAre("all.glb: HERO.alo + HERO_WALK_00.ala | OTHER.alo | THIRD.alo"));
}

TEST_F(Request, MergesEachFolderBelowAnOutputFolder) {
    folder_.write("art/deep/THIRD.alo", encodeAlo(alamo::skinnedModel()));
    ConversionRequest request = defaultRequest();
    request.isMerged = true;
    EXPECT_THAT(planned({"art"}, request), ElementsAre("out/art.glb: HERO.alo + HERO_WALK_00.ala | OTHER.alo",
                                                       "out/deep/deep.glb: deep/THIRD.alo"));
}

TEST_F(Request, RefusesAMergedOutputWithPlaceholdersOrOfAnotherContainer) {
    EXPECT_THAT(merged({"art"}, "{name}.glb"), ElementsAre(HasSubstr("must not have { or } in its path")));
    ConversionRequest request = defaultRequest();
    request.isMerged = true;
    request.exported.set("container", std::string("gltf"));
    const Result<Settings> settings = mergedConversion(request, {path("art")}, path("all.glb"));
    ASSERT_FALSE(settings);
    EXPECT_THAT(settings.error().problem, HasSubstr("the options of gltf ask for .gltf"));
}

TEST_F(Request, SaysThatSeveralModelsCanBeMerged) {
    const Result<Plan> made =
        fileConversion(defaultRequest(), {path("art/HERO.alo"), path("art/OTHER.alo")}, path("x.glb"));
    ASSERT_FALSE(made);
    EXPECT_THAT(made.error().problem, HasSubstr("or several side by side with --merge"));
}

TEST_F(Request, FailsForAnInputThatIsNotThere) {
    const Result<Settings> settings = folderConversion(defaultRequest(), {path("nowhere")}, path("out"));
    ASSERT_FALSE(settings);
    EXPECT_EQ(settings.error().file, path("nowhere"));
    EXPECT_EQ(settings.error().kind(), ErrorKind::Environment);
    EXPECT_TRUE(settings.error().is(kNotFound));
}

TEST_F(Request, FailsForAnInputOfNoFormat) {
    folder_.write("art/notes.txt", std::string_view("no model"));
    const Result<Plan> made = fileConversion(defaultRequest(), {path("art/notes.txt")}, path("x.glb"));
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().file, path("art/notes.txt"));
    EXPECT_TRUE(made.error().is(kUnknownFormat));
}

TEST_F(Request, MakesOneUnitOfAModelAndAnyClips) {
    folder_.write("art/ANY_NAME.ala", encodeAla(alamo::twoFrameClip(alamo::AlaVersion::V1)));
    const Result<Plan> made = fileConversion(
        defaultRequest(), {path("art/ANY_NAME.ala"), path("art/HERO.alo")}, path("x/hero.glb"));
    ASSERT_TRUE(made) << made.error().text();
    ASSERT_EQ(made->units.size(), 1U);
    const PlannedUnit unit = made->units.front();
    EXPECT_EQ(unit.recipe.output, path("x/hero.glb"));
    EXPECT_EQ(unit.recipe.exporting->outputRoot, path("x"));
    EXPECT_GT(unit.estimatedBytes, std::filesystem::file_size(path("art/HERO.alo")));
    const Part& part = unit.recipe.parts.front();
    EXPECT_EQ(part.model->path, path("art/HERO.alo"));
    ASSERT_EQ(part.clips.size(), 1U);
    EXPECT_EQ(part.clips.front().name, "ANY_NAME");
}

TEST_F(Request, KeepsTheOrderOfClips) {
    for (const char* name : {"art/z.ala", "art/a.ala", "art/m.ala"})
        folder_.write(name, encodeAla(alamo::twoFrameClip(alamo::AlaVersion::V1)));
    const Result<Plan> made = fileConversion(
        defaultRequest(), {path("art/z.ala"), path("art/HERO.alo"), path("art/a.ala"), path("art/m.ala")},
        path("hero.glb"));
    ASSERT_TRUE(made) << made.error().text();
    std::vector<std::string> names;
    const Recipe recipe = made->units.recipe(0);
    for (const FileRecipe& clip : recipe.parts.front().clips)
        names.push_back(clip.name);
    EXPECT_THAT(names, ElementsAre("z", "a", "m"));
}

TEST_F(Request, NamesAnAssetAsItsLinkIsNamed) {
    std::filesystem::create_symlink(path("art/HERO.alo"), folder_.path() / "current.alo");
    const Result<Plan> made = fileConversion(defaultRequest(), {path("current.alo")}, path("x.glb"));
    ASSERT_TRUE(made) << made.error().text();
    const PlannedUnit unit = made->units.front();
    EXPECT_EQ(unit.recipe.mainFile().name, "current");
    EXPECT_EQ(unit.recipe.mainFile().path, path("art/HERO.alo"));
    EXPECT_EQ(unit.facts.front().relative, "current.alo");
}

TEST_F(Request, TakesBracesOfAnOutputFileAsTheyAre) {
    const Result<Plan> made = fileConversion(defaultRequest(), {path("art/HERO.alo")}, path("{a}/{{b}.glb"));
    ASSERT_TRUE(made) << made.error().text();
    EXPECT_EQ(made->units.output(0), path("{a}/{{b}.glb"));
    EXPECT_EQ(made->units.exporting(0).outputRoot, path("{a}"));
}

TEST_F(Request, RefusesWhatCannotBecomeOneFile) {
    folder_.write("notes.txt", "nothing");
    folder_.write("art/broken.ala", "garbage");
    folder_.write("art/second.ala", encodeAla(alamo::twoFrameClip(alamo::AlaVersion::V1)));
    const auto problem = [this](const std::vector<std::string>& inputs) {
        std::vector<std::string> paths;
        paths.reserve(inputs.size());
        for (const std::string& input : inputs)
            paths.push_back(path(input));
        const Result<Plan> made = fileConversion(defaultRequest(), paths, path("x.glb"));
        return made ? std::string() : made.error().text();
    };
    EXPECT_THAT(problem({"notes.txt"}), HasSubstr("notes.txt: is of no format this program reads"));
    EXPECT_THAT(problem({"art"}), HasSubstr("art: is a folder, and the output is one file"));
    EXPECT_THAT(problem({"art/HERO.alo", "art/broken.ala"}), HasSubstr("broken.ala: is named like"));
    EXPECT_THAT(problem({"art/HERO_WALK_00.ala", "art/second.ala"}),
                HasSubstr("x.glb: 2 clips without a model do not make one file"));
    EXPECT_THAT(problem({"nowhere.alo"}), HasSubstr("nowhere.alo: cannot open: no such file or directory"));
}

TEST_F(Request, RefusesAContainerThatTheOutputIsNotNamedFor) {
    ConversionRequest request = defaultRequest();
    request.exported.set("container", std::string("gltf"));
    const Result<Plan> made = fileConversion(request, {path("art/HERO.alo")}, path("hero.glb"));
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().kind(), ErrorKind::Configuration);
    EXPECT_THAT(made.error().problem, HasSubstr("ends in '.glb', and the options of gltf ask for .gltf"));
}

TEST_F(Request, RefusesAnOutputThatIsAnInput) {
    folder_.write("model.glb", encodeAlo(alamo::simpleRigidModel()));
    std::filesystem::create_symlink("model.glb", folder_.path() / "link.glb");
    for (const char* input : {"model.glb", "link.glb", "art/../model.glb"}) {
        const Result<Plan> made = fileConversion(defaultRequest(), {path(input)}, path("model.glb"));
        ASSERT_FALSE(made) << input;
        EXPECT_EQ(made.error().kind(), ErrorKind::Configuration);
    }
}

}  // namespace
}  // namespace rigkiln
