#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <regex>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pipeline/state/state_lock.hpp"
#include "pipeline/state/state_store.hpp"
#include "pipeline/state/whole_run.hpp"
#include "tests/integration/state_fixture.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"

namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

/// Runs a configuration with a state again and again.
class RememberedRuns : public State {
protected:
    RememberedRuns() {
        std::ofstream(folder.path() / "art.yaml") << R"(rigkiln: 1
state: state
jobs:
  models: {uses: scan, root: art, include: ["**/*.alo", "**/*.ala"]}
  rigs: {uses: bind, models: models, clips: models}
  glb: {uses: export, from: rigs, to: gltf, path: "out/{folder}/{name}.glb"}
  linked: {uses: export, from: rigs, to: gltf, container: gltf, path: "linked/{folder}/{name}.gltf"}
)";
    }

    Finished run(const std::vector<std::string>& options = {}) const {
        std::vector<std::string> arguments = {"run", "art.yaml", "--report", "report.json"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}});
    }

    /// Number of outputs that the last run tried. Planning is for each run.
    [[nodiscard]] std::size_t tried() const {
        const json whole = report();
        std::size_t count = 0;
        for (const json& unit : whole.at("units"))
            count += unit.contains("remembered") || unit.value("phase", "") == "planning" ? 0U : 1U;
        return count;
    }

    [[nodiscard]] json results() const {
        json whole = report();
        for (json& unit : whole.at("units")) {
            for (const char* key : {"remembered", "times", "status"})
                unit.erase(key);
        }
        return {whole.at("units"), whole.at("totals").at("issues"), whole.at("totals").at("counts"),
                whole.at("totals").at("bytes_out"), whole.at("exit_code")};
    }
};

TEST_F(RememberedRuns, ConvertNothingTwiceAndSayTheSame) {
    const Finished first = run();
    const std::size_t units = tried();
    const json cold = results();
    const Tree outputs = treeBelow(folder.path() / "out");
    const Tree linked = treeBelow(folder.path() / "linked");
    const Finished second = run();
    EXPECT_EQ(second.exitCode, first.exitCode);
    EXPECT_EQ(tried(), 0U);
    EXPECT_EQ(results(), cold);
    EXPECT_THAT(second.text(), HasSubstr(" outputs were not converted again"));
    EXPECT_EQ(report().at("state").at("units_remembered"), units);

    // One of the pictures that outputs share is lost: what names it is made again, and nothing else.
    const fs::path textures = folder.path() / "linked/textures";
    const fs::path picture = fs::directory_iterator(textures)->path();
    fs::remove(picture);
    run({"--jobs", "1"});
    EXPECT_GT(tried(), 0U);
    EXPECT_LT(tried(), units / 2);
    EXPECT_EQ(treeBelow(folder.path() / "out"), outputs);
    EXPECT_EQ(treeBelow(folder.path() / "linked"), linked);
    EXPECT_EQ(results(), cold);

    run();
    const json remembered = report().at("state").at("failures_remembered");
    EXPECT_GT(remembered, 0);
    for (const std::vector<std::string>& options : std::vector<std::vector<std::string>>{
             {"--retry-failed", "--verify"}, {"--only-failed", "old.json"}}) {
        fs::copy_file(folder.path() / "report.json", folder.path() / "old.json",
                      fs::copy_options::overwrite_existing);
        run(options);
        EXPECT_EQ(tried(), remembered) << options.front();
    }
    run();
    EXPECT_EQ(results(), cold);
}

