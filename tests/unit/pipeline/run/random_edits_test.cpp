#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pipeline/report/exit_code.hpp"
#include "pipeline/report/report_json.hpp"
#include "pipeline/run/fresh_units.hpp"
#include "pipeline/run/run_plan.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/unit/pipeline/run/incremental_runs.hpp"

namespace rigkiln {
namespace {

namespace fs = std::filesystem;
using test::IncrementalRuns;
using test::modules;

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
