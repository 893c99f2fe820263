#include "pipeline/files/place_file.hpp"

#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/files/list_folder.hpp"
#include "tests/support/scratch_folder.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

OutputFile hero(std::size_t pieces, char letter) {
    return {"hero.glb", std::vector<SharedBytes>(pieces, std::vector<std::byte>(1000, std::byte(letter)))};
}

class PlaceFile : public testing::Test {
protected:
    Status place(const OutputFile& file, Staging staging, FileStatus* status = nullptr) {
        const Result<FileDescriptor> folder = openFolder(folder_.path(), true);
        return placeFile(*folder, folder_.path(), file, ".temporary", staging, status);
    }

    FileStatus statusOfHero() {
        return realDisk().lookAt(Disk::kNoFolder, folder_.path("hero.glb"), Links::Refuse).value;
    }

    bool fileSystemHasNamelessFiles() {
        return FileDescriptor(::open(folder_.path().c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0600))
            .isOpen();
    }

    /// Wait status of a process that is killed when it writes more than `limit` bytes to a file.
    int endOfKilledWriter(rlim_t limit, const OutputFile& file, Staging staging) {
        const pid_t child = ::fork();
        if (child == 0) {
            const rlimit limits{limit, limit};
            ::setrlimit(RLIMIT_FSIZE, &limits);
            const rlimit noCore{0, 0};
            ::setrlimit(RLIMIT_CORE, &noCore);
            static_cast<void>(place(file, staging));
            ::_exit(0);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        return status;
    }

    ScratchFolder folder_;
};

TEST_F(PlaceFile, NeedsAFolder) {
    const Result<FileDescriptor> folder = openFolder(folder_.path("none"), true);
    ASSERT_FALSE(folder);
    EXPECT_THAT(folder.error().text(), testing::HasSubstr("cannot open the folder"));
}

/// GoogleTest runs suites named *DeathTest first, before other tests start threads. These tests fork.
class NamelessFileDeathTest : public PlaceFile {};

/// Tests that both ways of writing must pass.
class PlaceFileDeathTest : public PlaceFile, public testing::WithParamInterface<Staging> {};

TEST_P(PlaceFileDeathTest, WritesAFileThatWasNotThere) {
    ASSERT_TRUE(place(hero(3, 'a'), GetParam()));
    EXPECT_EQ(folder_.read("hero.glb"), std::string(3000, 'a'));
    EXPECT_THAT(folder_.files(), ElementsAre("hero.glb"));
}

TEST_P(PlaceFileDeathTest, ReplacesAFileThatWasThere) {
    folder_.write("hero.glb", "something longer than what comes");
    ASSERT_TRUE(place({"hero.glb", {}}, GetParam()));
    EXPECT_EQ(folder_.read("hero.glb"), "");
    EXPECT_THAT(folder_.files(), ElementsAre("hero.glb"));
}

TEST_P(PlaceFileDeathTest, TellsTheStatusOfAFileWithoutAnotherLookWhereItCan) {
    const bool isTold = GetParam() == Staging::Nameless && fileSystemHasNamelessFiles();
    for (const char letter : {'a', 'b'}) {
        FileStatus status;
        ASSERT_TRUE(place(hero(3, letter), GetParam(), &status));
        EXPECT_EQ(status, isTold ? statusOfHero() : FileStatus()) << (letter == 'a' ? "new" : "replaced");
    }
    OutputFile file = hero(3, 'c');
    file.onlyIfAbsent = true;
    FileStatus status;
    ASSERT_TRUE(place(file, GetParam(), &status));
    EXPECT_EQ(status, FileStatus()) << "the file there is of another program";
}

TEST_P(PlaceFileDeathTest, LeavesWhatIsThereIfItIsToBeAbsent) {
    OutputFile file = hero(3, 'a');
    file.onlyIfAbsent = true;
    folder_.write("hero.glb", "another program's");
    ASSERT_TRUE(place(file, GetParam()));
    EXPECT_EQ(folder_.read("hero.glb"), "another program's");
    EXPECT_THAT(folder_.files(), ElementsAre("hero.glb")) << "and no temporary file";
    std::filesystem::remove(folder_.path("hero.glb"));
    ASSERT_TRUE(place(file, GetParam()));
    EXPECT_EQ(folder_.read("hero.glb"), std::string(3000, 'a'));
    EXPECT_THAT(folder_.files(), ElementsAre("hero.glb"));
}

TEST_P(PlaceFileDeathTest, ReplacesALinkAndNotWhatItPointsTo) {
    const std::string precious = folder_.write("precious", "keep");
    std::filesystem::create_symlink(precious, folder_.path("hero.glb"));
    ASSERT_TRUE(place(hero(1, 'a'), GetParam()));
    EXPECT_EQ(folder_.read("precious"), "keep");
    EXPECT_FALSE(std::filesystem::is_symlink(folder_.path("hero.glb")));
}

TEST_P(PlaceFileDeathTest, GivesNewFilesTheRightsThatTheUmaskLeaves) {
    ASSERT_TRUE(place(hero(1, 'a'), GetParam()));
    const mode_t mask = ::umask(0);
    ::umask(mask);
    EXPECT_EQ(std::filesystem::status(folder_.path("hero.glb")).permissions(),
              std::filesystem::perms(0666 & ~mask));
}

TEST_P(PlaceFileDeathTest, NamesAFolderOfThatNameAndLeavesNothingBehind) {
    std::filesystem::create_directory(folder_.path("hero.glb"));
    const Status placed = place(hero(1, 'a'), GetParam());
    ASSERT_FALSE(placed);
    EXPECT_EQ(placed.error().text(), folder_.path("hero.glb") + ": cannot replace: is a directory");
    EXPECT_THAT(folder_.files(), IsEmpty());
}

TEST_P(PlaceFileDeathTest, AKilledWriterLeavesTheOldFile) {
    folder_.write("hero.glb", "old");
    const int status = endOfKilledWriter(1500, hero(3, 'a'), GetParam());
    ASSERT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(folder_.read("hero.glb"), "old");
}

TEST_F(NamelessFileDeathTest, AKilledWriterLeavesNothing) {
    if (!fileSystemHasNamelessFiles()) GTEST_SKIP() << "the file system has no files without names";
    const int status = endOfKilledWriter(1500, hero(3, 'a'), Staging::Nameless);
    ASSERT_TRUE(WIFSIGNALED(status));
    EXPECT_THAT(folder_.files(), IsEmpty());
}

std::string nameOf(const testing::TestParamInfo<Staging>& parameter) {
    return parameter.param == Staging::Nameless ? "Nameless" : "Named";
}

INSTANTIATE_TEST_SUITE_P(Staging, PlaceFileDeathTest, testing::Values(Staging::Nameless, Staging::Named),
                         nameOf);

}  // namespace
}  // namespace rigkiln
