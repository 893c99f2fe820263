#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"

/// Options that a preset sets, in all places where options are given.
namespace rigkiln::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// Gives every test a folder with a model and a clip.
class Presets : public testing::Test {
protected:
    Presets() {
        for (const char* name : {"SHIP.ALO", "SHIP_IDLE_00.ala"})
            folder.write(std::string("art/") + name, artFile(std::string("Models/") + name));
    }

    [[nodiscard]] Finished run(const std::vector<std::string>& arguments) const {
        return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}});
    }

    std::vector<std::byte> converted(const std::string& output,
                                     const std::vector<std::string>& options) const {
        std::vector<std::string> arguments = {"convert", "art/SHIP.ALO", "art/SHIP_IDLE_00.ala", "-o",
                                              output};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Finished finished = run(arguments);
        EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
        return readBytes(folder.path() / output);
    }

    void writeConfiguration(const std::string& name, const std::string& options) {
        folder.write(name,
                     "rigkiln: 1\njobs:\n"
                     "  art: { uses: scan, root: art }\n"
                     "  rigs: { uses: bind, models: art, clips: art }\n"
                     "  glb: { uses: export, from: rigs, path: \"out/{name}.glb\"" +
                         options + " }\n");
    }

    TemporaryFolder folder;
};

TEST_F(Presets, AreOtherDefaults) {
    const auto preset = converted("a.glb", {"--preset", "godot"});
    EXPECT_EQ(preset,
              converted("b.glb", {"--rigid", "auto", "--rest-visibility", "clips", "--visibility-floor",
                                  "0.001", "--names", "godot", "--loop-names", "--keep-source", "false"}));
    EXPECT_NE(preset, converted("c.glb", {}));
    EXPECT_EQ(converted("d.glb", {"--preset", "none"}), converted("e.glb", {}));
    EXPECT_EQ(converted("f.glb", {"--preset", "blender", "--rigid", "nodes", "--names", "source", "--align",
                                  "source", "--rest-visibility", "source"}),
              converted("g.glb", {}));
}

TEST_F(Presets, AreTheSameInAConfiguration) {
    writeConfiguration("godot.yaml", ", preset: godot, names: safe");
    const Finished finished = run({"run", "godot.yaml"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_EQ(readBytes(folder.path() / "out/SHIP.glb"),
              converted("a.glb", {"--preset", "godot", "--names", "safe"}));
}

TEST_F(Presets, MakeTheSameRecipeAsOptionsThatAreWrittenOut) {
    writeConfiguration("preset.yaml", ", preset: blender");
    writeConfiguration("options.yaml", ", rigid: skin, rest_visibility: clips, align: 24fps, names: safe");
    const Finished preset = run({"plan", "--json", "preset.yaml"});
    const Finished options = run({"plan", "--json", "options.yaml"});
    ASSERT_EQ(preset.exitCode, cli::kDone) << preset.text();
    EXPECT_EQ(nlohmann::json::parse(preset.output).at("units"),
              nlohmann::json::parse(options.output).at("units"));
}

TEST_F(Presets, GiveGodotAFileBesideALibraryThatItMayRewrite) {
    folder.write(
        "godot.yaml",
        "rigkiln: 1\nstate: state\njobs:\n"
        "  art: { uses: scan, root: art, allow_empty: true }\n"
        "  rigs: { uses: bind, models: art, clips: art }\n"
        "  glb: { uses: export, from: rigs, path: \"out/{name}.glb\", preset: godot, clips: library }\n");
    const auto import = folder.path() / "out/SHIP.glb.import";
    const auto runs = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"run", "godot.yaml"});
        const Finished finished = run(options);
        EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
        return finished.output + finished.errors;
    };
    runs({});
    EXPECT_THAT(textOf(import), HasSubstr("importer=\"animation_library\""));
    const std::string theirs = "[remap]\n\nimporter=\"animation_library\"\nuid=\"uid://abc\"\n";
    folder.write("out/SHIP.glb.import", theirs);
    const auto leavesTheirs = [&](const std::vector<std::string>& options) {
        EXPECT_THAT(runs(options), testing::Not(HasSubstr(".import")));
        EXPECT_EQ(textOf(import), theirs);
    };
    leavesTheirs({});
    leavesTheirs({"--verify"});
    for (const std::vector<std::string>& options :
         {std::vector<std::string>{}, {"--isolate"}, {"--durable"}}) {
        std::filesystem::remove_all(folder.path() / "state");
        leavesTheirs(options);
    }
    EXPECT_THAT(run({"plan", "godot.yaml"}).output, HasSubstr("a run would make 0 of 1 outputs"));
    std::filesystem::remove(import);
    runs({});
    EXPECT_NE(textOf(import), theirs) << "a run without a state would write it too";
    folder.write("out/SHIP.glb.import", theirs);
    folder.write("art/OTHER.ALO", artFile("Models/SHIP.ALO"));
    for (const char* name : {"SHIP.ALO", "SHIP_IDLE_00.ala"})
        std::filesystem::remove(folder.path() / "art" / name);
    EXPECT_THAT(runs({"--prune"}), testing::Not(HasSubstr(".import")));
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "out/SHIP.glb"));
    EXPECT_EQ(textOf(import), theirs) << "Godot removes it itself";
}

TEST_F(Presets, AreWhereExplainSaysThatValuesComeFrom) {
    writeConfiguration("godot.yaml", ", preset: godot, names: safe");
    const Finished finished = run({"explain", "art/SHIP.ALO", "--config", "godot.yaml"});
    EXPECT_THAT(finished.output, HasSubstr("rigid = auto  (glb, preset godot, line 5)"));
    EXPECT_THAT(finished.output, HasSubstr("names = safe  (glb, line 5)"));
}

TEST_F(Presets, AreListed) {
    const Finished finished = run({"formats", "--presets"});
    EXPECT_EQ(finished.exitCode, cli::kDone);
    EXPECT_THAT(finished.output,
                AllOf(HasSubstr("blender"),
                      HasSubstr("rigid: skin, rest_visibility: clips, align: 24fps, names: safe"),
                      HasSubstr("visibility_floor: 0.001")));
    EXPECT_EQ(run({"formats", "--presets", "--issues"}).exitCode, cli::kBadUsage);
}

TEST_F(Presets, AreSuggestedWhenMisspelt) {
    const Finished finished = run({"convert", "art/SHIP.ALO", "-o", "a.glb", "--preset", "blendr"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors, HasSubstr("blender"));
}

}  // namespace
}  // namespace rigkiln::test
