#include "pipeline/run/unit_store.hpp"

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "pipeline/base/trace.hpp"
#include "pipeline/report/exit_code.hpp"
#include "pipeline/report/report_json.hpp"
#include "pipeline/report/report_junit.hpp"
#include "pipeline/report/report_text.hpp"
#include "pipeline/report/trace_json.hpp"
#include "pipeline/run/changed_part.hpp"
#include "pipeline/run/repeated_report.hpp"
#include "tests/support/batch_fixture.hpp"

namespace rigkiln {
namespace {

constexpr ReportShape kAllStored{.unitsInReport = 0};
constexpr ReportShape kFewStored{.unitsInReport = 0, .keepsAllUnits = false};

/// Returns the texts of a run without times, which differ between runs.
struct Texts {
    std::string summary{};
    std::string json{};
    std::string trace{};
    int exitCode = 0;
};

class StoredRun : public BatchFixture {
protected:
    /// Writes sources of which some are whole, some lose something, and some fail, in every way that a report
    /// has words for.
    void writeSources() {
        for (int i = 0; i < 40; ++i) {
            const std::string name = fmt::format("in/{}/unit{:02}", i % 3, i);
            folder_.write(name + ".smodel", "model 3");
            if (i % 4 == 1) folder_.write(name + "_walk.sclip", "clip 2");
            if (i % 8 == 3) folder_.write(name + "_run.sclip", "clip 2 bad");
            if (i % 8 == 5) folder_.write(name + ".smodel", i % 3 == 0 ? "garbage" : "model 3 bad");
            if (i % 8 == 7) folder_.write(name + ".smodel", "model 3 issue");
            if (i % 8 == 0) folder_.write(name + ".smodel", "model 3 texture=gone.dds");
            if (i % 8 == 2) folder_.write(name + ".smodel", "model 3 unexportable");
            if (i % 16 == 9) folder_.write(fmt::format("in/{}/lone{:02}.sclip", i % 3, i), "clip 2");
        }
    }

    /// One output of each source; with siblings a second one of some, which share a file.
    static std::string configuration(bool hasSiblings) {
        return boundConfiguration() +
               (hasSiblings ? "  models: { uses: scan, root: in/0, include: ['**/*.smodel'] }\n"
                              "  more: { uses: export, from: models, to: text, shared: true, path: "
                              "'more/{name}.txt' }\n"
                            : "");
    }

    RunReport run(const Plan& plan, const ReportShape& shape, RunOptions options = {}) {
        std::filesystem::remove_all(folder_.path("out"));
        std::filesystem::remove_all(folder_.path("more"));
        options.shape = shape;
        RunReport report = runPlan(plan, options);
        report.wallMilliseconds = 1000;
        report.peakReservedBytes = 0;
        return report;
    }

    static Texts textsOf(const RunReport& report, bool hasFiles) {
        Texts texts{.summary = toSummaryText(report, {}), .exitCode = exitCode(report)};
        if (!hasFiles) return texts;
        texts.json = toReportJson(report, false);
        Trace trace;
        {
            const Trace::Scope scope(&trace, "main");
            const TraceSpan span("stage", "read", 1);
        }
        texts.trace = toTraceJson(trace, report);
        texts.trace.erase(0, texts.trace.find("\"args\":{\"output\""));
        return texts;
    }
};

TEST_F(StoredRun, TellsTheSameAsOneInMemory) {
    writeSources();
    for (const bool hasSiblings : {false, true}) {
        const Plan plan = planned(configuration(hasSiblings));
        const RunReport inMemory = run(plan, {});
        const Texts expected = textsOf(inMemory, true);
        const RunReport stored = run(plan, kAllStored);
        EXPECT_TRUE(stored.units.empty());
        const Texts texts = textsOf(stored, true);
        EXPECT_EQ(texts.summary, expected.summary);
        EXPECT_EQ(texts.json, expected.json);
        EXPECT_EQ(texts.trace, expected.trace);
        EXPECT_EQ(texts.exitCode, expected.exitCode);
        EXPECT_EQ(textsOf(run(plan, kFewStored), false).summary, expected.summary);
        EXPECT_THAT(expected.summary, testing::HasSubstr("failed"));
    }
}

TEST_F(StoredRun, WritesTheSameCases) {
    writeSources();
    const Plan plan = planned(configuration(true));
    const auto withoutTimes = [](std::string xml) {
        for (std::size_t at = xml.find("time=\""); at != std::string::npos; at = xml.find("time=\"", at + 1))
            xml.erase(at + 6, xml.find('"', at + 6) - at - 6);
        return xml;
    };
    const std::string expected = withoutTimes(toJUnitXml(run(plan, {})));
    EXPECT_EQ(withoutTimes(toJUnitXml(run(plan, kAllStored))), expected);
}

TEST_F(StoredRun, CountsCancelledUnitsAsOneInMemory) {
    writeSources();
    const Plan plan = planned();
    const std::atomic<int> stop = 1;
    const std::string expected = toSummaryText(run(plan, {}, {.stopLevel = &stop}), {});
    EXPECT_EQ(toSummaryText(run(plan, kFewStored, {.stopLevel = &stop}), {}), expected);
    EXPECT_THAT(expected, testing::HasSubstr("not begun"));
}

TEST_F(StoredRun, IsRepeatedAsOneInMemory) {
    for (int i = 0; i < 20; ++i)
        folder_.write(fmt::format("in/unit{:02}.smodel", i), i == 7 ? "model 3 issue" : "model 3");
    const Plan plan = planned();
    RunReport expected = run(plan, {});
    RunReport stored = run(plan, kFewStored);
    const RepeatedOutcomes outcomes = tellAsRepeated(stored);
    EXPECT_EQ(tellAsRepeated(expected).unchanged, outcomes.unchanged);
    EXPECT_EQ(outcomes.unchanged, 20U);
    EXPECT_EQ(toSummaryText(stored, {.time = " "}), toSummaryText(expected, {.time = " "}));
    EXPECT_EQ(partsOf(stored), partsOf(expected));
}

TEST_F(StoredRun, StoresNothingOfPlainUnitsThatNobodyAskedFor) {
    for (int i = 0; i < 20; ++i)
        folder_.write(fmt::format("in/unit{:02}.smodel", i), "model 3");
    const RunReport report = run(planned(), kFewStored);
    std::size_t visited = 0;
    forEachUnit(report, UnitTrait::Any, [&](const UnitReport&, std::size_t) { ++visited; });
    EXPECT_EQ(visited, 0U);
    ASSERT_TRUE(report.others);
    EXPECT_EQ(report.others->count(), 20U);
    EXPECT_EQ(totals(report).written, 20U);
}

}  // namespace
}  // namespace rigkiln
