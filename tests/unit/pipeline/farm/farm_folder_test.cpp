#include "pipeline/farm/farm_folder.hpp"

#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/farm/farm_errors.hpp"

namespace rigkiln {
namespace {

using testing::HasSubstr;

TEST(FarmFolder, FactsComeBackAsTheyWere) {
    const FarmFacts facts{.program = "1.2",
                          .configuration = "/art/a \"b\".yaml",
                          .definitions = {"input=x", "empty="},
                          .strict = true,
                          .shards = 7,
                          .runOptions = {"--jobs", "3"},
                          .batchOptions = {"--partition=long"}};
    const Result<FarmFacts> read = farmFactsFrom(toJsonText(facts));
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(*read, facts);
}

TEST(FarmFolder, RoundsComeBackAsTheyWere) {
    const FarmRound round{.number = 3, .planned = 100, .units = 12, .shards = {{5, 0.25}, {7, 1e12}}};
    const Result<FarmRound> read = farmRoundFrom(toJsonText(round));
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(*read, round);
}

TEST(FarmFolder, SaysWhatIsWrongWithAFile) {
    const Result<FarmFacts> other = farmFactsFrom(R"({"version": 9})");
    ASSERT_FALSE(other);
    EXPECT_TRUE(other.error().is(kFarmFileDamaged));
    EXPECT_EQ(other.error().text(), "version: is 9, and this program reads version 1");
    for (const char* text : {"", "{", "[]", "{}", R"({"version": 1})", R"({"version": 1, "round": "x"})"}) {
        EXPECT_TRUE(farmFactsFrom(text).error().is(kFarmFileDamaged)) << text;
        EXPECT_TRUE(farmRoundFrom(text).error().is(kFarmFileDamaged)) << text;
    }
}

TEST(Deliveries, KnowWhatWasAdded) {
    Deliveries deliveries;
    for (const char* output : {"/out/b.glb", "/out/a.glb", "/out/b.glb"})
        deliveries.add(output);
    deliveries.finish();
    EXPECT_EQ(deliveries.size(), 2U);
    EXPECT_TRUE(deliveries.has("/out/a.glb"));
    EXPECT_TRUE(deliveries.has("/out/b.glb"));
    EXPECT_FALSE(deliveries.has("/out/c.glb"));
}

TEST(Deliveries, KnowEachOfMany) {
    constexpr int kOutputs = 20'000;
    const auto output = [](int i) { return fmt::format("/out/{}.glb", i); };
    Deliveries deliveries;
    deliveries.finish();
    EXPECT_FALSE(deliveries.has(output(0)));
    for (int i = 0; i < kOutputs; i += 2)
        deliveries.add(output(i));
    deliveries.finish();
    for (int i = 0; i < kOutputs; ++i)
        EXPECT_EQ(deliveries.has(output(i)), i % 2 == 0) << output(i);
}

}  // namespace
}  // namespace rigkiln
