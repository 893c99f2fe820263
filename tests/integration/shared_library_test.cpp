#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <glm/geometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "formats/swat3/gsa_file.hpp"
#include "formats/swat3/gsm_file.hpp"
#include "tests/integration/art_folder.hpp"
#include "tests/integration/gltf_pose.hpp"
#include "tests/integration/pose_check.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/corpus/swat3/swat3_art.hpp"

/// Converts models of one skeleton with `clips: shared`, and compares the files from outside.
namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr auto kSense = swat3::QuaternionSense::Conjugated;

/// Returns the skeleton with the head higher by so many inches.
corpus::RigPlan rigWithHead(double inches) {
    corpus::RigPlan rig = corpus::planSwt();
    for (corpus::PlannedBone& bone : rig) {
        if (bone.name.ends_with("Head")) bone.world[3].z += inches;
    }
    return rig;
}

/// Returns a character with vertices of its own: these are `wider` inches further to the side.
std::vector<std::byte> character(const corpus::RigPlan& rig, float wider = 0) {
    swat3::GsmFile file = corpus::makeCharacter(rig, {swat3::Space::Model, kSense});
    for (swat3::Float3& position : file.positions)
        position[0] += position[0] > 0 ? wider : -wider;
    return *encodeGsm(file);
}

std::vector<std::byte> clip(std::size_t frames) {
    return *encodeGsa(corpus::makeGsa(corpus::planSwt(), kSense, {.versionMinor = 2, .frames = frames}));
}

/// Three characters of one class: `guy` and `pal` have equal skeletons, `tall` has another one.
class SharedLibrary : public testing::Test {
protected:
    SharedLibrary() {
        folder.write("art/guy.gsm", character(corpus::planSwt()));
        folder.write("art/more/pal.gsm", character(corpus::planSwt(), 1));
        folder.write("art/tall.gsm", character(rigWithHead(2)));
        folder.write("art/walk.gsa", clip(11));
        folder.write("art/run.gsa", clip(7));
    }

