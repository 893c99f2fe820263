#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

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
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

/// Two outputs of each model: images are converted, kept in the state and linked.
constexpr const char* kConfiguration =
    "rigkiln: 1\n"
    "state: .rigkiln\n"
    "textures: [art/Textures]\n"
    "jobs:\n"
    "  files: { uses: scan, root: art }\n"
    "  bound: { uses: bind, models: files, clips: files }\n"
    "  small: { uses: resample, from: bound, max_error: 1mm }\n"
    "  glb: { uses: export, from: small, to: gltf, path: \"OUT/{folder}/{name}.glb\" }\n"
    "  web: { uses: export, from: small, to: gltf, path: \"OUT/web/{folder}/{name}.gltf\", profile: web }\n";

/// Whether a run has written an output.
bool hasOutputs(const fs::path& folder) {
    if (!fs::exists(folder)) return false;
    const fs::recursive_directory_iterator files(folder, fs::directory_options::skip_permission_denied);
    return std::any_of(begin(files), end(files),
                       [](const fs::directory_entry& file) { return file.path().extension() == ".glb"; });
}

std::vector<pid_t> childrenOf(pid_t process) {
    const std::string number = std::to_string(process);
    std::ifstream list("/proc/" + number + "/task/" + number + "/children");
    std::vector<pid_t> children;
    for (pid_t child = 0; list >> child;)
        children.push_back(child);
    return children;
}

/// Returns the value of a line of /proc/PROCESS/status.
std::string statusOf(pid_t process, const std::string& name) {
    std::ifstream status("/proc/" + std::to_string(process) + "/status");
    for (std::string word; status >> word;) {
        if (word == name + ":" && status >> word) return word;
    }
    return {};
}

class Isolation : public testing::Test {
protected:
    Isolation() { writeArt(folder.path() / "art", {.sets = kHasSanitizer ? 1U : 2U, .damaged = true}); }

    [[nodiscard]] Surroundings surroundings() const {
        return {.folder = folder.path(), .environment = {}, .program = {}};
    }

    /// Runs the configuration with outputs below `out`.
    Finished run(const std::string& out, std::vector<std::string> options) {
        std::string text = kConfiguration;
        for (std::size_t at = text.find("OUT/"); at != std::string::npos; at = text.find("OUT/"))
            text.replace(at, 4, out + "/");
        text.replace(text.find(".rigkiln"), 8, ".state-" + out);
        folder.write(out + ".yaml", std::string_view(text));
        options.insert(options.begin(), {"run", out + ".yaml", "--report", out + ".json"});
        return runRigkiln(options, surroundings());
    }

    [[nodiscard]] Tree outputs(const std::string& out) const { return treeBelow(folder.path() / out); }

    /// Report without times and digests, and without the names of the folders.
    [[nodiscard]] nlohmann::json reportOf(const std::string& out) const {
        return comparableReport(folder.path() / (out + ".json"), out);
    }

    TemporaryFolder folder;
};

TEST_F(Isolation, ChangesNoByteAndNoWordOfTheReport) {
    const Finished plain = run("plain", {"--jobs", "1"});
    ASSERT_EQ(plain.exitCode, cli::kSomeFailed) << plain.text();
    const Tree wanted = outputs("plain");
    ASSERT_GT(wanted.size(), 20U);
    // A copy of a process with a sanitizer takes long to make.
    const std::vector<std::string> jobCounts =
        kHasSanitizer ? std::vector<std::string>{"3"} : std::vector<std::string>{"1", "3"};
    for (const std::string& jobs : jobCounts) {
        const std::string out = "alone" + jobs;
        const Finished isolated = run(out, {"--isolate", "--jobs", jobs});
        EXPECT_EQ(isolated.exitCode, cli::kSomeFailed) << isolated.text();
        EXPECT_THAT(differences(outputs(out), wanted), ElementsAre());
        EXPECT_EQ(reportOf(out), reportOf("plain"));
    }
    EXPECT_THAT(temporaryFilesBelow(folder.path()), ElementsAre());
}

TEST_F(Isolation, IsRememberedLikeAnyRun) {
    const Finished first = run("out", {"--isolate", "--jobs", "2"});
    ASSERT_EQ(first.exitCode, cli::kSomeFailed) << first.text();
    const Tree written = outputs("out");
    const Finished again = run("out", {});
    EXPECT_EQ(again.exitCode, cli::kSomeFailed) << again.text();
    const nlohmann::json report = nlohmann::json::parse(textOf(folder.path() / "out.json"));
    std::size_t remembered = 0;
    for (const nlohmann::json& unit : report.at("units")) {
        if (unit.value("phase", "") == "planning") continue;
        EXPECT_TRUE(unit.value("remembered", false)) << unit.dump();
        ++remembered;
    }
    EXPECT_GT(remembered, 40U);
    EXPECT_THAT(differences(outputs("out"), written), ElementsAre());
    EXPECT_EQ(run("out", {"--isolate"}).exitCode, cli::kSomeFailed);
}

