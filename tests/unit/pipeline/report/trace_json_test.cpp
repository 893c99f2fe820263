#include "pipeline/report/trace_json.hpp"

#include <chrono>
#include <cstddef>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace rigkiln {
namespace {

nlohmann::json eventsOf(const Trace& trace, const RunReport& report, const char* phase) {
    nlohmann::json chosen = nlohmann::json::array();
    const nlohmann::json document = nlohmann::json::parse(toTraceJson(trace, report));
    for (const nlohmann::json& event : document.at("traceEvents")) {
        if (event.at("ph") == phase) chosen.push_back(event);
    }
    return chosen;
}

TEST(TraceJson, HasATrackForEachThread) {
    Trace trace;
    const auto work = [&] {
        const Trace::Scope scope(&trace, "worker");
        const TraceSpan span("stage", "work");
    };
    std::thread(work).join();
    work();
    const nlohmann::json spans = eventsOf(trace, {}, "X");
    ASSERT_EQ(spans.size(), 2U);
    EXPECT_NE(spans[0].at("tid"), spans[1].at("tid"));
    std::string names;
    for (const nlohmann::json& event : eventsOf(trace, {}, "M"))
        names += event.at("args").value("name", "") + ";";
    EXPECT_EQ(names, "rigkiln;worker 1;;worker 2;;");
}

TEST(TraceJson, HasOuterSpansBeforeInnerOnes) {
    Trace trace;
    RunReport report;
    report.units.push_back({.output = "/o/\"a\xE9.glb", .format = "alo", .exporter = "gltf"});
    {
        const Trace::Scope scope(&trace, "worker");
        const TraceSpan outer("stage", "outer", 0);
        const TraceSpan inner("step", "inner");
    }
    const nlohmann::json spans = eventsOf(trace, report, "X");
    ASSERT_EQ(spans.size(), 2U);
    EXPECT_EQ(spans[0].at("name"), "outer");
    EXPECT_EQ(spans[0].at("args").at("output"), "/o/\"a\xC3\xA9.glb");
    EXPECT_EQ(spans[1].at("cat"), "step");
    EXPECT_FALSE(spans[1].contains("args"));
}

TEST(TraceJson, CountsWhatIsNotKept) {
    Trace trace;
    const Trace::Scope scope(&trace, "worker");
    constexpr std::size_t kBeyond = 3;
    for (std::size_t i = 0; i < Trace::kEventsKept + kBeyond; ++i)
        const TraceSpan span("stage", "work");
    for (std::size_t i = 0; i < Trace::kEventsKept + kBeyond; ++i)
        trace.addLoad(i, 1);
    EXPECT_EQ(trace.dropped(), 2 * kBeyond);
    ASSERT_EQ(trace.threads().size(), 1U);
    EXPECT_EQ(trace.threads().front()->spans.size(), Trace::kEventsKept);
    EXPECT_EQ(trace.loads().size(), Trace::kEventsKept);
}

TEST(TraceJson, HasLoadsAsCounters) {
    Trace trace;
    trace.addLoad(100, 2);
    const nlohmann::json counters = eventsOf(trace, {}, "C");
    ASSERT_EQ(counters.size(), 2U);
    EXPECT_EQ(counters[0].at("name"), "bytes in flight");
    EXPECT_EQ(counters[0].at("args").at("bytes"), 100);
}

TEST(Trace, RecordsNothingOutsideOfAScope) {
    Trace trace;
    { const TraceSpan span("stage", "before"); }
    {
        const Trace::Scope none(nullptr, "worker");
        const TraceSpan span("stage", "without a trace");
    }
    { const Trace::Scope scope(&trace, "worker"); }
    { const TraceSpan span("stage", "after"); }
    EXPECT_TRUE(eventsOf(trace, {}, "X").empty());
}

TEST(Trace, RecordsWaitsThatTakeAWhile) {
    Trace trace;
    const Trace::Scope scope(&trace, "worker");
    { const TraceWait span("nothing"); }
    {
        const TraceWait span("something");
        std::this_thread::sleep_for(2 * TraceSpan::kShortestWait);
    }
    const nlohmann::json spans = eventsOf(trace, {}, "X");
    EXPECT_EQ(spans.back().at("name"), "something");
    EXPECT_GE(spans.back().at("dur"), 50.0);
}

}  // namespace
}  // namespace rigkiln
