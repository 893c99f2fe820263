#include "library/rigkiln/overlay_disk.hpp"

#include <array>
#include <cerrno>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

/// A disk with one file, and another one over it below /memory.
class Overlay : public testing::Test {
protected:
    Overlay() {
        below.put("/art/a.alo", "below");
        below.put("/memory/hidden", "below");
        memory.put("/memory/in/b.alo", "memory");
    }

    std::string contentOf(int folder, const std::string& path) {
        const DiskResult<int> opened = disk.openFile(folder, path);
        if (!opened) return "error " + std::to_string(opened.problem);
        std::array<std::byte, 16> bytes{};
        const DiskResult<std::size_t> count = disk.read(opened.value, bytes, 0);
        EXPECT_EQ(disk.lookAt(opened.value).value.sizeBytes, count.value);
        EXPECT_EQ(disk.close(opened.value), 0);
        return {reinterpret_cast<const char*>(bytes.data()), count.value};
    }

    MemoryDisk below;
    LibraryDisk memory;
    OverlayDisk disk{"/memory", memory, below};
};

TEST_F(Overlay, ShowsBothDisks) {
    EXPECT_EQ(contentOf(Disk::kNoFolder, "/art/a.alo"), "below");
    EXPECT_EQ(contentOf(Disk::kNoFolder, "/memory/in/b.alo"), "memory");
    EXPECT_EQ(contentOf(Disk::kNoFolder, "/memory/hidden"), "error " + std::to_string(ENOENT));
    EXPECT_EQ(disk.canonicalPath("/memory/in/../in/b.alo").value, "/memory/in/b.alo");
    EXPECT_EQ(disk.canonicalPath("/art/./a.alo").value, "/art/a.alo");
    EXPECT_EQ(disk.lookAt(Disk::kNoFolder, "/memory/in", Links::Follow).value.type, FileType::Folder);
    // A name that only begins like the folder.
    EXPECT_EQ(disk.lookAt(Disk::kNoFolder, "/memory2", Links::Follow).problem, ENOENT);
}

TEST_F(Overlay, OpensFilesInTheFoldersOfBoth) {
    for (const auto& [folder, name, content] :
         {std::array<std::string, 3>{"/art", "a.alo", "below"}, {"/memory/in", "b.alo", "memory"}}) {
        const DiskResult<int> opened = disk.openFolder(Disk::kNoFolder, folder, Links::Follow);
        ASSERT_TRUE(opened) << folder;
        EXPECT_EQ(contentOf(opened.value, name), content);
        EXPECT_EQ(disk.listFolder(opened.value).value.front().name, name);
        EXPECT_EQ(disk.close(opened.value), 0);
    }
    EXPECT_EQ(below.openCount(), 0U);
    EXPECT_EQ(memory.openCount(), 0U);
}

TEST_F(Overlay, WritesToMemoryOnly) {
    const MemoryDisk::Files before = below.files();
    EXPECT_EQ(disk.makeFolder(Disk::kNoFolder, "/art/new"), EROFS);
    EXPECT_EQ(disk.createFile(Disk::kNoFolder, "/art/new").problem, EROFS);
    EXPECT_EQ(disk.createScratch("/art").problem, EROFS);
    EXPECT_EQ(disk.rename(Disk::kNoFolder, "/art/a.alo", "/art/b.alo"), EROFS);
    EXPECT_EQ(disk.rename(Disk::kNoFolder, "/memory/in/b.alo", "/art/b.alo"), EROFS);
    EXPECT_EQ(disk.remove(Disk::kNoFolder, "/art/a.alo"), EROFS);
    EXPECT_EQ(disk.removeFolder(Disk::kNoFolder, "/art"), EROFS);
    EXPECT_EQ(disk.touch("/art/a.alo"), EROFS);
    const DiskResult<int> art = disk.openFolder(Disk::kNoFolder, "/art", Links::Follow);
    EXPECT_EQ(disk.createNameless(art.value).problem, EROFS);
    EXPECT_EQ(disk.syncFolder(art.value), EROFS);
    EXPECT_EQ(disk.syncDisk(art.value), EROFS);
    const DiskResult<int> file = disk.openFile(Disk::kNoFolder, "/art/a.alo");
    const std::array<std::byte, 1> byte{};
    const std::span<const std::byte> part = byte;
    EXPECT_EQ(disk.write(file.value, std::span(&part, 1), 0).problem, EROFS);
    EXPECT_EQ(disk.giveName(file.value, art.value, "c"), EROFS);
    EXPECT_EQ(disk.close(file.value), 0);
    EXPECT_EQ(disk.close(art.value), 0);
    EXPECT_EQ(below.files(), before);

    const DiskResult<int> folder = disk.openFolder(Disk::kNoFolder, "/memory/in", Links::Follow);
    const DiskResult<int> made = disk.createNameless(folder.value);
    ASSERT_TRUE(made);
    EXPECT_EQ(disk.write(made.value, std::span(&part, 1), std::nullopt).value, 1U);
    EXPECT_EQ(disk.finishWriting(made.value), 0);
    EXPECT_EQ(disk.giveName(made.value, folder.value, "made"), 0);
    EXPECT_EQ(disk.rename(folder.value, "made", "renamed"), 0);
    EXPECT_EQ(disk.close(made.value), 0);
    EXPECT_EQ(disk.close(folder.value), 0);
    EXPECT_TRUE(memory.files().contains("/memory/in/renamed"));
    EXPECT_EQ(disk.remove(Disk::kNoFolder, "/memory/in/renamed"), 0);
    EXPECT_EQ(disk.createScratch("/memory/in").problem, EOPNOTSUPP);
}

}  // namespace
}  // namespace rigkiln
