#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "formats/containers/containers.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "pipeline/report/exit_code.hpp"
#include "pipeline/report/report_json.hpp"
#include "pipeline/report/report_text.hpp"
#include "pipeline/run/changed_part.hpp"
#include "pipeline/run/fresh_units.hpp"
#include "pipeline/run/run_plan.hpp"
#include "pipeline/settings/settings.hpp"
#include "pipeline/state/run_state.hpp"
#include "tests/support/run_codes.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/scripted_format/scripted_format.hpp"

namespace rigkiln::test {

namespace fs = std::filesystem;

/// The modules of all runs here.
inline Registries modules() {
    return {scripted::kFormats, scripted::kExporters, {}, containers::kContainers};
}

/// How a tree is converted. Everything in it decides outputs.
struct RunChoices {
    bool side = false;
    bool shared = false;
    bool preface = false;
    bool note = false;
    bool textures = true;      ///< search the folder more/
    bool isReordered = false;  ///< the same configuration, spelt in another order
    bool isBound = true;       ///< clips go to models
    FailOn failOn{};
    FreshnessOptions freshness{};
    std::optional<Moment> now{};
    unsigned jobs = 2;
    Disk* disk = nullptr;
    VanishedFiles vanished = VanishedFiles::Ignore;
};

/// A tree of scripts that is converted again and again.
class IncrementalRuns : public testing::Test {
protected:
    using Options = RunChoices;
    using Names = std::set<std::string>;

    [[nodiscard]] std::string path(const std::string& relative) const { return root_ + "/" + relative; }

    void write(const std::string& relative, const std::string& content) const {
        fs::create_directories(fs::path(path(relative)).parent_path());
        std::ofstream(path(relative), std::ios::binary) << content;
    }

