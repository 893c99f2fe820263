#include "pipeline/plan/scan_archive.hpp"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/containers/containers.hpp"
#include "pipeline/plan/scan.hpp"
#include "tests/support/containers/container_builders.hpp"
#include "tests/support/scratch_folder.hpp"

namespace rigkiln {
namespace {

using namespace containers;
using test::Bytes;
using test::bytesOfText;
using test::textOfBytes;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ScanArchiveTest : public testing::Test {
protected:
    void write(const std::string& name, const Bytes& bytes) const { folder_.write(name, textOfBytes(bytes)); }

    ScanResult scanBelow(const std::string& root, std::vector<std::string> include,
                         std::vector<std::string> exclude = {}) {
        Result<ScanResult> result = scan(
            {.root = root, .include = std::move(include), .exclude = std::move(exclude), .archives = &tree_});
        EXPECT_TRUE(result) << result.error().text();
        return result ? std::move(*result) : ScanResult{};
    }

    std::vector<std::string> found(std::vector<std::string> include, std::vector<std::string> exclude = {}) {
        last_ = scanBelow(folder_.path(), std::move(include), std::move(exclude));
        std::vector<std::string> names;
        for (const ScannedFile& file : last_.files)
            names.push_back(file.relative);
        return names;
    }

    void writeMeg(const std::string& name) const {
        write(name, encodeMeg({{.name = "DATA/A.ALO", .bytes = bytesOfText("12345")},
                               {.name = "DATA/OLD/B.ALO", .bytes = {}},
                               {.name = "DATA/C.TXT", .bytes = {}}},
                              MegVersion::One));
    }

    ScratchFolder folder_;
    FileTree tree_{kContainers, {}, std::size_t{1} << 20U};
    ScanResult last_;
};

TEST_F(ScanArchiveTest, FindsMembersAsFiles) {
    writeMeg("art/data.meg");
    folder_.write("art/d.alo", "");
    EXPECT_THAT(found({"**/*.alo"}),
                ElementsAre("art/d.alo", "art/data.meg/DATA/A.ALO", "art/data.meg/DATA/OLD/B.ALO"));
    EXPECT_EQ(last_.files[1].path, folder_.path("art/data.meg/DATA/A.ALO"));
    EXPECT_EQ(last_.files[1].sizeBytes, 5U);
    EXPECT_TRUE(last_.files[1].isMember);
}

TEST_F(ScanArchiveTest, AppliesExcludesToMembers) {
    writeMeg("data.meg");
    EXPECT_THAT(found({"**/*.alo"}, {"**/old/**"}), ElementsAre("data.meg/DATA/A.ALO"));
    EXPECT_THAT(found({"**/*.alo"}, {"data.meg/**"}), IsEmpty());
    EXPECT_THAT(found({"**/*.alo"}, {"**/*.meg"}), IsEmpty());
}

TEST_F(ScanArchiveTest, TakesAnArchiveForAFolderAndForNoFile) {
    writeMeg("data.meg");
    EXPECT_THAT(found({"**"}),
                ElementsAre("data.meg/DATA/A.ALO", "data.meg/DATA/C.TXT", "data.meg/DATA/OLD/B.ALO"));
}

TEST_F(ScanArchiveTest, LeavesArchivesClosedWhenAskedTo) {
    writeMeg("data.meg");
    const Result<ScanResult> result = scan({.root = folder_.path(), .include = {"**"}, .exclude = {}});
    ASSERT_TRUE(result);
    ASSERT_EQ(result->files.size(), 1U);
    EXPECT_EQ(result->files.front().relative, "data.meg");
}

TEST_F(ScanArchiveTest, OpensArchivesOfOtherNamesOnlyWhereAPatternNamesThem) {
    writeMeg("data.bin");
    EXPECT_THAT(found({"**/*.alo"}), IsEmpty());
    EXPECT_THAT(found({"data.bin/**/*.alo"}), ElementsAre("data.bin/DATA/A.ALO", "data.bin/DATA/OLD/B.ALO"));
    EXPECT_THAT(found({"**/*.bin/**/*.alo"}), ElementsAre("data.bin/DATA/A.ALO", "data.bin/DATA/OLD/B.ALO"));
}

TEST_F(ScanArchiveTest, DoesNotLookIntoWhatNoPatternReaches) {
    folder_.write("broken.meg", std::string("\xFF\xFF\xFF\xFF\xA4\x70\x7D\x3F", 8));
    EXPECT_THAT(found({"*.alo"}), IsEmpty());
    EXPECT_THAT(last_.problems, IsEmpty());
    EXPECT_THAT(found({"**/*.alo"}), IsEmpty());
    ASSERT_EQ(last_.problems.size(), 1U);
    EXPECT_THAT(last_.problems.front().text(), HasSubstr("broken.meg: dataStart at 0x8: needs 4 bytes"));
    EXPECT_EQ(last_.problems.front().kind(), ErrorKind::Input);
}

TEST_F(ScanArchiveTest, GoesThroughArchivesInArchives) {
    const Bytes inner =
        encodeYaz0(encodeSarc({{.name = "m/b.alo", .bytes = bytesOfText("x")}}, std::endian::little));
    write("a.pack", encodeSarc({{.name = "inner.szs", .bytes = inner}, {.name = "c.alo", .bytes = {}}},
                               std::endian::big));
    EXPECT_THAT(found({"**/*.alo"}), ElementsAre("a.pack/c.alo", "a.pack/inner.szs/m/b.alo"));
}

TEST_F(ScanArchiveTest, TakesAWrappedFileForTheFileInside) {
    write("a.szs", encodeYaz0(bytesOfText("model")));
    EXPECT_THAT(found({"**/*.szs"}), ElementsAre("a.szs"));
}

TEST_F(ScanArchiveTest, TellsOfMembersThatAreLeftAlone) {
    write("a.zip", encodeZip({{.name = "../x.alo", .bytes = {}}, {.name = "y.alo", .bytes = {}}}));
    EXPECT_THAT(found({"**/*.alo"}), ElementsAre("a.zip/y.alo"));
    ASSERT_EQ(last_.left.size(), 1U);
    EXPECT_EQ(last_.left.front().path, folder_.path("a.zip/'../x.alo'"));
    EXPECT_THAT(last_.left.front().reason, HasSubstr("has '..' in it"));
}

TEST_F(ScanArchiveTest, TellsOfArchivesWithoutFiles) {
    write("art/a.zip", encodeZip({}));
    writeMeg("art/b.meg");
    EXPECT_THAT(found({"**/*.alo"}, {"**/b.meg/**"}), IsEmpty());
    ASSERT_EQ(last_.left.size(), 1U) << "no pattern takes the others' members";
    EXPECT_EQ(last_.left.front().path, folder_.path("art/a.zip"));
    EXPECT_EQ(last_.left.front().reason, "archive without files");
}

TEST_F(ScanArchiveTest, RefusesAnArchiveThatHoldsMoreThanTheLimit) {
    FileTree small(kContainers, {.maximumTotal = 2000}, 0);
    write("a.zip",
          encodeZip({{.name = "a.alo", .bytes = Bytes(1500)}, {.name = "b.alo", .bytes = Bytes(501)}}));
    const Result<ScanResult> result =
        scan({.root = folder_.path(), .include = {"**"}, .exclude = {}, .archives = &small});
    ASSERT_TRUE(result);
    EXPECT_THAT(result->files, IsEmpty());
    ASSERT_EQ(result->problems.size(), 1U);
    EXPECT_EQ(
        result->problems.front().text(),
        folder_.path("a.zip") +
            ": has members of more than 2000 bytes (2.0 KiB) when they are unpacked, which is the limit");
}

TEST_F(ScanArchiveTest, CountsArchivesInArchivesTogether) {
    FileTree small(kContainers, {.maximumTotal = 3000}, 0);
    const Bytes inner = encodeZip({{.name = "a.alo", .bytes = Bytes(2900)}});
    write("a.zip", encodeZip({{.name = "x.zip", .bytes = inner}, {.name = "y.zip", .bytes = inner}}));
    const Result<ScanResult> result =
        scan({.root = folder_.path(), .include = {"**"}, .exclude = {}, .archives = &small});
    ASSERT_TRUE(result);
    EXPECT_EQ(result->problems.size(), 1U);
}

TEST_F(ScanArchiveTest, StopsAtArchivesWithoutEnd) {
    Bytes bytes = encodeSarc({{.name = "x.alo", .bytes = {}}}, std::endian::big);
    for (std::size_t i = 0; i < kMaximumNesting; ++i)
        bytes = encodeSarc({{.name = "s.sarc", .bytes = bytes}}, std::endian::big);
    write("s.sarc", bytes);
    EXPECT_THAT(found({"**"}), IsEmpty());
    ASSERT_EQ(last_.problems.size(), 1U);
    EXPECT_THAT(last_.problems.front().problem, HasSubstr("deeper than 8 archives in each other"));
}

TEST_F(ScanArchiveTest, SearchesAnArchiveOrAFolderInOneAsItsRoot) {
    writeMeg("data.meg");
    const ScanResult whole = scanBelow(folder_.path("data.meg"), {"**/*.alo"});
    ASSERT_EQ(whole.files.size(), 2U);
    EXPECT_EQ(whole.files.front().relative, "DATA/A.ALO");
    const ScanResult part = scanBelow(folder_.path("data.meg/DATA"), {"*.alo"});
    ASSERT_EQ(part.files.size(), 1U);
    EXPECT_EQ(part.files.front().relative, "A.ALO");
    EXPECT_EQ(part.files.front().path, folder_.path("data.meg/DATA/A.ALO"));
}

TEST_F(ScanArchiveTest, TellsLinksToArchivesOutsideInsteadOfFollowingThem) {
    const ScratchFolder other;
    other.write("data.meg", "");
    std::filesystem::create_symlink(other.path("data.meg"), folder_.path("data.meg"));
    std::filesystem::create_symlink(other.path("none.meg"), folder_.path("gone.meg"));
    std::filesystem::create_symlink(other.path("data.meg"), folder_.path("text.txt"));
    EXPECT_THAT(found({"**/*.alo"}), IsEmpty());
    EXPECT_THAT(last_.problems, IsEmpty());
    ASSERT_EQ(last_.left.size(), 2U);
    EXPECT_EQ(last_.left[0].path, folder_.path("data.meg"));
    EXPECT_EQ(last_.left[0].reason, "symbolic link that leads out of the scanned folder");
    EXPECT_EQ(last_.left[1].path, folder_.path("gone.meg"));
    EXPECT_EQ(last_.left[1].reason, "symbolic link that leads nowhere");
    EXPECT_THAT(found({"**/*.alo"}, {"data.meg/**", "gone.meg/**"}), IsEmpty());
    EXPECT_THAT(last_.left, IsEmpty());
}

TEST_F(ScanArchiveTest, SaysNothingOfALinkToAnArchiveThatItFindsItself) {
    writeMeg("art/data.meg");
    std::filesystem::create_symlink("art/data.meg", folder_.path("link.meg"));
    EXPECT_THAT(found({"**/A.ALO"}), ElementsAre("art/data.meg/DATA/A.ALO"));
    EXPECT_THAT(last_.left, IsEmpty());
}

}  // namespace
}  // namespace rigkiln