TEST_F(RememberedRuns, AreRepeatedAsAWholeWithTheSameWords) {
    const auto runPlainly = [&] {
        const Finished finished =
            runRigkiln({"run", "art.yaml"}, {.folder = folder.path(), .environment = {}, .program = {}});
        EXPECT_EQ(finished.exitCode, cli::kSomeFailed);
        return std::regex_replace(finished.text(), std::regex(" in [0-9.]+ s"), " in TIME");
    };
    const auto changeStore = [&](const auto& change) {
        for (const fs::directory_entry& entry : fs::directory_iterator(folder.path() / "state/units")) {
            if (entry.path().extension() != ".sqlite") continue;
            std::optional<Error> note;
            const auto store = StateStore::open(entry.path().string(), StoreAccess::Write, note);
            ASSERT_TRUE(store);
            change(**store);
        }
    };
    runPlainly();
    std::this_thread::sleep_for(std::chrono::seconds(4));  // young files are read again
    const std::string second = runPlainly();
    EXPECT_THAT(second, HasSubstr(" in TIME, "));
    EXPECT_THAT(second, HasSubstr(" of these failed then"));
    // No unit is compared, so nobody misses a record.
    const std::string ship = (folder.path() / "out/Models/SHIP.glb").string();
    changeStore([&](StateStore& store) { store.remove(ship); });
    EXPECT_EQ(runPlainly(), second);
    EXPECT_EQ(runPlainly(), second);
    changeStore([](StateStore& store) { store.removeFolder("run"); });
    EXPECT_NE(runPlainly(), second) << "tells of one output less that is remembered";
    EXPECT_EQ(runPlainly(), second);
    fs::remove(ship);
    EXPECT_THAT(runPlainly(), HasSubstr("wrote 1 output "));
    EXPECT_TRUE(fs::exists(ship));
}

/// Two equal trees: one run converts the part that changed, and the other, which writes a trace, plans
/// everything.
TEST_F(RememberedRuns, ConvertThePartThatChangedWithTheSameWords) {
    std::ofstream(folder.path() / "art.yaml") << R"(rigkiln: 1
state: state
jobs:
  clips: {uses: scan, root: art, include: ["**/*.ala", "**/*.txt"], exclude: ["**/Damaged/**"]}
  glb: {uses: export, from: clips, to: gltf, path: "out/{folder}/{name}.glb"}
  again: {uses: export, from: clips, to: gltf, path: "again/{folder}/{name}.glb"}
)";
    std::ofstream(folder.path() / "art/readme.txt") << "no art";
    const TemporaryFolder twin;
    fs::copy(folder.path(), twin.path(), fs::copy_options::recursive);
    const auto runIn = [](const fs::path& place, std::vector<std::string> options) {
        options.insert(options.begin(), {"run", "art.yaml"});
        const Finished finished = runRigkiln(options, {.folder = place, .environment = {}, .program = {}});
        return std::to_string(finished.exitCode) + "\n" +
               std::regex_replace(finished.text(), std::regex(" in [0-9.]+ s( \\([^)]*\\))?"), " in TIME");
    };
    const auto runBoth = [&](const char* what) {
        const std::string words = runIn(folder.path(), {});
        EXPECT_EQ(words, runIn(twin.path(), {"--trace", "trace.json"})) << what;
        for (const char* outputs : {"out", "again"})
            EXPECT_EQ(treeBelow(folder.path() / outputs), treeBelow(twin.path() / outputs)) << what;
        return words;
    };
    std::vector<fs::path> clips;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder.path() / "art/Models")) {
        const std::string ending = entry.path().extension().string();
        if (ending == ".ala" || ending == ".ALA") clips.push_back(fs::relative(entry.path(), folder.path()));
    }
    std::ranges::sort(clips);
    ASSERT_GE(clips.size(), 3U);
    const auto replace = [&](std::size_t clip, const std::string& content) {
        for (const fs::path& place : {folder.path(), twin.path()})
            std::ofstream(place / clips[clip], std::ios::binary) << content;
    };
    const std::string another = textOf(folder.path() / clips[1]);
    runBoth("the first run");
    std::this_thread::sleep_for(std::chrono::seconds(4));  // young files are read again
    runBoth("nothing");
    replace(0, another);
    EXPECT_THAT(runBoth("another clip"), HasSubstr("wrote 2 outputs"));
    std::this_thread::sleep_for(std::chrono::seconds(4));
    runBoth("nothing again");
    replace(2, another.substr(0, another.size() - 3));
    EXPECT_THAT(runBoth("a damaged clip"), HasSubstr("2 failed"));

    // The part takes from the last run what it does not plan.
    replace(2, another);
    runIn(folder.path(), {});
    std::this_thread::sleep_for(std::chrono::seconds(4));
    runIn(folder.path(), {});
    for (const fs::directory_entry& entry : fs::directory_iterator(folder.path() / "state/units")) {
        if (entry.path().extension() != ".sqlite") continue;
        std::optional<Error> note;
        const auto store = StateStore::open(entry.path().string(), StoreAccess::Write, note);
        ASSERT_TRUE(store);
        auto whole = decodeWholeRun((*store)->folder("run").value_or(""));
        ASSERT_TRUE(whole && whole->parts);
        whole->parts->ignored = {{.path = "/of/the/last/run", .description = "x", .known = false}};
        (*store)->putFolder("run", encodeWholeRun(*whole));
    }
    replace(0, textOf(folder.path() / clips[2]) + " ");
    EXPECT_THAT(runIn(folder.path(), {}), HasSubstr("/of/the/last/run"));
}

