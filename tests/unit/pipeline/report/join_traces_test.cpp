#include "pipeline/report/join_traces.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pipeline/base/trace.hpp"
#include "pipeline/report/trace_json.hpp"
#include "tests/support/temporary_folder.hpp"

namespace rigkiln {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;

/// The trace of a process with one span, which began at a time.
std::string traceText(const std::string& name, std::int64_t started) {
    Trace trace;
    {
        const Trace::Scope scope(&trace, "worker");
        const TraceSpan span("stage", "convert");
    }
    return toTraceJson(trace, {}, {.name = name, .startedMicroseconds = started});
}

struct Joined {
    json document{};
    std::vector<std::string> damaged{};
};

Joined join(const std::vector<std::string>& files) {
    std::string text;
    Joined joined;
    joined.damaged = joinTraces(files, [&text](std::string_view piece) { text += piece; });
    joined.document = json::parse(text);
    return joined;
}

std::vector<std::string> processesOf(const json& document) {
    std::vector<std::string> names;
    for (const json& event : document.at("traceEvents")) {
        if (event.at("name") == "process_name") names.push_back(event.at("args").at("name"));
    }
    return names;
}

class JoinTraces : public testing::Test {
protected:
    [[nodiscard]] std::string write(const std::string& name, const std::string& text) const {
        const std::filesystem::path path = folder.path() / name;
        std::ofstream(path, std::ios::binary) << text;
        return path.string();
    }

    test::TemporaryFolder folder;
};

TEST_F(JoinTraces, HaveAProcessForEachFileAndOneBeginning) {
    // Of another machine, whose clock is wrong.
    EXPECT_THAT(join({write("first", traceText("a", std::numeric_limits<std::int64_t>::min())),
                      write("last", traceText("b", std::numeric_limits<std::int64_t>::max()))})
                    .damaged,
                IsEmpty());
    constexpr std::int64_t kLater = 2'000'000;
    const Joined joined = join({write("late", traceText("late", 1'000'000'000'000'000 + kLater)),
                                write("early", traceText("early", 1'000'000'000'000'000))});
    EXPECT_THAT(joined.damaged, IsEmpty());
    EXPECT_THAT(processesOf(joined.document), ElementsAre("late", "early"));
    EXPECT_EQ(joined.document.at("otherData").at("started_us"), 1'000'000'000'000'000);
    std::vector<double> times(3);
    for (const json& event : joined.document.at("traceEvents")) {
        if (event.at("ph") == "X")
            times.at(event.at("pid").get<std::size_t>()) = event.at("ts").get<double>();
    }
    EXPECT_GE(times[1], kLater);
    EXPECT_LT(times[1] - kLater, 1'000'000);
    EXPECT_LT(times[2], 1'000'000);
}

TEST_F(JoinTraces, NameDamagedFilesAndKeepWhatIsWhole) {
    const std::string whole = traceText("whole", 1);
    const std::string cut = traceText("cut", 1);
    const std::vector<std::string> bad = {
        write("cut", cut.substr(0, cut.size() - 5)),
        write("no trace", "{\"a\": 1}\n"),
        write("empty", ""),
        (folder.path() / "missing").string(),
        write("other", R"({"otherData":{"program":"x","started_us":"y"},"traceEvents":[)"
                       "\n]}\n"),
        write("deep", whole.substr(0, whole.find('\n') + 1) + "{\"args\":" + std::string(400'000, '[') +
                          std::string(400'000, ']') + "}\n]}\n"),
        write("long", whole.substr(0, whole.find('\n') + 1) + std::string(std::size_t{2} << 20U, 'x')),
    };
    std::vector<std::string> files = bad;
    files.push_back(write("whole", whole));
    const Joined joined = join(files);
    EXPECT_THAT(joined.damaged, testing::UnorderedElementsAreArray(bad));
    EXPECT_THAT(processesOf(joined.document), ElementsAre("cut", "whole"));
}

// Any cut leaves a document that can be read.
TEST_F(JoinTraces, StayADocumentWhereverAFileEnds) {
    const std::string whole = traceText("a", 1);
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const Joined joined = join({write("cut", whole.substr(0, length))});
        // Without the last line break everything is there.
        EXPECT_EQ(joined.damaged.size(), 1U) << length;
    }
}

}  // namespace
}  // namespace rigkiln
