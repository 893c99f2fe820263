#include "pipeline/files/read_file.hpp"

#include <filesystem>
#include <sys/stat.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/scratch_folder.hpp"

namespace rigkiln {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

TEST(ReadFile, ReturnsAllBytes) {
    const ScratchFolder folder;
    const std::string content(100000, 'x');
    const auto bytes = readFile(folder.write("a", content));
    ASSERT_TRUE(bytes);
    EXPECT_EQ(bytes->size(), content.size());
    EXPECT_EQ(bytes->back(), std::byte{'x'});
}

TEST(ReadFile, ReadsAnEmptyFile) {
    const ScratchFolder folder;
    const auto bytes = readFile(folder.write("a", ""));
    ASSERT_TRUE(bytes);
    EXPECT_TRUE(bytes->empty());
}

TEST(ReadFile, RefusesAFileAboveTheLimit) {
    const ScratchFolder folder;
    const auto bytes = readFile(folder.write("a", "12345"), 4);
    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error().kind(), ErrorKind::Input);
    EXPECT_EQ(bytes.error().problem, "has 5 bytes, at most 4 (4 B) are read");
}

TEST(ReadFile, NamesTheFileThatIsMissing) {
    const auto bytes = readFile("/nowhere/at/all");
    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error().text(), "/nowhere/at/all: cannot open: no such file or directory");
    EXPECT_EQ(bytes.error().kind(), ErrorKind::Environment);
}

TEST(ReadFile, DoesNotFollowSymbolicLinks) {
    const ScratchFolder folder;
    folder.write("a", "x");
    std::filesystem::create_symlink("a", folder.path("b"));
    const auto bytes = readFile(folder.path("b"));
    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error().text(), folder.path("b") + ": is a symbolic link, which is not followed");
    std::filesystem::create_directory_symlink("circle", folder.path("circle"));
    EXPECT_THAT(readFile(folder.path("circle/a")).error().text(),
                EndsWith("cannot open: too many levels of symbolic links"));
}

TEST(ReadFile, DoesNotWaitForAFifo) {
    const ScratchFolder folder;
    ASSERT_EQ(::mkfifo(folder.path("pipe").c_str(), 0600), 0);
    const auto bytes = readFile(folder.path("pipe"));
    ASSERT_FALSE(bytes);
    EXPECT_THAT(bytes.error().text(), EndsWith("is not a regular file"));
}

TEST(ReadFile, RefusesAFileThatIsLongerThanItSays) {
    // Files in /proc state a size of 0 but have content, like a file that grows while it is read.
    const auto bytes = readFile("/proc/self/stat");
    ASSERT_FALSE(bytes);
    EXPECT_THAT(bytes.error().text(), HasSubstr("changed its size from 0 bytes"));
}

TEST(ReadHead, StopsAtTheSizeOrTheEnd) {
    const ScratchFolder folder;
    const std::string path = folder.write("a", "12345");
    EXPECT_EQ(readHead(path, 3)->size(), 3U);
    EXPECT_EQ(readHead(path, 64)->size(), 5U);
}

}  // namespace
}  // namespace rigkiln
