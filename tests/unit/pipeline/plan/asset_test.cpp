#include "pipeline/plan/asset.hpp"

#include <gtest/gtest.h>

#include "pipeline/conversion/conversion_errors.hpp"

namespace rigkiln {
namespace {

constexpr IssueKind kOddAsset{"test.odd", Severity::Warning, "something odd"};

Asset modelWithClips() {
    Asset asset;
    asset.parts = {{.model = SourceFile{.file = 7, .settings = 1},
                    .clips = {{.file = 8, .settings = 2}, {.file = 9, .settings = 0}}},
                   {.model = std::nullopt, .clips = {{.file = 3, .settings = 5}}}};
    asset.group = MergeGroup{.name = "all", .folder = "deep"};
    asset.keys.rates = {30.0};
    asset.diagnostics.add(kOddAsset, "clip 'x'", "very");
    asset.problem = kMismatchedName.in("/x.alo", "is empty");
    return asset;
}

Asset loneClip() {
    Asset asset;
    asset.parts = {{.model = std::nullopt, .clips = {{.file = 4, .settings = 2}}}};
    return asset;
}

void expectSame(const SourceFile& actual, const SourceFile& expected) {
    EXPECT_EQ(actual.file, expected.file);
    EXPECT_EQ(actual.settings, expected.settings);
}

void expectSame(const Asset& actual, const Asset& expected) {
    EXPECT_EQ(actual.keys, expected.keys);
    EXPECT_EQ(actual.problem, expected.problem);
    EXPECT_EQ(actual.diagnostics.counts(), expected.diagnostics.counts());
    ASSERT_EQ(actual.group.has_value(), expected.group.has_value());
    if (expected.group) {
        EXPECT_EQ(actual.group->name, expected.group->name);
        EXPECT_EQ(actual.group->folder, expected.group->folder);
    }
    ASSERT_EQ(actual.parts.size(), expected.parts.size());
    for (std::size_t i = 0; i < expected.parts.size(); ++i) {
        const AssetPart& part = actual.parts[i];
        ASSERT_EQ(part.model.has_value(), expected.parts[i].model.has_value());
        if (part.model) expectSame(*part.model, *expected.parts[i].model);
        ASSERT_EQ(part.clips.size(), expected.parts[i].clips.size());
        for (std::size_t clip = 0; clip < part.clips.size(); ++clip)
            expectSame(part.clips[clip], expected.parts[i].clips[clip]);
    }
}

TEST(AssetTable, GivesBackWhatWasPutIn) {
    AssetTable table;
    table.add(loneClip());
    table.add(modelWithClips());
    table.add(loneClip());
    ASSERT_EQ(table.size(), 3U);
    expectSame(table[0], loneClip());
    expectSame(table[1], modelWithClips());
    expectSame(table[2], loneClip());
}

TEST(AssetTable, ChangesTheKeysOfAllAssets) {
    AssetTable table;
    table.add(loneClip());
    table.add(modelWithClips());
    table.changeKeys([](KeySettings& keys) { keys.append({.rates = {15.0}}); });
    EXPECT_EQ(table[0].keys.rates, std::vector<double>({15.0}));
    EXPECT_EQ(table[1].keys.rates, std::vector<double>({30.0, 15.0}));
    Asset later = loneClip();
    table.add(later);
    EXPECT_EQ(table[2].keys, KeySettings());
}

TEST(Asset, MovesItsKeySettingsBehindThoseOfItsFiles) {
    FileTable files;
    RecentRows<SourceSettings> settings;
    const std::uint32_t before = settings.add({.decode = nullptr, .keys = {.rates = {60.0}}});
    Asset asset = loneClip();
    asset.parts.front().clips.front().settings = before;
    asset.keys = {.rates = {30.0}, .reduction = ReductionSettings()};
    asset.moveKeySettingsToFiles({files, settings});
    EXPECT_EQ(asset.keys, KeySettings());
    const KeySettings& moved = settings[asset.mainSource().settings].keys;
    EXPECT_EQ(moved.rates, std::vector<double>({60.0, 30.0}));
    EXPECT_TRUE(moved.reduction.has_value());
    EXPECT_EQ(settings[before].keys.rates, std::vector<double>({60.0}));
}

}  // namespace
}  // namespace rigkiln
