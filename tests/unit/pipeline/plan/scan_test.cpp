#include "pipeline/plan/scan.hpp"

#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/scratch_folder.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ScanResult scanAll(const ScratchFolder& folder, std::vector<std::string> include = {"**"},
                   std::vector<std::string> exclude = {}) {
    Result<ScanResult> result =
        scan({.root = folder.path(), .include = std::move(include), .exclude = std::move(exclude)});
    EXPECT_TRUE(result);
    return result ? std::move(*result) : ScanResult{};
}

std::vector<std::string> relatives(const ScanResult& result) {
    std::vector<std::string> names;
    for (const ScannedFile& file : result.files)
        names.push_back(file.relative);
    return names;
}

TEST(Scan, FindsFilesSortedByBytes) {
    const ScratchFolder folder;
    folder.write("b.alo", "12345");
    folder.write("B.alo", "");
    folder.write("a/z.alo", "");
    folder.write("a-b.alo", "");
    const ScanResult result = scanAll(folder);
    EXPECT_THAT(relatives(result), ElementsAre("B.alo", "a-b.alo", "a/z.alo", "b.alo"));
    EXPECT_EQ(result.files.back().sizeBytes, 5U);
    EXPECT_EQ(result.files.back().path, folder.path("b.alo"));
}

TEST(Scan, TakesIncludesWithoutExcludes) {
    const ScratchFolder folder;
    folder.write("a.ALO", "");
    folder.write("a.txt", "");
    folder.write("x/old/b.alo", "");
    folder.write("x/new/b.alo", "");
    EXPECT_THAT(relatives(scanAll(folder, {"**/*.alo"}, {"**/old/**"})), ElementsAre("a.ALO", "x/new/b.alo"));
}

TEST(Scan, KeepsNamesThatAreNoUtf8) {
    const ScratchFolder folder;
    folder.write("h\xE9ros.alo", "");
    EXPECT_THAT(relatives(scanAll(folder)), ElementsAre("h\xE9ros.alo"));
}

TEST(Scan, GoesIntoDeepTrees) {
    const ScratchFolder folder;
    std::string deep;
    for (int i = 0; i < 300; ++i)
        deep += "d/";
    folder.write(deep + "x.alo", "");
    EXPECT_THAT(relatives(scanAll(folder)), ElementsAre(deep + "x.alo"));
}

TEST(Scan, DoesNotFollowLinksToFoldersAndSaysSo) {
    const ScratchFolder folder;
    folder.write("a/x.alo", "");
    std::filesystem::create_directory_symlink(folder.path(), folder.path("a/loop"));
    for (const char* pattern : {"**/*.alo", "**"}) {
        const ScanResult result = scanAll(folder, {pattern});
        EXPECT_THAT(relatives(result), ElementsAre("a/x.alo"));
        ASSERT_EQ(result.left.size(), 1U) << pattern;
        EXPECT_EQ(result.left[0].path, folder.path("a/loop"));
        EXPECT_EQ(result.left[0].reason,
                  "symbolic link to a folder, which scans do not follow; name it as a root of its own");
        EXPECT_TRUE(result.left[0].isLinkedFolder);
    }
}

TEST(Scan, SaysNothingOfLinksWhoseFilesItWouldNotTake) {
    const ScratchFolder folder;
    folder.write("a/x.alo", "");
    std::filesystem::create_directory_symlink(folder.path("a"), folder.path("link"));
    std::filesystem::create_symlink("a/x.alo", folder.path("note.txt"));
    std::filesystem::create_symlink("nowhere", folder.path("gone.txt"));
    EXPECT_THAT(scanAll(folder, {"*.alo", "a/*.alo"}).left, IsEmpty());
    EXPECT_THAT(scanAll(folder, {"**/*.alo"}, {"link/**"}).left, IsEmpty());
    EXPECT_EQ(scanAll(folder, {"**/*.alo"}).left.size(), 1U);
}

TEST(Scan, FollowsARootThatIsALink) {
    const ScratchFolder folder;
    folder.write("a/x.alo", "");
    std::filesystem::create_directory_symlink(folder.path("a"), folder.path("link"));
    const Result<ScanResult> result = scan({.root = folder.path("link"), .include = {"**"}, .exclude = {}});
    ASSERT_TRUE(result);
    EXPECT_THAT(relatives(*result), ElementsAre("x.alo"));
    EXPECT_THAT(result->left, IsEmpty());
}

