#include "pipeline/plan/empty_scan.hpp"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/plan/plan_errors.hpp"
#include "tests/support/scratch_folder.hpp"

namespace rigkiln {
namespace {

using testing::HasSubstr;

/// Files below a root, and what a scan says that finds none of them.
class EmptyScan : public testing::Test {
protected:
    std::string textOf(std::vector<std::string> include, std::vector<std::string> exclude = {},
                       bool ignoreCase = true) const {
        const ScanRequest request{.root = folder.path(),
                                  .include = std::move(include),
                                  .exclude = std::move(exclude),
                                  .ignoreCase = ignoreCase};
        const Result<ScanResult> found = scan(request);
        EXPECT_TRUE(found && found->files.empty());
        return emptyScanError(request, "models", *found).text();
    }

    ScratchFolder folder;
};

TEST_F(EmptyScan, NamesRootPatternsAndTheNearestExtension) {
    for (int i = 0; i < 3; ++i)
        folder.write(fmt::format("Models/{}.ALO", i), "x");
    folder.write("a.png", "x");
    EXPECT_EQ(textOf({"**/*.al0"}),
              folder.path() +
                  ": job 'models': 0 of 4 files match '**/*.al0'; 3 end with .ALO, the pattern says .al0; "
                  "`allow_empty: true` of 'models' accepts a scan that finds nothing");
}

TEST_F(EmptyScan, NamesAllExtensionsThatAreEquallyNear) {
    for (const char* name : {"1.ala", "2.ala", "1.alo"})
        folder.write(name, "x");
    EXPECT_THAT(textOf({"**/*.al0"}), HasSubstr("; 2 end with .ala, 1 with .alo, the pattern says .al0; "));
}

TEST_F(EmptyScan, SaysThatThereIsNoFileAtAll) {
    EXPECT_THAT(textOf({"**"}), HasSubstr("0 of 0 files match '**'; `allow_empty"));
}

TEST_F(EmptyScan, KnowsAlternativesOfAnExtension) {
    folder.write("a.gsm", "x");
    EXPECT_THAT(textOf({"**/*.{alo,gsn}"}), HasSubstr("1 ends with .gsm, the pattern says .gsn"));
}

TEST_F(EmptyScan, NamesTheMostFrequentExtensionWhereNoneIsNear) {
    folder.write("a.png", "x");
    folder.write("b.png", "x");
    folder.write("c.txt", "x");
    EXPECT_THAT(textOf({"**/*.bfres"}), HasSubstr("the most frequent extension is .png (2 files)"));
}

TEST_F(EmptyScan, ComparesCase) {
    folder.write("a.ALO", "x");
    EXPECT_THAT(textOf({"*.alo"}, {}, false), HasSubstr("1 matches without case, and ignore_case is false"));
}

TEST_F(EmptyScan, NamesTheExcludeThatTakesEverythingAway) {
    folder.write("old/a.alo", "x");
    EXPECT_THAT(textOf({"**/*.alo"}, {"old/**"}), HasSubstr("1 matches and is left out by exclude 'old/**'"));
}

TEST_F(EmptyScan, FindsFilesInFoldersBelow) {
    folder.write("x/a.alo", "x");
    folder.write("x/y/b.alo", "x");
    EXPECT_THAT(textOf({"*.alo"}), HasSubstr("2 lie in folders below: '**/*.alo' takes them"));
}

TEST_F(EmptyScan, FindsARootThatIsDeeperThanThePattern) {
    folder.write("x/a.alo", "x");
    EXPECT_THAT(textOf({"Art/Models/x/*.alo"}),
                HasSubstr("1 matches without the first folders of the pattern"));
}

TEST_F(EmptyScan, NamesALinkThatMatchesAndIsNotFollowed) {
    std::filesystem::create_symlink("/nowhere", folder.path("a.alo"));
    EXPECT_THAT(textOf({"*.alo"}), HasSubstr("symbolic link that leads nowhere"));
}

}  // namespace
}  // namespace rigkiln
