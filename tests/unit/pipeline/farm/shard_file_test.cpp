#include "pipeline/farm/shard_file.hpp"

#include <array>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/farm/farm_errors.hpp"
#include "pipeline/recipe/recipe_json.hpp"
#include "tests/support/test_errors.hpp"
#include "tests/unit/pipeline/recipe/random_recipe.hpp"

namespace rigkiln {
namespace {

using testing::HasSubstr;

constexpr IssueKind kFirstIssue{"test.first", Severity::Warning, "a test wants it so"};
constexpr IssueKind kSecondIssue{"test.second", Severity::Information, "a test wants it so"};
constexpr std::array<const ErrorCode*, 2> kErrors = {&test::kEnvironmentError, &test::kInputError};
constexpr std::array<const IssueKind*, 2> kIssues = {&kFirstIssue, &kSecondIssue};
constexpr PlanCodes kCodes{.errors = kErrors, .issues = kIssues};

ShardFacts someFacts() {
    return {.program = "1.2",
            .configuration = "/art/\xFF.yaml",
            .number = 3,
            .count = 16,
            .failOn = {.warnings = true, .ids = {"a.b"}},
            .state = {.folder = "/state", .maximumBytes = 5'000'000'000},
            .cache = "/cache",
            .hasMembers = true};
}

/// Units with everything that planning can find, some of them alike.
Plan somePlan() {
    constexpr std::array kKinds = {AssetKind::Model, AssetKind::Clip, AssetKind::Unclear};
    Plan plan{.configuration = "/art/\xFF.yaml"};
    for (std::uint64_t i = 0; i < 40; ++i) {
        PlannedUnit unit{.recipe = randomRecipe(i / 4), .job = i % 2 == 0 ? "glb" : "other"};
        unit.recipe.output += i % 4 == 3 ? "\xFC" : std::to_string(i);
        for (const FileRecipe* file : unit.recipe.files()) {
            unit.facts.push_back({.relative = file->path.substr(file->path.empty() ? 0 : 1),
                                  .kind = kKinds[i % kKinds.size()],
                                  .description = "a file \xE4",
                                  .sizeBytes = i << 40U});
        }
        if (i % 5 == 0) unit.facts.front().problem = test::kInputError.in("/a/\xFE", "is \"cut\"\n");
        if (i % 7 == 0) {
            for (std::size_t n = 0; n < Diagnostics::kKeptPerKind + i; ++n)
                unit.diagnostics.add(kFirstIssue, "clip[3] 'a'", std::to_string(n));
            unit.diagnostics.add(kSecondIssue, "\xFF");
        }
        plan.units.add(unit);
    }
    plan.units.finish();
    return plan;
}

std::string textOf(const Plan& plan, const std::vector<std::uint32_t>& units) {
    const UnitCosts costs(plan.units);
    std::string text;
    writeShard(plan, units, costs, someFacts(), [&text](std::string_view piece) { text += piece; });
    return text;
}

void expectSameIssues(const Diagnostics& left, const Diagnostics& right) {
    EXPECT_EQ(left.counts(), right.counts());
    ASSERT_EQ(left.issues().size(), right.issues().size());
    for (std::size_t i = 0; i < left.issues().size(); ++i) {
        EXPECT_EQ(left.issues()[i].kind, right.issues()[i].kind);
        EXPECT_EQ(left.issues()[i].where, right.issues()[i].where);
        EXPECT_EQ(left.issues()[i].details, right.issues()[i].details);
    }
}

TEST(ShardFile, ComesBackAsItWas) {
    const Plan plan = somePlan();
    const std::vector<std::uint32_t> units = {0, 1, 2, 3, 7, 8, 9, 14, 21, 30, 39};
    const Result<Shard> shard = shardFromText(textOf(plan, units), kCodes);
    ASSERT_TRUE(shard) << shard.error().text();
    EXPECT_EQ(shard->facts, someFacts());
    EXPECT_EQ(shard->plan.configuration, plan.configuration);
    EXPECT_EQ(shard->plan.state, someFacts().state);
    EXPECT_EQ(shard->plan.cache, "/cache");
    EXPECT_TRUE(shard->plan.hasMembers);
    ASSERT_EQ(shard->plan.units.size(), units.size());
    for (std::size_t i = 0; i < units.size(); ++i) {
        SCOPED_TRACE(i);
        const PlannedUnit was = plan.units[units[i]];
        const PlannedUnit is = shard->plan.units[i];
        EXPECT_EQ(is.recipe, was.recipe);
        EXPECT_EQ(recipeToJson(is.recipe), recipeToJson(was.recipe));
        EXPECT_EQ(is.facts, was.facts);
        EXPECT_EQ(is.job, was.job);
        EXPECT_EQ(is.estimatedBytes, was.estimatedBytes);
        expectSameIssues(is.diagnostics, was.diagnostics);
    }
    EXPECT_EQ(shard->plan.archives, plan.units.recipe(39).reading->archives);
}

TEST(ShardFile, KeepsWhatReadingAMemberHolds) {
    Plan plan;
    const PlannedUnit alike{.recipe = smallRecipe()};
    UnitOfFiles unit{.steps = alike.recipe.steps,
                     .reading = alike.recipe.reading,
                     .exporting = alike.recipe.exporting,
                     .output = alike.recipe.output};
    const FileTable::Index file = plan.units.files().add({.path = "/art/a.meg/wolf.alo",
                                                          .relative = "a.meg/wolf.alo",
                                                          .sizeBytes = 10,
                                                          .isMember = true,
                                                          .heldBytes = 123'456'789});
    plan.units.files().setKind(file, {.description = "a model"});
    plan.units.files().setAssetName(file, "wolf");
    unit.files = {{.file = file, .isModel = true, .startsPart = true}};
    plan.units.add(unit);
    plan.units.finish();
    const Result<Shard> shard = shardFromText(textOf(plan, {0}), kCodes);
    ASSERT_TRUE(shard) << shard.error().text();
    EXPECT_EQ(shard->plan.units.scannedFile(0, 0), plan.units.scannedFile(0, 0));
    EXPECT_EQ(shard->plan.units.heldBytes(0), 123'456'789U);
}

TEST(ShardFile, HasTheRecipeOfAlikeUnitsOnce) {
    // As planning makes them: of the same settings.
    Plan plan;
    PlannedUnit unit{.recipe = randomRecipe(1), .facts = {}};
    unit.recipe.steps = std::vector<Step>{};
    for (const FileRecipe* file : unit.recipe.files())
        unit.facts.push_back({.relative = file->path});
    for (int i = 0; i < 100; ++i) {
        unit.recipe.output = "/out/" + std::to_string(i);
        plan.units.add(unit);
    }
    plan.units.finish();
    std::vector<std::uint32_t> all(100);
    std::iota(all.begin(), all.end(), 0U);
    const std::string text = textOf(plan, all);
    std::size_t recipes = 0;
    for (std::size_t at = text.find("\"recipe\":{"); at != std::string::npos;
         at = text.find("\"recipe\":{", at + 1))
        ++recipes;
    EXPECT_EQ(recipes, 1U);
    const Result<Shard> shard = shardFromText(text, kCodes);
    ASSERT_TRUE(shard) << shard.error().text();
    for (std::size_t i = 0; i < 100; ++i)
        EXPECT_EQ(shard->plan.units.recipe(i), plan.units.recipe(i));
}

TEST(ShardFile, NoticesEveryChangedOrMissingByte) {
    const Plan plan = somePlan();
    const std::string text = textOf(plan, {0, 1, 7});
    for (std::size_t size = 0; size < text.size(); ++size)
        ASSERT_TRUE(
            shardFromText(std::string_view(text).substr(0, size), kCodes).error().is(kFarmFileDamaged));
    for (std::size_t i = 0; i < text.size(); ++i) {
        for (const int bit : {1, 32, 128}) {
            std::string changed = text;
            changed[i] = static_cast<char>(changed[i] ^ bit);
            const Result<Shard> shard = shardFromText(changed, kCodes);
            ASSERT_FALSE(shard) << i;
            ASSERT_TRUE(shard.error().is(kFarmFileDamaged)) << shard.error().text();
        }
    }
}

TEST(ShardFile, SaysWhatIsWrong) {
    const std::string text = textOf(somePlan(), {0});
    const std::string other = std::string(text).replace(text.find(":1,"), 3, ":8,");
    EXPECT_EQ(shardFromText(other, kCodes).error().text(),
              "line 1: has version 8 of this form, and this program reads version 1");
    EXPECT_THAT(shardFromText(text.substr(0, text.size() - 2), kCodes).error().text(),
                HasSubstr("the digest at the end is not that of the lines before it"));
    const Result<Shard> unknown = shardFromText(text, {.errors = {}, .issues = kIssues});
    EXPECT_EQ(unknown.error().text(), "line 2: 'test.input' is unknown to this program");
}

}  // namespace
}  // namespace rigkiln