TEST(IsolationAndState, KnowOutputsThatRightlyHaveNoFiles) {
    const TemporaryFolder folder;
    folder.write("a.alo", artFile("Models/ROOT_ONLY.alo"));
    folder.write("art.yaml", R"(rigkiln: 1
state: state
jobs:
  models: { uses: scan, root: glb }
  clips: { uses: export, from: models, to: gsa, path: "out/{name}/{clip}.gsa" }
)");
    const auto run = [&](const std::vector<std::string>& arguments) {
        const Finished finished =
            runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}});
        EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
        return finished.text();
    };
    run({"convert", "a.alo", "-o", "glb/a.glb"});
    run({"run", "art.yaml", "--isolate"});
    EXPECT_THAT(run({"run", "art.yaml"}), HasSubstr("1 output was not converted again"));
    EXPECT_THAT(run({"plan", "art.yaml"}), HasSubstr("fresh"));
}

TEST_F(Isolation, LittleMemoryGivesTheSameBytes) {
    ASSERT_EQ(run("plain", {"--jobs", "2"}).exitCode, cli::kSomeFailed);
    const Finished little = run("little", {"--isolate", "--jobs", "2", "--memory", "1MiB"});
    EXPECT_EQ(little.exitCode, cli::kSomeFailed) << little.text();
    EXPECT_THAT(differences(outputs("little"), outputs("plain")), ElementsAre());
}

/// As the kernel does when it needs memory.
TEST_F(Isolation, AWorkerThatIsKilledCostsOneOutput) {
    fs::create_directories(folder.path() / "many");
    writeArt(folder.path() / "many", {.sets = kManySets / 2});
    Program running({"convert", "many", "-o", "out", "--isolate", "--jobs", "2", "--max-error", "1mm"},
                    surroundings());
    bool isKilled = false;
    for (int i = 0; i < 6000 && !isKilled; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        if (!hasOutputs(folder.path() / "out")) continue;
        for (const pid_t server : childrenOf(running.id())) {
            const std::vector<pid_t> workers = childrenOf(server);
            if (!workers.empty()) {
                EXPECT_EQ(statusOf(workers.front(), "Seccomp"), "2") << "a filter";
                EXPECT_EQ(statusOf(workers.front(), "NoNewPrivs"), "1");
            }
            isKilled = isKilled || (!workers.empty() && kill(workers.front(), SIGKILL) == 0);
        }
    }
    const Finished finished = running.wait();
    ASSERT_TRUE(isKilled);
    EXPECT_EQ(finished.exitCode, cli::kInternalError) << finished.text();
    EXPECT_THAT(finished.text(), HasSubstr("was ended by signal 9 (SIGKILL)"));
    EXPECT_THAT(finished.text(), HasSubstr("worker.ended"));
    EXPECT_THAT(brokenFilesBelow(folder.path() / "out"), ElementsAre());
    const Finished healed = convertIn(folder, {"many", "-o", "out", "--jobs", "2", "--max-error", "1mm"});
    EXPECT_EQ(healed.exitCode, cli::kDone) << healed.text();
}

TEST_F(Isolation, EndsWithinAMomentOfASignal) {
    writeArt(folder.path() / "many", {.sets = kManySets / 2});
    Program running({"convert", "many", "-o", "out", "--isolate", "--jobs", "2", "--max-error", "1mm"},
                    surroundings());
    for (int i = 0; i < 6000 && !hasOutputs(folder.path() / "out"); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::vector<pid_t> servers = childrenOf(running.id());
    running.signal(SIGINT);
    const Finished finished = running.wait();
    EXPECT_EQ(finished.exitCode, cli::kInterrupted) << finished.text();
    EXPECT_THAT(servers, SizeIs(1));
    for (const pid_t server : servers)
        EXPECT_NE(kill(server, 0), 0);
    EXPECT_THAT(brokenFilesBelow(folder.path() / "out"), ElementsAre());
    EXPECT_THAT(temporaryFilesBelow(folder.path()), ElementsAre());
}

}  // namespace
}  // namespace rigkiln::test
