#include "tools/cli/progress.hpp"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "pipeline/base/text.hpp"
#include "tools/cli/output_text.hpp"

namespace rigkiln::cli {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Remaining time such as "1:05", from the share of bytes done so far; empty while too little is done to
/// tell.
std::string remainingText(const Progress& progress, double elapsedSeconds) {
    constexpr double kEnoughDone = 0.02;
    const double share = progress.bytesTotal == 0 ? 0.0
                                                  : static_cast<double>(progress.bytesDone) /
                                                        static_cast<double>(progress.bytesTotal);
    if (share < kEnoughDone) return {};
    const auto seconds = std::lround(elapsedSeconds * (1 - share) / share);
    return fmt::format(", {}:{:02} left", seconds / 60, seconds % 60);
}

std::string progressText(const Progress& progress, double elapsedSeconds) {
    const double rate = elapsedSeconds > 0 ? static_cast<double>(progress.unitsDone) / elapsedSeconds : 0;
    const std::string failed =
        progress.unitsFailed > 0 ? fmt::format(", {} failed", progress.unitsFailed) : std::string();
    return fmt::format("[{}/{}] {:.0f}/s, {} of {}{}{}", progress.unitsDone, progress.unitsTotal, rate,
                       byteCountText(progress.bytesDone), byteCountText(progress.bytesTotal), failed,
                       remainingText(progress, elapsedSeconds));
}

/// Shows one line that is overwritten at most ten times a second.
class LiveLine final : public ProgressListener {
public:
    void onStart(const Progress& progress) override { draw(progress); }

    void onUnitDone(const UnitReport& /*unit*/, const Progress& progress) override {
        const bool isLast = progress.unitsDone == progress.unitsTotal;
        if (isLast || secondsSince(drawn_) > kRedrawSeconds) draw(progress);
        if (isLast) write("\n");
    }

    void onTick(const Progress& progress) override {
        // The last tick may come after the last unit, when the line has ended already.
        if (progress.unitsDone < progress.unitsTotal) draw(progress);
    }

private:
    static constexpr double kRedrawSeconds = 0.1;

    static void write(const std::string& text) {
        std::fwrite(text.data(), 1, text.size(), stderr);
        std::fflush(stderr);
    }

    void draw(const Progress& progress) {
        write("\r\x1B[K" + progressText(progress, secondsSince(start_)));
        drawn_ = Clock::now();
    }

    Clock::time_point start_ = Clock::now();
    Clock::time_point drawn_ = start_;
};

/// Writes plain lines for logs: the progress every 30 seconds, because build systems end steps that stay
/// silent.
class PlainLines final : public ProgressListener {
public:
    void onStart(const Progress& /*progress*/) override {}

    void onUnitDone(const UnitReport& /*unit*/, const Progress& /*progress*/) override {}

    void onTick(const Progress& progress) override {
        constexpr double kHeartbeatSeconds = 30;
        if (secondsSince(last_) < kHeartbeatSeconds) return;
        last_ = Clock::now();
        complain(progressText(progress, secondsSince(start_)));
    }

private:
    Clock::time_point start_ = Clock::now();
    Clock::time_point last_ = start_;
};

/// Writes one JSON object per line to standard output: a start, then one per unit.
class JsonLines final : public ProgressListener {
public:
    void onStart(const Progress& progress) override {
        write({{"event", "start"}, {"units", progress.unitsTotal}, {"bytes", progress.bytesTotal}});
    }

    void onUnitDone(const UnitReport& unit, const Progress& progress) override {
        nlohmann::ordered_json line = {{"event", "unit"},
                                       {"output", toUtf8(unit.output)},
                                       {"status", toString(unit.status)},
                                       {"done", progress.unitsDone},
                                       {"total", progress.unitsTotal},
                                       {"failed", progress.unitsFailed},
                                       {"bytes_done", progress.bytesDone}};
        if (unit.error) {
            line["error"] = toUtf8(unit.error->text());
            line["code"] = unit.error->code().id;
        }
        write(line);
    }

    void onTick(const Progress& /*progress*/) override {}

private:
    static void write(const nlohmann::ordered_json& line) { print(line.dump() + "\n"); }
};

class Nothing final : public ProgressListener {
public:
    void onStart(const Progress& /*progress*/) override {}
    void onUnitDone(const UnitReport& /*unit*/, const Progress& /*progress*/) override {}
    void onTick(const Progress& /*progress*/) override {}
};

bool isInteractive() {
    return isatty(STDERR_FILENO) == 1 &&
           std::getenv("CI") == nullptr;  // NOLINT(concurrency-mt-unsafe): nothing here sets variables
}

}  // namespace

std::unique_ptr<ProgressListener> makeProgress(const std::string& mode) {
    if (mode == "json") return std::make_unique<JsonLines>();
    if (mode == "none") return std::make_unique<Nothing>();
    if (mode == "live" || (mode == "auto" && isInteractive())) return std::make_unique<LiveLine>();
    return std::make_unique<PlainLines>();
}

}  // namespace rigkiln::cli
