#include "pipeline/cache/cache_files.hpp"

#include <filesystem>
#include <span>
#include <string>

#include <gtest/gtest.h>

#include "pipeline/cache/cache_errors.hpp"
#include "tests/support/scratch_folder.hpp"

namespace rigkiln {
namespace {

ContentDigest digestOfContent(const std::string& text) {
    return digestOf(std::as_bytes(std::span(text)));
}

CachedName outputNamed(const std::string& content) {
    return {.first = digestOfContent(content), .size = content.size()};
}

TEST(CachedName, IsReadBack) {
    const CachedName output = outputNamed("content");
    const CachedName unit{.first = digestOfContent("a"), .content = digestOfContent("b"), .isUnit = true};
    EXPECT_EQ(cachedNameOf(output.text(), false), output);
    EXPECT_EQ(cachedNameOf(unit.text(), true), unit);
    EXPECT_EQ(cachedNameOf(unit.text(), false), std::nullopt);
    const std::string digits(32, 'a');
    for (const std::string& odd : {std::string(), digits, digits + "-", digits + "-1x", digits + "-01",
                                   digits + "-+1", std::string(32, 'A') + "-1", digits + "-1.tmp",
                                   digits + "-99999999999999999999", std::string(32, 'g') + "-1"})
        EXPECT_EQ(cachedNameOf(odd, false), std::nullopt) << odd;
}

TEST(CacheFiles, CompareContentAndName) {
    const ScratchFolder folder;
    const CacheFiles files(folder.path("cache"), realDisk());
    const CachedName name = outputNamed("content");
    const auto isAbsentNow = [&] {
        const auto content = files.read(name);
        return content && !content->has_value();
    };
    EXPECT_TRUE(isAbsentNow());
    const std::string relative = files.pathOf(name).substr(folder.path().size() + 1);
    folder.write(relative, "content");
    const auto content = files.read(name);
    ASSERT_TRUE(content && content->has_value());
    EXPECT_EQ((*content)->bytes.size(), 7U);
    EXPECT_EQ(files.namesIn(CacheFiles::folderNameOf(name.first), false), std::vector{name});
    for (const char* wrong : {"Content", "conten", "contents", ""}) {
        folder.write(relative, wrong);
        const auto damaged = files.read(name);
        ASSERT_FALSE(damaged) << wrong;
        EXPECT_TRUE(damaged.error().is(kCacheDamaged));
        EXPECT_EQ(damaged.error().file, files.pathOf(name));
    }
    std::filesystem::remove(files.pathOf(name));
    std::filesystem::create_symlink(folder.write("elsewhere", "content"), files.pathOf(name));
    EXPECT_TRUE(isAbsentNow()) << "a link is no file of the cache";
}

}  // namespace
}  // namespace rigkiln
