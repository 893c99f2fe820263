#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"

namespace rigkiln::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kExplained = R"(rigkiln: 1
vars: { input: art, rate: source }
jobs:
  models: { uses: scan, root: "${input}", include: ["**/*.alo"] }
  clips: { uses: scan, root: "${input}", include: ["**/*.ala"] }
  read: { uses: decode, from: models, scale: 0.1 }
  rigs: { uses: bind, models: read, clips: clips }
  timed: { uses: resample, from: rigs, rate: "${rate}" }
  glb: { uses: export, from: timed, path: "gltf/{folder}/{name}.glb" }
)";

/// Explains files of generated art.
class Explain : public testing::Test {
protected:
    Explain() {
        writeArt(folder.path() / "art", {.sets = 1, .damaged = false});
        folder.write("art.yaml", kExplained);
    }

    [[nodiscard]] Finished explain(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "explain");
        arguments.insert(arguments.end(), {"--config", "art.yaml"});
        return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}});
    }

    [[nodiscard]] std::string text(const std::string& path) const {
        const Finished finished = explain({path});
        EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
        return finished.output;
    }

    TemporaryFolder folder;
};

TEST_F(Explain, SaysWhichScanTookAClipAndWhyItWentToItsModel) {
    EXPECT_THAT(
        text("art/Models/TROOPER_IDLE_00.ala"),
        AllOf(HasSubstr("TROOPER_IDLE_00.ala: Alamo animation\n"),
              HasSubstr("takes it: '**/*.ala' takes 'Models/TROOPER_IDLE_00.ala'"),
              HasSubstr("scan 'models' of"), HasSubstr("does not take it"),
              HasSubstr("/gltf/Models/TROOPER.glb (job 'glb')"),
              HasSubstr("taken: its name begins with 'TROOPER_'; it moves joint "), HasSubstr(": it fits")));
}

TEST_F(Explain, SaysThatScansDoNotFollowALinkToAFolder) {
    std::filesystem::rename(folder.path() / "art/Models", folder.path() / "elsewhere");
    std::filesystem::create_directory_symlink("../elsewhere", folder.path() / "art/Models");
    EXPECT_THAT(text("art/Models/TROOPER_IDLE_00.ala"),
                AllOf(HasSubstr("is NOT converted: no scan takes it"),
                      HasSubstr("it does not follow the symbolic link '"),
                      HasSubstr("/art/Models' to a folder; name it as a root of its own")));
}

TEST_F(Explain, NamesTheOtherModelsThatWereCompared) {
    folder.write("art/Models/TROOPER_IDLE.alo", artFile("Models/ROOT_ONLY.alo"));
    EXPECT_THAT(text("art/Models/TROOPER_IDLE_00.ala"),
                AllOf(HasSubstr("also looked at: its name begins with 'TROOPER_IDLE_'; it moves joint "),
                      HasSubstr("it does not fit"), HasSubstr("taken: its name begins with 'TROOPER_'")));
}

TEST_F(Explain, SaysWhereEachOptionHasItsValueFrom) {
    const Finished finished = explain({"gltf/Models/TROOPER.glb", "-D", "rate=30fps"});
    EXPECT_THAT(finished.output,
                AllOf(HasSubstr("TROOPER.glb: output\n"), HasSubstr("scale = 0.1  (read, line 6)"),
                      HasSubstr("rate = 30fps  (timed, -D rate=30fps)"),
                      HasSubstr("rigs, by default: match = names, unbound = skeleton")));
}

TEST_F(Explain, SaysWhatWasLookedForAndWhere) {
    std::filesystem::remove(folder.path() / "art/Textures/Helmet.DDS");
    EXPECT_THAT(text("art/Models/TROOPER.alo"),
                AllOf(HasSubstr("  looked for\n"), HasSubstr("armour.dds: /"),
                      HasSubstr("/art/Textures/ARMOUR.DDS\n"), HasSubstr("helmet.dds: not found in /")));
}

