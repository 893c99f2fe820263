#include "pipeline/plan/unit_table.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pipeline/plan/plan_errors.hpp"

namespace rigkiln {
namespace {

constexpr IssueKind kOdd{"test.odd", Severity::Warning, "something odd"};

/// Makes units of every shape from a seed.
class RandomUnits {
public:
    explicit RandomUnits(unsigned seed) : random_(seed) {}

    PlannedUnit next() {
        PlannedUnit unit{.job = "job" + std::to_string(below(3))};
        unit.recipe.output = fmt::format("/out/{}/unit{}.glb", below(4), number_++);
        unit.recipe.exporting = ExportSettings{.exporter = {.id = "gltf"}, .outputRoot = "/out"};
        const std::size_t parts = 1 + below(3);
        std::vector<Step> steps;
        if (parts > 1) steps.emplace_back(MergeStep{"group" + std::to_string(below(5))});
        if (below(2) == 0) steps.emplace_back(ResampleStep{30.0});
        unit.recipe.steps = std::move(steps);
        for (std::size_t i = 0; i < parts; ++i) {
            Part& part = unit.recipe.parts.emplace_back();
            part.steps = std::vector<Step>{CoordinatesStep{static_cast<double>(1 + below(2))}};
            const bool hasModel = below(4) != 0;
            if (hasModel) part.model = file(unit, AssetKind::Model);
            for (std::size_t clip = hasModel ? below(3) : 1; clip > 0; --clip)
                part.clips.push_back(file(unit, AssetKind::Clip));
        }
        if (below(5) == 0) unit.problem = kOutputTaken.in(unit.recipe.output, "is taken");
        for (std::size_t issue = below(3) == 0 ? below(50) : 0; issue > 0; --issue)
            unit.diagnostics.add(kOdd, "clip " + std::to_string(issue), std::string(below(300), 'x'));
        return unit;
    }

private:
    std::size_t below(std::size_t limit) {
        return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random_);
    }

    FileRecipe file(PlannedUnit& unit, AssetKind kind) {
        static constexpr std::array<const char*, 4> kFolders = {"", "a", "a/deep", "art.meg/models"};
        const std::string stem = "file" + std::to_string(below(1000));
        const std::string name = stem + ".alo";
        const std::string folder = kFolders[below(kFolders.size())];
        const std::string relative = folder.empty() ? name : folder + '/' + name;
        // Some names were given through a link.
        const bool isLinked = below(10) == 0;
        unit.facts.push_back({.relative = isLinked ? "current.alo" : relative,
                              .kind = kind,
                              .description = "kind " + std::to_string(below(3)),
                              .sizeBytes = below(2) == 0 ? below(100) : std::size_t{1} << 33U});
        return {.path = "/in/" + relative,
                .name = isLinked ? "current" : stem,
                .settings = FileSettings{.format = {.id = "f" + std::to_string(below(2))}}};
    }

