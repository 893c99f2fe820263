#include <cctype>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"

namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;

/// Returns an error of the system as messages have it.
std::string lowered(std::string text) {
    text.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(text.front())));
    return text;
}

/// Each call that changes a file, by the program itself or by the store of its state.
class WriteFaults : public testing::Test {
protected:
    WriteFaults() {
        writeArt(folder.path() / "art", {.sets = 1, .damaged = false});
        std::ofstream(folder.path() / "art.yaml") << R"(rigkiln: 1
state: state
jobs:
  models: {uses: scan, root: art/Models, include: ["*.alo", "*.ala"]}
  rigs: {uses: bind, models: models, clips: models}
  glb: {uses: export, from: rigs, to: gltf, container: gltf, path: "out/{folder}/{name}.gltf"}
)";
    }

    [[nodiscard]] Finished run(const std::string& fault = {}) const {
        fs::remove(folder.path() / "calls");
        return runRigkiln({"run", "art.yaml", "--jobs", "1", "--progress", "none"},
                          {.folder = folder.path(),
                           .environment = {{"LD_PRELOAD", RIGKILN_FAULT_SHIM},
                                           {"RIGKILN_FAULT", fault},
                                           {"RIGKILN_FAULT_LOG", (folder.path() / "calls").string()}},
                           .program = {}});
    }

    /// Returns the calls of the last run that change a file: name and path.
    [[nodiscard]] std::vector<std::string> calls() const {
        std::ifstream log(folder.path() / "calls");
        std::vector<std::string> all;
        for (std::string line; std::getline(log, line);)
            all.push_back(line);
        return all;
    }

    void removeResults() const {
        fs::remove_all(folder.path() / "out");
        fs::remove_all(folder.path() / "state");
    }

    /// Lets a call fail, and later ones too if the fault goes on, and then runs again without.
    void expectHealing(std::size_t call, int error, bool goesOn, const Tree& whole) const {
        removeResults();
        const Finished failed = run(fmt::format("{} {}{}", call, error, goesOn ? " on" : ""));
        const std::vector<std::string> made = calls();
        // Threads of the store make calls of their own, so there may be fewer this time.
        if (made.size() < call) return;
        const std::string what =
            fmt::format("call {} ({}) {} error {} ({}): exit code {}\n{}{}", call, made[call - 1],
                        goesOn ? "and later ones" : "alone", error, std::strerror(error), failed.exitCode,
                        failed.output, failed.errors);
        EXPECT_THAT(failed.exitCode, testing::AnyOf(cli::kDone, cli::kSomeFailed, cli::kEnvironmentFailed))
            << what;
        EXPECT_THAT(brokenFilesBelow(folder.path() / "out"), IsEmpty()) << what;
        if (failed.exitCode == cli::kDone) {
            // The failed call was not needed: a record of the run, or a way of writing that has another.
            EXPECT_TRUE(treeBelow(folder.path() / "out") == whole) << what;
        } else {
            EXPECT_THAT(failed.text(), HasSubstr(lowered(std::strerror(error)))) << what;
            // The folder itself may be what could not be made.
            EXPECT_THAT(failed.text(),
                        testing::AnyOf(HasSubstr("out/"), HasSubstr("stopped: out:"), HasSubstr("state")))
                << what;
        }
        const Finished next = run();
        EXPECT_EQ(next.exitCode, cli::kDone) << what << next.text();
        EXPECT_TRUE(treeBelow(folder.path() / "out") == whole) << what << next.text();
        EXPECT_THAT(temporaryFilesBelow(folder.path() / "out"), IsEmpty()) << what;
    }

    TemporaryFolder folder;
};

TEST_F(WriteFaults, AreToldAndTheNextRunHeals) {
    ASSERT_EQ(run().exitCode, cli::kDone);
    const std::size_t count = calls().size();
    const Tree whole = treeBelow(folder.path() / "out");
    ASSERT_GT(count, 30U);
    constexpr int kErrors[] = {ENOSPC, EIO, EACCES, EMFILE};
    constexpr std::size_t kStep = kHasSanitizer ? 9 : 1;
    std::size_t turn = 0;
    for (std::size_t call = 1; call <= count; call += kStep, ++turn)
        ASSERT_NO_FATAL_FAILURE(expectHealing(call, kErrors[turn % std::size(kErrors)],
                                              turn / std::size(kErrors) % 2 == 1, whole));
}

/// The kernel may write fewer bytes than it was given: the rest follows.
TEST_F(WriteFaults, ThatAreShortWritesAreNone) {
    ASSERT_EQ(run().exitCode, cli::kDone);
    const std::size_t count = calls().size();
    const Tree whole = treeBelow(folder.path() / "out");
    constexpr std::size_t kStep = kHasSanitizer ? 29 : 3;
    for (std::size_t call = 1; call <= count; call += kStep) {
        removeResults();
        const Finished finished = run(fmt::format("{} 0", call));
        EXPECT_EQ(finished.exitCode, cli::kDone) << "call " << call << '\n' << finished.text();
        EXPECT_TRUE(treeBelow(folder.path() / "out") == whole) << "call " << call;
    }
}

}  // namespace
}  // namespace rigkiln::test