TEST(Scan, TakesALinkInsideTheRootAsTheFileItLeadsTo) {
    const ScratchFolder folder;
    folder.write("real.bin", "");
    std::filesystem::create_symlink("real.bin", folder.path("link.alo"));
    EXPECT_THAT(relatives(scanAll(folder, {"*.alo"})), ElementsAre("real.bin"));
    EXPECT_THAT(relatives(scanAll(folder, {"*"})), ElementsAre("real.bin"));
}

TEST(Scan, LeavesLinksOutOfTheRootAndSaysSo) {
    const ScratchFolder outside;
    const ScratchFolder folder;
    std::filesystem::create_symlink(outside.write("secret.alo", ""), folder.path("link.alo"));
    std::filesystem::create_symlink("nowhere", folder.path("dangling.alo"));
    const ScanResult result = scanAll(folder);
    EXPECT_THAT(result.files, IsEmpty());
    ASSERT_EQ(result.left.size(), 2U);
    EXPECT_THAT(result.left[0].reason, HasSubstr("leads nowhere"));
    EXPECT_TRUE(result.left[0].isGone);
    EXPECT_FALSE(result.left[1].isGone);
    EXPECT_THAT(result.left[1].reason, HasSubstr("leads out of the scanned folder"));
}

TEST(Scan, LeavesFifosAlone) {
    const ScratchFolder folder;
    ASSERT_EQ(::mkfifo(folder.path("pipe.alo").c_str(), 0600), 0);
    const ScanResult result = scanAll(folder);
    EXPECT_THAT(result.files, IsEmpty());
    ASSERT_EQ(result.left.size(), 1U);
    EXPECT_EQ(result.left[0].reason, "not a regular file");
}

TEST(Scan, NamesFoldersItMayNotReadAndGoesOn) {
    if (::geteuid() == 0) GTEST_SKIP() << "root reads everything";
    const ScratchFolder folder;
    folder.write("locked/x.alo", "");
    folder.write("y.alo", "");
    ::chmod(folder.path("locked").c_str(), 0);
    const ScanResult result = scanAll(folder);
    ::chmod(folder.path("locked").c_str(), 0700);
    EXPECT_THAT(relatives(result), ElementsAre("y.alo"));
    ASSERT_EQ(result.problems.size(), 1U);
    EXPECT_EQ(result.problems[0].text(),
              folder.path("locked") + ": cannot open the folder: permission denied");
    EXPECT_EQ(result.problems[0].kind(), ErrorKind::Environment);
}

TEST(Scan, FailsWhenTheRootIsMissing) {
    const ScratchFolder folder;
    const Result<ScanResult> result = scan({.root = folder.path("none"), .include = {"**"}, .exclude = {}});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind(), ErrorKind::Environment);
    EXPECT_EQ(result.error().text(),
              folder.path("none") + ": cannot open the folder: no such file or directory");
}

TEST(Scan, FailsForABadPattern) {
    const ScratchFolder folder;
    const Result<ScanResult> result = scan({.root = folder.path(), .include = {"[a"}, .exclude = {}});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind(), ErrorKind::Configuration);
}

TEST(ScanEach, GivesTheResultsInTheOrderOfTheRequests) {
    const ScratchFolder folder;
    folder.write("a/x.alo", "");
    folder.write("b/y.ala", "");
    const std::vector<Result<ScanResult>> results =
        scanEach({{.root = folder.path("b"), .include = {"**"}, .exclude = {}},
                  {.root = folder.path("none"), .include = {"**"}, .exclude = {}},
                  {.root = folder.path("a"), .include = {"**"}, .exclude = {}}});
    ASSERT_EQ(results.size(), 3U);
    EXPECT_THAT(relatives(*results[0]), ElementsAre("y.ala"));
    EXPECT_THAT(results[1].error().text(), HasSubstr("none: cannot open the folder"));
    EXPECT_THAT(relatives(*results[2]), ElementsAre("x.alo"));
}

}  // namespace
}  // namespace rigkiln
