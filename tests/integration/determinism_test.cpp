#include <map>
#include <stdexcept>
#include <string>
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

using testing::ElementsAre;

class Determinism : public testing::Test {
protected:
    Determinism() {
        // A sanitizer makes runs eight times as long: a smaller folder then.
        writeArt(folder.path() / "art", {.sets = kHasSanitizer ? 1U : 3U, .damaged = true});
        reference = convert("reference", {"--jobs", "1"});
    }

    /// Converts the art with these options and environment variables, and returns the outputs.
    Tree convert(const std::string& output, const std::vector<std::string>& options,
                 const std::map<std::string, std::string>& environment = {}) const {
        std::vector<std::string> arguments = {"convert", "art", "-o", output, "--report", output + ".json"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Finished finished =
            runRigkiln(arguments, {.folder = folder.path(), .environment = environment, .program = {}});
        if (finished.exitCode != cli::kSomeFailed) throw std::runtime_error(finished.text());
        return treeBelow(folder.path() / output);
    }

    /// Report without the values that differ between runs, and without the name of the output folder.
    [[nodiscard]] nlohmann::json reportOf(const std::string& output) const {
        return comparableReport(folder.path() / (output + ".json"), "/" + output + "/");
    }

    TemporaryFolder folder;
    Tree reference;
};

TEST_F(Determinism, AnyNumberOfJobsGivesTheSameBytes) {
    EXPECT_GT(reference.size(), 10U);
    for (const char* jobs : {"2", "8"})
        EXPECT_THAT(differences(convert(std::string("jobs") + jobs, {"--jobs", jobs}), reference),
                    ElementsAre());
}

TEST_F(Determinism, AnyNumberOfJobsGivesTheSameBytesOfMergedModels) {
    const Tree one = convert("merged1", {"--merge", "--jobs", "1"});
    EXPECT_GT(one.size(), 4U);
    EXPECT_THAT(differences(convert("merged8", {"--merge", "--jobs", "8"}), one), ElementsAre());
    EXPECT_EQ(reportOf("merged1"), reportOf("merged8"));
}

/// Clips are reduced, rounded and packed on many threads.
TEST_F(Determinism, AnyNumberOfJobsGivesTheSameBytesOfReducedClips) {
    const std::vector<std::vector<std::string>> choices = {
        {"--profile", "web", "--max-error", "0.5mm"},
        {"--profile", "full", "--max-error", "0.5mm", "--interpolation", "cubic", "--keep", "lods"}};
    for (const std::vector<std::string>& choice : choices) {
        const auto convertWith = [&](const std::string& jobs) {
            std::vector<std::string> options = choice;
            options.insert(options.end(), {"--jobs", jobs});
            return convert(choice[1] + jobs, options);
        };
        const Tree one = convertWith("1");
        EXPECT_GT(one.size(), 10U);
        EXPECT_NE(one, reference);
        EXPECT_THAT(differences(convertWith("8"), one), ElementsAre()) << choice[1];
    }
}

TEST_F(Determinism, LittleMemoryGivesTheSameBytes) {
    EXPECT_THAT(differences(convert("little", {"--jobs", "8", "--memory", "1MiB"}), reference),
                ElementsAre());
}

TEST_F(Determinism, ASecondRunGivesTheSameBytes) {
    EXPECT_THAT(differences(convert("again", {"--jobs", "1"}), reference), ElementsAre());
}

TEST_F(Determinism, LocaleAndTimeZoneChangeNothing) {
    const Tree german =
        convert("german", {}, {{"LC_ALL", "de_DE.UTF-8"}, {"LANG", "de_DE.UTF-8"}, {"TZ", "Asia/Tokyo"}});
    EXPECT_THAT(differences(german, reference), ElementsAre());
    const Tree plain = convert("plain", {}, {{"LC_ALL", "C"}, {"TZ", "America/New_York"}});
    EXPECT_THAT(differences(plain, reference), ElementsAre());
}

TEST_F(Determinism, AnyNumberOfJobsGivesTheSameReport) {
    convert("many", {"--jobs", "8"});
    EXPECT_EQ(reportOf("many"), reportOf("reference"));
}

}  // namespace
}  // namespace rigkiln::test
