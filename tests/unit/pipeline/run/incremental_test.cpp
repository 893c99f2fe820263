#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <sys/stat.h>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/containers/containers.hpp"
#include "formats/containers/meg.hpp"
#include "pipeline/files/delegating_disk.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "pipeline/report/report_json.hpp"
#include "pipeline/report/report_text.hpp"
#include "pipeline/run/changed_part.hpp"
#include "pipeline/run/fresh_units.hpp"
#include "pipeline/run/run_plan.hpp"
#include "pipeline/settings/settings.hpp"
#include "pipeline/state/run_state.hpp"
#include "tests/support/containers/container_builders.hpp"
#include "tests/support/run_codes.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/scripted_format/scripted_format.hpp"

namespace rigkiln {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::UnorderedElementsAre;
using Names = std::set<std::string>;

Registries modules() {
    return {scripted::kFormats, scripted::kExporters, {}, containers::kContainers};
}

/// How a tree is converted. Everything in it decides outputs.
struct Options {
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

TEST_F(IncrementalRuns, ConvertNothingTwice) {
    write("in/a/hero.smodel", "model 3 texture=skin.png issue");
    write("in/a/hero_walk.sclip", "clip 2");
    write("in/a/hero_bad.sclip", "clip 2 bad");
    write("in/a/lost.smodel", "model 2 bad");
    write("in/a/odd.smodel", "model 2 unexportable");
    const RunReport first = run({.shared = true});
    EXPECT_EQ(ran_.size(), 6U);
    EXPECT_EQ(exitCode(first), 1);
    RunReport second = run({.shared = true});
    EXPECT_EQ(ran_, Names{});
    EXPECT_EQ(exitCode(second), 1) << "what failed then is still not there";
    EXPECT_EQ(second.state->unitsRemembered, 6U);
    EXPECT_EQ(second.state->failuresRemembered, 4U);
    for (UnitReport& unit : second.units) {
        unit.isRemembered = false;
        if (unit.status == UnitStatus::Unchanged) unit.status = UnitStatus::Written;
    }
    RunReport comparable = first;
    comparable.state.reset();
    second.state.reset();
    EXPECT_EQ(toReportJson(second, false), toReportJson(comparable, false));
}

TEST_F(IncrementalRuns, NoticeEveryChange) {
    write("in/a/hero.smodel", "model 3 texture=skin.png");
    write("in/a/hero_walk.sclip", "clip 2");
    write("in/a/orc.smodel", "model 2");
    write("preface.txt", "one");
    const Options options{.preface = true, .now = later()};
    run(options);
    const Names hero{"out/a/hero.txt", "out2/a/hero.txt"};
    const Names first{"out/a/hero.txt", "out/a/orc.txt"};
    const auto expect = [&](const Names& expected, Freshness freshness, const std::string& decided) {
        const Verdict verdict = verdictOf("out/a/hero.txt", options);
        EXPECT_EQ(toString(verdict.freshness), toString(freshness));
        EXPECT_EQ(verdict.path, decided.empty() ? "" : path(decided));
        run(options);
        EXPECT_EQ(ran_, expected) << decided;
        run(options);
        EXPECT_EQ(ran_, Names{}) << decided;
    };
    expect({}, Freshness::Fresh, "");
    write("in/a/hero.smodel", "model 4 texture=skin.png");
    expect(hero, Freshness::FileChanged, "in/a/hero.smodel");
    write("in/a/skin.png", "picture");
    expect(hero, Freshness::SearchChanged, "in/a");
    write("in/a/skin.png", "Picture");
    expect(hero, Freshness::FileChanged, "in/a/skin.png");
    fs::remove(path("in/a/skin.png"));
    expect(hero, Freshness::FileGone, "in/a/skin.png");
    write("in/Textures/Skin.png", "picture");
    expect(hero, Freshness::SearchChanged, "in");
    write("more/skin.png", "picture");
    expect(hero, Freshness::SearchChanged, "more");  // no picture so far can be used
    fs::remove_all(path("in/Textures"));
    expect(hero, Freshness::FileGone, "in/Textures/Skin.png");
    write("preface.txt", "two");
    expect(first, Freshness::FileChanged, "preface.txt");
    fs::remove(path("in/a/hero_walk.sclip"));
    expect(hero, Freshness::RecipeChanged, "");
    fs::remove(path("out/a/hero.txt"));
    expect({"out/a/hero.txt"}, Freshness::OutputGone, "out/a/hero.txt");
    const std::string output = read(path("out/a/hero.txt"));
    write("out/a/hero.txt", std::string(output.size(), 'x'));
    expect({"out/a/hero.txt"}, Freshness::OutputChanged, "out/a/hero.txt");
    EXPECT_EQ(read(path("out/a/hero.txt")), output);
    fs::remove(path("out/a/hero.txt"));
    fs::create_directory(path("out/a/hero.txt"));
    EXPECT_EQ(verdictOf("out/a/hero.txt", options).freshness, Freshness::OutputChanged);
}

TEST_F(IncrementalRuns, LeaveAFileThatAnotherProgramRewrote) {
    write("in/hero.smodel", "model 3");
    write("in/orc.smodel", "model 2");
    const Options options{.note = true, .now = later()};
    run(options);
    const std::string note = "out/hero.txt.note";
    ASSERT_EQ(read(path(note)), scripted::kNote);
    run(options);
    EXPECT_TRUE(wasRepeated_);
    Options verified = options;
    verified.freshness.verifyOutputs = true;
    for (const std::string content : {"with an id of its own", "A NOTE", "a note"}) {
        write(note, content);
        EXPECT_TRUE(verdictOf("out/hero.txt", options).isFresh());
        EXPECT_TRUE(verdictOf("out/hero.txt", verified).isFresh());
        for (const bool isRepeated : {false, true}) {
            run(options);
            EXPECT_EQ(ran_, Names{}) << content;
            EXPECT_EQ(wasRepeated_, isRepeated) << content << ": its status is known from then on";
        }
        run(verified);
        EXPECT_EQ(ran_, Names{}) << content;
        EXPECT_EQ(read(path(note)), content);
    }
    write(note, "theirs");
    write("in/hero.smodel", "model 4");
    run(options);
    EXPECT_EQ(ran_, (Names{"out/hero.txt", "out2/hero.txt"}));
    EXPECT_EQ(read(path(note)), "theirs") << "also when the output beside it is made again";
    run(options);
    EXPECT_EQ(ran_, Names{});
    fs::remove(path(note));
    EXPECT_EQ(verdictOf("out/hero.txt", options).path, path(note));
    run(options);
    EXPECT_EQ(ran_, Names{"out/hero.txt"}) << "a run without a state would write it too";
    EXPECT_EQ(read(path(note)), scripted::kNote);
}

TEST_F(IncrementalRuns, LookIntoArchives) {
    using Members = std::map<std::string, std::string>;
    const auto pack = [&](const std::string& file, const Members& content) {
        std::vector<containers::MegMember> members;
        for (const auto& [name, text] : content)
            members.push_back({.name = name, .bytes = test::bytesOfText(text)});
        write(file, test::textOfBytes(encodeMeg(members, containers::MegVersion::One)));
    };
    Members models = {{"D/HERO.SMODEL", "model 2 texture=skin.png"}, {"D/ORC.SMODEL", "model 3"}};
    Members images = {{"OTHER.PNG", "picture"}};
    pack("in/pack.meg", models);
    pack("more/images.meg", images);
    const Options options{.now = later()};
    const Names hero{"out/pack.meg/D/HERO.txt", "out2/pack.meg/D/HERO.txt"};
    const Names orc{"out/pack.meg/D/ORC.txt", "out2/pack.meg/D/ORC.txt"};
    const auto expect = [&](const Names& expected, const char* what) {
        run(options);
        EXPECT_EQ(ran_, expected) << what;
        run(options);
        EXPECT_EQ(ran_, Names{}) << what;
    };
    run(options);
    ASSERT_EQ(ran_.size(), 4U);
    expect({}, "nothing");
    fs::last_write_time(path("in/pack.meg"), fs::file_time_type::clock::now() - std::chrono::hours(24));
    expect({}, "touched");
    models["D/ORC.SMODEL"] = "model 4";
    pack("in/pack.meg", models);
    expect(orc, "one member has another content");
    models["A.TXT"] = "all other members lie elsewhere now";
    pack("in/pack.meg", models);
    expect({}, "a member more");
    models["D/SKIN.PNG"] = "picture";
    pack("in/pack.meg", models);
    expect(hero, "the picture appears beside the model");
    images["SKIN.PNG"] = "picture";
    pack("more/images.meg", images);
    expect(hero, "the picture appears in an archive of `textures`");
    images["OTHER.PNG"] = "another picture";
    pack("more/images.meg", images);
    expect({}, "a picture that nobody asked for");
    images.erase("SKIN.PNG");
    pack("more/images.meg", images);
    expect(hero, "the picture disappears again");
    pack("more/new.meg", {{"SKIN.PNG", "picture"}});
    expect(hero, "the picture appears in a new archive");
    write("more/new.meg", "damaged");
    expect(hero, "an archive is damaged");
    fs::remove(path("more/new.meg"));
    run(options);
    // Everything that may have been in it.
    EXPECT_TRUE(std::ranges::includes(ran_, Names{}));
    run(options);
    EXPECT_EQ(ran_, Names{});
}

TEST_F(IncrementalRuns, CompareTheContentOfFilesThatWereOnlyTouched) {
    write("in/hero.smodel", "model 3");
    const Options options{.now = later()};
    run(options);
    for (const char* file : {"in/hero.smodel", "out/hero.txt"}) {
        const fs::file_time_type before = fs::last_write_time(path(file));
        fs::last_write_time(path(file), before - std::chrono::hours(24));
        EXPECT_TRUE(verdictOf("out/hero.txt", options).isRefreshed) << file;
        run(options);
        EXPECT_EQ(ran_, Names{}) << file;
        const Verdict verdict = verdictOf("out/hero.txt", options);
        EXPECT_TRUE(verdict.isFresh() && !verdict.isRefreshed) << "costs one hash, and not one per run";
    }
}

TEST_F(IncrementalRuns, DoNotTrustTheTimesOfYoungFiles) {
    write("in/hero.smodel", "model 3");
    run();
    EXPECT_TRUE(verdictOf("out/hero.txt").isRefreshed) << "written a moment before the run, so hashed";
    // An older file takes its place, and keeps its old time.
    write("in/hero.smodel", "model 4");
    fs::last_write_time(path("in/hero.smodel"), fs::file_time_type::clock::now() - std::chrono::hours(24));
    run();
    EXPECT_EQ(ran_.size(), 2U);
    // One from the future is hashed every time.
    fs::last_write_time(path("in/hero.smodel"), fs::file_time_type::clock::now() + std::chrono::hours(24));
    run();
    EXPECT_EQ(ran_, Names{});
    EXPECT_TRUE(verdictOf("out/hero.txt").isRefreshed);
}

/// A disk whose file system stamps files in whole steps of some seconds, as FAT (2 s) and ext3 (1 s) do. Only
/// what is told of files is rounded: when a file system rounds, and whether up, is not simulated.
class CoarseDisk final : public DelegatingDisk {
public:
    explicit CoarseDisk(std::int64_t stepSeconds) : DelegatingDisk(realDisk()), step_(stepSeconds) {}

