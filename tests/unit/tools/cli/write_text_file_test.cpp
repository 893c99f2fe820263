#include "tools/cli/write_text_file.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pipeline/files/disk.hpp"
#include "tests/support/peak_memory.hpp"
#include "tests/support/sanitizers.hpp"
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

/// Returns a line of a long text.
std::string lineOf(int number) {
    return fmt::format("{} {}\n", number, std::string(static_cast<std::size_t>(number % 400), '.'));
}

constexpr int kLines = 120'000;  // 25 MB

TEST(LongTextFile, HoldsWhatWasAppended) {
    const test::TemporaryFolder folder;
    const fs::path path = folder.path() / "long.txt";
    LongTextFile file(path.string());
    std::string wanted;
    for (int line = 0; line < kLines; ++line) {
        file.append(lineOf(line));
        wanted += lineOf(line);
    }
    ASSERT_TRUE(file.write());
    const Result<std::string> text = readTextFile(path.string(), wanted.size());
    ASSERT_TRUE(text);
    EXPECT_TRUE(*text == wanted);
}

// Sanitizers keep more memory for each byte that was ever touched.
#ifndef RIGKILN_HAS_SANITIZER
TEST(LongTextFile, TakesTheMemoryOfAFewPieces) {
    // The largest piece and its copy for writing, and some.
    constexpr std::size_t kFewBytes = std::size_t{2} << 20U;
    const test::TemporaryFolder folder;
    const DiskResult<int> nameless = realDisk().createScratch(folder.path().string());
    if (nameless) realDisk().close(nameless.value);
    const test::PeakMemory peak;
    LongTextFile file((folder.path() / "long.txt").string());
    for (int line = 0; line < kLines; ++line)
        file.append(lineOf(line));
    ASSERT_TRUE(file.write());
    const std::size_t most = peak.bytes();
    if (nameless) {
        EXPECT_LT(most, kFewBytes);
    }
}
#endif

}  // namespace
}  // namespace rigkiln::cli
