#include "pipeline/state/unit_record.hpp"

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "pipeline/report/report_json.hpp"
#include "pipeline/state/packed_bytes.hpp"
#include "tests/support/test_errors.hpp"

namespace rigkiln {
namespace {

const std::vector<const ErrorCode*> kCodes = {&test::kEnvironmentError, &test::kInputError};

UnitRecord wholeRecord() {
    UnitRecord record{.key = {.recipe = {1, 2}, .planning = {3, 4}, .policy = {5, 6}},
                      .started = {.seconds = -7, .nanoseconds = 8}};
    record.looks = {{.kind = LookKind::Read,
                     .path = "/art/hero.alo",
                     .sizeBytes = 1000,
                     .modifiedSeconds = -1,
                     .modifiedNanoseconds = 999'999'999,
                     .changedSeconds = 5'000'000'000,
                     .changedNanoseconds = 1,
                     .inode = std::numeric_limits<std::uint64_t>::max(),
                     .digest = ContentDigest{7, 8}},
                    {.kind = LookKind::Read, .path = "/art/a.meg/hero.alo", .sizeBytes = 3},
                    {.kind = LookKind::Missing, .path = "/art/\xFF"},
                    {.kind = LookKind::Search,
                     .path = "/art",
                     .names = {"skin.dds", "skin.png"},
                     .found = {"Skin.DDS"},
                     .place = SearchPlace::WithInside},
                    {.kind = LookKind::Listing, .path = "/art", .found = {"Skin.DDS"}}};
    record.outputs = {{.path = "/out/hero.glb",
                       .isShared = true,
                       .status = {.type = FileType::File, .sizeBytes = 5, .modifiedSeconds = 6, .inode = 7},
                       .digest = {9, 10}},
                      {.path = "/out/hero.glb.import",
                       .onlyIfAbsent = true,
                       .status = {.type = FileType::File, .sizeBytes = 5},
                       .digest = {}}};
    record.report.status = UnitStatus::Written;
    record.report.inputs = {{.path = "", .format = "", .status = InputStatus::Converted},
                            {.path = "",
                             .format = "",
                             .status = InputStatus::Failed,
                             .error = atPlace("chunk", test::kInputError.in("/art/walk.ala", "is cut"))}};
    record.report.issues = {{"a.b", Severity::Warning, "a sentence", "mesh[3]", ""}};
    record.report.issueCounts = {{"a.b", 33}};
    record.report.textureSearch = {.folders = {"/art"}, .missing = {"skin.dds"}};
    record.report.counts = {.joints = 3, .keys = 100'000};
    record.report.reductions = {{.clip = "walk", .keysBefore = 9, .maxError = 0.25, .worstJoint = "hand"}};
    record.report.positionError = 1e-9;
    record.report.bytesIn = 1;
    record.report.bytesOut = 2;
    record.times = {.readMilliseconds = 0.5};
    record.peakBytes = 3'000'000'000;
    record.sourceBytes = 700'000'000;
    return record;
}

TEST(UnitRecord, ComesBackAsItWas) {
    const UnitRecord record = wholeRecord();
    const std::string bytes = encodeUnitRecord(record);
    const auto again = decodeUnitRecord(bytes, kCodes);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->key, record.key);
    EXPECT_EQ(again->started, record.started);
    EXPECT_EQ(again->looks, record.looks);
    EXPECT_EQ(again->outputs, record.outputs);
    EXPECT_EQ(again->times.readMilliseconds, 0.5);
    EXPECT_EQ(again->peakBytes, 3'000'000'000U);
    EXPECT_EQ(again->sourceBytes, 700'000'000U);
    EXPECT_EQ(again->report.inputs[1].error, record.report.inputs[1].error);
    const auto text = [](const UnitReport& unit) {
        RunReport report;
        report.units = {unit};
        return toReportJson(report, false);
    };
    EXPECT_EQ(text(again->report), text(record.report));
    EXPECT_EQ(encodeUnitRecord(*again), bytes);
    EXPECT_LT(bytes.size(), 575U);
}

TEST(UnitRecord, RejectsEveryPrefixAndMore) {
    const std::string bytes = encodeUnitRecord(wholeRecord());
    for (std::size_t size = 0; size < bytes.size(); ++size)
        EXPECT_FALSE(decodeUnitRecord(std::string_view(bytes).substr(0, size), kCodes)) << size;
    EXPECT_FALSE(decodeUnitRecord(bytes + '\0', kCodes));
}

TEST(UnitRecord, SurvivesEveryChangedByte) {
    const std::string bytes = encodeUnitRecord(wholeRecord());
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        for (const unsigned flip : {1U, 0x80U, 0xFFU}) {
            std::string changed = bytes;
            changed[at] = static_cast<char>(static_cast<unsigned char>(changed[at]) ^ flip);
            const auto record = decodeUnitRecord(changed, kCodes);
            if (record) {
                EXPECT_TRUE(decodeUnitRecord(encodeUnitRecord(*record), kCodes)) << at;
            }
        }
    }
}

TEST(UnitRecord, NeedsToKnowTheCodesOfItsErrors) {
    const std::string bytes = encodeUnitRecord(wholeRecord());
    EXPECT_FALSE(decodeUnitRecord(bytes, std::span(kCodes).first(1)));
    EXPECT_FALSE(decodeUnitRecord(bytes, {}));
}

TEST(UnitRecord, IsOfAnOutputOrOfAFailure) {
    UnitRecord record = wholeRecord();
    const std::vector<OutputRecord> outputs = std::exchange(record.outputs, {});
    EXPECT_TRUE(decodeUnitRecord(encodeUnitRecord(record), kCodes)) << "clips of a model that has none";
    record.report.status = UnitStatus::Failed;
    EXPECT_FALSE(decodeUnitRecord(encodeUnitRecord(record), kCodes));
    record.outputs = outputs;
    record.report.error = test::kInputError.error("is cut");
    EXPECT_FALSE(decodeUnitRecord(encodeUnitRecord(record), kCodes));
    record.outputs.clear();
    record.report.error = test::kInputError.error("is cut");
    EXPECT_TRUE(decodeUnitRecord(encodeUnitRecord(record), kCodes));
}

TEST(PackedBytes, KeepNumbersAndTexts) {
    constexpr std::uint64_t kLargest = std::numeric_limits<std::uint64_t>::max();
    constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
    PackedWriter writer;
    for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{127}, std::uint64_t{128}, kLargest})
        writer.number(value);
    for (const std::int64_t value : {std::int64_t{-1}, kLowest, std::numeric_limits<std::int64_t>::max()})
        writer.signedNumber(value);
    for (const char* text : {"/art/hero", "/art/hero_walk", "", "/art/hero"})
        writer.text(text);
    const std::string bytes = writer.take();
    PackedReader reader(bytes);
    EXPECT_EQ(reader.number(), 0U);
    EXPECT_EQ(reader.number(), 127U);
    EXPECT_EQ(reader.number(), 128U);
    EXPECT_EQ(reader.number(), kLargest);
    EXPECT_EQ(reader.signedNumber(), -1);
    EXPECT_EQ(reader.signedNumber(), kLowest);
    EXPECT_EQ(reader.signedNumber(), std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(reader.text(), "/art/hero");
    EXPECT_EQ(reader.text(), "/art/hero_walk");
    EXPECT_EQ(reader.text(), "");
    EXPECT_EQ(reader.text(), "/art/hero");
    EXPECT_TRUE(reader.isDone());
    EXPECT_EQ(reader.number(), 0U);
    EXPECT_TRUE(reader.hasFailed());
}

}  // namespace
}  // namespace rigkiln