    std::mt19937 random_;
    std::size_t number_ = 0;
};

void expectSame(const PlannedUnit& actual, const PlannedUnit& expected) {
    EXPECT_EQ(actual.recipe, expected.recipe);
    EXPECT_EQ(actual.facts, expected.facts);
    EXPECT_EQ(actual.job, expected.job);
    EXPECT_EQ(actual.problem, expected.problem);
    EXPECT_EQ(actual.diagnostics.counts(), expected.diagnostics.counts());
    ASSERT_EQ(actual.diagnostics.issues().size(), expected.diagnostics.issues().size());
    for (std::size_t i = 0; i < expected.diagnostics.issues().size(); ++i) {
        EXPECT_EQ(actual.diagnostics.issues()[i].where, expected.diagnostics.issues()[i].where);
        EXPECT_EQ(actual.diagnostics.issues()[i].details, expected.diagnostics.issues()[i].details);
    }
}

TEST(UnitTable, GivesBackWhatWasPutIn) {
    RandomUnits random(7);
    std::vector<PlannedUnit> units;
    UnitTable table;
    for (int i = 0; i < 500; ++i) {
        units.push_back(random.next());
        table.add(units.back());
    }
    table.finish();
    ASSERT_EQ(table.size(), units.size());
    for (std::size_t i = 0; i < units.size(); ++i) {
        SCOPED_TRACE(i);
        expectSame(table[i], units[i]);
        EXPECT_EQ(table.output(i), units[i].recipe.output);
        EXPECT_EQ(table.mainPath(i).text(), units[i].recipe.mainFile().path);
        EXPECT_EQ(table.mainName(i), units[i].recipe.mainFile().name);
    }
}

TEST(UnitTable, UnitsOfOneShapeDifferInPathsAndNamesAlone) {
    RandomUnits random(10);
    UnitTable table;
    std::map<std::uint64_t, Recipe> shapes;
    std::size_t seen = 0;
    for (std::size_t i = 0; i < 2000; ++i) {
        const PlannedUnit unit = random.next();
        table.add(unit);
        const std::optional<std::uint64_t> shape = table.shapeOf(i);
        EXPECT_EQ(shape.has_value(), unit.recipe.files().size() == 1);
        if (!shape) continue;
        const auto [known, isNew] = shapes.emplace(*shape, unit.recipe);
        Recipe same = known->second;
        same.output = unit.recipe.output;
        FileRecipe& file = same.parts[0].model ? *same.parts[0].model : same.parts[0].clips[0];
        file.path = unit.recipe.mainFile().path;
        file.name = unit.recipe.mainFile().name;
        EXPECT_EQ(same, unit.recipe);
        if (!isNew) ++seen;
    }
    EXPECT_GT(shapes.size(), 8U);
    EXPECT_GT(seen, 50U);
}

TEST(UnitTable, RearrangesUnitsWithEverythingThatIsKnownOfThem) {
    RandomUnits random(8);
    std::vector<PlannedUnit> units;
    UnitTable table;
    for (int i = 0; i < 100; ++i) {
        units.push_back(random.next());
        table.add(units.back());
    }
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 100; i-- > 0;) {
        if (i % 3 != 0) order.push_back(i);
    }
    table.rearrange(order);
    ASSERT_EQ(table.size(), order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        expectSame(table[i], units[order[i]]);
}

TEST(UnitTable, EstimatesMoreMemoryForAByteOfAClipThanOfAModel) {
    UnitTable table;
    const auto estimate = [&](std::uint64_t modelBytes, std::uint64_t clipBytes) {
        PlannedUnit unit{.facts = {{.relative = "hero.alo", .sizeBytes = modelBytes},
                                   {.relative = "hero_run.ala", .sizeBytes = clipBytes}}};
        unit.recipe.parts = {{.model = FileRecipe{.path = "/in/hero.alo", .name = "hero"},
                              .clips = {{.path = "/in/hero_run.ala", .name = "hero_run"}}}};
        table.add(unit);
        return table.estimatedBytes(table.size() - 1);
    };
    const std::size_t none = estimate(0, 0);
    EXPECT_EQ(none, std::size_t{1} << 20U);
    EXPECT_EQ(estimate(1000, 0), none + 8000);
    EXPECT_EQ(estimate(0, 1000), none + 12000);
}

TEST(UnitTable, KnowsUnitsThatAreReadAlike) {
    RandomUnits random(9);
    UnitTable table;
    const PlannedUnit first = random.next();
    PlannedUnit other = first;
    other.recipe.output = "/other/x.gsm";
    other.recipe.exporting = ExportSettings{.exporter = {.id = "gsm"}, .outputRoot = "/other"};
    other.job = "another";
    PlannedUnit resampled = first;
    resampled.recipe.steps = std::vector<Step>{ResampleStep{12.5}};
    PlannedUnit moved = first;
    moved.recipe.parts.front().steps = std::vector<Step>{CoordinatesStep{3}};
    for (const PlannedUnit& unit : {first, other, resampled, moved})
        table.add(unit);
    EXPECT_TRUE(table.isReadAlike(0, 1));
    EXPECT_FALSE(table.isReadAlike(0, 2));
    EXPECT_FALSE(table.isReadAlike(0, 3));
}

}  // namespace
}  // namespace rigkiln
