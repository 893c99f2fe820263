#include <algorithm>
#include <span>
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
using testing::HasSubstr;

/// Gives every test a folder with all generated files, some of them damaged.
class Inspect : public testing::Test {
protected:
    Inspect() { writeArt(folder.path(), {.sets = 1, .damaged = true}); }

    [[nodiscard]] Finished inspect(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "inspect");
        return runRigkiln(arguments, {.folder = folder.path() / "Models", .environment = {}, .program = {}});
    }

    TemporaryFolder folder;
};

TEST_F(Inspect, ShowsTheHierarchyOfAModel) {
    const Finished finished = inspect({"TROOPER.alo"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(finished.output, HasSubstr("TROOPER.alo: Alamo model, "));
    EXPECT_THAT(finished.output, HasSubstr("\nhierarchy\n  0 'Root'\n"));
    EXPECT_THAT(finished.output, HasSubstr("skinned"));
    EXPECT_THAT(finished.output, HasSubstr("\nmaterials\n"));
}

TEST_F(Inspect, ShowsLevelsOfDetailAndDamageStates) {
    const Finished finished = inspect({"SHIP.ALO"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(finished.output, HasSubstr(", level of detail 1, alternative 1 of 'fc_hull'"));
    const json parsed = json::parse(inspect({"--json", "SHIP.ALO"}).output);
    const bool hasLevel = std::ranges::any_of(parsed.at("meshes"), [](const json& mesh) {
        return mesh.value("level_of_detail", -1) == 1 && mesh.contains("variant_base");
    });
    EXPECT_TRUE(hasLevel);
}

TEST_F(Inspect, ShowsTheTracksOfAClip) {
    const Finished finished = inspect({"TROOPER_IDLE_00.ala"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(finished.output, HasSubstr("Alamo animation"));
    EXPECT_THAT(finished.output, HasSubstr("'TROOPER_IDLE_00': 2.000 s, 61 frames at 30 fps"));
}

TEST_F(Inspect, ShowsHowTheMeaningOfAFileWasDecided) {
    const Finished finished = inspect({"../Swat3/Set_0000/Models/SWT_HIGH.GSM"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(finished.output, HasSubstr(R"("space":{"answer":"model","by":"coincidence","score":)"));
    const Finished asJson = inspect({"--json", "../Swat3/Set_0000/Models/SWT_HIGH.GSM"});
    EXPECT_EQ(json::parse(asJson.output).at("extras").at("gsm").at("conventions").at("quat").at("answer"),
              "conj");
}

TEST_F(Inspect, SaysThatAParticleSystemHoldsNothingToConvert) {
    const Finished finished = inspect({"P_SMOKE.ALO", "EMPTY.ALO"});
    EXPECT_EQ(finished.exitCode, cli::kDone);
    EXPECT_THAT(finished.output, HasSubstr("P_SMOKE.ALO: Alamo particle system (version 1)"));
    EXPECT_THAT(finished.output, HasSubstr("EMPTY.ALO: empty file"));
}

TEST_F(Inspect, ReadsEveryGoodFileInEveryForm) {
    std::vector<std::string> files = filesBelow(folder.path() / "Models");
    for (const char* form : {"", "--json", "--dump", "--scene"}) {
        std::vector<std::string> arguments = files;
        if (*form != '\0') arguments.insert(arguments.begin(), form);
        const Finished finished = inspect(arguments);
        EXPECT_EQ(finished.exitCode, cli::kDone) << form << "\n" << finished.errors;
        EXPECT_EQ(finished.errors, "");
    }
}

TEST_F(Inspect, JsonParsesForEveryGoodFile) {
    for (const std::string& file : filesBelow(folder.path() / "Models")) {
        const Finished finished = inspect({"--json", file});
        const json parsed = json::parse(finished.output, nullptr, false);
        ASSERT_FALSE(parsed.is_discarded()) << file << "\n" << finished.text();
        EXPECT_EQ(parsed.at("file"), file);
    }
}

TEST_F(Inspect, JsonOfSeveralFilesIsOneValue) {
    const Finished finished = inspect({"--json", "TROOPER.alo", "WALKER.ALO", "P_SMOKE.ALO"});
    const json parsed = json::parse(finished.output, nullptr, false);
    ASSERT_FALSE(parsed.is_discarded()) << finished.output.substr(0, 200);
    ASSERT_TRUE(parsed.is_array());
    ASSERT_EQ(parsed.size(), 3U);
    EXPECT_EQ(parsed[1].at("file"), "WALKER.ALO");
}

TEST_F(Inspect, DumpsFieldsWithTheirOffsets) {
    const Finished finished = inspect({"--dump", "ROOT_ONLY.alo"});
    EXPECT_EQ(finished.exitCode, cli::kDone);
    EXPECT_THAT(finished.output, testing::ContainsRegex("0x[0-9A-F]*0.*\n"));
    EXPECT_THAT(finished.output, HasSubstr("Root"));
}

TEST_F(Inspect, ShowsTheScene) {
    const Finished finished = inspect({"--scene", "TROOPER.alo"});
    EXPECT_EQ(finished.exitCode, cli::kDone);
    EXPECT_THAT(finished.output, HasSubstr("joint"));
}

TEST_F(Inspect, TakesOneFormAtATime) {
    EXPECT_EQ(inspect({"--dump", "--scene", "TROOPER.alo"}).exitCode, cli::kBadUsage);
    EXPECT_EQ(inspect({"--json", "--scene", "TROOPER.alo"}).exitCode, cli::kBadUsage);
    EXPECT_EQ(inspect({"--json", "--dump", "TROOPER.alo"}).exitCode, cli::kBadUsage);
}

TEST_F(Inspect, SaysWhatIsWrongWithADamagedFileAndShowsTheOthers) {
    const Finished finished = inspect({"../Damaged/CUT_IN_HALF.ALO", "ROOT_ONLY.alo"});
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed);
    EXPECT_THAT(finished.errors, testing::ContainsRegex("CUT_IN_HALF\\.ALO: .* at 0x[0-9A-F]+: "));
    EXPECT_THAT(finished.output, HasSubstr("ROOT_ONLY.alo: Alamo model"));
}

TEST_F(Inspect, SurvivesEveryDamagedFileInEveryForm) {
    for (const std::string& file : filesBelow(folder.path() / "Damaged")) {
        for (const char* form : {"--json", "--dump", "--scene"}) {
            const Finished finished = inspect({form, "../Damaged/" + file});
            EXPECT_THAT(finished.exitCode, testing::AnyOf(cli::kDone, cli::kSomeFailed))
                << file << " " << form << "\n"
                << finished.errors;
        }
    }
}

TEST_F(Inspect, FailsOnFilesThatAreNotThereOrOfNoFormat) {
    EXPECT_EQ(inspect({"missing.alo"}).exitCode, cli::kEnvironmentFailed);
    EXPECT_EQ(inspect({"."}).exitCode, cli::kEnvironmentFailed);
    folder.write("Models/notes.txt", std::string_view("hello"));
    const Finished finished = inspect({"notes.txt"});
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed);
    EXPECT_THAT(finished.errors, HasSubstr("notes.txt: is of no format this program reads"));
}

}  // namespace
}  // namespace rigkiln::test
