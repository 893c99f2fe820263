#include "pipeline/state/seen_folder.hpp"

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "pipeline/files/memory_disk.hpp"
#include "pipeline/state/whole_run.hpp"

namespace rigkiln {
namespace {

SeenFolder wholeFolder() {
    return {.modules = 77,
            .kinds = {{.format = "alo", .description = "Alamo model"},
                      {.archive = "meg", .kind = AssetKind::Unclear}},
            .files = {{.name = "A.alo",
                       .status = {.type = FileType::File,
                                  .sizeBytes = 1000,
                                  .modifiedSeconds = -1,
                                  .modifiedNanoseconds = 999'999'999,
                                  .changedSeconds = std::numeric_limits<std::int64_t>::min(),
                                  .changedNanoseconds = 1,
                                  .inode = std::numeric_limits<std::uint64_t>::max()},
                       .kind = 0,
                       .sizeBytes = 2000},
                      {.name = "a\xFF",
                       .status = {.type = FileType::File,
                                  .modifiedSeconds = std::numeric_limits<std::int64_t>::max(),
                                  .inode = 1}},
                      {.name = "b.glb", .status = {.type = FileType::File, .inode = 4}, .isOutput = true},
                      {.name = "data.meg", .status = {.type = FileType::File, .inode = 5}, .kind = 1}},
            .listing = FolderListing{.count = 9, .low = 8, .high = 7},
            .missing = {"Textures", "skin.dds"}};
}

TEST(SeenFolder, ComesBackAsItWas) {
    for (const SeenFolder& folder : {wholeFolder(), SeenFolder{}}) {
        const std::string bytes = encodeSeenFolder(folder);
        const auto again = decodeSeenFolder(bytes);
        ASSERT_TRUE(again);
        EXPECT_EQ(*again, folder);
    }
}

TEST(SeenFolder, RejectsEveryPrefixAndMore) {
    const std::string bytes = encodeSeenFolder(wholeFolder());
    for (std::size_t size = 0; size < bytes.size(); ++size)
        EXPECT_FALSE(decodeSeenFolder(std::string_view(bytes).substr(0, size))) << size;
    EXPECT_FALSE(decodeSeenFolder(bytes + '\0'));
}

TEST(SeenFolder, SurvivesEveryChangedByte) {
    const std::string bytes = encodeSeenFolder(wholeFolder());
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        for (const unsigned flip : {1U, 0x80U, 0xFFU}) {
            std::string changed = bytes;
            changed[at] = static_cast<char>(static_cast<unsigned char>(changed[at]) ^ flip);
            const auto folder = decodeSeenFolder(changed);
            if (folder) {
                EXPECT_EQ(decodeSeenFolder(encodeSeenFolder(*folder)), folder) << at;
            }
        }
    }
}

TEST(SeenFolder, HasItsFilesInOrder) {
    SeenFolder folder = wholeFolder();
    std::swap(folder.files[0], folder.files[1]);
    EXPECT_FALSE(decodeSeenFolder(encodeSeenFolder(folder)));
    folder.files[0] = folder.files[1];
    EXPECT_FALSE(decodeSeenFolder(encodeSeenFolder(folder)));
    folder.files = {SeenFile{.status = {.type = FileType::File}}};
    EXPECT_FALSE(decodeSeenFolder(encodeSeenFolder(folder))) << "no name";
}

/// A folder of two files and of a name that is missing, and the row that says so.
class ChangedFiles : public testing::Test {
protected:
    void SetUp() override {
        disk_.put("/art/a.alo", "model");
        disk_.put("/art/b.glb", "output");
        row_ = encodeSeenFolder(seen());
    }

    SeenFolder seen() {
        SeenFolder folder;
        for (const std::string& name : {std::string("a.alo"), std::string("b.glb")})
            folder.files.push_back(
                {.name = name, .status = disk_.lookAt(Disk::kNoFolder, "/art/" + name, Links::Refuse).value});
        const FileDescriptor opened(disk_.openFolder(Disk::kNoFolder, "/art", Links::Refuse).value, disk_);
        folder.listing = listingOf(disk_.listFolder(opened.get()).value);
        folder.missing = {"skin.dds"};
        return folder;
    }

    using Names = std::vector<std::string>;