    DiskResult<FileStatus> lookAt(int descriptor) override {
        return rounded(DelegatingDisk::lookAt(descriptor));
    }
    DiskResult<FileStatus> lookAt(int folder, const std::string& path, Links links) override {
        return rounded(DelegatingDisk::lookAt(folder, path, links));
    }

private:
    [[nodiscard]] DiskResult<FileStatus> rounded(DiskResult<FileStatus> status) const {
        status.value.modifiedSeconds -= status.value.modifiedSeconds % step_;
        status.value.changedSeconds -= status.value.changedSeconds % step_;
        status.value.modifiedNanoseconds = status.value.changedNanoseconds = 0;
        return status;
    }

    std::int64_t step_;
};

TEST_F(IncrementalRuns, NoticeChangesWithinOneStampOfTheFileSystem) {
    for (const std::int64_t step : {1, 2}) {
        CoarseDisk disk(step);
        Options options{.disk = &disk};
        std::string wanted = "model 3";
        for (int i = 0; i < 12; ++i) {
            // Written in place with equal size, so the inode stays; mostly within the stamp of the run
            // before.
            wanted = fmt::format("model {}", 2 + i % 7);
            write("in/hero.smodel", wanted);
            run(options);
            EXPECT_EQ(ran_.size(), 2U) << "step " << step << ", change " << i;
            run(options);
            EXPECT_EQ(ran_, Names{}) << "step " << step << ", change " << i;
        }
        fs::remove_all(path("in"));
        fs::remove_all(path("out"));
        fs::remove_all(path("out2"));
        fs::remove_all(path("state"));
    }
}

TEST_F(IncrementalRuns, DoNotMindAClockThatIsSetForthAndBack) {
    constexpr std::int64_t kDay = 86400;
    constexpr unsigned kSeed = 20240501;
    std::mt19937 random(kSeed);
    const auto stamp = [&](const std::string& file, std::int64_t shift) {
        const std::int64_t seconds = momentNow().seconds + shift;
        const struct timespec times[2] = {{.tv_sec = seconds, .tv_nsec = 0},
                                          {.tv_sec = seconds, .tv_nsec = 0}};
        ASSERT_EQ(::utimensat(AT_FDCWD, path(file).c_str(), times, 0), 0);
    };
    write("in/hero.smodel", "model 3");
    write("in/orc.smodel", "model 3");
    int size = 3;
    for (int i = 0; i < 60; ++i) {
        // The clock of the run and that of the file are set by up to a day, each for itself.
        const std::int64_t clock = static_cast<std::int64_t>(random() % 3) * kDay - kDay;
        const std::int64_t shift = static_cast<std::int64_t>(random() % 3) * kDay - kDay;
        const Options options{.now = Moment{.seconds = momentNow().seconds + clock}};
        const bool isChanged = random() % 2 == 0;
        if (isChanged) {
            size = size % 8 + 1;
            write("in/hero.smodel", fmt::format("model {}", size));
        }
        stamp("in/hero.smodel", shift);
        run(options);
        const Names hero{"out/hero.txt", "out2/hero.txt"};
        const Names all{"out/hero.txt", "out/orc.txt", "out2/hero.txt", "out2/orc.txt"};
        EXPECT_EQ(ran_, i == 0 ? all : isChanged ? hero : Names{}) << "seed " << kSeed << ", step " << i;
    }
}

TEST_F(IncrementalRuns, TryFailuresAgainOnRequestOnly) {
    write("in/hero.smodel", "model 3");
    write("in/lost.smodel", "model 3 bad");
    run();
    run();
    EXPECT_EQ(ran_, Names{});
    const RunReport again = run({.freshness = {.retryFailed = true}});
    EXPECT_EQ(ran_, (Names{"out/lost.txt", "out2/lost.txt"}));
    EXPECT_EQ(exitCode(again), 1);
    write("in/lost.smodel", "model 3");
    EXPECT_EQ(exitCode(run()), 0);
    EXPECT_EQ(ran_, (Names{"out/lost.txt", "out2/lost.txt"}));
}

/// A disk on which something happens once, when the first output is about to be written.
class DisturbedDisk final : public DelegatingDisk {
public:
    explicit DisturbedDisk(std::function<void()> happens)
        : DelegatingDisk(realDisk()), happens_(std::move(happens)) {}