TEST_F(Explain, SaysWhyAFileIsNotConverted) {
    folder.write("art/Models/HERO.al0", std::string_view("x"));
    EXPECT_THAT(text("art/Models/HERO.al0"), AllOf(HasSubstr("is NOT converted: no scan takes it"),
                                                   HasSubstr("1 ends with .al0, the pattern says .ala")));
    EXPECT_THAT(text("art/Models/P_SMOKE.ALO"),
                HasSubstr("is NOT converted: nothing to convert: Alamo particle system (version 1)"));
    folder.write("elsewhere/a.alo", artFile("Models/TROOPER.alo"));
    EXPECT_THAT(text("elsewhere/a.alo"), HasSubstr("the file is not below its root"));
    const std::vector<std::string> textures = filesBelow(folder.path() / "art/Textures");
    ASSERT_FALSE(textures.empty());
    EXPECT_THAT(
        text("art/Textures/" + textures.front()),
        AllOf(HasSubstr(" image\n"), HasSubstr("an image is converted with the models that name it")));
}

TEST_F(Explain, NamesTheOutputsThatAnImageIsATextureOf) {
    EXPECT_THAT(text("art/Textures/ARMOUR.DDS"),
                AllOf(HasSubstr("is a texture of "), HasSubstr("/gltf/Models/TROOPER.glb\n")));
    const json explanation = json::parse(explain({"art/Textures/ARMOUR.DDS", "--json"}).output);
    const auto outputs = explanation.at("texture_of").get<std::vector<std::string>>();
    EXPECT_THAT(outputs, testing::Contains(testing::EndsWith("/gltf/Models/TROOPER.glb")));
    EXPECT_THAT(outputs, Not(testing::Contains(testing::EndsWith("/ROOT_ONLY.glb"))));
    std::filesystem::copy_file(folder.path() / "art/Textures/ARMOUR.DDS",
                               folder.path() / "art/Textures/nobody.dds");
    EXPECT_THAT(text("art/Textures/nobody.dds"), HasSubstr("is a texture of no output\n"));
    EXPECT_FALSE(json::parse(explain({"art/Models/TROOPER.alo", "--json"}).output).contains("texture_of"));
}

TEST_F(Explain, SaysWhyAUnitFails) {
    folder.write("art/Models/BROKEN.alo", std::string_view("<html>"));
    EXPECT_THAT(text("art/Models/BROKEN.alo"),
                AllOf(HasSubstr("FAILS: "), HasSubstr("is named like 'Alamo model'")));
    folder.write("art/Models/TROOPER_WALK.ala", std::string_view("<html>"));
    EXPECT_THAT(text("art/Models/TROOPER_WALK.ala"),
                AllOf(HasSubstr("its joints are not known: the file cannot be read"), HasSubstr("FAILS: "),
                      HasSubstr("is named like 'Alamo animation'")));
}

TEST_F(Explain, GivesTheSameAsJson) {
    const Finished finished = explain({"art/Models/TROOPER_IDLE_00.ala", "--json"});
    const json explanation = json::parse(finished.output);
    EXPECT_EQ(explanation.at("what"), "Alamo animation");
    EXPECT_EQ(explanation.at("converted"), true);
    EXPECT_EQ(explanation.at("scans").size(), 2U);
    const json& unit = explanation.at("units").at(0);
    EXPECT_EQ(unit.at("clips").at(0).at("reasons").size(), 1U);
    const auto scale = std::ranges::find_if(unit.at("options"),
                                            [](const json& option) { return option.at("name") == "scale"; });
    ASSERT_NE(scale, unit.at("options").end());
    EXPECT_EQ(scale->at("origin"), "configuration");
}

TEST_F(Explain, RefusesAPathThatIsNothing) {
    const Finished finished = explain({"art/gone.alo"});
    EXPECT_EQ(finished.exitCode, cli::kEnvironmentFailed) << finished.text();
    EXPECT_THAT(finished.errors, HasSubstr("gone.alo: there is no such file, and no job writes it"));
}

TEST_F(Explain, KnowsOutputsThatAreOneFileForEachClip) {
    folder.write("art.yaml", std::string_view("rigkiln: 1\n"
                                              "jobs:\n"
                                              "  files: { uses: scan, root: art/Sprites }\n"
                                              "  back: { uses: export, from: files, to: ctsa, path: "
                                              "'back/{folder}/{name}/{clip}.ctsa' }\n"));
    const json plan = json::parse(runRigkiln({"plan", "art.yaml", "--json"},
                                             {.folder = folder.path(), .environment = {}, .program = {}})
                                      .output);
    std::string output = plan.at("units").at(0).at("output").get<std::string>();
    ASSERT_THAT(output, HasSubstr("{clip}"));
    output.replace(output.find("{clip}"), 6, "hop");
    EXPECT_THAT(text(output), HasSubstr("hop.ctsa: output\n"));
    folder.write("back/left.png", std::string_view("x"));
    EXPECT_THAT(text("back/left.png"), HasSubstr("it lies below the outputs of 'back', and is none of them"));
}