    MemoryDisk disk_;
    std::string row_;
};

TEST_F(ChangedFiles, AreNoneWhereEverythingIsAsItWas) {
    EXPECT_EQ(changedFiles("/art", row_, disk_), Names{});
}

TEST_F(ChangedFiles, AreThoseWithAnotherStatus) {
    disk_.put("/art/b.glb", "other output");
    EXPECT_EQ(changedFiles("/art", row_, disk_), Names{"b.glb"});
}

TEST_F(ChangedFiles, AreNotToldWhereAnythingElseDiffers) {
    disk_.put("/art/c.alo", "new");
    EXPECT_FALSE(changedFiles("/art", row_, disk_)) << "in the listing";
    disk_.remove(Disk::kNoFolder, "/art/c.alo");
    EXPECT_TRUE(changedFiles("/art", row_, disk_));
    SeenFolder folder = seen();
    folder.listing.reset();
    row_ = encodeSeenFolder(folder);
    disk_.put("/art/skin.dds", "new");
    EXPECT_FALSE(changedFiles("/art", row_, disk_)) << "was missing";
    disk_.remove(Disk::kNoFolder, "/art/skin.dds");
    EXPECT_TRUE(changedFiles("/art", row_, disk_));
    disk_.remove(Disk::kNoFolder, "/art/a.alo");
    EXPECT_FALSE(changedFiles("/art", row_, disk_)) << "gone";
}

TEST_F(ChangedFiles, OfAFolderThatIsNotThereAreNoneIfItHadNone) {
    EXPECT_FALSE(changedFiles("/gone", row_, disk_));
    EXPECT_EQ(changedFiles("/gone", encodeSeenFolder({.missing = {"skin.dds"}}), disk_), Names{});
    EXPECT_FALSE(changedFiles("/gone", encodeSeenFolder({.listing = FolderListing{}}), disk_));
}

TEST_F(ChangedFiles, AreNotToldForDamagedBytes) {
    for (std::size_t size = 0; size < row_.size(); ++size) {
        EXPECT_FALSE(changedFiles("/art", std::string_view(row_).substr(0, size), disk_)) << size;
        EXPECT_FALSE(changedFiles("/gone", std::string_view(row_).substr(0, size), disk_)) << size;
    }
    EXPECT_FALSE(changedFiles("/art", row_ + '\0', disk_));
}

TEST(WholeRun, ComesBackAsItWas) {
    const WholeRun run{
        .key = {1, 2},
        .rowCount = 3,
        .rows = 4,
        .summary = "wrote 0 outputs\n",
        .exitCode = 130,
        .unchanged = 5,
        .converted = 6,
        .failed = 7,
        .parts = RunParts{.others = {.byFormat = {{"alo", {.units = 3, .counts = {.clips = 9}}}},
                                     .models = 2,
                                     .positionError = 0.25,
                                     .outputRoots = {"/out"}},
                          .special = {"/out/a.glb"},
                          .ignored = {{.path = "/in/b", .description = "b", .known = false}},
                          .rowCount = 4,
                          .rows = 5}};
    const std::string bytes = encodeWholeRun(run);
    EXPECT_EQ(decodeWholeRun(bytes), run);
    for (std::size_t size = 0; size < bytes.size(); ++size)
        EXPECT_FALSE(decodeWholeRun(std::string_view(bytes).substr(0, size))) << size;
    EXPECT_FALSE(decodeWholeRun(bytes + '\0'));
}

TEST(WholeRun, HasNoErrorThatIsNoNumber) {
    for (const double error :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), -1.0}) {
        WholeRun run{.parts = RunParts{}};
        run.parts->others.positionError = error;
        EXPECT_FALSE(decodeWholeRun(encodeWholeRun(run))) << error;
    }
}

TEST(FolderListing, DependsOnNamesAndTypesAndNotOnTheirOrder) {
    const std::vector<FolderEntry> entries = {{"a", FileType::File}, {"b", FileType::Folder}};
    const std::vector<FolderEntry> turned = {{"b", FileType::Folder}, {"a", FileType::File}};
    const std::vector<FolderEntry> swapped = {{"a", FileType::Folder}, {"b", FileType::File}};
    EXPECT_EQ(listingOf(entries), listingOf(turned));
    EXPECT_NE(listingOf(entries), listingOf(swapped));
    EXPECT_NE(listingOf(entries), listingOf(std::span(entries).first(1)));
}

}  // namespace
}  // namespace rigkiln