    Finished rigkiln(const std::vector<std::string>& arguments) const {
        return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}});
    }

    Finished convert(const std::string& output, const std::vector<std::string>& options) const {
        std::vector<std::string> arguments = {"convert", "art",    "-o",       output,
                                              "--clips", "shared", "--report", "report.json"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return rigkiln(arguments);
    }

    /// Runs a configuration with a state.
    Finished run(const std::vector<std::string>& options = {}) const {
        std::ofstream(folder.path() / "art.yaml") << "rigkiln: 1\n"
                                                     "state: memory\n"
                                                     "jobs:\n"
                                                     "  files: { uses: scan, root: art }\n"
                                                     "  rigs: { uses: bind, models: files, clips: files }\n"
                                                     "  glb: { uses: export, from: rigs, to: gltf, path: "
                                                     "\"out/{folder}/{name}.glb\", clips: shared }\n";
        std::vector<std::string> arguments = {"run", "art.yaml", "--report", "report.json"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return rigkiln(arguments);
    }

    [[nodiscard]] json report() const { return json::parse(textOf(folder.path() / "report.json")); }

    /// Names of the outputs that the last run made anew.
    [[nodiscard]] std::vector<std::string> made() const {
        std::vector<std::string> names;
        const json last = report();
        for (const json& unit : last.at("units")) {
            if (unit.at("status") == "written")
                names.push_back(fs::path(unit.at("output").get<std::string>()).filename());
        }
        return names;
    }

    [[nodiscard]] std::vector<std::string> filesBelow(const std::string& output) const {
        std::vector<std::string> names;
        for (const auto& [name, bytes] : treeBelow(folder.path() / output))
            names.push_back(name);
        return names;
    }

    [[nodiscard]] std::string libraryOf(const std::string& file) const {
        const json asset = jsonOfGlb(readBytes(folder.path() / file)).at("asset");
        return asset.at("extras").at("rigkiln").value("library", "");
    }

    [[nodiscard]] ReadGltf fileOf(const fs::path& path) const {
        return readGlb((folder.path() / path).lexically_normal().string());
    }

    /// Expects each clip to move the model as the same clip of its own file does.
    void expectPosesOfLibrary(const std::string& model, const std::string& embedded) const {
        SCOPED_TRACE(model);
        const ReadGltf own = fileOf(embedded);
        const ReadGltf bare = fileOf(model);
        const ReadGltf library = fileOf(fs::path(model).parent_path() / libraryOf(model));
        EXPECT_TRUE(bare.animations.empty());
        ASSERT_EQ(own.animations.size(), 2U);
        ASSERT_EQ(library.animations.size(), own.animations.size());
        std::size_t compared = 0;
        for (std::size_t a = 0; a < own.animations.size(); ++a) {
            ReadAnimation moved = library.animations[a];
            EXPECT_EQ(moved.name, own.animations[a].name);
            for (ReadChannel& channel : moved.channels) {
                channel.node = bare.nodeNamed(library.nodes.at(static_cast<std::size_t>(channel.node)).name);
                ASSERT_GE(channel.node, 0);
            }
            for (int step = 0; step <= 20; ++step) {
                const float time = durationOf(moved) * static_cast<float>(step) / 20.0F;
                compared += compare(own, nodeWorlds(own, &own.animations[a], time), bare,
                                    nodeWorlds(bare, &moved, time));
            }
        }
        EXPECT_GT(compared, 1000U);
    }

    static std::size_t compare(const ReadGltf& own, const std::vector<glm::dmat4>& ownWorlds,
                               const ReadGltf& bare, const std::vector<glm::dmat4>& bareWorlds) {
        std::size_t compared = 0;
        for (std::size_t node = 0; node < own.nodes.size(); ++node) {
            const int mesh = own.nodes[node].mesh;
            EXPECT_EQ(bare.nodes.at(node).mesh, mesh);
            for (std::size_t p = 0;
                 mesh >= 0 && p < own.meshes[static_cast<std::size_t>(mesh)].primitives.size(); ++p) {
                const auto expected = placedVertices(own, node, p, ownWorlds);
                const auto found = placedVertices(bare, node, p, bareWorlds);
                EXPECT_EQ(found, expected) << own.nodes[node].name;
                compared += found.size();
            }
        }
        return compared;
    }

    TemporaryFolder folder;
};

TEST_F(SharedLibrary, IsThereOnceForModelsWithEqualSkeletons) {
    const Finished finished = convert("out", {});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(filesBelow("out"),
                ElementsAre("guy.glb", "guy@library.glb", "more/pal.glb", "tall.glb", "tall@library.glb"));
    EXPECT_EQ(libraryOf("out/guy.glb"), "guy@library.glb");
    EXPECT_EQ(libraryOf("out/more/pal.glb"), "../guy@library.glb");
    EXPECT_EQ(libraryOf("out/tall.glb"), "tall@library.glb");
    const json last = report();
    for (const json& unit : last.at("units")) {
        const std::string issues = unit.value("issues", json::array()).dump();
        if (unit.at("output").get<std::string>().ends_with("tall.glb")) {
            EXPECT_THAT(issues, AllOf(HasSubstr("gltf.library-not-shared"), HasSubstr("rests at"),
                                      HasSubstr("Head"), HasSubstr("and in 'guy'")));
        } else {
            EXPECT_THAT(issues, Not(HasSubstr("gltf.library-not-shared")));
        }
    }
    EXPECT_NE(convert("strict", {"--strict"}).exitCode, cli::kDone);
}

TEST_F(SharedLibrary, MovesEachModelAsClipsOfItsOwn) {
    for (const std::vector<std::string>& options :
         {std::vector<std::string>{},
          {"--joint-names", "godot", "--rest-pose", "t", "--root-motion", "extract"},
          {"--preset", "unreal", "--rate", "15fps", "--scale", "0.01"}}) {
        ASSERT_EQ(convert("out", options).exitCode, cli::kDone);
        std::vector<std::string> embed = options;
        embed.insert(embed.end(), {"--clips", "embed"});
        std::vector<std::string> arguments = {"convert", "art", "-o", "own"};
        arguments.insert(arguments.end(), embed.begin(), embed.end());
        ASSERT_EQ(rigkiln(arguments).exitCode, cli::kDone);
        EXPECT_EQ(libraryOf("out/more/pal.glb"), "../guy@library.glb");
        for (const char* name : {"guy.glb", "more/pal.glb", "tall.glb"})
            expectPosesOfLibrary(std::string("out/") + name, std::string("own/") + name);
        fs::remove_all(folder.path() / "out");
        fs::remove_all(folder.path() / "own");
    }
}

TEST_F(SharedLibrary, IsTheSameHoweverItIsMade) {
    ASSERT_EQ(convert("one", {"--jobs", "1", "--cache", "cache"}).exitCode, cli::kDone);
    const Tree one = treeBelow(folder.path() / "one");
    ASSERT_EQ(one.size(), 5U);
    ASSERT_EQ(convert("four", {"--jobs", "4"}).exitCode, cli::kDone);
    EXPECT_THAT(differences(one, treeBelow(folder.path() / "four")), IsEmpty());
    ASSERT_EQ(convert("isolated", {"--isolate", "--jobs", "2"}).exitCode, cli::kDone);
    EXPECT_THAT(differences(one, treeBelow(folder.path() / "isolated")), IsEmpty());
    ASSERT_EQ(convert("warm", {"--cache", "cache"}).exitCode, cli::kDone);
    EXPECT_THAT(differences(one, treeBelow(folder.path() / "warm")), IsEmpty());
    EXPECT_EQ(report().at("cache").at("units_found"), 3) << report().at("cache");
}

TEST_F(SharedLibrary, OfAnotherTreeIsNotTakenFromTheCache) {
    ASSERT_EQ(convert("one", {"--cache", "cache"}).exitCode, cli::kDone);
    folder.write("art/guy.gsm", character(rigWithHead(1)));
    ASSERT_EQ(convert("two", {"--cache", "cache"}).exitCode, cli::kDone);
    EXPECT_EQ(report().at("cache").at("units_found"), 0) << "all of them look at guy";
    EXPECT_EQ(libraryOf("two/more/pal.glb"), "pal@library.glb");
}

TEST_F(SharedLibrary, IsMadeAnewWithEverythingThatWasComparedWithIt) {
    ASSERT_EQ(run().exitCode, cli::kDone);
    EXPECT_THAT(made(), ElementsAre("guy.glb", "pal.glb", "tall.glb"));
    EXPECT_THAT(filesBelow("out"),
                ElementsAre("guy.glb", "guy@library.glb", "more/pal.glb", "tall.glb", "tall@library.glb"));
    ASSERT_EQ(run().exitCode, cli::kDone);
    EXPECT_THAT(made(), IsEmpty());

    folder.write("art/more/pal.gsm", character(corpus::planSwt(), 2));
    ASSERT_EQ(run().exitCode, cli::kDone);
    EXPECT_THAT(made(), ElementsAre("pal.glb")) << "nothing is compared with it";

    folder.write("art/guy.gsm", character(rigWithHead(2)));
    ASSERT_EQ(run({"--jobs", "1"}).exitCode, cli::kDone);
    EXPECT_THAT(made(), ElementsAre("guy.glb", "pal.glb", "tall.glb"));
    EXPECT_EQ(libraryOf("out/more/pal.glb"), "pal@library.glb");
    EXPECT_EQ(libraryOf("out/tall.glb"), "guy@library.glb") << "it is equal now";
    EXPECT_TRUE(fs::exists(folder.path() / "out/more/pal@library.glb"));

    fs::remove(folder.path() / "out/guy@library.glb");
    ASSERT_EQ(run({"--isolate"}).exitCode, cli::kDone);
    EXPECT_THAT(made(), ElementsAre("guy.glb"));
    EXPECT_TRUE(fs::exists(folder.path() / "out/guy@library.glb"));
    ASSERT_EQ(run().exitCode, cli::kDone);
    EXPECT_THAT(made(), IsEmpty());
}

TEST_F(SharedLibrary, IsThatOfTheNextModelWhenTheFirstIsGone) {
    ASSERT_EQ(run().exitCode, cli::kDone);
    fs::remove(folder.path() / "art/guy.gsm");
    ASSERT_EQ(run().exitCode, cli::kDone);
    EXPECT_THAT(made(), ElementsAre("pal.glb")) << "tall is compared anew, and has the same bytes";
    EXPECT_THAT(report().at("units").dump(), HasSubstr("and in 'pal'"));
    EXPECT_EQ(libraryOf("out/more/pal.glb"), "pal@library.glb");
    EXPECT_TRUE(fs::exists(folder.path() / "out/more/pal@library.glb"));
}

TEST_F(SharedLibrary, OfAFarmIsThatOfARun) {
    ASSERT_EQ(run().exitCode, cli::kDone);
    const Tree local = treeBelow(folder.path() / "out");
    fs::remove_all(folder.path() / "out");
    fs::remove_all(folder.path() / "memory");
    const Finished planned = rigkiln({"farm", "plan", "art.yaml", "--workdir", "work", "--shards", "3"});
    ASSERT_EQ(planned.exitCode, cli::kDone) << planned.text();
    for (const char* shard : {"1/3", "2/3", "3/3"}) {
        const Finished done =
            rigkiln({"run", "--plan", "work/round-1", "--shard", shard, "--progress", "none"});
        EXPECT_EQ(done.exitCode, cli::kDone) << done.text();
    }
    const Finished merged = rigkiln({"farm", "merge", "work"});
    EXPECT_EQ(merged.exitCode, cli::kDone) << merged.text();
    EXPECT_THAT(differences(local, treeBelow(folder.path() / "out")), IsEmpty());
}

TEST_F(SharedLibrary, IsKnownBeforehand) {
    ASSERT_EQ(run().exitCode, cli::kDone);
    const Finished plan = rigkiln({"plan", "art.yaml", "--json"});
    ASSERT_EQ(plan.exitCode, cli::kDone) << plan.text();
    const json units = json::parse(plan.output).at("units");
    ASSERT_EQ(units.size(), 3U);
    EXPECT_EQ(units[0].at("sources").size(), 3U);
    EXPECT_EQ(units[1].at("sources").size(), 4U) << "pal is compared with guy";
    EXPECT_EQ(units[1].at("recipe").at("steps").back(),
              json({{"id", "library"}, {"file", "../guy@library.glb"}}));
    const Finished ninja = rigkiln({"ninja", "art.yaml", "-o", "build.ninja"});
    EXPECT_NE(ninja.exitCode, cli::kDone);
    EXPECT_THAT(ninja.text(), HasSubstr("shares the library of clips of another model"));
}

}  // namespace
}  // namespace rigkiln::test
