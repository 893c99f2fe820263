#include "pipeline/state/seen_folder.hpp"

#include <limits>
#include <string>

#include <gtest/gtest.h>

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
                      {.name = "data.meg", .status = {.type = FileType::File, .inode = 5}, .kind = 1}}};
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

}  // namespace
}  // namespace rigkiln