TEST_F(RememberedRuns, ArePartOfThePlan) {
    const auto plan = [&](const std::vector<std::string>& options = {}) {
        std::vector<std::string> arguments = {"plan", "art.yaml"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}}).output;
    };
    EXPECT_THAT(plan(), HasSubstr("/out/Models/TROOPER.glb\n  new\n"));
    EXPECT_FALSE(fs::exists(folder.path() / "state")) << "a plan leaves nothing behind";
    run();
    const std::string second = plan();
    EXPECT_THAT(second, HasSubstr("/out/Models/TROOPER.glb\n  fresh\n"));
    EXPECT_THAT(second, HasSubstr("/CUT_IN_HALF.glb\n  failed before, and nothing changed since\n"));
    const fs::path model = folder.path() / "art/Models/TROOPER.alo";
    std::ofstream(model, std::ios::app) << '\0';
    const std::string ship = (folder.path() / "out/Models/SHIP.glb").string();
    fs::remove(ship);
    const std::string third = plan();
    EXPECT_THAT(third, HasSubstr("/out/Models/TROOPER.glb\n  input changed: " + model.string() + "\n"));
    EXPECT_THAT(third, HasSubstr(ship + "\n  output is gone: " + ship + "\n"));
    const json whole = json::parse(plan({"--json"}));
    const auto isGone = [&](const json& unit) {
        return unit.value("reason", "") == "output is gone: " + ship;
    };
    EXPECT_TRUE(std::ranges::any_of(whole.at("units"), isGone));
}

TEST_F(RememberedRuns, TellWhatNoSourceIsThereForAnyMore) {
    run();
    const Tree before = treeBelow(folder.path() / "out");
    ASSERT_TRUE(before.contains("Models/SHIP.glb"));
    for (const auto& [file, bytes] : treeBelow(folder.path() / "art")) {
        if (file.starts_with("Models/SHIP")) fs::remove(folder.path() / "art" / file);
    }
    const Finished listed = run();
    const json files = report().at("vanished").at("files");
    const std::string counted = std::to_string(files.size()) + " files of earlier runs (";
    EXPECT_THAT(listed.text(), HasSubstr("vanished: " + counted));
    EXPECT_THAT(listed.text(), HasSubstr(" belong to no source any more: "));
    EXPECT_THAT(listed.text(), HasSubstr("out/Models/SHIP.glb"));
    EXPECT_THAT(listed.text(), HasSubstr("vanished: `rigkiln run art.yaml --prune` removes them\n"));
    EXPECT_EQ(report().at("vanished").at("removed"), false);

    const auto plan = [&](const std::vector<std::string>& options) {
        std::vector<std::string> arguments = {"plan", "art.yaml"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}}).output;
    };
    EXPECT_THAT(plan({}), HasSubstr(counted));
    const std::string ship = (folder.path() / "out/Models/SHIP.glb").string();
    EXPECT_THAT(plan({"--prune"}), HasSubstr("\nvanished " + ship + "\n"));
    EXPECT_EQ(json::parse(plan({"--json"})).at("vanished"), files);
    EXPECT_TRUE(treeBelow(folder.path() / "out") == before) << "nothing was removed so far";

    const Finished pruned = run({"--prune"});
    EXPECT_EQ(pruned.exitCode, listed.exitCode);
    EXPECT_THAT(pruned.text(), HasSubstr("prune: removed " + counted));
    EXPECT_EQ(report().at("vanished").at("files"), files);
    EXPECT_EQ(report().at("vanished").at("removed"), true);
    Tree expected = before;
    expected.erase("Models/SHIP.glb");
    EXPECT_TRUE(treeBelow(folder.path() / "out") == expected);
    EXPECT_FALSE(fs::exists(folder.path() / "linked/Models/SHIP.gltf"));
    EXPECT_THAT(brokenFilesBelow(folder.path() / "linked"), ElementsAre());
    EXPECT_THAT(run().text(), testing::Not(HasSubstr("vanished")));
    EXPECT_FALSE(report().contains("vanished"));
}

