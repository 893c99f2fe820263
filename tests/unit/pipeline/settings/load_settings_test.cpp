#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/settings/problem_list.hpp"
#include "pipeline/settings/settings.hpp"
#include "tests/unit/pipeline/settings/toy_registries.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;

constexpr std::string_view kWhole = R"(rigkiln: 1
vars:  { input: ../art, output: ../build/gltf }
state: ${output}/.rigkiln
textures: ["${input}/textures", /shared]

jobs:
  models: { uses: scan,     root: "${input}", include: ["**/*.toy"], exclude: ["**/old/**"] }
  clips:  { uses: scan,     root: "${input}", include: ["**/*.plain"] }
  read:   { uses: decode,   from: models, scale: 0.01, toy: { hidden_parts: model } }
  rigs:   { uses: bind,     models: read, clips: clips }
  timed:  { uses: resample, from: rigs, rate: 30fps }
  glb:    { uses: export,   from: timed, to: gltf, path: "${output}/{folder}/{name}.glb" }
)";

TEST(LoadSettings, ReadsAWholeConfiguration) {
    EXPECT_EQ(problemsOf(kWhole), "");
    const Settings settings = settingsOf(kWhole);
    EXPECT_EQ(settings.file, "/game/config/c.yaml");
    EXPECT_EQ(settings.state.folder, "/game/build/gltf/.rigkiln");
    EXPECT_THAT(settings.textureRoots, ElementsAre("/game/art/textures", "/shared"));
    ASSERT_EQ(settings.jobs.size(), 6U);
    EXPECT_EQ(settings.jobs[0].options.text("root"), "/game/art");
    EXPECT_DOUBLE_EQ(settings.jobs[2].options.number("scale"), 0.01);
    EXPECT_EQ(settings.jobs[2].formatOptions.at("toy").text("hidden_parts"), "model");
    EXPECT_DOUBLE_EQ(settings.jobs[4].options.number("rate"), 30.0);
    EXPECT_EQ(settings.jobs[5].options.text("path"), "/game/build/gltf/{folder}/{name}.glb");
    EXPECT_EQ(settings.jobs[5].position.line, 12U);
}

TEST(LoadSettings, TakesDefinitionsInPlaceOfVariables) {
    const Settings settings = settingsOf(kWhole, {{"input", "/mnt/art"}});
    ASSERT_FALSE(settings.jobs.empty());
    EXPECT_EQ(settings.jobs[0].options.text("root"), "/mnt/art");
}

TEST(LoadSettings, ReportsAllProblemsInTheOrderOfTheFile) {
    EXPECT_EQ(problemsOf("rigkiln: 2\n"
                         "stat: x\n"
                         "vars: {a: '${b}'}\n"
                         "jobs:\n"
                         "  glb: {uses: export, from: modles, path: x.glb}\n"
                         "  models:\n"
                         "    uses: scan\n"
                         "    root: x\n"
                         "    includ: y\n",
                         {{"c", "d"}}),
              "c.yaml: -D 'c': no such variable in vars; did you mean 'a'?\n"
              "c.yaml:1:10: rigkiln is '2', expected 1\n"
              "c.yaml:2:1: unknown key 'stat' of the configuration; did you mean 'state'?\n"
              "c.yaml:3:11: unknown variable 'b'; did you mean 'a'?\n"
              "c.yaml:5:29: unknown job 'modles'; did you mean 'models'?\n"
              "c.yaml:9:5: unknown option 'includ' of scan; did you mean 'include'?\n");
}

TEST(LoadSettings, AsksForVersionAndJobs) {
    EXPECT_EQ(problemsOf("vars: {}\n"),
              "c.yaml:1:1: no 'rigkiln: 1', which says for which version the configuration is written\n"
              "c.yaml:1:1: no 'jobs', expected a map of jobs by name\n");
}

TEST(LoadSettings, RefusesWhatIsNoMap) {
    EXPECT_EQ(problemsOf("[a]"),
              "c.yaml:1:1: the configuration is a list, expected a map with rigkiln and jobs\n");
    EXPECT_EQ(problemsOf(""), "c.yaml: the configuration is nothing, expected a map with rigkiln and jobs\n");
    EXPECT_EQ(problemsOf("rigkiln: 1\njobs: []\n"),
              "c.yaml:2:7: jobs is a list, expected a map of jobs by name\n");
}