    DiskResult<int> createNameless(int folder) override {
        std::call_once(once_, happens_);
        return DelegatingDisk::createNameless(folder);
    }

private:
    std::function<void()> happens_;
    std::once_flag once_;
};

TEST_F(IncrementalRuns, ConvertAgainWhatIsChangedAfterItWasRead) {
    const auto outputs = [&] { return read(path("out/hero.txt")) + read(path("out2/hero.txt")); };
    const std::map<std::string, std::function<void()>> changes = {
        {"written in place", [&] { write("in/hero.smodel", "model 4"); }},
        {"replaced by an older file",
         [&] {
             write("in/older", "model 4");
             fs::last_write_time(path("in/older"), fs::file_time_type::clock::now() - std::chrono::hours(9));
             fs::rename(path("in/older"), path("in/hero.smodel"));
         }},
        {"written in place, with its time set back",
         [&] {
             const auto before = fs::last_write_time(path("in/hero.smodel"));
             write("in/hero.smodel", "model 4");
             fs::last_write_time(path("in/hero.smodel"), before);
         }},
        {"removed", [&] { fs::remove(path("in/hero.smodel")); }},
    };
    // As if the files were old, and as if the run began just after they were written.
    for (const std::int64_t age : {3600, 0}) {
        for (const auto& [change, happens] : changes) {
            const Options options{.now = Moment{.seconds = momentNow().seconds + age}};
            write("in/hero.smodel", "model 3");
            write("in/orc.smodel", "model 3");
            DisturbedDisk disk(happens);
            Options disturbed = options;
            disturbed.disk = &disk;
            run(disturbed);
            run(options);
            const std::string next = outputs();
            const bool isGone = !fs::exists(path("in/hero.smodel"));
            EXPECT_EQ(ran_.empty(), isGone) << change << ", " << age << " s";
            run(options);
            EXPECT_EQ(ran_, Names{}) << change << ", " << age << " s";
            for (const char* folder : {"out", "out2", "state"})
                fs::remove_all(path(folder));
            if (isGone) continue;
            run(options);
            EXPECT_EQ(next, outputs()) << change << ", " << age << " s";
            for (const char* folder : {"in", "out", "out2", "state"})
                fs::remove_all(path(folder));
        }
    }
}

TEST_F(IncrementalRuns, TryAgainWhatTheDiskPrevented) {
    write("in/hero.smodel", "model 3");
    write("out2", "a file where a folder is to be");
    EXPECT_EQ(exitCode(run()), 3);
    fs::remove(path("out2"));
    EXPECT_EQ(exitCode(run()), 0);
    EXPECT_TRUE(ran_.contains("out2/hero.txt"));
}

TEST_F(IncrementalRuns, AskForThePolicyOnlyWhereThereAreIssues) {
    write("in/hero.smodel", "model 3 issue");
    write("in/orc.smodel", "model 3");
    EXPECT_EQ(exitCode(run()), 0);
    const Options strict{.failOn = {.warnings = true}};
    EXPECT_EQ(exitCode(run(strict)), 1);
    EXPECT_EQ(ran_, (Names{"out/hero.txt", "out2/hero.txt"}));
    EXPECT_EQ(exitCode(run(strict)), 1);
    EXPECT_EQ(ran_, Names{});
    EXPECT_EQ(exitCode(run()), 0);
    EXPECT_EQ(ran_, (Names{"out/hero.txt", "out2/hero.txt"}));
}

TEST_F(IncrementalRuns, VerifyTheContentOfOutputs) {
    write("in/hero.smodel", "model 3");
    run();
    // Nothing of the status tells of this: the record itself is of other bytes.
    {
        const auto state = openState();
        std::map<std::string, std::string> changed;
        ASSERT_TRUE(state->forEach([&](std::string_view output, std::string_view bytes) {
            std::optional<UnitRecord> record = state->decode(bytes);
            ASSERT_TRUE(record);
            record->outputs.front().digest.low ^= 1U;
            changed[std::string(output)] = encodeUnitRecord(*record);
        }));
        for (auto& [output, bytes] : changed)
            state->remember(output, bytes);
    }
    run();
    EXPECT_EQ(ran_, Names{});
    run({.freshness = {.verifyOutputs = true}});
    EXPECT_EQ(ran_.size(), 2U);
    run({.freshness = {.verifyOutputs = true}});
    EXPECT_EQ(ran_, Names{});
}

TEST_F(IncrementalRuns, OfOneConfigurationExcludeEachOther) {
    write("in/hero.smodel", "model 3");
    const auto state = openState();
    const auto second = RunState::open({.folder = path("state"), .configuration = path("rigkiln.yaml")});
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code().id, "state.in-use");
    EXPECT_THAT(second.error().problem, HasSubstr(fmt::format("process {} on ", ::getpid())));
    EXPECT_TRUE(RunState::open({.folder = path("state"), .configuration = path("other.yaml")}));
}

TEST_F(IncrementalRuns, GoOnWithoutAPlaceToRememberIn) {
    write("in/hero.smodel", "model 3");
    write("state", "a file, and no folder");
    for (int i = 0; i < 2; ++i) {
        const RunReport report = run();
        EXPECT_EQ(exitCode(report), 0);
        EXPECT_EQ(ran_.size(), 2U);
        ASSERT_TRUE(report.state && report.state->recordProblem);
        EXPECT_EQ(report.state->recordProblem->code().id, "state.unusable");
    }
}

TEST_F(IncrementalRuns, UseARecordThatCannotBeWritten) {
    write("in/hero.smodel", "model 3");
    run();
    for (const fs::directory_entry& entry : fs::directory_iterator(path("state/units"))) {
        if (entry.path().extension() != ".lock") continue;
        fs::remove(entry.path());
        fs::create_directory(entry.path());
        break;
    }
    write("in/orc.smodel", "model 3");
    for (int i = 0; i < 2; ++i) {
        const RunReport report = run();
        EXPECT_EQ(ran_, (Names{"out/orc.txt", "out2/orc.txt"}));
        EXPECT_EQ(exitCode(report), 0);
        EXPECT_EQ(report.state->recordProblem->code().id, "state.unusable");
    }
}

TEST_F(IncrementalRuns, MakeEverythingAgainAfterDamage) {
    write("in/hero.smodel", "model 3");
    run();
    for (const fs::directory_entry& entry : fs::directory_iterator(path("state/units"))) {
        if (entry.path().extension() == ".sqlite") std::ofstream(entry.path()) << std::string(9000, 'x');
    }
    const RunReport report = run();
    EXPECT_EQ(ran_.size(), 2U);
    EXPECT_EQ(exitCode(report), 0);
    ASSERT_TRUE(report.state->recordProblem);
    EXPECT_THAT(report.state->recordProblem->problem, HasSubstr("it is now"));
    EXPECT_FALSE(run().state->recordProblem);
    EXPECT_EQ(ran_, Names{});
}

TEST_F(IncrementalRuns, AreRepeatedAsAWholeWhileNothingChanged) {
    write("in/a/hero.smodel", "model 3 texture=skin.png issue");
    write("in/a/hero_walk.sclip", "clip 2");
    write("in/a/lost.smodel", "model 2 bad");
    write("in/b/odd.smodel", "MZ");
    write("in/b/none.smodel", "nothing");
    write("more/skin.png", "picture");
    const Options options{.shared = true, .preface = true, .now = later()};
    write("preface.txt", "one");
    const auto expectOne = [&](const char* what) {
        run(options);
        EXPECT_FALSE(wasRepeated_) << what;
        run(options);
        EXPECT_TRUE(wasRepeated_) << what;
    };
    expectOne("the first run");
    write("in/a/skin.png", "picture");
    expectOne("a nearer texture");
    fs::remove(path("in/a/skin.png"));
    expectOne("a farther one again");
    fs::create_directories(path("in/Textures"));
    expectOne("a folder to search");
    write("in/b/other.smodel", "model 1");
    expectOne("a source");
    write("in/b/odd.smodel", "mz");
    expectOne("a source that fails");
    fs::last_write_time(path("in/b/none.smodel"), fs::file_time_type::clock::now() - std::chrono::hours(24));
    expectOne("a touched file without output");
    fs::remove(path("out/a/hero.txt"));
    expectOne("a removed output");
    write("out/a/lost.txt", "of an earlier run");
    expectOne("the output of a failed source");
    write("preface.txt", "two");
    expectOne("a file of an option");
    write("in/b/note.text", "not of interest, but maybe");
    expectOne("a further file");
    run({.shared = true, .preface = true, .failOn = {.warnings = true}, .now = later()});
    EXPECT_FALSE(wasRepeated_) << "another policy";
    run(options);
    fs::create_symlink(path("in/a/hero.smodel"), path("in/a/link.smodel"));
    run(options);
    run(options);
    EXPECT_FALSE(wasRepeated_) << "links are looked at each time";
}

TEST_F(IncrementalRuns, AreNotRepeatedAsAWholeAfterYoungFiles) {
    write("in/hero.smodel", "model 3");
    run();
    run();
    EXPECT_FALSE(wasRepeated_);
    run({.now = later()});
    EXPECT_FALSE(wasRepeated_);
    run({.now = later()});
    EXPECT_TRUE(wasRepeated_);
}

TEST_F(IncrementalRuns, AreNotRepeatedWithARowLess) {
    write("in/a/hero.smodel", "model 3");
    const Options options{.now = later()};
    run(options);
    run(options);
    EXPECT_TRUE(wasRepeated_);
    for (const fs::directory_entry& entry : fs::directory_iterator(path("state/units"))) {
        if (entry.path().extension() != ".sqlite") continue;
        std::optional<Error> note;
        const auto store = StateStore::open(entry.path().string(), StoreAccess::Write, note);
        ASSERT_TRUE(store);
        (*store)->removeFolder(path("in/a"));
    }
    write("in/a/orc.smodel", "model 3");
    run(options);
    EXPECT_FALSE(wasRepeated_);
    EXPECT_EQ(ran_, (Names{"out/a/orc.txt", "out2/a/orc.txt"}));
}

TEST_F(IncrementalRuns, ConvertAPartWhenKnownFilesChanged) {
    write("in/a/hero.smodel", "model 3 texture=skin.png");
    write("in/a/hero_walk.sclip", "clip 2");
    write("in/a/orc.smodel", "model 4 issue");
    write("in/a/bad.smodel", "model 4 bad");
    write("in/b/none.smodel", "nothing");
    write("more/skin.png", "picture");
    Options options{.isBound = false, .now = later()};
    const auto expectPart = [&](const char* what, const Names& wanted) {
        run(options);
        EXPECT_TRUE(part_) << what;
        EXPECT_TRUE(isPartRemembered_) << what;
        EXPECT_EQ(ran_, wanted) << what;
        // The part stands for the whole: another part may follow.
        run(options);
        EXPECT_TRUE(wasRepeated_) << what;
    };
    const auto expectWhole = [&](const char* what) {
        run(options);
        EXPECT_FALSE(part_) << what;
        EXPECT_FALSE(wasRepeated_) << what;
        run(options);
        EXPECT_TRUE(wasRepeated_) << what;
    };
    expectWhole("the first run");
    write("in/a/hero.smodel", "model 2 texture=skin.png");
    expectPart("a model", {"out/a/hero.txt", "out2/a/hero.txt"});
    write("more/skin.png", "other picture");
    expectPart("a texture", {"out/a/hero.txt", "out2/a/hero.txt"});
    write("in/a/hero_walk.sclip", "clip 1");
    write("in/a/orc.smodel", "model 1");
    expectPart("several", {"out/a/hero_walk.txt", "out2/a/hero_walk.txt", "out/a/orc.txt", "out2/a/orc.txt"});
    write("in/a/bad.smodel", "model 2 bad");
    expectPart("what fails again", {"out/a/bad.txt", "out2/a/bad.txt"});
    write("in/a/bad.smodel", "model 2");
    run(options);
    EXPECT_TRUE(part_);
    EXPECT_EQ(ran_, (Names{"out/a/bad.txt", "out2/a/bad.txt"}));
    EXPECT_FALSE(isPartRemembered_) << "files appeared that the last run missed";
    write("in/a/hero.smodel", "model 2 bad");
    run(options);
    EXPECT_TRUE(part_);
    EXPECT_FALSE(isPartRemembered_) << "the files of a unit that fails now are left behind";
    run(options);
    write("in/a/hero.smodel", "model 2 texture=skin.png");
    run(options);
    run(options);
    fs::last_write_time(path("in/a/orc.smodel"), fs::file_time_type::clock::now() - std::chrono::hours(24));
    expectPart("a touched file", {});
    write("out/a/orc.txt", "edited by hand");
    expectPart("an output", {"out/a/orc.txt"});
    write("in/b/none.smodel", "model 1");
    expectWhole("a file that nothing was made of");
    write("in/a/hero.smodel", "MZ");
    run(options);
    EXPECT_FALSE(part_) << "a file that cannot be planned any more";
    write("in/a/hero.smodel", "model 2 texture=skin.png");
    run(options);
    run(options);
    write("in/a/skin.png", "nearer picture");
    expectWhole("a file that appeared");
    fs::remove(path("in/a/hero_walk.sclip"));
    run(options);
    EXPECT_FALSE(part_) << "a file that is gone";
}

TEST_F(IncrementalRuns, ConvertAPartOfBoundFilesOnlyForWhatIsNotBound) {
    write("in/a/hero.smodel", "model 3 texture=skin.png");
    write("in/a/hero_walk.sclip", "clip 2");
    write("in/a/hero_hop.sclip", "clip 9");
    write("in/a/skin.png", "picture");
    const Options options{.now = later()};
    run(options);
    run(options);
    write("in/a/skin.png", "another picture");
    run(options);
    EXPECT_TRUE(part_);
    EXPECT_EQ(ran_, (Names{"out/a/hero.txt", "out2/a/hero.txt"}));
    // The clip that no unit of this model has looked at fits it now.
    write("in/a/hero.smodel", "model 12 texture=skin.png");
    run(options);
    EXPECT_FALSE(part_);
    EXPECT_EQ(ran_.count("out/a/hero.txt"), 1U);
}

TEST_F(IncrementalRuns, ConvertNoPartOfWhatTheStateForgot) {
    write("in/a/hero.smodel", "model 3 texture=skin.png");
    write("in/a/orc.smodel", "model 3 texture=skin.png");
    write("more/skin.png", "picture");
    const Options options{.isBound = false, .now = later()};
    run(options);
    run(options);
    openState(options)->forget(path("out/a/orc.txt"));
    write("more/skin.png", "another picture");
    run(options);
    EXPECT_FALSE(part_);
    EXPECT_EQ(ran_.size(), 4U);
}

/// Random edits of a tree, each followed by a run with a state and compared with a run from nothing.
/// RIGKILN_EDIT_SEQUENCES gives the number of sequences, RIGKILN_EDIT_SEED the first seed.
class RandomEdits : public IncrementalRuns {
protected:
    /// Everything a unit is made from, as a run from nothing sees it.
    struct Cause {
        RecordKey key{};
        std::vector<Look> looks{};  ///< without what differs between files of one content
        bool operator==(const Cause&) const = default;
    };

