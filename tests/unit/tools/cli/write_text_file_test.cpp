#include "tools/cli/write_text_file.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace rigkiln::cli {
namespace {

namespace fs = std::filesystem;

std::string contentOf(const fs::path& path) {
    const Result<std::string> text = readTextFile(path.string(), 1000);
    return text ? *text : text.error().text();
}

TEST(WriteTextFile, MakesTheFileAndItsFolder) {
    const test::TemporaryFolder folder;
    ASSERT_TRUE(writeTextFile((folder.path() / "a/b.txt").string(), "text"));
    EXPECT_EQ(contentOf(folder.path() / "a/b.txt"), "text");
    EXPECT_EQ(test::filesBelow(folder.path()), (std::vector<std::string>{"a/b.txt"}));
}

TEST(WriteTextFile, ReplacesAFile) {
    const test::TemporaryFolder folder;
    const fs::path file = folder.write("b.txt", std::string_view("an old and longer text"));
    ASSERT_TRUE(writeTextFile(file.string(), "text"));
    EXPECT_EQ(contentOf(file), "text");
}

TEST(WriteTextFile, RefusesAFolder) {
    const test::TemporaryFolder folder;
    for (const std::string& path : {folder.path().string(), folder.path().string() + "/"}) {
        const Status status = writeTextFile(path, "text");
        ASSERT_FALSE(status);
        EXPECT_EQ(status.error().kind(), ErrorKind::Environment);
    }
}

TEST(WriteTextFile, WritesThroughALinkAndKeepsIt) {
    const test::TemporaryFolder folder;
    const fs::path file = folder.write("real.txt", std::string_view("an old and longer text"));
    fs::create_symlink("real.txt", folder.path() / "link.txt");
    ASSERT_TRUE(writeTextFile((folder.path() / "link.txt").string(), "text"));
    EXPECT_TRUE(fs::is_symlink(folder.path() / "link.txt"));
    EXPECT_EQ(contentOf(file), "text");
}

TEST(WriteTextFile, WritesToADeviceAndKeepsIt) {
    ASSERT_TRUE(writeTextFile("/dev/null", "text"));
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST(WriteTextFile, SaysWhenADeviceIsFull) {
    const Status status = writeTextFile("/dev/full", "text");
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().kind(), ErrorKind::Environment);
}

TEST(ReadTextFile, RefusesMoreThanTheLimit) {
    const test::TemporaryFolder folder;
    const fs::path file = folder.write("b.txt", std::string_view("12345"));
    EXPECT_TRUE(readTextFile(file.string(), 5));
    EXPECT_FALSE(readTextFile(file.string(), 4));
}

}  // namespace
}  // namespace rigkiln::cli