    [[nodiscard]] static std::string read(const std::string& file) {
        std::ifstream stream(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }

    [[nodiscard]] static std::string configuration(const Options& options, const std::string& output) {
        const std::string from = options.isBound ? "rigs" : "files";
        std::string text = fmt::format("rigkiln: 1\ntextures: [{}]\njobs:\n", options.textures ? "more" : "");
        const std::string files = "  files: { uses: scan, root: in, include: ['**'], allow_empty: true }\n";
        const std::string rigs =
            options.isBound ? "  rigs: { uses: bind, models: files, clips: files }\n" : "";
        text += options.isReordered ? rigs + files : files + rigs;
        const std::string name = fmt::format("path: '{}/{{folder}}/{{name}}.txt'", output);
        std::string more = fmt::format("side: {}, shared: {}", options.side, options.shared);
        if (options.preface) more += ", preface: preface.txt";
        if (options.note) more += ", note: true";
        text +=
            options.isReordered
                ? fmt::format("  texts: {{ to: text, {}, {}, uses: export, from: {} }}\n", more, name, from)
                : fmt::format("  texts: {{ uses: export, from: {}, to: text, {}, {} }}\n", from, name, more);
        text += fmt::format(
            "  again: {{ uses: export, from: {}, to: text, path: '{}2/{{folder}}/{{name}}.txt' }}\n", from,
            output);
        return text;
    }

    [[nodiscard]] Settings settings(const Options& options, const std::string& output) const {
        LoadedSettings loaded = loadSettings(
            {.file = path("rigkiln.yaml"), .text = configuration(options, output), .definitions = {}},
            modules());
        EXPECT_TRUE(loaded.settings) << toText(loaded.problems, "rigkiln.yaml");
        loaded.settings->failOn = options.failOn;
        return std::move(*loaded.settings);
    }

    [[nodiscard]] Plan plan(const Options& options, const std::string& output,
                            SeenFiles* seen = nullptr) const {
        Result<Plan> made = makePlan({.settings = settings(options, output),
                                      .registries = modules(),
                                      .disk = options.disk,
                                      .seen = seen});
        EXPECT_TRUE(made) << (made ? "" : made.error().text());
        return std::move(*made);
    }

    [[nodiscard]] std::unique_ptr<RunState> openState(const Options& options = {},
                                                      StoreAccess access = StoreAccess::Write) const {
        Result<std::unique_ptr<RunState>> state = RunState::open({.folder = path("state"),
                                                                  .configuration = path("rigkiln.yaml"),
                                                                  .access = access,
                                                                  .codes = test::codesOfRuns(),
                                                                  .now = options.now});
        EXPECT_TRUE(state) << (state ? "" : state.error().text());
        return std::move(*state);
    }

    /// Runs with a state; `ran_` has the outputs of units that were tried.
    RunReport run(const Options& options = {}) {
        const auto state = openState(options);
        return runWith(state.get(), options);
    }

    RunReport runWith(RunState* state, const Options& options = {}) {
        const std::string decides =
            root_ + configuration(options, "out") + fmt::format("{}", options.failOn.warnings);
        WholeRun whole{.key = digestOf(std::as_bytes(std::span(decides)))};
        const auto last = state->compareRun(whole.key, diskOrReal(options.disk), nullptr);
        wasRepeated_ = last && last->changed.empty();
        const bool isOrdinary = options.freshness.verifyOutputs || options.freshness.retryFailed;
        part_.reset();
        if (last && !wasRepeated_ && !isOrdinary) runPart(*last, state, options);
        const std::unique_ptr<SeenFiles> seen = state->seenFiles();
        const Plan planned = plan(options, "out", seen.get());
        RunReport report = rigkiln::runPlan(planned, modules(),
                                            {.jobs = options.jobs,
                                             .failOn = options.failOn,
                                             .disk = options.disk,
                                             .state = state,
                                             .freshness = options.freshness,
                                             .vanished = options.vanished,
                                             .seen = seen.get()});
        const bool isWhole =
            report.environment.empty() && !report.vanished && !options.freshness.verifyOutputs;
        if (isWhole) whole.parts = partsOf(asRepeated(report));
        state->rememberSeen(*seen, isWhole ? &whole : nullptr);
        hasParts_ = whole.parts.has_value();
        ran_.clear();
        for (const UnitReport& unit : report.units) {
            if (!unit.isRemembered) ran_.insert(unit.output.substr(root_.size() + 1));
        }
        if (part_) comparePart(report);
        if (wasRepeated_ && !isOrdinary) {
            // Units that cannot be planned fail in each run, without being tried.
            const auto isTried = [](const UnitReport& unit) {
                return !unit.isRemembered &&
                       (unit.status != UnitStatus::Failed || unit.phase != FailurePhase::Planning);
            };
            EXPECT_TRUE(std::ranges::none_of(report.units, isTried));
            EXPECT_EQ(withoutTimes(report), last_);
        }
        last_ = withoutTimes(report);
        return report;
    }

    /// Runs the part that changed, as the program does.
    void runPart(const ComparedRun& last, RunState* state, const Options& options) {
        const Settings all = settings(options, "out");
        auto part = planChangedPart(
            {.settings = all, .registries = modules(), .state = *state, .last = last, .disk = options.disk});
        if (!part) return;
        const std::unique_ptr<SeenFiles> seen = state->seenFiles();
        part_ = rigkiln::runPlan(part->plan, modules(),
                                 {.jobs = options.jobs,
                                  .failOn = options.failOn,
                                  .disk = options.disk,
                                  .state = state,
                                  .others = &part->others,
                                  .seen = seen.get()});
        WholeRun whole{.key = last.run.key, .parts = partsOf(asRepeated(*part_))};
        if (whole.parts && !addRows(*whole.parts, *part, *state)) whole.parts.reset();
        const bool isWhole = part_->environment.empty() && !hasLeftFiles(part->plan, *state);
        state->rememberPart(*seen, last, isWhole ? &whole : nullptr);
        // As long as nothing changes, the part stands for a run of all units.
        const auto next = state->compareRun(last.run.key, diskOrReal(options.disk), nullptr);
        isPartRemembered_ = next && next->changed.empty();
    }

    /// Compares the run of the part with one of all units, which comes after it and has nothing left to do.
    void comparePart(const RunReport& report) {
        EXPECT_EQ(ran_, Names{});
        const RunReport& part = *part_;
        EXPECT_EQ(totals(asRepeated(part)), totals(asRepeated(report)));
        EXPECT_EQ(totalsByFormat(asRepeated(part)), totalsByFormat(asRepeated(report)));
        EXPECT_EQ(exitCode(part), exitCode(report));
        SummaryOptions told;
        told.time = " in no time";
        const auto wordsOf = [&](RunReport one) {
            one = asRepeated(std::move(one));
            one.state.reset();
            one.vanished.reset();
            return toSummaryText(one, told);
        };
        EXPECT_EQ(wordsOf(part), wordsOf(report));
        for (const UnitReport& unit : part.units) {
            if (!unit.isRemembered) ran_.insert(unit.output.substr(root_.size() + 1));
        }
    }

    /// Returns what a run would tell that does the same once more.
    static RunReport asRepeated(RunReport report) {
        for (UnitReport& unit : report.units) {
            if (unit.status == UnitStatus::Written) unit.status = UnitStatus::Unchanged;
            unit.isRemembered = unit.status != UnitStatus::Failed || unit.phase != FailurePhase::Planning;
        }
        return report;
    }

    [[nodiscard]] Verdict verdictOf(const std::string& output, const Options& options = {}) const {
        const Plan planned = plan(options, "out");
        const auto state = openState(options, StoreAccess::Read);
        ArtFiles files({.registries = modules()});
        const auto verdicts = findFreshUnits(planned, *state, files, options.failOn, options.freshness,
                                             [](std::size_t, const UnitRecord&) { return true; });
        for (std::size_t i = 0; i < planned.units.size(); ++i) {
            if (planned.units.output(i) == path(output)) return verdicts[i];
        }
        ADD_FAILURE() << output << " is not planned";
        return {};
    }

    /// A time at which files of today are long past, and one at which they are to come: clocks are set forth
    /// and back.
    static Moment later() {
        constexpr std::int64_t kHour = 3600;
        return {.seconds = momentNow().seconds + kHour};
    }
    static Moment earlier() {
        constexpr std::int64_t kDay = 86400;
        return {.seconds = momentNow().seconds - kDay};
    }

    ScratchFolder folder_;
    std::string root_ = folder_.path("tree");
    /// Report of the run, as if it were repeated.
    static std::string withoutTimes(RunReport report) {
        report.state.reset();
        for (UnitReport& unit : report.units) {
            unit.isRemembered = false;
            if (unit.status == UnitStatus::Written) unit.status = UnitStatus::Unchanged;
        }
        return toReportJson(report, false);
    }

    Names ran_;
    bool wasRepeated_ = false;         ///< everything was as the run before saw it
    std::string last_{};               ///< report of the run before
    std::optional<RunReport> part_{};  ///< of the last run, if it began with one of a part
    bool isPartRemembered_ = false;
    bool hasParts_ = false;  ///< the last run allows for one of a part
};

}  // namespace rigkiln::test
