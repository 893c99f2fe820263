#include "pipeline/report/trace_json.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "pipeline/report/json_text.hpp"

namespace rigkiln {
namespace {

/// Appends microseconds.
void appendTime(std::string& json, Trace::Clock::duration duration) {
    json_text::appendThousandths(json, std::int64_t{std::chrono::nanoseconds(duration).count()});
}

std::string quotedJson(std::string_view text) {
    std::string json;
    json_text::appendText(json, text);
    return json;
}

/// Writes events one at a time: a document of a large run would need many times the memory.
class TraceWriter {
public:
    TraceWriter(const Trace& trace, const RunReport& report, const TraceProcess& process,
                const TextSink& sink)
        : trace_(trace), report_(report), process_(process), sink_(sink) {}

    void write() {
        text_ = "{\"displayTimeUnit\":\"ms\",\"otherData\":{\"program\":\"rigkiln\",\"version\":" +
                quotedJson(report_.version) + ",\"dropped_events\":" + fmt::to_string(trace_.dropped()) +
                ",\"started_us\":" + fmt::to_string(started()) + "},\"traceEvents\":[";
        add(R"({{"ph":"M","pid":1,"tid":0,"name":"process_name","args":{{"name":{}}}}})",
            quotedJson(process_.name));
        int number = 0;
        for (const Trace::Thread* thread : trace_.threads())
            addThread(*thread, ++number);
        addLoads();
        text_ += "\n]}\n";
        sink_(text_);
    }

private:
    [[nodiscard]] std::int64_t started() const {
        using namespace std::chrono;
        if (process_.startedMicroseconds) return *process_.startedMicroseconds;
        const auto since = system_clock::now().time_since_epoch() - (Trace::Clock::now() - trace_.start());
        return duration_cast<microseconds>(since).count();
    }

    template <class... Values>
    void add(fmt::format_string<Values...> format, Values&&... values) {
        text_ += isFirst_ ? "\n" : ",\n";
        isFirst_ = false;
        fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
    }

    /// Gives away what is written, once it is worth a call.
    void flush() {
        constexpr std::size_t kWorthwhile = std::size_t{1} << 16U;
        if (text_.size() < kWorthwhile) return;
        sink_(text_);
        text_.clear();
    }

    void addThread(const Trace::Thread& thread, int number) {
        add(R"({{"ph":"M","pid":1,"tid":{},"name":"thread_name","args":{{"name":{}}}}})", number,
            quotedJson(thread.name));
        add(R"({{"ph":"M","pid":1,"tid":{},"name":"thread_sort_index","args":{{"sort_index":{}}}}})", number,
            number);
        // Outer spans end last; readers want them before what they contain.
        std::vector<const Trace::Span*> spans;
        spans.reserve(thread.spans.size());
        for (const Trace::Span& span : thread.spans)
            spans.push_back(&span);
        std::ranges::stable_sort(spans, [](const Trace::Span* left, const Trace::Span* right) {
            return left->begin != right->begin ? left->begin < right->begin : left->end > right->end;
        });
        for (const Trace::Span* span : spans) {
            addSpan(*span, number);
            flush();
        }
    }

    /// Without format strings, which take longer to read than a span to write.
    void addSpan(const Trace::Span& span, int number) {
        text_ += ",\n{\"ph\":\"X\",\"pid\":1,\"tid\":";
        json_text::appendNumber(text_, number);
        text_ += ",\"ts\":";
        appendTime(text_, span.begin - trace_.start());
        text_ += ",\"dur\":";
        appendTime(text_, span.end - span.begin);
        text_ += ",\"cat\":\"";
        text_ += span.category;
        text_ += "\",\"name\":\"";
        text_ += span.name;
        text_ += '"';
        if (report_.stored != nullptr && span.unit < report_.stored->plannedUnits()) {
            const StoredUnits::Name name = report_.stored->nameOf(span.unit);
            addNames(name.output, name.source);
        } else if (span.unit < report_.units.size()) {
            const UnitReport& made = report_.units[span.unit];
            addNames(made.output, made.inputs.empty() ? std::string_view() : made.inputs.front().path);
        }
        text_ += '}';
    }

    void addNames(std::string_view output, std::string_view source) {
        text_ += ",\"args\":{\"output\":";
        json_text::appendText(text_, output);
        if (!source.empty()) {
            text_ += ",\"source\":";
            json_text::appendText(text_, source);
        }
        text_ += '}';
    }

    void addLoads() {
        for (const Trace::Load& load : trace_.loads()) {
            addCounter(load, "bytes in flight", "bytes", load.reservedBytes);
            addCounter(load, "units in flight", "units", load.unitsInFlight);
            flush();
        }
    }

    void addCounter(const Trace::Load& load, std::string_view name, std::string_view unit,
                    std::size_t value) {
        text_ += ",\n{\"ph\":\"C\",\"pid\":1,\"tid\":0,\"ts\":";
        appendTime(text_, load.at - trace_.start());
        text_ += ",\"name\":";
        json_text::appendQuoted(text_, name);
        text_ += ",\"args\":{";
        json_text::appendQuoted(text_, unit);
        text_ += ':';
        json_text::appendNumber(text_, value);
        text_ += "}}";
    }

    const Trace& trace_;
    const RunReport& report_;
    const TraceProcess& process_;
    const TextSink& sink_;
    std::string text_;
    bool isFirst_ = true;
};

}  // namespace

std::string toTraceJson(const Trace& trace, const RunReport& report, const TraceProcess& process) {
    std::string text;
    writeTraceJson(trace, report, process, [&text](std::string_view piece) { text += piece; });
    return text;
}

void writeTraceJson(const Trace& trace, const RunReport& report, const TraceProcess& process,
                    const TextSink& sink) {
    TraceWriter(trace, report, process, sink).write();
}

}  // namespace rigkiln
