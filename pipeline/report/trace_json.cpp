#include "pipeline/report/trace_json.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

constexpr int kProcess = 1;

double microseconds(Trace::Clock::duration duration) {
    return std::chrono::duration<double, std::micro>(duration).count();
}

std::string quotedJson(std::string_view text) {
    return nlohmann::json(toUtf8(text)).dump();
}

/// Writes events one at a time: a document of a large run would need many times the memory.
class TraceWriter {
public:
    TraceWriter(const Trace& trace, const RunReport& report) : trace_(trace), report_(report) {}

    std::string text() {
        text_ = "{\"displayTimeUnit\":\"ms\",\"otherData\":{\"program\":\"rigkiln\",\"version\":" +
                quotedJson(report_.version) + ",\"dropped_events\":" + fmt::to_string(trace_.dropped()) +
                "},\"traceEvents\":[";
        add(R"({{"ph":"M","pid":{},"tid":0,"name":"process_name","args":{{"name":"rigkiln"}}}})", kProcess);
        int number = 0;
        for (const Trace::Thread* thread : trace_.threads())
            addThread(*thread, ++number);
        addLoads();
        text_ += "\n]}\n";
        return std::move(text_);
    }

private:
    template <class... Values>
    void add(fmt::format_string<Values...> format, Values&&... values) {
        text_ += isFirst_ ? "\n" : ",\n";
        isFirst_ = false;
        fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
    }

    void addThread(const Trace::Thread& thread, int number) {
        add(R"({{"ph":"M","pid":{},"tid":{},"name":"thread_name","args":{{"name":{}}}}})", kProcess, number,
            quotedJson(thread.name));
        add(R"({{"ph":"M","pid":{},"tid":{},"name":"thread_sort_index","args":{{"sort_index":{}}}}})",
            kProcess, number, number);
        // Outer spans end last; readers want them before what they contain.
        std::vector<const Trace::Span*> spans;
        spans.reserve(thread.spans.size());
        for (const Trace::Span& span : thread.spans)
            spans.push_back(&span);
        std::ranges::stable_sort(spans, [](const Trace::Span* left, const Trace::Span* right) {
            return left->begin != right->begin ? left->begin < right->begin : left->end > right->end;
        });
        for (const Trace::Span* span : spans)
            addSpan(*span, number);
    }

    void addSpan(const Trace::Span& span, int number) {
        const double begin = microseconds(span.begin - trace_.start());
        const double duration = microseconds(span.end - span.begin);
        std::string unit;
        if (span.unit < report_.units.size()) {
            const UnitReport& made = report_.units[span.unit];
            unit = fmt::format(
                ",\"args\":{{\"output\":{}{}}}", quotedJson(made.output),
                made.inputs.empty() ? std::string() : ",\"source\":" + quotedJson(made.inputs.front().path));
        }
        add(R"({{"ph":"X","pid":{},"tid":{},"ts":{:.3f},"dur":{:.3f},"cat":"{}","name":"{}"{}}})", kProcess,
            number, begin, duration, span.category, span.name, unit);
    }

    void addLoads() {
        for (const Trace::Load& load : trace_.loads()) {
            const double at = microseconds(load.at - trace_.start());
            add(R"({{"ph":"C","pid":{},"tid":0,"ts":{:.3f},"name":"bytes in flight","args":{{"bytes":{}}}}})",
                kProcess, at, load.reservedBytes);
            add(R"({{"ph":"C","pid":{},"tid":0,"ts":{:.3f},"name":"units in flight","args":{{"units":{}}}}})",
                kProcess, at, load.unitsInFlight);
        }
    }

    const Trace& trace_;
    const RunReport& report_;
    std::string text_;
    bool isFirst_ = true;
};

}  // namespace

std::string toTraceJson(const Trace& trace, const RunReport& report) {
    return TraceWriter(trace, report).text();
}

}  // namespace rigkiln
