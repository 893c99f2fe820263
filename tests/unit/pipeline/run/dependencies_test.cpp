#include "pipeline/run/dependencies.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/files/memory_disk.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

DependencyPaths pathsOf(const std::vector<Look>& looks) {
    MemoryDisk disk;
    disk.put("/art/models/a.alo", "a");
    disk.put("/art/data.meg", "m");
    Dependencies dependencies;
    dependencies.add(looks);
    return dependencies.paths(disk);
}

TEST(Dependencies, AreFilesThatWereReadAndFoldersThatWereSearched) {
    const DependencyPaths paths =
        pathsOf({{.kind = LookKind::Search, .path = "/art/models"},
                 {.kind = LookKind::Listing, .path = "/art"},
                 {.kind = LookKind::Read, .path = "/art/models/a.alo"},
                 {.kind = LookKind::Read, .path = "/art/models/a.alo", .inode = 1}});
    EXPECT_THAT(paths.files, ElementsAre("/art/models/a.alo"));
    EXPECT_THAT(paths.folders, ElementsAre("/art", "/art/models"));
}

TEST(Dependencies, LeaveOutTheFolderAboveOneThatWasFound) {
    const Look found{.kind = LookKind::Search,
                     .path = "/art",
                     .names = {"textures"},
                     .found = {"Textures"},
                     .place = SearchPlace::Folders};
    EXPECT_THAT(pathsOf({found}).folders, IsEmpty());
    Look missed = found;
    missed.found.clear();
    EXPECT_THAT(pathsOf({missed}).folders, ElementsAre("/art"));
}

TEST(Dependencies, NameTheArchiveOfAMember) {
    const DependencyPaths paths = pathsOf({{.kind = LookKind::Read, .path = "/art/data.meg/x/b.alo"},
                                           {.kind = LookKind::Missing, .path = "/art/data.meg/c.txt"},
                                           {.kind = LookKind::Archive, .path = "/art/data.meg"}});
    EXPECT_THAT(paths.files, ElementsAre("/art/data.meg"));
    EXPECT_THAT(paths.folders, IsEmpty());
}

TEST(Dependencies, NameTheFolderWhereAMissingPathWouldAppear) {
    const DependencyPaths paths = pathsOf({{.kind = LookKind::Missing, .path = "/art/models/a.txt"},
                                           {.kind = LookKind::Search, .path = "/art/textures/high"},
                                           {.kind = LookKind::Search, .path = "/base/textures"}});
    EXPECT_THAT(paths.files, IsEmpty());
    EXPECT_THAT(paths.folders, ElementsAre("/", "/art", "/art/models"));
}

}  // namespace
}  // namespace rigkiln
