#include "pipeline/report/join_traces.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "pipeline/report/json_text.hpp"

namespace rigkiln {
namespace {

using Json = nlohmann::ordered_json;

/// No event of ours is nearly as long.
constexpr std::size_t kMostBytesOfLine = std::size_t{1} << 20U;

/// Returns what a line has; nothing where it is no JSON, or nested deeper than any event of ours: writing it
/// would take a stack for that.
std::optional<Json> parsed(const std::string& line) {
    constexpr int kMostLevels = 8;
    bool isDeep = false;
    Json json = Json::parse(
        line,
        [&isDeep](int level, Json::parse_event_t, Json&) {
            isDeep = isDeep || level > kMostLevels;
            return level <= kMostLevels;
        },
        false);
    if (isDeep || json.is_discarded()) return std::nullopt;
    return json;
}

/// Lines of a file, none of them longer than they may be.
class Lines {
public:
    explicit Lines(const std::string& path) : file_(path, std::ios::binary) {}

    std::optional<std::string> next() {
        std::string line;
        while (line.size() < kMostBytesOfLine) {
            const int byte = file_.get();
            if (byte == std::ifstream::traits_type::eof()) break;
            if (byte == '\n') return line;
            line += static_cast<char>(byte);
        }
        return std::nullopt;
    }

private:
    std::ifstream file_;
};

struct Head {
    std::int64_t started = 0;
    std::size_t dropped = 0;
    std::string version{};
};

/// The first line without the events, which begin at its end.
std::optional<Head> headIn(Lines& lines) {
    const std::optional<std::string> line = lines.next();
    if (!line) return std::nullopt;
    const std::optional<Json> json = parsed(*line + "]}");
    if (!json || !json->is_object() || !json->contains("otherData")) return std::nullopt;
    const Json& data = (*json)["otherData"];
    const auto isNumber = [&](const char* name) {
        return data.contains(name) && data[name].is_number_integer();
    };
    if (!data.is_object() || !isNumber("started_us") || !isNumber("dropped_events") ||
        data.value("program", Json()) != "rigkiln")
        return std::nullopt;
    const Json version = data.value("version", Json());
    return Head{.started = data["started_us"].get<std::int64_t>(),
                .dropped = data["dropped_events"].get<std::size_t>(),
                .version = version.is_string() ? version.get<std::string>() : std::string()};
}

/// Writes the events of files into one document.
class Joiner {
public:
    /// `first` is the start of the first process.
    Joiner(std::int64_t first, const TextSink& sink) : first_(first), sink_(sink) {}

    /// Writes the events of a file as those of a process. Returns false where the file is damaged.
    bool add(const std::string& path, std::int64_t started) {
        ++process_;
        const double shift = static_cast<double>(started) - static_cast<double>(first_);
        Lines lines(path);
        static_cast<void>(lines.next());
        while (true) {
            std::optional<std::string> line = lines.next();
            if (line == "]}") return true;
            if (line && line->ends_with(',')) line->pop_back();
            std::optional<Json> event = line ? parsed(*line) : std::nullopt;
            if (!event || !event->is_object()) return false;
            (*event)["pid"] = process_;
            const auto time = event->find("ts");
            if (time != event->end() && time->is_number()) *time = time->get<double>() + shift;
            sink_(std::exchange(separator_, ",\n") +
                  event->dump(-1, ' ', false, Json::error_handler_t::replace));
        }
    }

private:
    std::int64_t first_;
    const TextSink& sink_;
    std::size_t process_ = 0;
    std::string separator_ = "\n";
};

}  // namespace

std::vector<std::string> joinTraces(const std::vector<std::string>& files, const TextSink& sink) {
    std::vector<std::string> damaged;
    std::vector<std::pair<std::string, Head>> whole;
    for (const std::string& path : files) {
        Lines lines(path);
        if (std::optional<Head> head = headIn(lines)) {
            whole.emplace_back(path, *std::move(head));
        } else {
            damaged.push_back(path);
        }
    }
    std::int64_t first = whole.empty() ? 0 : whole.front().second.started;
    std::size_t dropped = 0;
    for (const auto& [path, head] : whole) {
        first = std::min(first, head.started);
        dropped += head.dropped;
    }
    std::string text = "{\"displayTimeUnit\":\"ms\",\"otherData\":{\"program\":\"rigkiln\",\"version\":";
    json_text::appendText(text, whole.empty() ? std::string() : whole.front().second.version);
    text += fmt::format(",\"dropped_events\":{},\"started_us\":{}}},\"traceEvents\":[", dropped, first);
    sink(text);
    Joiner joiner(first, sink);
    for (const auto& [path, head] : whole) {
        if (!joiner.add(path, head.started)) damaged.push_back(path);
    }
    sink("\n]}\n");
    return damaged;
}

}  // namespace rigkiln