TEST(LoadSettings, StopsAtTextThatIsNoYaml) {
    EXPECT_EQ(problemsOf("rigkiln: 1\njobs: {a: \n"),
              "c.yaml:2:7: { is not closed; write } behind its last element (end of map flow not found)\n");
}

TEST(LoadSettings, RefusesEmptyFolders) {
    EXPECT_EQ(problemsOf(
                  "rigkiln: 1\nstate: ''\ntextures: ['']\njobs: {e: {uses: export, from: s, path: a.glb}, s: "
                  "{uses: scan, root: ''}}\n"),
              "c.yaml:2:8: state is empty, expected a path\n"
              "c.yaml:3:12: an element of textures is empty, expected a path\n"
              "c.yaml:4:71: root is empty, expected a path\n");
}

LoadedSettings loadFailOn(std::string_view failOn) {
    const std::string text = fmt::format(
        "rigkiln: 1\nfail_on: {}\njobs: {{s: {{uses: scan, root: a}}, e: {{uses: export, from: s, "
        "path: a.glb}}}}\n",
        failOn);
    return loadSettings(
        {.file = "c.yaml", .text = text, .definitions = {}, .issues = {"texture.not-found", "texture.odd"}},
        toyRegistries());
}

TEST(LoadSettings, TakesIssuesThatMakeTheirOutputFail) {
    EXPECT_EQ(loadFailOn("texture.odd").settings->failOn.ids, std::vector<std::string>{"texture.odd"});
    EXPECT_EQ(loadFailOn("[texture.odd, texture.not-found]").settings->failOn.ids.size(), 2U);
    EXPECT_FALSE(loadFailOn("[]").settings->failOn.warnings);
}

TEST(LoadSettings, RefusesToFailOnAnUnknownIssue) {
    EXPECT_EQ(toText(loadFailOn("[texture.odd, texture.notfound]").problems, "c.yaml"),
              "c.yaml:2:24: fail_on: no kind of issue is called 'texture.notfound'; did you mean "
              "'texture.not-found'?\n");
    EXPECT_EQ(toText(loadFailOn("warnings").problems, "c.yaml"),
              "c.yaml:2:10: fail_on: no kind of issue is called 'warnings'; `rigkiln formats --issues` lists "
              "all\n");
}

LoadedSettings loadOnEmpty(std::string_view value) {
    const std::string text = fmt::format(
        "rigkiln: 1\non_empty: {}\njobs: {{s: {{uses: scan, root: a}}, e: {{uses: export, from: s, "
        "path: a.glb}}}}\n",
        value);
    return loadSettings({"c.yaml", text, {}}, toyRegistries());
}

TEST(LoadSettings, TakesWhatBecomesOfEmptyFiles) {
    EXPECT_TRUE(loadOnEmpty("ignore").settings->ignoresEmpty);
    EXPECT_FALSE(loadOnEmpty("fail").settings->ignoresEmpty);
    EXPECT_EQ(toText(loadOnEmpty("skip").problems, "c.yaml").rfind("c.yaml:2:11: on_empty", 0), 0U);
}

TEST(LoadSettings, GivesSettingsOrProblemsNeverBoth) {
    const SettingsRequest wrong{"c.yaml", "rigkiln: 1\njobs: {}\nx: 1\n", {}};
    const LoadedSettings loaded = loadSettings(wrong, toyRegistries());
    EXPECT_FALSE(loaded.settings.has_value());
    EXPECT_FALSE(loaded.problems.empty());
}

TEST(LoadSettings, KeepsSomeOfManyProblemsAndSaysSo) {
    std::string text =
        "rigkiln: 1\njobs: {s: {uses: scan, root: a}, e: {uses: export, from: s, path: a.glb}}\n";
    for (int i = 0; i < 1000; ++i) {
        text += "x" + std::to_string(i) + ": 1\n";
    }
    const LoadedSettings loaded = loadSettings({"c.yaml", text, {}}, toyRegistries());
    ASSERT_EQ(loaded.problems.size(), ProblemList::kKept + 1);
    EXPECT_EQ(loaded.problems.back().problem, "there are more problems; 50 are shown");
}

TEST(ToText, LeavesOutPlacesThatAreNotInTheFile) {
    EXPECT_EQ(toText({{{}, "too long"}, {{3, 7}, "too short"}}, "a.yaml"),
              "a.yaml: too long\na.yaml:3:7: too short\n");
}

}  // namespace
}  // namespace rigkiln
