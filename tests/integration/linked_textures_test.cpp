#include <filesystem>
#include <map>
#include <set>
#include <string>
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

namespace fs = std::filesystem;
using testing::Each;
using testing::ElementsAre;
using testing::StartsWith;

/// Converts art that shares textures, some of it in subfolders, with the textures as files beside the models.
class LinkedTextures : public testing::Test {
protected:
    LinkedTextures() {
        writeArt(folder.path() / "art/empire/land", {.sets = 2, .damaged = false});
        writeArt(folder.path() / "art", {.sets = 1, .damaged = false});
    }

    [[nodiscard]] Finished run(const std::vector<std::string>& arguments) const {
        return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}});
    }

    Finished convert(const std::string& output, std::vector<std::string> options = {}) const {
        options.insert(options.begin(),
                       {"convert", "art", "-o", output, "--container", "gltf", "--report", "report.json"});
        Finished finished = run(options);
        EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
        return finished;
    }

    [[nodiscard]] nlohmann::json report() const {
        return nlohmann::json::parse(textOf(folder.path() / "report.json"));
    }

    /// Counts how many images of the .gltf files refer to each file, by its path below the folder.
    [[nodiscard]] std::map<std::string, std::size_t> uses(const std::string& output) const {
        std::map<std::string, std::size_t> found;
        for (const std::string& file : filesBelow(folder.path() / output)) {
            if (!file.ends_with(".gltf")) continue;
            const nlohmann::json gltf = nlohmann::json::parse(textOf(folder.path() / output / file));
            for (const nlohmann::json& image : gltf.value("images", nlohmann::json::array())) {
                const fs::path path = fs::path(file).parent_path() / image.at("uri").get<std::string>();
                ++found[path.lexically_normal().string()];
            }
        }
        return found;
    }

    TemporaryFolder folder;
};

TEST_F(LinkedTextures, StandOnceInOneFolderForAllModels) {
    convert("gltf");
    const std::map<std::string, std::size_t> used = uses("gltf");
    const Tree tree = treeBelow(folder.path() / "gltf");
    std::size_t references = 0;
    std::set<std::vector<std::byte>> contents;
    for (const auto& [path, count] : used) {
        references += count;
        EXPECT_THAT(path, StartsWith("textures/"));
        ASSERT_TRUE(tree.contains(path)) << path;
        EXPECT_TRUE(contents.insert(tree.at(path)).second) << path << " is there under another name";
    }
    EXPECT_GT(references, 2 * used.size());
    EXPECT_EQ(filesBelow(folder.path() / "gltf/textures").size(), used.size());
    EXPECT_THAT(brokenFilesBelow(folder.path() / "gltf"), ElementsAre());
}

TEST_F(LinkedTextures, AreTheSameForAnyNumberOfJobs) {
    convert("one", {"--jobs", "1"});
    nlohmann::json first = report();
    convert("many", {"--jobs", "8"});
    EXPECT_THAT(differences(treeBelow(folder.path() / "many"), treeBelow(folder.path() / "one")),
                ElementsAre());
    nlohmann::json second = report();
    ASSERT_EQ(first.at("units").size(), second.at("units").size());
    for (std::size_t i = 0; i < first.at("units").size(); ++i) {
        for (const char* member : {"bytes_out", "status", "counts"})
            EXPECT_EQ(first.at("units")[i].at(member), second.at("units")[i].at(member)) << member;
    }
}

TEST_F(LinkedTextures, AreCountedOnce) {
    convert("gltf");
    std::size_t bytes = 0;
    for (const auto& [path, content] : treeBelow(folder.path() / "gltf"))
        bytes += content.size();
    EXPECT_EQ(report().at("totals").at("bytes_out"), bytes);
}