TEST(RememberedRunsWithLinks, TellOfLinksToFoldersAsOftenAsTheyRun) {
    const TemporaryFolder folder;
    folder.write("art/HERO.alo", artFile("Models/ROOT_ONLY.alo"));
    folder.write("art/pack/ORC.alo", artFile("Models/ROOT_ONLY.alo"));
    folder.write("art.yaml", R"(rigkiln: 1
state: state
jobs:
  models: { uses: scan, root: art, include: ["**/*.alo"] }
  glb: { uses: export, from: models, to: gltf, path: "out/{folder}/{name}.glb" }
)");
    const auto run = [&](const std::vector<std::string>& options = {}) {
        std::vector<std::string> arguments = {"run", "art.yaml"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Finished finished =
            runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}});
        EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
        return finished.text();
    };
    const auto leadTo = [&](const char* target) {
        fs::remove(folder.path() / "art/pack");
        fs::create_symlink(target, folder.path() / "art/pack");
    };
    run();
    fs::rename(folder.path() / "art/pack", folder.path() / "pack");
    folder.write("note.txt", "a note");
    const auto isTold = HasSubstr("1 file left out unread, for instance art/pack: symbolic link to a folder");
    const auto isRepeated = [&](const auto& matcher) {
        std::this_thread::sleep_for(std::chrono::seconds(3));  // young files are read again
        run();
        EXPECT_THAT(run(), matcher);
    };
    leadTo("../pack");
    EXPECT_THAT(run({"--prune"}), isTold);
    EXPECT_TRUE(fs::exists(folder.path() / "out/pack/ORC.glb"));
    isRepeated(testing::AllOf(isTold, testing::Not(HasSubstr("vanished"))));
    leadTo("../note.txt");
    const auto isVanished = testing::AllOf(testing::Not(isTold), HasSubstr("vanished: 1 file"));
    EXPECT_THAT(run(), isVanished);
    isRepeated(isVanished);
    leadTo("../pack");
    EXPECT_THAT(run(), isTold);
}

TEST_F(RememberedRuns, PruneOnlyAWholePlanWithAState) {
    run();
    fs::copy_file(folder.path() / "report.json", folder.path() / "old.json");
    const Finished selected = run({"--prune", "--only-failed", "old.json"});
    EXPECT_EQ(selected.exitCode, cli::kBadUsage);
    EXPECT_THAT(selected.errors, HasSubstr("--prune: is not possible with --only-failed"));
    std::ofstream(folder.path() / "plain.yaml") << R"(rigkiln: 1
jobs:
  models: {uses: scan, root: art, include: ["**/*.alo"]}
  glb: {uses: export, from: models, to: gltf, path: "plain/{folder}/{name}.glb"}
)";
    for (const char* command : {"run", "plan"}) {
        const Finished without = runRigkiln({command, "plain.yaml", "--prune"},
                                            {.folder = folder.path(), .environment = {}, .program = {}});
        EXPECT_EQ(without.exitCode, cli::kBadUsage);
        EXPECT_THAT(without.errors, HasSubstr("--prune: needs `state: FOLDER`"));
    }
}

TEST_F(RememberedRuns, ExcludeEachOther) {
    run();
    fs::remove_all(folder.path() / "out");
    const auto lockFile = [&] {
        for (const fs::directory_entry& entry : fs::directory_iterator(folder.path() / "state/units")) {
            if (entry.path().extension() == ".lock") return entry.path();
        }
        return fs::path();
    };
    std::ofstream(lockFile()) << "process 1 on elsewhere, since long ago\n";
    EXPECT_NE(run().exitCode, cli::kEnvironmentFailed) << "the text of a run that ended is no lock";
    const Result<StateLock> lock = StateLock::take(lockFile().string());
    ASSERT_TRUE(lock);
    const Finished second = run();
    EXPECT_EQ(second.exitCode, cli::kEnvironmentFailed);
    EXPECT_THAT(second.errors, HasSubstr("is held by process " + std::to_string(::getpid()) + " on "));
}

}  // namespace
}  // namespace rigkiln::test
