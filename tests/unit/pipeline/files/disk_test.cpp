#include "pipeline/files/disk.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/files/memory_disk.hpp"
#include "pipeline/files/scratch_file.hpp"
#include "tests/support/failing_disk.hpp"
#include "tests/support/scratch_folder.hpp"

namespace rigkiln {
namespace {

using test::DiskFailure;
using test::DiskOperation;
using test::FailingDisk;

std::vector<std::byte> bytesOfLength(std::size_t size) {
    return std::vector<std::byte>(size, std::byte{'x'});
}

/// Error numbers of the cases that the pipeline tells apart. `root` has the file "file", the folder "folder"
/// with the file "inside", the links "link" to "file", "way" to "folder" and "nowhere".
std::vector<std::string> problemsOn(Disk& disk, const std::string& root) {
    std::vector<std::string> problems;
    std::vector<FileDescriptor> open;
    const auto tell = [&](std::string_view step, std::string_view name, int problem) {
        problems.push_back(fmt::format("{} {}: {}", step, name, problem));
    };
    const auto opened = [&](std::string_view step, std::string_view name, const DiskResult<int>& result) {
        tell(step, name, result.problem);
        open.emplace_back(result ? result.value : -1, disk);
        return open.back().get();
    };
    const int folder = opened("root", "", disk.openFolder(Disk::kNoFolder, root, Links::Follow));
    for (const char* name :
         {"file", "folder", "link", "way", "nowhere", "none", "file/below", "way/inside"}) {
        opened("open file", name, disk.openFile(folder, name));
        opened("open folder", name, disk.openFolder(folder, name, Links::Refuse));
        opened("open folder by link", name, disk.openFolder(folder, name, Links::Follow));
        tell("look", name, disk.lookAt(folder, name, Links::Refuse).problem);
        tell("look by link", name, disk.lookAt(folder, name, Links::Follow).problem);
        tell("canonical", name, disk.canonicalPath(root + "/" + name).problem);
        tell("make folder", name, disk.makeFolder(folder, name));
        opened("create", name, disk.createFile(folder, name));
    }
    const int created = opened("nameless", "", disk.createNameless(folder));
    for (const char* name : {"file", "folder", "link", "new", "gone/new", "new"})
        tell("name", name, disk.giveName(created, folder, name));
    for (const char* name : {"folder", "gone/new", "link", "file"})
        tell("rename", name, disk.rename(folder, "new", name));
    for (const char* name : {"folder", "gone", "link", "way"})
        tell("remove", name, disk.remove(folder, name));
    tell("touch", "file", disk.touch(root + "/file"));
    tell("touch", "gone", disk.touch(root + "/gone"));
    opened("scratch", "", disk.createScratch(root));
    opened("scratch", "gone", disk.createScratch(root + "/gone"));
    return problems;
}

TEST(MemoryDisk, GivesTheErrorsOfTheRealOne) {
    const ScratchFolder real;
    if (!FileDescriptor(realDisk().createScratch(real.path()).value).isOpen())
        GTEST_SKIP() << "the file system has no files without names";
    real.write("file", "1");
    real.write("folder/inside", "2");
    std::filesystem::create_symlink("file", real.path("link"));
    std::filesystem::create_directory_symlink("folder", real.path("way"));
    std::filesystem::create_symlink("gone", real.path("nowhere"));
    MemoryDisk memory;
    memory.put("/r/file", "1");
    memory.put("/r/folder/inside", "2");
    memory.putLink("/r/link", "file");
    memory.putLink("/r/way", "folder");
    memory.putLink("/r/nowhere", "gone");
    EXPECT_THAT(problemsOn(memory, "/r"), testing::ElementsAreArray(problemsOn(realDisk(), real.path())));
    EXPECT_EQ(memory.openCount(), 0U);
}

TEST(RealDisk, SaysWhatEntriesAre) {
    const ScratchFolder folder;
    folder.write("file", "12345");
    std::filesystem::create_directory(folder.path("folder"));
    std::filesystem::create_symlink("file", folder.path("link"));
    Disk& disk = realDisk();
    const FileDescriptor root(disk.openFolder(Disk::kNoFolder, folder.path(), Links::Refuse).value);
    std::vector<FolderEntry> entries = disk.listFolder(root.get()).value;
    std::ranges::sort(entries, {}, &FolderEntry::name);
    ASSERT_EQ(entries.size(), 3U);
    const auto typeOf = [&](const FolderEntry& entry) {
        return disk.lookAt(root.get(), entry.name, Links::Refuse).value.type;
    };
    EXPECT_EQ(typeOf(entries[0]), FileType::File);
    EXPECT_EQ(typeOf(entries[1]), FileType::Folder);
    EXPECT_EQ(typeOf(entries[2]), FileType::Link);
    for (const FolderEntry& entry : entries)
        EXPECT_TRUE(entry.type == FileType::Unknown || entry.type == typeOf(entry)) << entry.name;
    EXPECT_EQ(disk.lookAt(root.get(), "link", Links::Follow).value.sizeBytes, 5U);
}

TEST(ScratchFileOnFailingDisk, RefusesOrGivesBackWhatWasWritten) {
    const auto use = [](Disk& disk) {
        ScratchFile scratch("/f/not/yet", 0, disk);
        std::vector<std::optional<SharedBytes>> held;
        for (const std::size_t size : {5U, 100U, 1U})
            held.push_back(scratch.write(bytesOfLength(size)));
        EXPECT_TRUE(!held[0] || *held[0] == SharedBytes(bytesOfLength(5)));
        EXPECT_TRUE(!held[1] || *held[1] == SharedBytes(bytesOfLength(100)));
        EXPECT_TRUE(!held[2] || *held[2] == SharedBytes(bytesOfLength(1)));
        return held[2].has_value();
    };
    MemoryDisk undisturbed;
    undisturbed.put("/f/x", "");
    FailingDisk recorder(undisturbed);
    EXPECT_TRUE(use(recorder));
    for (const DiskOperation& operation : recorder.operations()) {
        for (const DiskFailure failure :
             {DiskFailure::NoSpace, DiskFailure::BrokenDisk, DiskFailure::NoAccess, DiskFailure::TooManyOpen,
              DiskFailure::HalfWritten, DiskFailure::Short}) {
            MemoryDisk disk;
            disk.put("/f/x", "");
            FailingDisk failing(disk, operation, failure);
            const bool isUsable = use(failing);
            const bool isHarmless = failure == DiskFailure::Short || operation.step == test::DiskStep::Close;
            EXPECT_EQ(isUsable, isHarmless) << operation.text() << ", " << toString(failure);
            EXPECT_TRUE(failing.hasFailed()) << operation.text();
            EXPECT_EQ(disk.openCount(), 0U) << operation.text();
            EXPECT_EQ(disk.files().size(), 1U) << operation.text();
        }
    }
}

}  // namespace
}  // namespace rigkiln