TEST_F(LinkedTextures, AreNotTouchedByASecondRun) {
    convert("gltf");
    std::map<std::string, fs::file_time_type> times;
    for (const std::string& file : filesBelow(folder.path() / "gltf"))
        times[file] = fs::last_write_time(folder.path() / "gltf" / file);
    convert("gltf");
    EXPECT_EQ(report().at("totals").at("unchanged"), report().at("totals").at("units"));
    for (const std::string& file : filesBelow(folder.path() / "gltf"))
        EXPECT_EQ(times.at(file), fs::last_write_time(folder.path() / "gltf" / file)) << file;
}

TEST_F(LinkedTextures, ThatWentAwayAreWrittenAgain) {
    convert("gltf");
    const Tree before = treeBelow(folder.path() / "gltf");
    fs::remove_all(folder.path() / "gltf/textures");
    convert("gltf");
    EXPECT_THAT(differences(treeBelow(folder.path() / "gltf"), before), ElementsAre());
}

/// Needs no option, works from folders of any depth, and reports no image issue.
TEST_F(LinkedTextures, AreReadBackAsWhatEmbeddedOnesAre) {
    convert("gltf");
    ASSERT_EQ(run({"convert", "art", "-o", "glb"}).exitCode, cli::kDone);
    const Finished linked = run({"convert", "gltf", "-o", "from-gltf", "--report", "report.json"});
    ASSERT_EQ(linked.exitCode, cli::kDone) << linked.text();
    const nlohmann::json told = report();
    for (const nlohmann::json& unit : told.at("units")) {
        for (const nlohmann::json& issue : unit.at("issues"))
            EXPECT_THAT(
                issue.at("id").get<std::string>(),
                testing::Not(testing::AnyOf("gltf-input.image-unusable", "gltf-input.image-elsewhere")))
                << issue;
    }
    ASSERT_EQ(run({"convert", "glb", "-o", "from-glb"}).exitCode, cli::kDone);
    EXPECT_THAT(differences(treeBelow(folder.path() / "from-gltf"), treeBelow(folder.path() / "from-glb")),
                ElementsAre());
}

TEST_F(LinkedTextures, StandBesideAFileThatIsConvertedAlone) {
    const Finished finished = run({"convert", "art/Models/TROOPER.alo", "-o", "out/hero.gltf"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    std::vector<std::string> files;
    for (const auto& [path, count] : uses("out"))
        files.push_back(path);
    EXPECT_FALSE(files.empty());
    EXPECT_THAT(files, Each(StartsWith("textures/")));
    EXPECT_THAT(brokenFilesBelow(folder.path() / "out"), ElementsAre());
}

TEST_F(LinkedTextures, AreForTheOptionToChoose) {
    ASSERT_EQ(run({"convert", "art", "-o", "linked", "--texture-files", "link"}).exitCode, cli::kDone);
    EXPECT_FALSE(filesBelow(folder.path() / "linked/textures").empty());
    convert("embedded", {"--texture-files", "embed"});
    EXPECT_FALSE(fs::exists(folder.path() / "embedded/textures"));
}

TEST_F(LinkedTextures, ThatCannotBeWrittenFailTheModelsThatHaveThemAndNoOther) {
    folder.write("gltf/textures", "a file where the folder should be");
    const Finished finished =
        run({"convert", "art", "-o", "gltf", "--container", "gltf", "--report", "report.json"});
    EXPECT_EQ(finished.exitCode, cli::kEnvironmentFailed) << finished.text();
    EXPECT_GT(report().at("totals").at("failed"), 0);
    EXPECT_GT(report().at("totals").at("written"), 0);
    const nlohmann::json told = report();
    for (const nlohmann::json& unit : told.at("units")) {
        EXPECT_EQ(fs::exists(unit.at("output").get<std::string>()), unit.at("status") == "written");
        if (unit.at("status") == "written") continue;
        EXPECT_EQ(unit.at("error").at("where"), (folder.path() / "gltf/textures").string());
        EXPECT_EQ(unit.at("error").at("problem"), "cannot open the folder: not a directory");
    }
}

}  // namespace
}  // namespace rigkiln::test
