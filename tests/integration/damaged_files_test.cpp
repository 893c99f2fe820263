#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "formats/containers/meg.hpp"
#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/corpus/art.hpp"
#include "tools/corpus/bfres_art.hpp"
#include "tools/corpus/sprites.hpp"
#include "tools/corpus/swat3/swat3_art.hpp"

namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using testing::UnorderedElementsAre;

constexpr std::string_view kEveryFile = R"(rigkiln: 1
jobs:
  files: { uses: scan, root: art }
  rigs: { uses: bind, models: files, clips: files }
  glb: { uses: export, from: rigs, path: "gltf/{folder}/{name}.glb" }
)";

/// First bytes of a web page that a server sent instead of the file.
constexpr std::string_view kWebPage = "<html><body>404 not found</body></html>";

/// Runs a configuration over files of every kind, some of which are damaged.
class DamagedFiles : public testing::Test {
protected:
    DamagedFiles() { folder.write("art.yaml", kEveryFile); }

    void put(const std::string& path, std::vector<std::byte> bytes) const {
        folder.write("art/" + path, std::span<const std::byte>(bytes));
    }
    /// Puts a file with other first bytes, as a broken header has them.
    void putBroken(const std::string& path, std::vector<std::byte> bytes) const {
        std::ranges::transform(kWebPage.substr(0, std::min(kWebPage.size(), bytes.size())), bytes.begin(),
                               [](char character) { return static_cast<std::byte>(character); });
        put(path, std::move(bytes));
    }

    static std::vector<std::byte> fileOf(const std::vector<corpus::ArtFile>& files, std::string_view name) {
        const auto found = std::ranges::find_if(
            files, [&](const corpus::ArtFile& file) { return file.path.ends_with(name); });
        EXPECT_NE(found, files.end()) << name;
        return found == files.end() ? std::vector<std::byte>() : found->bytes;
    }

    Finished run() {
        Finished finished = runRigkiln({"run", "art.yaml", "--report", "run.json"}, surroundings());
        report = json::parse(textOf(folder.path() / "run.json"));
        return finished;
    }

    [[nodiscard]] Surroundings surroundings() const {
        return {.folder = folder.path(), .environment = {}, .program = {}};
    }

    /// Role and status of each input of the unit with this output.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> inputsOf(const std::string& output) const {
        std::vector<std::pair<std::string, std::string>> inputs;
        for (const json& unit : report.at("units")) {
            if (!unit.at("output").get<std::string>().ends_with(output)) continue;
            for (const json& input : unit.at("inputs"))
                inputs.emplace_back(input.at("role").get<std::string>(),
                                    input.at("status").get<std::string>());
        }
        return inputs;
    }

    /// Ids of the issues of the unit with this output.
    [[nodiscard]] std::vector<std::string> issuesOf(const std::string& output) const {
        std::vector<std::string> ids;
        for (const json& unit : report.at("units")) {
            if (!unit.at("output").get<std::string>().ends_with(output)) continue;
            for (const json& issue : unit.at("issues"))
                ids.push_back(issue.at("id").get<std::string>());
        }
        return ids;
    }

    TemporaryFolder folder;
    json report;
};

TEST_F(DamagedFiles, AnAlamoClipIsLostByTheModelThatItIsNamedAfter) {
    put("TROOPER.ALO", artFile("Models/TROOPER.alo"));
    put("TROOPER_IDLE.ALA", artFile("Models/TROOPER_IDLE_00.ala"));
    putBroken("TROOPER_WALK.ALA", artFile("Models/TROOPER_IDLE_00.ala"));
    const Finished finished = run();
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed) << finished.text();
    EXPECT_EQ(report.at("units").size(), 1U);
    EXPECT_THAT(inputsOf("TROOPER.glb"),
                ElementsAre(Pair("model", "converted"), Pair("clip", "converted"), Pair("clip", "failed")));
    EXPECT_THAT(issuesOf("TROOPER.glb"), testing::Contains("convert.clip-failed"));
    EXPECT_TRUE(fs::exists(folder.path() / "gltf/TROOPER.glb"));
    EXPECT_THAT(finished.output, HasSubstr("1 clip failed"));
    EXPECT_THAT(finished.output, HasSubstr("TROOPER_WALK.ALA"));
    EXPECT_EQ(report.at("failures").at(0).at("code"), "format.mismatched-name");
}

