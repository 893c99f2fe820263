#include "tools/cli/load_configuration.hpp"

#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"

namespace rigkiln::cli {
namespace {

using testing::HasSubstr;

constexpr std::string_view kGood = R"(rigkiln: 1
vars: { input: art }
jobs:
  models: { uses: scan, root: "${input}" }
  glb: { uses: export, from: models, path: "out/{name}.glb" }
)";

struct Loaded {
    std::optional<Settings> settings;
    int exitCode = kDone;
    std::string errors;
};

Loaded load(const std::string& file, const std::vector<std::string>& definitions = {}) {
    Loaded loaded;
    testing::internal::CaptureStderr();
    loaded.settings = loadConfiguration(file, definitions, loaded.exitCode);
    loaded.errors = testing::internal::GetCapturedStderr();
    return loaded;
}

TEST(LoadConfiguration, ReadsSettings) {
    const test::TemporaryFolder folder;
    const Loaded loaded = load(folder.write("good.yaml", kGood).string());
    ASSERT_TRUE(loaded.settings) << loaded.errors;
    EXPECT_EQ(loaded.settings->jobs.size(), 2U);
    EXPECT_EQ(loaded.settings->jobs[0].options.text("root"), (folder.path() / "art").string());
    EXPECT_EQ(loaded.errors, "");
}

TEST(LoadConfiguration, TakesValuesWithEqualsSigns) {
    const test::TemporaryFolder folder;
    const Loaded loaded = load(folder.write("good.yaml", kGood).string(), {"input=/a=b"});
    ASSERT_TRUE(loaded.settings) << loaded.errors;
    EXPECT_EQ(loaded.settings->jobs[0].options.text("root"), "/a=b");
}

TEST(LoadConfiguration, RefusesDefinitionsThatAreNone) {
    const test::TemporaryFolder folder;
    const std::string file = folder.write("good.yaml", kGood).string();
    for (const char* definition : {"input", "=value", ""}) {
        const Loaded loaded = load(file, {definition});
        EXPECT_FALSE(loaded.settings) << definition;
        EXPECT_EQ(loaded.exitCode, kBadUsage) << definition;
        EXPECT_THAT(loaded.errors, HasSubstr("expected name=value")) << definition;
    }
}

TEST(LoadConfiguration, ShowsProblemsUnderTheNameThatWasGiven) {
    const test::TemporaryFolder folder;
    const std::string file = folder.write("bad.yaml", std::string_view("rigkiln: 2\n")).string();
    const Loaded loaded = load(file);
    EXPECT_FALSE(loaded.settings);
    EXPECT_EQ(loaded.exitCode, kBadUsage);
    EXPECT_THAT(loaded.errors, HasSubstr(file + ":1:10: rigkiln is '2', expected 1"));
    EXPECT_THAT(loaded.errors, HasSubstr("no 'jobs'"));
}

TEST(LoadConfiguration, RefusesAFileThatIsTooLarge) {
    const test::TemporaryFolder folder;
    const std::string file =
        folder.write("large.yaml", std::string((std::size_t{16} << 20U) + 1, '#')).string();
    const Loaded loaded = load(file);
    EXPECT_FALSE(loaded.settings);
    EXPECT_EQ(loaded.exitCode, kBadUsage);
    EXPECT_THAT(loaded.errors, HasSubstr("16777216"));
}

TEST(LoadConfiguration, RefusesAFolder) {
    const test::TemporaryFolder folder;
    const Loaded loaded = load(folder.path().string());
    EXPECT_FALSE(loaded.settings);
    EXPECT_EQ(loaded.exitCode, kBadUsage);
}

}  // namespace
}  // namespace rigkiln::cli