    std::size_t below(std::size_t end) {
        return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_);
    }
    bool oneIn(std::size_t count) { return below(count) == 0; }

    std::string anyModel() { return std::array{"a/hero", "a/orc", "b/hero", "b/villain"}.at(below(4)); }
    std::string anySource() {
        const std::string model = anyModel();
        if (oneIn(2)) return "in/" + model + ".smodel";
        return "in/" + model + std::array{"_walk", "_run"}.at(below(2)) + ".sclip";
    }
    std::string anyPicture() {
        const std::string name = std::array{"skin.png", "Skin.dds", "cloth.tga", "CLOTH.png"}.at(below(4));
        return std::array{"in/a/", "in/b/", "in/Textures/", "in/textures/", "more/"}.at(below(5)) + name;
    }
    std::string anyScript(const std::string& file) {
        std::string script = fmt::format("{} {}", file.ends_with(".smodel") ? "model" : "clip", 1 + below(4));
        if (oneIn(2)) script += " texture=skin.png";
        if (oneIn(4)) script += " texture=cloth.tga";
        if (oneIn(6)) script += " issue";
        if (oneIn(8)) script += " bad";
        if (oneIn(10)) script += " unexportable";
        return script;
    }

    /// Gives the file a time of its own, which may be before that of the file it replaces.
    void stamp(const std::string& file) {
        using std::chrono::hours;
        const auto now = fs::file_time_type::clock::now();
        const int shift = std::array{0, -24, 24}.at(below(3));
        fs::last_write_time(path(file), now + hours(shift));
    }