TEST_F(DamagedFiles, APlanSaysWhichClipCannotBeRead) {
    put("TROOPER.ALO", artFile("Models/TROOPER.alo"));
    putBroken("TROOPER_WALK.ALA", artFile("Models/TROOPER_IDLE_00.ala"));
    const Finished finished = runRigkiln({"plan", "art.yaml"}, surroundings());
    EXPECT_THAT(finished.output, HasSubstr("clip  TROOPER_WALK.ALA (Alamo animation)\n"
                                           "    cannot be read: is named like 'Alamo animation' (.ala) but "
                                           "begins with bytes 3C 68 74 6D"));
}

TEST_F(DamagedFiles, ASwatClipIsLostByTheModelThatItIsNamedAfterOrFailsAsAClip) {
    const std::vector<corpus::ArtFile> art = corpus::makeSwat3Files(1, 0);
    put("officer.gsm", fileOf(art, ".GSM"));
    putBroken("officer_run.gsa", fileOf(art, ".gsa"));
    putBroken("walk.gsa", fileOf(art, ".gsa"));
    EXPECT_EQ(run().exitCode, cli::kSomeFailed);
    EXPECT_THAT(inputsOf("officer.glb"), ElementsAre(Pair("model", "converted"), Pair("clip", "failed")));
    EXPECT_THAT(inputsOf("walk.glb"), ElementsAre(Pair("clip", "failed")));
}

TEST_F(DamagedFiles, ABfresAnimationIsLostByItsModelAndOtherFilesFailAlone) {
    const std::vector<std::byte> model = fileOf(corpus::makeBfresArt(1), "Worm.sbfres");
    put("Worm.sbfres", model);
    putBroken("Worm_Animation.sbfres", model);
    putBroken("Worm_Tail.sbfres", model);
    EXPECT_EQ(run().exitCode, cli::kSomeFailed);
    EXPECT_THAT(inputsOf("Worm.glb"), ElementsAre(Pair("model", "converted"), Pair("clip", "failed")));
    EXPECT_THAT(issuesOf("Worm.glb"), testing::IsSupersetOf({"convert.clip-failed", "plan.damaged-beside"}));
    EXPECT_THAT(inputsOf("Worm_Tail.glb"), ElementsAre(Pair("unknown", "failed")));
}

TEST_F(DamagedFiles, ASpriteAnimationIsAModelAndFailsAlone) {
    put("hop.ctsa", fileOf(corpus::makeSpriteFiles(1), ".ctsa"));
    put("hop_high.ctsa", std::vector<std::byte>(40, std::byte{0xFF}));
    EXPECT_EQ(run().exitCode, cli::kSomeFailed);
    EXPECT_THAT(inputsOf("hop.glb"), ElementsAre(Pair("model", "converted")));
    EXPECT_THAT(inputsOf("hop_high.glb"), ElementsAre(Pair("model", "failed")));
}

TEST_F(DamagedFiles, AnEmptyFileIsAFailureAndOfAnArchiveToo) {
    put("SHIP.ALO", artFile("Models/SHIP.ALO"));
    put("NOTHING.ALO", {});
    put("more.meg", containers::encodeMeg({{"GONE.ALO", {}}}, containers::MegVersion::One));
    EXPECT_EQ(run().exitCode, cli::kSomeFailed);
    EXPECT_THAT(inputsOf("NOTHING.glb"), ElementsAre(Pair("model", "failed")));
    EXPECT_THAT(inputsOf("GONE.glb"), ElementsAre(Pair("model", "failed")));
    EXPECT_EQ(report.at("failures").at(0).at("code"), "format.empty-file");
    folder.write("art.yaml", std::string(kEveryFile) + "on_empty: ignore\n");
    EXPECT_EQ(run().exitCode, cli::kDone);
    EXPECT_EQ(report.at("ignored").size(), 2U);
}

TEST_F(DamagedFiles, ConvertLeavesEmptyFilesOutWhenAsked) {
    put("SHIP.ALO", artFile("Models/SHIP.ALO"));
    put("NOTHING.ALO", {});
    const auto convert = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"convert", "art", "-o", "gltf/"});
        return runRigkiln(options, {.folder = folder.path(), .environment = {}, .program = {}});
    };
    const Finished failed = convert({});
    EXPECT_EQ(failed.exitCode, cli::kSomeFailed);
    EXPECT_THAT(failed.text(), testing::HasSubstr("--on-empty ignore"));
    const Finished asked = convert({"--on-empty", "ignore"});
    EXPECT_EQ(asked.exitCode, cli::kDone) << asked.text();
}

}  // namespace
}  // namespace rigkiln::test
