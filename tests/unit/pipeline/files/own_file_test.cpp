#include "pipeline/files/own_file.hpp"

#include <array>
#include <cerrno>
#include <span>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/files/memory_disk.hpp"
#include "tests/support/failing_disk.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;
using testing::Key;

OwnFile recorded(Disk& disk, const std::string& path, const std::string& content) {
    const DiskResult<FileStatus> status = disk.lookAt(Disk::kNoFolder, path, Links::Refuse);
    EXPECT_TRUE(status) << path;
    return {.path = path,
            .root = "/out",
            .status = status.value,
            .digest = digestOf(std::as_bytes(std::span(content)))};
}

OwnFileState stateOf(const OwnFile& file, Disk& disk) {
    const Result<OwnFileLook> look = lookAtOwnFile(file, disk);
    EXPECT_TRUE(look) << (look ? "" : look.error().text());
    return look ? look->state : OwnFileState::Gone;
}

TEST(OwnFile, IsRemovedWhileItHasTheBytesOfThen) {
    MemoryDisk disk;
    disk.put("/out/a/hero.glb", "hero");
    const OwnFile file = recorded(disk, "/out/a/hero.glb", "hero");
    disk.touch(file.path);
    EXPECT_EQ(stateOf(file, disk), OwnFileState::Same);
    const Result<OwnFileState> removed = removeOwnFile(file, disk);
    ASSERT_TRUE(removed);
    EXPECT_EQ(*removed, OwnFileState::Same);
    EXPECT_EQ(stateOf(file, disk), OwnFileState::Gone);
    EXPECT_TRUE(disk.files().empty());
}

TEST(OwnFile, StaysWhenItWasEditedOrReplaced) {
    MemoryDisk disk;
    disk.put("/out/hero.glb", "hero");
    const OwnFile file = recorded(disk, "/out/hero.glb", "hero");
    for (const char* content : {"zero", "hero and more"}) {
        disk.put("/out/hero.glb", content);
        const Result<OwnFileState> removed = removeOwnFile(file, disk);
        ASSERT_TRUE(removed);
        EXPECT_EQ(*removed, OwnFileState::Changed);
        EXPECT_THAT(disk.files(), ElementsAre(Key("/out/hero.glb")));
    }
}

TEST(OwnFile, IsNeverReachedThroughALinkNorOutsideOfItsFolder) {
    MemoryDisk disk;
    disk.put("/elsewhere/hero.glb", "hero");
    OwnFile file = recorded(disk, "/elsewhere/hero.glb", "hero");
    disk.putLink("/out/a", "/elsewhere");
    for (const char* path : {"/out/a/hero.glb", "/elsewhere/hero.glb", "/out/../elsewhere/hero.glb",
                             "/outside/hero.glb", "/out"}) {
        file.path = path;
        const Result<OwnFileState> removed = removeOwnFile(file, disk);
        ASSERT_TRUE(removed) << path;
        EXPECT_EQ(*removed, OwnFileState::Changed) << path;
    }
    EXPECT_EQ(removeEmptyFolders("/elsewhere", "/out", disk), 0U);
    EXPECT_THAT(disk.files(), ElementsAre(Key("/elsewhere/hero.glb")));
}

TEST(OwnFile, MayLieBehindALinkAboveItsFolder) {
    MemoryDisk disk;
    disk.put("/big/out/hero.glb", "hero");
    OwnFile file = recorded(disk, "/big/out/hero.glb", "hero");
    disk.putLink("/out", "/big/out");
    file.path = "/out/hero.glb";
    EXPECT_EQ(stateOf(file, disk), OwnFileState::Same);
    EXPECT_EQ(*removeOwnFile(file, disk), OwnFileState::Same);
}

TEST(OwnFile, IsGoneWithItsFolder) {
    MemoryDisk disk;
    disk.put("/out/a/hero.glb", "hero");
    OwnFile file = recorded(disk, "/out/a/hero.glb", "hero");
    file.path = "/out/b/c/hero.glb";
    EXPECT_EQ(stateOf(file, disk), OwnFileState::Gone);
    EXPECT_EQ(*removeOwnFile(file, disk), OwnFileState::Gone);
}

TEST(OwnFile, TellsWhatTheDiskRefuses) {
    MemoryDisk memory;
    memory.put("/out/hero.glb", "hero");
    const OwnFile file = recorded(memory, "/out/hero.glb", "hero");
    test::FailingDisk disk(memory, {.step = test::DiskStep::Remove, .path = "/out/hero.glb"},
                           test::DiskFailure::NoAccess);
    const Result<OwnFileState> removed = removeOwnFile(file, disk);
    ASSERT_FALSE(removed);
    EXPECT_EQ(removed.error().text(), "/out/hero.glb: cannot remove: permission denied");
    EXPECT_EQ(removed.error().code().id, "file.cannot-remove");
}

TEST(OwnFile, LeavesFoldersThatHaveEntries) {
    MemoryDisk disk;
    disk.put("/out/a/b/c/hero.glb", "hero");
    disk.put("/out/a/keep.txt", "mine");
    disk.remove(Disk::kNoFolder, "/out/a/b/c/hero.glb");
    EXPECT_EQ(removeEmptyFolders("/out/a/b/c", "/out", disk), 2U);
    EXPECT_FALSE(disk.lookAt(Disk::kNoFolder, "/out/a/b", Links::Refuse));
    disk.remove(Disk::kNoFolder, "/out/a/keep.txt");
    EXPECT_EQ(removeEmptyFolders("/out/a/b/c", "/out", disk), 1U) << "goes on where a killed run stopped";
    EXPECT_TRUE(disk.lookAt(Disk::kNoFolder, "/out", Links::Refuse)) << "the output folder stays";
}

}  // namespace
}  // namespace rigkiln
