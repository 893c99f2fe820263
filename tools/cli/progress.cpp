#include "tools/cli/progress.hpp"

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "pipeline/base/text.hpp"
#include "pipeline/report/exit_code.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/terminal.hpp"

namespace rigkiln::cli {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string clockText(double seconds) {
    constexpr long kSecondsPerMinute = 60;
    const long whole = std::lround(seconds);
    return fmt::format("{}:{:02}", whole / kSecondsPerMinute, whole % kSecondsPerMinute);
}

/// Remaining time such as ", 1:05 left", from the share of the estimated cost so far; empty while too little
/// is done to tell.
std::string remainingText(const Progress& progress, double elapsedSeconds) {
    constexpr double kEnoughDone = 0.02;
    const double share = progress.costTotal == 0 ? 0.0
                                                 : static_cast<double>(progress.costDone) /
                                                       static_cast<double>(progress.costTotal);
    if (share < kEnoughDone) return {};
    return fmt::format(", {} left", clockText(elapsedSeconds * (1 - share) / share));
}

/// Name of the unit that is under way for longest, once that is remarkable.
std::string slowestText(const Progress& progress) {
    constexpr double kRemarkableSeconds = 1;
    if (progress.slowest.empty() || progress.slowestSeconds < kRemarkableSeconds) return {};
    const std::string name = progress.slowest.substr(progress.slowest.rfind('/') + 1);
    return fmt::format(", slowest: {} for {}", toUtf8(name), clockText(progress.slowestSeconds));
}

/// The most important first, because a narrow terminal shows the beginning only.
std::string progressText(const Progress& progress, double elapsedSeconds) {
    const std::string failed =
        progress.unitsFailed > 0 ? fmt::format(", {} failed", progress.unitsFailed) : std::string();
    const double rate = elapsedSeconds > 0 ? static_cast<double>(progress.bytesDone) / elapsedSeconds : 0;
    return fmt::format("[{}/{}]{}{}, {}/s{}", progress.unitsDone, progress.unitsTotal, failed,
                       remainingText(progress, elapsedSeconds), byteCountText(static_cast<std::size_t>(rate)),
                       slowestText(progress));
}

/// Shows one line that is overwritten at most ten times a second and removed at the end.
class LiveLine final : public ProgressDisplay {
public:
    ~LiveLine() override { showStatusLine({}); }
    LiveLine() = default;
    LiveLine(const LiveLine&) = delete;
    LiveLine& operator=(const LiveLine&) = delete;

    void onStart(const Progress& progress) override { draw(progress); }

    void onUnitDone(const UnitReport& /*unit*/, const Progress& progress) override {
        const bool isLast = progress.unitsDone == progress.unitsTotal;
        if (isLast || secondsSince(drawn_) > kRedrawSeconds) draw(progress);
    }

    void onTick(const Progress& progress) override {
        // The last tick may come after the last unit.
        if (progress.unitsDone < progress.unitsTotal) draw(progress);
    }

    void onEnd(const RunReport& /*report*/) override { showStatusLine({}); }

private:
    static constexpr double kRedrawSeconds = 0.1;

    /// Asks for the width each time, because windows change theirs. A line that fills its row would wrap.
    void draw(const Progress& progress) {
        const std::size_t columns = terminalWidth(STDERR_FILENO);
        showStatusLine(clipped(progressText(progress, secondsSince(start_)), columns - 1));
        drawn_ = Clock::now();
    }

    Clock::time_point start_ = Clock::now();
    Clock::time_point drawn_ = start_;
};

/// Writes plain lines for logs: the progress every 30 seconds, because build systems end steps that stay
/// silent.
class PlainLines final : public ProgressDisplay {
public:
    void onStart(const Progress& /*progress*/) override {}
    void onUnitDone(const UnitReport& /*unit*/, const Progress& /*progress*/) override {}

    void onTick(const Progress& progress) override {
        constexpr double kHeartbeatSeconds = 30;
        if (secondsSince(last_) < kHeartbeatSeconds) return;
        last_ = Clock::now();
        complain(progressText(progress, secondsSince(start_)));
    }

    void onEnd(const RunReport& /*report*/) override {}

private:
    Clock::time_point start_ = Clock::now();
    Clock::time_point last_ = start_;
};

/// Writes one JSON object per line to standard output, each as soon as it is known: a start, one for each
/// unit, an end.
class JsonLines final : public ProgressDisplay {
public:
    void onStart(const Progress& progress) override {
        write({{"event", "start"},
               {"version", version()},
               {"units", progress.unitsTotal},
               {"bytes", progress.bytesTotal},
               {"cost", progress.costTotal}});
    }

    void onUnitDone(const UnitReport& unit, const Progress& progress) override {
        nlohmann::ordered_json line = {{"event", "unit"},
                                       {"output", toUtf8(unit.output)},
                                       {"status", toString(unit.status)},
                                       {"done", progress.unitsDone},
                                       {"total", progress.unitsTotal},
                                       {"failed", progress.unitsFailed},
                                       {"bytes_done", progress.bytesDone},
                                       {"cost_done", progress.costDone}};
        if (!unit.inputs.empty()) line["source"] = toUtf8(unit.inputs.front().path);
        if (unit.error) {
            line["error"] = toUtf8(unit.error->text());
            line["code"] = unit.error->code().id;
            line["phase"] = toString(unit.phase);
        }
        if (unit.hasStaleOutput) line["stale_output"] = true;
        write(line);
    }

    void onTick(const Progress& /*progress*/) override {}

    void onEnd(const RunReport& report) override {
        const ReportTotals all = totals(report);
        write({{"event", "end"},
               {"exit_code", exitCode(report)},
               {"interrupted", report.interrupted},
               {"written", all.written},
               {"unchanged", all.unchanged},
               {"failed", all.failed},
               {"cancelled", all.cancelled},
               {"wall_ms", report.wallMilliseconds}});
    }

private:
    static void write(const nlohmann::ordered_json& line) { print(line.dump() + "\n"); }
};

class Nothing final : public ProgressDisplay {
public:
    void onStart(const Progress& /*progress*/) override {}
    void onUnitDone(const UnitReport& /*unit*/, const Progress& /*progress*/) override {}
    void onTick(const Progress& /*progress*/) override {}
    void onEnd(const RunReport& /*report*/) override {}
};

/// Logs of build services look like terminals to some, and their readers see every line.
bool isBuildService() {
    return std::getenv("CI") != nullptr;  // NOLINT(concurrency-mt-unsafe): nothing here sets variables
}

}  // namespace

std::unique_ptr<ProgressDisplay> makeProgress(const std::string& mode) {
    if (mode == "json") return std::make_unique<JsonLines>();
    if (mode == "none") return std::make_unique<Nothing>();
    const bool isLive = mode == "auto" && isInteractive(STDERR_FILENO) && !isBuildService();
    if (mode == "live" || isLive) return std::make_unique<LiveLine>();
    return std::make_unique<PlainLines>();
}

}  // namespace rigkiln::cli
