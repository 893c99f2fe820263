#include <algorithm>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "formats/bfres/file/bfres_file.hpp"
#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/integration/terminal_program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/corpus/bfres_art.hpp"
#include "tools/corpus/bfres_texture.hpp"

namespace rigkiln::test {
namespace {

using nlohmann::json;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

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
    EXPECT_THAT(finished.output, HasSubstr("\nconventions\n"));
    EXPECT_THAT(finished.output, HasSubstr("\n  space: model, by coincidence ("));
    EXPECT_THAT(inspect({"-v", "../Swat3/Set_0000/Models/SWT_HIGH.GSM"}).output,
                HasSubstr(R"("space":{"answer":"model","by":"coincidence","score":)"));
    const Finished asJson = inspect({"--json", "../Swat3/Set_0000/Models/SWT_HIGH.GSM"});
    EXPECT_EQ(json::parse(asJson.output).at("extras").at("gsm").at("conventions").at("quat").at("answer"),
              "conj");
}

TEST_F(Inspect, SaysThatAParticleSystemHoldsNothingToConvert) {
    const Finished finished = inspect({"-v", "P_SMOKE.ALO"});
    EXPECT_EQ(finished.exitCode, cli::kDone);
    EXPECT_THAT(finished.output, HasSubstr("P_SMOKE.ALO: Alamo particle system (version 1)"));
}

TEST_F(Inspect, FailsForAFileWithoutAByte) {
    folder.write("Models/EMPTY.ALO", "");
    const Finished finished = inspect({"EMPTY.ALO"});
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed);
    EXPECT_THAT(finished.errors, HasSubstr("EMPTY.ALO: is named like 'Alamo model' (.alo) and is empty"));
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

/// A worm whose file holds a texture that its material names and two that none does.
bfres::BfresFile wormWithTextures() {
    bfres::BfresFile file = corpus::makeWorm();
    for (const char* name : {"worm_alb", "spare", "gone"})
        file.textures.push_back(
            corpus::makeTexture({.name = name, .format = 0x1A, .width = 8, .height = 4}, {}));
    file.textures.back().image.reset();
    return file;
}

TEST_F(Inspect, ListsTexturesInAFileThatNoMaterialNames) {
    folder.write("Models/worm.bfres", bfres::encodeBfres(wormWithTextures()));
    const Finished finished = inspect({"worm.bfres"});
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(finished.output, ContainsRegex("base colour  'Worm_Alb.ftex'  8 x 4 +PNG, "));
    EXPECT_THAT(finished.output, ContainsRegex("unused +'spare.ftex' +8 x 4 +.*/worm.bfres/spare.ftex\n"));
    EXPECT_THAT(
        finished.output,
        ContainsRegex("unused +'gone.ftex' .*/worm.bfres/gone.ftex: its pixels are in another file\n"));
    const json textures = json::parse(inspect({"worm.bfres", "--json"}).output).at("textures");
    ASSERT_EQ(textures.size(), 3U);
    EXPECT_EQ(textures.at(1).at("roles"), "unused");
}

TEST_F(Inspect, ListsUnusedTexturesOfTheFileBeside) {
    bfres::BfresFile model = wormWithTextures();
    bfres::BfresFile textures{.layout = model.layout, .name = "worm.Tex1"};
    for (bfres::Texture& texture : model.textures) {
        textures.textures.push_back(
            corpus::makeTexture({.name = texture.name, .format = 0x1A, .width = 8, .height = 4}, {}));
        texture.image.reset();
    }
    folder.write("Models/worm.bfres", bfres::encodeBfres(model));
    folder.write("Models/worm.Tex1.bfres", bfres::encodeBfres(textures));
    EXPECT_THAT(inspect({"worm.bfres"}).output,
                ContainsRegex("unused +'spare.ftex' +8 x 4 +.*/worm.Tex1.bfres/spare.ftex\n"));
    const Finished alone = inspect({"worm.Tex1.bfres"});
    EXPECT_THAT(alone.output, HasSubstr("textures alone"));
    EXPECT_THAT(alone.output, ContainsRegex("'spare.ftex' +8 x 4 "));
    EXPECT_THAT(alone.output, Not(HasSubstr("unused")));
}

TEST_F(Inspect, DumpsFieldsWithTheirOffsets) {
    const Finished finished = inspect({"--dump", "ROOT_ONLY.alo"});
    EXPECT_EQ(finished.exitCode, cli::kDone);
    EXPECT_THAT(finished.output, ContainsRegex("0x[0-9A-F]*0.*\n"));
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
    EXPECT_THAT(finished.errors, ContainsRegex("CUT_IN_HALF\\.ALO: .* at 0x[0-9A-F]+: "));
    EXPECT_THAT(finished.output, HasSubstr("ROOT_ONLY.alo  Alamo model"));
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

TEST_F(Inspect, ShowsTheSizeOfAModelAndSuggestsAScaleForAHuman) {
    const Finished finished = inspect({"TROOPER.alo"});
    EXPECT_THAT(finished.output, ContainsRegex("\nsize: [0-9.]+ x [0-9.]+ x [0-9.]+ m, [0-9]+ vertices, "));
    EXPECT_THAT(finished.output, ContainsRegex("\nskeleton: [0-9.]+ m tall; it has the joints of a human: "
                                               "--scale 0\\.[0-9]+ makes it life-size\n"));
    EXPECT_THAT(inspect({"SHIP.ALO"}).output, Not(HasSubstr("life-size")));
    const json parsed = json::parse(inspect({"--json", "TROOPER.alo"}).output);
    EXPECT_GT(parsed.at("size").at("maximum").at(1), 1);
    EXPECT_GT(parsed.at("size").at("suggested_scale"), 0);
}

TEST_F(Inspect, ListsTexturesWithTheirPlaces) {
    const Finished finished = inspect({"TROOPER.alo"});
    EXPECT_THAT(finished.output, ContainsRegex("\n  role +name +size +format +where\n"));
    EXPECT_THAT(finished.output,
                ContainsRegex("\n  base colour +'Armour.dds' +32 x 32 +PNG, [^\n]*Textures/ARMOUR\\.DDS\n"));
    std::filesystem::remove(folder.path() / "Textures/ARMOUR.DDS");
    EXPECT_THAT(inspect({"TROOPER.alo"}).output, ContainsRegex("\n +'Armour.dds' +missing\n"));
    const json parsed = json::parse(inspect({"--json", "TROOPER.alo"}).output);
    EXPECT_TRUE(std::ranges::any_of(parsed.at("textures"), [](const json& texture) {
        return texture.at("name") == "Armour.dds" && texture.at("missing") == true;
    }));
}

TEST_F(Inspect, ShowsMaterialsAsLinesAndTheirExtrasOnRequest) {
    const Finished finished = inspect({"TROOPER.alo"});
    EXPECT_THAT(finished.output, HasSubstr("\n  'Armour': base colour 'Armour.dds', "));
    EXPECT_THAT(finished.output, Not(HasSubstr("team_color_mask")));
    EXPECT_THAT(inspect({"-v", "TROOPER.alo"}).output, HasSubstr("team_color_mask"));
}

TEST_F(Inspect, ShowsKeysBytesAndEventsOfClips) {
    const json parsed = json::parse(inspect({"--json", "TROOPER_IDLE_00.ala"}).output);
    EXPECT_GT(parsed.at("clips").at(0).at("keys"), 100);
    EXPECT_GT(parsed.at("clips").at(0).at("bytes"), 1000);
    EXPECT_THAT(inspect({"TROOPER_IDLE_00.ala"}).output, ContainsRegex("[0-9]+ keys, [0-9.]+ KiB; moving"));
}

TEST_F(Inspect, ShowsSeveralFilesAsATable) {
    const Finished finished =
        inspect({"TROOPER.alo", "TROOPER_IDLE_00.ala", "P_SMOKE.ALO", "../Textures/ARMOUR.DDS"});
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(finished.output, testing::StartsWith("file "));
    EXPECT_THAT(finished.output, ContainsRegex("\nTROOPER.alo +Alamo model +"));
    EXPECT_THAT(finished.output,
                ContainsRegex("\n../Textures/ARMOUR.DDS +DirectDraw surface +[^\n]*32 x 32 pixels"));
    EXPECT_EQ(std::ranges::count(finished.output, '\n'), 5);
}

TEST_F(Inspect, ShowsImages) {
    const Finished finished = inspect({"../Textures/ARMOUR.DDS"});
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(finished.output, HasSubstr("ARMOUR.DDS: DirectDraw surface, "));
    EXPECT_THAT(finished.output, HasSubstr("\n32 x 32 pixels, BC"));
    EXPECT_THAT(finished.output, HasSubstr("\nalpha: "));
    const json parsed = json::parse(inspect({"--json", "../Textures/Ship.png"}).output);
    EXPECT_EQ(parsed.at("image"), "png");
    EXPECT_GT(parsed.at("width"), 0);
    EXPECT_EQ(parsed.at("levels"), 1);
    EXPECT_EQ(inspect({"--scene", "../Textures/Ship.png"}).exitCode, cli::kSomeFailed);
}

TEST_F(Inspect, SaysWhatIsWrongWithADamagedImage) {
    std::vector<std::byte> image = readBytes(folder.path() / "Textures/ARMOUR.DDS");
    image.resize(image.size() / 2);
    folder.write("Models/half.dds", image);
    const Finished finished = inspect({"half.dds"});
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed);
    EXPECT_THAT(finished.errors, ContainsRegex("half.dds: .* at 0x[0-9A-F]+: "));
}

TEST_F(Inspect, ShowsThePoseOfAClipAtATime) {
    const std::vector<std::string> files = {"TROOPER.alo", "TROOPER_IDLE_00.ala"};
    const Finished finished = inspect({files[0], files[1], "--clip", "trooper_idle_00", "--at", "0.5"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(finished.output, HasSubstr("TROOPER.alo: clip 'TROOPER_IDLE_00' at 0.5 s of 2 s\n"));
    EXPECT_THAT(finished.output, ContainsRegex("\n'B_Head'\n  in its parent \\([^\n]*\n  in the object \\("));
    const json parsed = json::parse(
        inspect({"--json", files[0], files[1], "--clip", "TROOPER_IDLE_00", "--at", "0.5"}).output);
    EXPECT_EQ(parsed.at("joints").size(), 20U);
    EXPECT_EQ(parsed.at("joints").at(0).at("local").at("rotation").size(), 4U);
    EXPECT_NE(parsed,
              json::parse(inspect({"--json", files[0], files[1], "--clip", "TROOPER_IDLE_00"}).output));
    EXPECT_THAT(inspect({"TROOPER.alo", "--at", "0"}).output, HasSubstr("TROOPER.alo: rest pose\n"));
}

TEST_F(Inspect, SaysWhichClipOrTimeThereIsNot) {
    const Finished clip = inspect({"TROOPER.alo", "TROOPER_IDLE_00.ala", "--clip", "TROOPER_IDLE_0"});
    EXPECT_EQ(clip.exitCode, cli::kBadUsage);
    EXPECT_THAT(clip.errors, HasSubstr("did you mean 'TROOPER_IDLE_00'?"));
    const Finished time =
        inspect({"TROOPER.alo", "TROOPER_IDLE_00.ala", "--clip", "TROOPER_IDLE_00", "--at", "3"});
    EXPECT_EQ(time.exitCode, cli::kBadUsage);
    EXPECT_THAT(time.errors, HasSubstr("which lasts 2 s"));
}

TEST_F(Inspect, GoesThroughThePagerOnATerminalAlone) {
    constexpr unsigned short kColumns = 100;
    const auto run = [&](const std::string& pager) {
        TerminalProgram program(
            {"inspect", "ROOT_ONLY.alo"},
            {.folder = folder.path() / "Models", .environment = {{"PAGER", pager}}, .program = {}}, kColumns);
        return program.finish();
    };
    EXPECT_THAT(run("sed s/^/paged:/").output, HasSubstr("paged:ROOT_ONLY.alo: Alamo model"));
    EXPECT_THAT(run("cat").output, HasSubstr("ROOT_ONLY.alo: Alamo model"));
    EXPECT_THAT(run("no-such-pager").output, HasSubstr("ROOT_ONLY.alo: Alamo model"));
    const Finished piped = runRigkiln(
        {"inspect", "ROOT_ONLY.alo"},
        {.folder = folder.path() / "Models", .environment = {{"PAGER", "sed s/^/paged:/"}}, .program = {}});
    EXPECT_THAT(piped.output, testing::StartsWith("ROOT_ONLY.alo: Alamo model"));
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
