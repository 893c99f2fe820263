#include "formats/gltf/engine_rules/engine_rules.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/gltf_validation/sound_document.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"

namespace rigkiln::test {
namespace {

using gltf_engine_rules::kEngineNames;
using testing::HasSubstr;

/// For engines that do not run here this is the proof of what presets promise.
class PresetForEngine : public testing::TestWithParam<std::string_view> {
protected:
    static void SetUpTestSuite() { writeArt(art().path(), {.sets = 2}); }

    static TemporaryFolder& art() {
        static TemporaryFolder folder;
        return folder;
    }

    /// Converts the generated art and checks it against the rules of the preset's engine. Returns errors and
    /// warnings as "CODE model".
    static std::set<std::string> findingsInArt(const std::vector<std::string>& options) {
        const TemporaryFolder folder;
        const std::string preset(GetParam());
        std::vector<std::string> arguments = {"convert", art().path().string(), "-o", "out/", "--preset",
                                              preset};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Surroundings surroundings{.folder = folder.path(), .environment = {}, .program = {}};
        const Finished converted = runRigkiln(arguments, surroundings);
        EXPECT_EQ(converted.exitCode, cli::kDone) << converted.text();
        const Finished checked = runRigkiln({"validate", "--json", "--preset", preset, "out"}, surroundings);
        const auto report = nlohmann::json::parse(checked.output);
        EXPECT_GT(report.at("files").size(), 10U);
        std::set<std::string> findings;
        for (const nlohmann::json& file : report.at("files")) {
            const std::string name = std::filesystem::path(file.at("path").get<std::string>()).filename();
            for (const nlohmann::json& finding : file.at("findings"))
                findings.insert(finding.at("code").get<std::string>() + " " +
                                name.substr(0, name.find_first_of("@.")));
        }
        return findings;
    }

    /// What presets cannot avoid.
    static std::set<std::string> knownFindings() {
        // Clips whose model is not there: Blender makes armatures only of skins, and there is nothing to
        // skin.
        if (GetParam() == "blender")
            return {"BLENDER_ACTION_PER_OBJECT GHOST_IDLE_00",
                    "BLENDER_ACTION_PER_OBJECT TROOPER_DIE_CLONE_DIE_00"};
        return {};
    }
};

TEST_P(PresetForEngine, MakesFilesThatKeepTheRulesOfTheEngine) {
    EXPECT_EQ(findingsInArt({}), knownFindings());
}

TEST_P(PresetForEngine, MakesFilesThatKeepTheRulesWhateverElseIsWritten) {
    EXPECT_EQ(findingsInArt({"--keep", "collision,shadow,hidden,lods,alternatives", "--clips", "separate"}),
              knownFindings());
}

INSTANTIATE_TEST_SUITE_P(Engines, PresetForEngine, testing::ValuesIn(kEngineNames),
                         [](const auto& tested) { return std::string(tested.param); });

class ValidateForEngine : public testing::Test {
protected:
    [[nodiscard]] Finished validate(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "validate");
        return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}});
    }

    /// Writes a file with an import hint of Godot.
    void writeWheel() {
        auto document = gltf_validation::test::soundDocument();
        document.json["nodes"][4]["name"] = "Tank_wheel";
        folder.write("tank.glb", gltf_validation::test::asGlb(document));
    }

    TemporaryFolder folder;
};

TEST_F(ValidateForEngine, AddsTheRulesOfThePreset) {
    writeWheel();
    EXPECT_EQ(validate({"tank.glb"}).output, "1 file: 0 errors, 0 warnings\n");
    const Finished finished = validate({"--preset", "godot", "tank.glb"});
    EXPECT_EQ(finished.exitCode, cli::kDone);
    EXPECT_EQ(finished.output,
              "tank.glb: 0 errors, 1 warning\n"
              "  warning GODOT_NAME_HINT /nodes/4/name: 'Tank_wheel' has the import hint wheel\n"
              "1 file: 0 errors, 1 warning\n");
    EXPECT_EQ(validate({"--preset", "godot", "--strict", "tank.glb"}).exitCode, cli::kSomeFailed);
}

TEST_F(ValidateForEngine, FailsForFilesThatTheImporterRefuses) {
    auto document = gltf_validation::test::soundDocument();
    document.json["extensionsUsed"].push_back("KHR_mesh_quantization");
    document.json["extensionsRequired"] = {"KHR_mesh_quantization"};
    folder.write("packed.gltf", gltf_validation::test::asGltf(document));
    EXPECT_EQ(validate({"--preset", "godot", "packed.gltf"}).exitCode, cli::kSomeFailed);
    EXPECT_EQ(validate({"--preset", "unreal", "packed.gltf"}).exitCode, cli::kDone);
}

TEST_F(ValidateForEngine, WritesJson) {
    writeWheel();
    const auto report = nlohmann::json::parse(validate({"--json", "--preset", "godot", "tank.glb"}).output);
    EXPECT_EQ(report.at("files")[0].at("findings")[0].at("code"), "GODOT_NAME_HINT");
    EXPECT_EQ(report.at("warnings"), 1);
}

TEST_F(ValidateForEngine, ListsRules) {
    const Finished godot = validate({"--list-rules", "--preset", "godot"});
    EXPECT_EQ(godot.exitCode, cli::kDone);
    EXPECT_THAT(godot.output, HasSubstr("warning GODOT_NAME_HINT\n"));
    EXPECT_THAT(godot.output, HasSubstr("  source: godot editor/import/3d/resource_importer_scene.cpp"));
    EXPECT_THAT(validate({"--list-rules"}).output, HasSubstr("error NODE_LOOP\n"));
    const auto rules = nlohmann::json::parse(validate({"--list-rules", "--preset", "web", "--json"}).output);
    EXPECT_EQ(rules.at(0).at("code"), "WEB_EXTENSION_REQUIRED");
    EXPECT_TRUE(rules.at(0).contains("source"));
}

TEST_F(ValidateForEngine, RefusesOtherPresetsAndNoFile) {
    EXPECT_EQ(validate({"--preset", "none", "tank.glb"}).exitCode, cli::kBadUsage);
    const Finished finished = validate({"--preset", "godot"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors, HasSubstr("--list-rules"));
}

}  // namespace
}  // namespace rigkiln::test