/// A line of the answer that begins with these words; empty: none.
std::string lineOf(const std::string& text, const std::string& beginning) {
    const std::size_t at = text.find("\n    " + beginning);
    return at == std::string::npos ? std::string() : text.substr(at + 5, text.find('\n', at + 1) - at - 5);
}

TEST_F(Explain, ShowsTheKeyAndTheJournalOfEarlierRunsBesideThoseOfNow) {
    folder.write("art.yaml", "state: state\n" + std::string(kExplained));
    const std::string output = "gltf/Models/TROOPER.glb";
    const std::string root = folder.path().string() + "/";
    EXPECT_THAT(text(output), HasSubstr("  earlier runs: new\n"));
    (void)runRigkiln({"run", "art.yaml"}, {.folder = folder.path(), .environment = {}, .program = {}});
    const std::string same = text(output);
    EXPECT_THAT(same,
                AllOf(HasSubstr("  earlier runs: fresh\n    then | now\n    same     recipe: "),
                      HasSubstr("    same     file " + root + "art/Models/TROOPER.alo: "),
                      HasSubstr("    same     output " + root + output + ": "), Not(HasSubstr("differs"))));

    // Another value of an option: another recipe, and the same files.
    const std::string other = explain({output, "-D", "rate=30fps"}).output;
    EXPECT_THAT(other, AllOf(HasSubstr("earlier runs: options, files or revisions changed"),
                             HasSubstr("differs  recipe: "), HasSubstr(" | ")));

    // Other bytes: the size and the hash of then and of now.
    const std::string clip = root + "art/Models/TROOPER_IDLE_00.ala";
    const std::string bytes = textOf(clip);
    folder.write("art/Models/TROOPER_IDLE_00.ala", bytes + "more");
    const std::string changed = text(output);
    EXPECT_THAT(changed, HasSubstr("  earlier runs: input changed: " + clip + "\n"));
    const std::string line = lineOf(changed, "differs  file " + clip);
    EXPECT_THAT(line, AllOf(HasSubstr(": " + std::to_string(bytes.size()) + " bytes, hash "),
                            HasSubstr(" | " + std::to_string(bytes.size() + 4) + " bytes, hash ")));
    folder.write("art/Models/TROOPER_IDLE_00.ala", bytes);

    // An output that somebody edited, and one that is gone.
    folder.write(output, std::string_view("edited"));
    EXPECT_THAT(lineOf(text(output), "differs  output " + root + output), HasSubstr(" | 6 bytes, hash "));
    std::filesystem::remove(root + output);
    const json explanation = json::parse(explain({output, "--json"}).output);
    const json& remembered = explanation.at("units").at(0).at("remembered");
    EXPECT_EQ(remembered.at("verdict"), "output is gone: " + root + output);
    EXPECT_EQ(remembered.at("fresh"), false);
    EXPECT_EQ(remembered.at("facts").back().at("now"), "not there");
    EXPECT_EQ(remembered.at("facts").back().at("same"), false);
}

TEST_F(Explain, ShowsWhatASearchFoundThenAndNow) {
    folder.write("art.yaml", "state: state\n" + std::string(kExplained));
    const std::string texture = "art/Textures/ARMOUR.DDS";
    const std::string bytes = textOf(folder.path() / texture);
    std::filesystem::remove(folder.path() / texture);
    (void)runRigkiln({"run", "art.yaml"}, {.folder = folder.path(), .environment = {}, .program = {}});
    folder.write(texture, bytes);
    const std::string found = text("gltf/Models/TROOPER.glb");
    EXPECT_THAT(found, HasSubstr("  earlier runs: a search finds other files: "));
    EXPECT_THAT(found, testing::ContainsRegex(
                           "differs  search in [^\n]*Textures for [^\n]*: nothing \\| ARMOUR.DDS"));
    EXPECT_THAT(found,
                testing::ContainsRegex("differs  file [^\n]*ARMOUR.DDS: not looked at \\| [0-9]+ bytes"));
}

TEST_F(Explain, WritesNothing) {
    (void)text("art/Models/TROOPER.alo");
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "gltf"));
}

}  // namespace
}  // namespace rigkiln::test
