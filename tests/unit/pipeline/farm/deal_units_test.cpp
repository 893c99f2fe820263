#include "pipeline/farm/deal_units.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pipeline/files/memory_disk.hpp"

namespace rigkiln {
namespace {

constexpr std::size_t kOneMiB = std::size_t{1} << 20U;

struct Source {
    std::string path;
    std::size_t bytes = 1000;
};

UnitTable tableOf(const std::vector<Source>& sources) {
    UnitTable units;
    std::size_t number = 0;
    for (const Source& source : sources) {
        PlannedUnit unit{.facts = {{.relative = source.path.substr(1), .sizeBytes = source.bytes}}};
        unit.recipe.parts = {{.model = FileRecipe{.path = source.path, .name = "hero"}}};
        unit.recipe.output = fmt::format("/out/{:06}.glb", number++);
        units.add(unit);
    }
    units.finish();
    return units;
}

std::vector<std::uint32_t> allOf(const UnitTable& table) {
    std::vector<std::uint32_t> units(table.size());
    std::iota(units.begin(), units.end(), 0U);
    return units;
}

class DealUnits : public testing::Test {
protected:
    std::vector<ShardUnits> deal(const std::vector<Source>& sources, std::size_t shards) {
        for (const Source& source : sources) {
            if (source.path.find(".meg/") == std::string::npos) disk.put(source.path, "a model");
        }
        table = tableOf(sources);
        const UnitCosts costs(table);
        return dealUnits(table, allOf(table), costs, shards, disk);
    }

    /// Number of the shard of each unit. Every unit must be in one.
    std::vector<std::size_t> shardOf(const std::vector<ShardUnits>& shards) const {
        std::vector<std::size_t> found(table.size(), shards.size());
        for (std::size_t shard = 0; shard < shards.size(); ++shard) {
            EXPECT_TRUE(std::ranges::is_sorted(shards[shard].units));
            EXPECT_FALSE(shards[shard].units.empty());
            for (const std::uint32_t unit : shards[shard].units) {
                EXPECT_EQ(found[unit], shards.size()) << "in two shards";
                found[unit] = shard;
            }
        }
        EXPECT_EQ(std::ranges::count(found, shards.size()), 0) << "in no shard";
        return found;
    }

    UnitTable table;
    MemoryDisk disk;
};

std::vector<Source> manyFolders(std::size_t folders, std::size_t perFolder) {
    std::vector<Source> sources;
    for (std::size_t i = 0; i < folders * perFolder; ++i) {
        // Sizes from 0 to 7 MiB, in no order.
        sources.push_back({fmt::format("/art/{:03}/{:04}.alo", i / perFolder, i), (i * 7919 % 8) * kOneMiB});
    }
    return sources;
}

TEST_F(DealUnits, GivesEachUnitToOneShard) {
    for (const std::size_t count : {1U, 2U, 7U, 100U})
        static_cast<void>(shardOf(deal(manyFolders(9, 11), count)));
}

TEST_F(DealUnits, MakesShardsOfAboutEqualCost) {
    const std::vector<ShardUnits> shards = deal(manyFolders(40, 25), 4);
    ASSERT_EQ(shards.size(), 4U);
    const auto [least, most] = std::ranges::minmax(shards, {}, &ShardUnits::cost);
    EXPECT_LT(most.cost / least.cost, 1.1);
}

TEST_F(DealUnits, KeepsTheLastTenthInSmallShardsAtTheEnd) {
    const std::vector<ShardUnits> shards = deal(manyFolders(100, 20), 20);
    ASSERT_EQ(shards.size(), 20U);
    double small = 0;
    double all = 0;
    for (std::size_t i = 0; i < shards.size(); ++i) {
        all += shards[i].cost;
        if (i >= 16) small += shards[i].cost;
    }
    EXPECT_NEAR(small / all, 0.1, 0.02);
    EXPECT_LT(shards.back().cost, shards.front().cost / 1.5);
}

TEST_F(DealUnits, KeepsNeighboursTogether) {
    // 40 folders of 10 for 4 shards: pieces of a shard's eighth have a folder and a quarter.
    std::vector<Source> sources = manyFolders(40, 10);
    for (Source& source : sources)
        source.bytes = 1000;
    const std::vector<std::size_t> shard = shardOf(deal(sources, 4));
    std::map<std::string, std::set<std::size_t>> shardsOfFolder;
    for (std::size_t i = 0; i < sources.size(); ++i)
        shardsOfFolder[sources[i].path.substr(0, 8)].insert(shard[i]);
    for (const auto& [folder, in] : shardsOfFolder)
        EXPECT_EQ(in.size(), 1U) << folder;
}

TEST_F(DealUnits, KeepsMembersOfAnArchiveTogether) {
    disk.put("/art/data.meg", "an archive");
    std::vector<Source> sources;
    for (int i = 0; i < 8; ++i) {
        sources.push_back({fmt::format("/art/data.meg/part{}/model.alo", i)});
        sources.push_back({fmt::format("/art/{}/model.alo", i)});
    }
    for (int i = 0; i < 200; ++i)
        sources.push_back({fmt::format("/more/{}/model.alo", i)});
    const std::vector<std::size_t> shard = shardOf(deal(sources, 2));
    for (std::size_t i = 0; i < 16; i += 2)
        EXPECT_EQ(shard[i], shard[0]);
}

TEST_F(DealUnits, NeverPartsUnitsOfOneReading) {
    std::vector<Source> sources;
    sources.reserve(30);
    for (int i = 0; i < 30; ++i)
        sources.push_back({fmt::format("/art/{}.alo", i / 3), 50 * kOneMiB});
    const std::vector<std::size_t> shard = shardOf(deal(sources, 10));
    for (std::size_t i = 0; i < sources.size(); ++i)
        EXPECT_EQ(shard[i], shard[i / 3 * 3]);
}

TEST_F(DealUnits, DealsOnlyWhatIsAsked) {
    table = tableOf(manyFolders(3, 10));
    const UnitCosts costs(table);
    const std::vector<ShardUnits> shards = dealUnits(table, {3, 5, 29}, costs, 2, disk);
    std::vector<std::uint32_t> dealt;
    for (const ShardUnits& shard : shards)
        dealt.insert(dealt.end(), shard.units.begin(), shard.units.end());
    std::ranges::sort(dealt);
    EXPECT_EQ(dealt, (std::vector<std::uint32_t>{3, 5, 29}));
    EXPECT_TRUE(dealUnits(table, {}, costs, 5, disk).empty());
}

}  // namespace
}  // namespace rigkiln
