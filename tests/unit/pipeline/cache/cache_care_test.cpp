#include "pipeline/cache/cache_care.hpp"

#include <array>
#include <fcntl.h>
#include <filesystem>
#include <span>
#include <string>
#include <sys/stat.h>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pipeline/cache/cache_errors.hpp"
#include "pipeline/cache/cache_files.hpp"
#include "pipeline/state/unit_record.hpp"
#include "tests/support/scratch_folder.hpp"

namespace rigkiln {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kNow = 2'000'000'000;
constexpr std::int64_t kDay = 86'400;

ContentDigest digestOfText(const std::string& text) {
    return digestOf(std::as_bytes(std::span(text)));
}

class CacheCare : public testing::Test {
protected:
    /// Writes a file with a time of last use.
    void write(const CachedName& name, const std::string& content, std::int64_t age) const {
        const std::string path = files_.pathOf(name);
        folder_.write(path.substr(folder_.path().size() + 1), content);
        const std::array<timespec, 2> times = {timespec{.tv_sec = kNow, .tv_nsec = 0},
                                               timespec{.tv_sec = kNow - age, .tv_nsec = 0}};
        ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times.data(), 0), 0);
    }

    CachedName addFile(const std::string& content, std::int64_t age) const {
        const CachedName name{.first = digestOfText(content), .size = content.size()};
        write(name, content, age);
        return name;
    }

    /// Adds a unit with these outputs, all of one age.
    CachedName addUnit(const std::string& key, const std::vector<std::string>& outputs,
                       std::int64_t age) const {
        UnitRecord record{.key = {.recipe = digestOfText(key)}};
        for (const std::string& output : outputs) {
            const CachedName file = addFile(output, age);
            record.outputs.push_back(
                {.path = "out.txt", .status = {.sizeBytes = file.size}, .digest = file.first});
        }
        const std::string bytes = encodeUnitRecord(record);
        const CachedName name{.first = record.key.recipe,
                              .content = digestOfUnit(record.key.recipe, std::as_bytes(std::span(bytes))),
                              .isUnit = true};
        write(name, bytes, age);
        return name;
    }

    [[nodiscard]] bool has(const CachedName& name) const { return fs::exists(files_.pathOf(name)); }

    [[nodiscard]] CacheCollection collect(const CacheLimits& limits) const {
        const Result<CacheCollection> result = collectCache(files_.folder(), limits, kNow);
        EXPECT_TRUE(result);
        return *result;
    }

    ScratchFolder folder_;
    CacheFiles files_{folder_.path("cache"), realDisk()};
};

TEST_F(CacheCare, TellsWhatIsThere) {
    addUnit("a", {"one", "both"}, 3 * kDay);
    addUnit("b", {"two", "both"}, 5 * kDay);
    folder_.write("cache/1/units/aa/notes.txt", "no file of ours");
    const Result<CacheStatistics> statistics = statisticsOf(files_.folder());
    ASSERT_TRUE(statistics);
    EXPECT_EQ(statistics->units, 2U);
    EXPECT_EQ(statistics->files, 3U);
    EXPECT_EQ(statistics->oldestUse, kNow - 5 * kDay);
    EXPECT_EQ(statistics->newestUse, kNow - 3 * kDay);
}

TEST_F(CacheCare, WantsACache) {
    for (const std::string& folder : {folder_.path(), folder_.path("none")}) {
        EXPECT_TRUE(statisticsOf(folder).error().is(kNoCache));
        EXPECT_TRUE(verifyCache(folder, true).error().is(kNoCache));
        EXPECT_TRUE(collectCache(folder, {}, kNow).error().is(kNoCache));
    }
}

TEST_F(CacheCare, RemovesWhatWasNotUsedForLong) {
    const CachedName fresh = addUnit("fresh", {"one", "both"}, kDay);
    const CachedName old = addUnit("old", {"two", "both"}, 40 * kDay);
    const CacheCollection result = collect({.maximumSeconds = 30 * kDay});
    EXPECT_EQ(result.unitsRemoved, 1U);
    EXPECT_EQ(result.filesRemoved, 1U) << "the other one is of a unit that stays";
    EXPECT_TRUE(has(fresh));
    EXPECT_FALSE(has(old));
    EXPECT_TRUE(has({.first = digestOfText("both"), .size = 4}));
    EXPECT_FALSE(has({.first = digestOfText("two"), .size = 3}));
    EXPECT_EQ(result.left.units, 1U);
    EXPECT_EQ(result.left.files, 2U);
}

TEST_F(CacheCare, RemovesTheLeastRecentlyUsedUntilItFits) {
    std::vector<CachedName> units;
    units.reserve(10);
    for (int i = 0; i < 10; ++i)
        units.push_back(addUnit(fmt::format("unit {}", i), {std::string(1000, static_cast<char>('a' + i))},
                                (10 - i) * kDay));
    const std::uint64_t before = statisticsOf(files_.folder())->bytes;
    const CacheCollection result = collect({.maximumBytes = before * 4 / 10});
    EXPECT_LE(result.left.bytes, before * 4 / 10);
    EXPECT_EQ(result.bytesRemoved, before - result.left.bytes);
    EXPECT_EQ(result.left.units, 4U);
    for (std::size_t i = 0; i < units.size(); ++i)
        EXPECT_EQ(has(units[i]), i >= 6) << i;
    EXPECT_EQ(collect({.maximumBytes = 0}).left.bytes, 0U);
}

TEST_F(CacheCare, LeavesWhatAWriterIsAbout) {
    const CachedName young = addFile("the unit is yet to come", 60);
    const CachedName lost = addFile("the run was killed", kDay);
    const CacheCollection result = collect({.maximumSeconds = kDay});
    EXPECT_EQ(result.filesRemoved, 1U);
    EXPECT_TRUE(has(young));
    EXPECT_FALSE(has(lost));
}

TEST_F(CacheCare, FindsDamage) {
    const CachedName unit = addUnit("a", {"one", "two"}, kDay);
    addUnit("b", {"three"}, kDay);
    EXPECT_TRUE(verifyCache(files_.folder(), false)->damaged.empty());
    const CachedName one{.first = digestOfText("one"), .size = 3};
    write(one, "onE", kDay);
    fs::remove(files_.pathOf({.first = digestOfText("three"), .size = 5}));
    Result<CacheVerification> result = verifyCache(files_.folder(), false);
    ASSERT_TRUE(result);
    ASSERT_EQ(result->damaged.size(), 1U);
    EXPECT_EQ(result->damaged.front().file, files_.pathOf(one));
    EXPECT_EQ(result->incomplete, 1U);
    EXPECT_TRUE(has(one));
    write(unit, "other", kDay);
    result = verifyCache(files_.folder(), true);
    EXPECT_EQ(result->damaged.size(), 2U);
    EXPECT_EQ(result->removed, 2U);
    EXPECT_FALSE(has(one) || has(unit));
}

TEST_F(CacheCare, RemovesNothingBehindALink) {
    const CachedName unit = addUnit("a", {"one"}, 40 * kDay);
    const fs::path folder = fs::path(files_.pathOf(unit)).parent_path();
    const fs::path elsewhere = folder_.path("elsewhere");
    fs::rename(folder, elsewhere);
    fs::create_directory_symlink(elsewhere, folder);
    EXPECT_EQ(collect({.maximumBytes = 0, .maximumSeconds = 0}).unitsRemoved, 0U);
    EXPECT_TRUE(fs::exists(elsewhere / unit.text()));
}

}  // namespace
}  // namespace rigkiln
