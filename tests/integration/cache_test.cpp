#include <filesystem>
#include <optional>
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
using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

/// Art that is converted with a cache beside it.
class Cache : public testing::Test {
protected:
    Cache() { writeArt(folder.path() / "art", {.sets = 2, .damaged = true}); }

    [[nodiscard]] Surroundings here() const {
        return {.folder = folder.path(), .environment = {}, .program = {}};
    }
    Finished rigkiln(const std::vector<std::string>& arguments) const {
        return runRigkiln(arguments, here());
    }

    [[nodiscard]] json report(const std::string& output) const {
        return json::parse(textOf(folder.path() / (output + ".json")));
    }

    TemporaryFolder folder;
};

TEST_F(Cache, GivesTheSameOutputsInAnotherWorkingCopy) {
    for (const char* jobs : {"1", "2"}) {
        fs::remove_all(folder.path() / "cache");
        const int exitCode = rigkiln({"convert", "art", "-o", "without", "--textures", "art"}).exitCode;
        const std::vector<std::string> arguments = {"convert",    "art", "-o",       "filled",
                                                    "--textures", "art", "--cache",  "cache",
                                                    "--jobs",     jobs,  "--report", "filled.json"};
        EXPECT_EQ(rigkiln(arguments).exitCode, exitCode);
        fs::create_directories(folder.path() / "elsewhere/of/a");
        fs::copy(folder.path() / "art", folder.path() / "elsewhere/of/a/friend", fs::copy_options::recursive);
        const Finished hit =
            rigkiln({"convert", "elsewhere/of/a/friend", "-o", "hit", "--textures", "elsewhere/of/a/friend",
                     "--cache", "cache", "--jobs", jobs, "--report", "hit.json"});
        EXPECT_EQ(hit.exitCode, exitCode) << hit.text();
        EXPECT_EQ(treeBelow(folder.path() / "hit"), treeBelow(folder.path() / "without"));
        EXPECT_EQ(treeBelow(folder.path() / "filled"), treeBelow(folder.path() / "without"));
        const json totals = report("hit").at("totals");
        EXPECT_EQ(report("hit").at("cache").at("units_kept"),
                  report("filled").at("cache").at("units_left_out"));
        EXPECT_GT(report("hit").at("cache").at("units_found"), 0);
        EXPECT_EQ(totals.at("issues"), report("filled").at("totals").at("issues"));
        for (const char* output : {"without", "filled", "hit", "elsewhere"})
            fs::remove_all(folder.path() / output);
    }
}

TEST_F(Cache, IsFilledByTwoProcessesAtOnce) {
    const auto arguments = [](const std::string& output) {
        return std::vector<std::string>{"convert", "art", "-o", output, "--cache", "cache"};
    };
    const int exitCode = rigkiln({"convert", "art", "-o", "without"}).exitCode;
    Program first(arguments("first"), here());
    Program second(arguments("second"), here());
    EXPECT_EQ(first.wait().exitCode, exitCode);
    EXPECT_EQ(second.wait().exitCode, exitCode);
    const Tree without = treeBelow(folder.path() / "without");
    EXPECT_EQ(treeBelow(folder.path() / "first"), without);
    EXPECT_EQ(treeBelow(folder.path() / "second"), without);
    const Finished verified = rigkiln({"cache", "verify", "cache"});
    EXPECT_EQ(verified.exitCode, cli::kDone) << verified.text();
    const Finished third = rigkiln(arguments("third"));
    EXPECT_THAT(third.text(), HasSubstr(" came from it, 0 were added"));
    EXPECT_EQ(treeBelow(folder.path() / "third"), without);
}

TEST_F(Cache, IsLookedAfter) {
    rigkiln({"convert", "art", "-o", "gltf", "--cache", "cache"});
    const Finished stats = rigkiln({"cache", "stats", "cache"});
    EXPECT_EQ(stats.exitCode, cli::kDone);
    EXPECT_THAT(stats.output, HasSubstr(" last used between "));
    EXPECT_THAT(rigkiln({"cache", "verify", "cache"}).output,
                HasSubstr("all files are as they were written"));
    for (const auto& file : fs::recursive_directory_iterator(folder.path() / "cache/1/files")) {
        if (!file.is_regular_file()) continue;
        fs::resize_file(file, 1);
        break;
    }
    const Finished damaged = rigkiln({"cache", "verify", "cache", "--remove"});
    EXPECT_EQ(damaged.exitCode, cli::kSomeFailed);
    EXPECT_THAT(damaged.output, HasSubstr("[cache.damaged]"));
    EXPECT_THAT(damaged.output, HasSubstr("1 file damaged, 1 removed; "));
    const Finished kept = rigkiln({"cache", "gc", "cache", "--max-size", "1GiB", "--max-age", "30d"});
    EXPECT_THAT(kept.output, StartsWith("removed 0 outputs and 0 files, "));
    const Finished emptied = rigkiln({"cache", "gc", "cache", "--max-size", "0"});
    EXPECT_EQ(emptied.exitCode, cli::kDone) << emptied.text();
    EXPECT_THAT(emptied.output, HasSubstr("left: 0 outputs"));
    EXPECT_EQ(rigkiln({"convert", "art", "-o", "again", "--cache", "cache"}).exitCode, cli::kSomeFailed);
    EXPECT_EQ(treeBelow(folder.path() / "again"), treeBelow(folder.path() / "gltf"));
}

TEST_F(Cache, SaysWhatIsWrongWithACommand) {
    const auto complaint = [&](const std::vector<std::string>& arguments) {
        const Finished finished = rigkiln(arguments);
        EXPECT_EQ(finished.exitCode, cli::kBadUsage) << finished.text();
        return finished.errors;
    };
    EXPECT_THAT(complaint({"cache", "stats", "art"}), HasSubstr("art: has no folder '1' of a cache"));
    EXPECT_THAT(complaint({"cache", "gc", "cache"}), HasSubstr("needs --max-size or --max-age"));
    EXPECT_THAT(complaint({"cache", "gc", "cache", "--max-age", "30"}),
                HasSubstr("--max-age: is '30', expected"));
    EXPECT_THAT(complaint({"cache", "gc", "cache", "--max-size", "big"}), HasSubstr("--max-size: "));
    EXPECT_THAT(complaint({"cache", "stats", "cache", "--max-age", "1d"}), HasSubstr("are for gc alone"));
    EXPECT_THAT(complaint({"cache", "gc", "cache", "--remove"}), HasSubstr("is for verify alone"));
    EXPECT_THAT(complaint({"cache", "clean", "cache"}), HasSubstr("clean"));
}

}  // namespace
}  // namespace rigkiln::test