    void put(const std::string& file, const std::string& content) {
        write(file, content);
        if (oneIn(2)) stamp(file);
    }

    std::string anyFile() {
        std::vector<std::string> files;
        for (const char* folder : {"in", "more"}) {
            if (!fs::exists(path(folder))) continue;
            for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path(folder))) {
                if (entry.is_regular_file()) files.push_back(entry.path().string().substr(root_.size() + 1));
            }
        }
        std::ranges::sort(files);
        return files.empty() ? "" : files[below(files.size())];
    }

    std::string anyOutput() {
        std::vector<std::string> files;
        for (const auto& [output, cause] : causes_)
            files.push_back(output);
        return files.empty() ? "" : files[below(files.size())];
    }

    /// Changes nothing but the status of a file that is there, and mostly its content.
    void editKnown(const std::string& file) {
        const std::string output = anyOutput();
        const bool isOutput = oneIn(6) && !output.empty() && fs::exists(path(output));
        if (isOutput) return write(output, "edited by hand");
        if (file.empty()) return;
        if (oneIn(6)) return stamp(file);
        const bool isSource = file.ends_with(".smodel") || file.ends_with(".sclip");
        put(file, isSource ? anyScript(file) : fmt::format("picture {}", below(3)));
    }

    void edit() {
        const std::string file = anyFile();
        const std::string source = anySource();
        const std::string picture = anyPicture();
        if (isCalm_ && !oneIn(8)) return editKnown(file);
        switch (below(14)) {
            case 0:
            case 1:
                return put(source, anyScript(source));
            case 2:
            case 3:
                return put(picture, fmt::format("picture {}", below(3)));
            case 4:
                if (!file.empty()) stamp(file);
                return;
            case 5:
                if (!file.empty()) fs::remove(path(file));
                return;
            case 6:  // rename, which keeps times and inode
                if (file.empty() || fs::exists(path(source))) return;
                fs::create_directories(fs::path(path(source)).parent_path());
                return fs::rename(path(file), path(source));
            case 7:  // the same content in a new file
                if (!file.empty()) {
                    const std::string content = read(path(file));
                    fs::remove(path(file));
                    put(file, content);
                }
                return;
            case 8:
                options_.side = !options_.side;
                return;
            case 9:
                options_.shared = oneIn(2);
                options_.isReordered = !options_.isReordered;
                return;
            case 10:
                options_.textures = !options_.textures;
                options_.preface = oneIn(2);
                return put("preface.txt", fmt::format("preface {}", below(2)));
            case 11: {
                const std::string output = anyOutput();
                if (output.empty() || !fs::exists(path(output))) return;
                if (oneIn(2))
                    fs::remove(path(output));
                else
                    write(output, "edited by hand");
                return;
            }
            case 12:
                options_.failOn.warnings = oneIn(3);
                return;
            default: {  // move the tree
                if (!oneIn(3)) return;
                const std::string moved = folder_.path(fmt::format("tree{}", ++moves_));
                fs::rename(root_, moved);
                root_ = moved;
                hasUnknownFiles_ = true;
                causes_.clear();  // the configuration is another one, so nothing is remembered of it
                return;
            }
        }
    }

    /// Removes what may differ between two runs that made the same.
    std::string comparable(RunReport report, const std::string& output) const {
        report.state.reset();
        report.vanished.reset();
        for (UnitReport& unit : report.units) {
            unit.isRemembered = false;
            unit.hasStaleOutput = false;
            if (unit.status == UnitStatus::Unchanged) unit.status = UnitStatus::Written;
        }
        std::string text = toReportJson(report, false);
        const std::string wanted = root_ + "/" + output;
        for (std::size_t at = text.find(wanted); at != std::string::npos; at = text.find(wanted, at))
            text.replace(at, wanted.size(), "OUT");
        return text;
    }

    /// Runs from nothing, and compares.
    void check(const std::string& trace) {
        options_.now =
            std::array{std::optional<Moment>(), std::optional(later()), std::optional(earlier())}.at(
                below(3));
        if (isCalm_) options_.now = later();
        options_.jobs = 1 + static_cast<unsigned>(below(3));
        options_.vanished = oneIn(2) ? VanishedFiles::Remove : VanishedFiles::Report;
        std::map<std::string, std::string> before;
        for (const auto& [output, cause] : causes_)
            before[output] = outputFiles(output);
        const RunReport report = run(options_);
        parts_ += part_ ? 1 : 0;

        fs::remove_all(path("clean"));
        fs::remove_all(path("clean2"));
        const Plan planned = plan(options_, "out");
        const Plan clean = plan(options_, "clean");
        ASSERT_EQ(clean.units.size(), planned.units.size());
        std::map<std::string, Cause> causes;
        std::mutex mutex;
        KeyMaker keys(planned.units, options_.failOn);
        const RunReport wanted = rigkiln::runPlan(
            clean, modules(),
            {.failOn = options_.failOn, .journal = [&](std::size_t unit, const std::vector<Look>& looks) {
                 Cause cause{.key = keys.keyOf(unit), .looks = looks};
                 for (Look& look : cause.looks)
                     look = {.kind = look.kind,
                             .path = look.path,
                             .names = look.names,
                             .found = look.found,
                             .sizeBytes = look.sizeBytes,
                             .digest = look.digest};
                 const std::lock_guard lock(mutex);
                 causes[relativeOutput(planned, unit)] = std::move(cause);
             }});
        EXPECT_EQ(exitCode(report), exitCode(wanted)) << trace;
        EXPECT_EQ(comparable(report, "out"), comparable(wanted, "clean")) << trace;
        Names needed;
        for (std::size_t unit = 0; unit < planned.units.size(); ++unit) {
            const std::string output = relativeOutput(planned, unit);
            const UnitReport& made = wanted.units[unit];
            const bool isMade = made.status == UnitStatus::Written;
            if (isMade) {
                EXPECT_EQ(outputFiles(output), outputFiles("clean" + output.substr(3))) << trace << output;
            }
            const auto known = causes_.find(output);
            Cause cause = causes[output];
            if (made.issueCounts.empty()) cause.key.policy = {};
            causes[output] = cause;
            const bool isSame = known != causes_.end() && known->second == cause;
            const bool isThere = !isMade || before[output] == outputFiles("clean" + output.substr(3));
            const bool isPlanned = planned.units.problem(unit) == nullptr;
            if (!isSame || !isThere || !isPlanned) needed.insert(output);
        }
        EXPECT_EQ(ran_, needed) << trace;
        for (auto& [output, cause] : causes)
            causes_[output] = std::move(cause);
        if (options_.vanished == VanishedFiles::Remove &&
            !(report.vanished && !report.vanished->withheld.empty()))
            checkPruned(report, trace);
    }

    /// Nothing is left but what a run from nothing makes, what somebody edited, and old outputs of units that
    /// fail.
    void checkPruned(const RunReport& report, const std::string& trace) {
        Names rows;
        EXPECT_TRUE(openState({}, StoreAccess::Read)->forEach([&](std::string_view output, std::string_view) {
            rows.emplace(output);
        }));
        std::erase_if(causes_, [&](const auto& known) { return !rows.contains(path(known.first)); });
        const bool isAnyStale = std::ranges::any_of(report.units, &UnitReport::hasStaleOutput);
        if (hasUnknownFiles_ || isAnyStale) return;
        for (const std::string folder : {"out", "out2"}) {
            if (!fs::exists(path(folder))) continue;
            for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path(folder))) {
                if (!entry.is_regular_file() || read(entry.path().string()) == "edited by hand") continue;
                const std::string name = entry.path().string().substr(path(folder).size());
                EXPECT_TRUE(fs::exists(path((folder == "out" ? "clean" : "clean2") + name)))
                    << trace << folder << name;
            }
        }
    }

    [[nodiscard]] std::string relativeOutput(const Plan& planned, std::size_t unit) const {
        return planned.units.output(unit).substr(root_.size() + 1);
    }

    /// Content of the output, with the names of the files that it names, and theirs.
    [[nodiscard]] std::string outputFiles(const std::string& output) const {
        std::string text = read(path(output));
        const std::string first = text.substr(0, text.find('\n'));
        const fs::path named = fs::path(path(output)).parent_path() / first;
        if (!first.empty() && first.find(' ') == std::string::npos && fs::is_regular_file(named))
            text += "\n" + read(named.string());
        return text;
    }

    void play(std::uint32_t seed) {
        random_.seed(seed);
        options_ = {.isBound = seed % 4 == 0};
        isCalm_ = seed % 2 == 0;
        causes_.clear();
        hasUnknownFiles_ = false;
        write("in/a/hero.smodel", "model 3 texture=skin.png");
        write("in/a/hero_walk.sclip", "clip 2");
        write("in/b/villain.smodel", "model 2 texture=cloth.tga");
        write("preface.txt", "preface 0");
        std::string trace = fmt::format("seed {}: ", seed);
        for (int step = 0; step < 8 && !HasFailure(); ++step) {
            check(fmt::format("{}step {}: ", trace, step));
            const std::size_t edits = below(4);
            for (std::size_t i = 0; i < edits; ++i)
                edit();
        }
        fs::remove_all(root_);
    }

    std::mt19937 random_;
    Options options_;
    std::map<std::string, Cause> causes_;  ///< of what is remembered, by output
    bool hasUnknownFiles_ = false;         ///< outputs that the state of this place never knew
    int moves_ = 0;
    bool isCalm_ = false;  ///< most edits change known files only
    int parts_ = 0;        ///< runs that began with one of a part
};

TEST_F(RandomEdits, GiveWhatARunFromNothingGives) {
    const auto number = [](const char* name, int otherwise) {
        const char* text = std::getenv(name);
        return text == nullptr ? otherwise : std::atoi(text);
    };
    constexpr int kManySequences = 24;
    const int sequences = number("RIGKILN_EDIT_SEQUENCES", test::kHasSanitizer ? 6 : kManySequences);
    const int seed = number("RIGKILN_EDIT_SEED", 1);
    parts_ = 0;
    for (int i = 0; i < sequences && !HasFailure(); ++i)
        play(static_cast<std::uint32_t>(seed + i));
    RecordProperty("runs_of_parts", parts_);
    if (sequences >= kManySequences) {
        EXPECT_GT(parts_, sequences / 4);
    }
}

}  // namespace
}  // namespace rigkiln
