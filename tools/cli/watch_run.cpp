#include "tools/cli/watch_run.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "pipeline/run/host.hpp"
#include "tools/cli/command_errors.hpp"
#include "tools/cli/execute_run.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/cli/folder_watch.hpp"
#include "tools/cli/load_configuration.hpp"
#include "tools/cli/output_text.hpp"

namespace rigkiln::cli {
namespace {

/// Without "." and "..", and without a slash at the end.
std::string absolutePath(const std::string& path) {
    const std::filesystem::path normal = std::filesystem::absolute(path).lexically_normal();
    return (normal.has_filename() ? normal : normal.parent_path()).string();
}

/// Files that every run writes, and which would make it run again for ever.
std::vector<std::string> writtenByRuns(const Settings& settings, const ReportFiles& reports) {
    std::vector<std::string> paths = {settings.state.folder};
    if (!settings.cache.empty()) paths.push_back(settings.cache);
    for (const std::string& file : {reports.json, reports.html, reports.junit, reports.trace}) {
        if (!file.empty() && file != "-") paths.push_back(absolutePath(file));
    }
    return paths;
}

/// Watches everything that the settings name.
Status watchSettings(const Settings& settings, FolderWatch& watch) {
    for (const Job& job : settings.jobs) {
        if (job.kind->task != JobTask::Scan) continue;
        if (Status watched = watch.watchTree(absolutePath(job.options.text("root"))); !watched)
            return watched;
    }
    for (const std::string& root : settings.textureRoots) {
        if (Status watched = watch.watchTree(absolutePath(root)); !watched) return watched;
    }
    return Done{};
}

std::string textOf(const FolderChanges& changes) {
    if (changes.paths.empty()) return "many files changed";
    const std::string& first = *changes.paths.begin();
    return changes.paths.size() == 1 ? fmt::format("{} changed", first)
                                     : fmt::format("{} and {} more changed", first, changes.paths.size() - 1);
}

/// The runs of one configuration file, which may change between them.
class Watching {
public:
    explicit Watching(const WatchArguments& arguments)
        : arguments_(arguments), configuration_(absolutePath(arguments.configuration)) {}

    int go() {
        while (true) {
            const Result<std::unique_ptr<FolderWatch>> watch = runOnce();
            if (!watch) return failCommand(watch.error());
            if (signals_.level() > 0) return exitCode_;
            if (*watch == nullptr) continue;
            const Result<FolderChanges> changes = waitFor(**watch);
            if (!changes) return failCommand(changes.error());
            if (changes->isStopped) return exitCode_;
            complain(textOf(*changes));
        }
    }

private:
    /// Returns the watch that was there before the run looked at anything: what changes meanwhile is among
    /// its changes. Null: the run looked into folders that were not watched yet, and is to be repeated.
    Result<std::unique_ptr<FolderWatch>> runOnce() {
        int wrong = 0;
        const std::optional<Settings> settings =
            loadConfiguration(arguments_.configuration, arguments_.definitions, wrong);
        if (settings && settings->state.folder.empty()) {
            return usageError(
                "--watch", "needs to know what earlier runs did: add `state: .rigkiln` to the configuration");
        }
        Result<std::unique_ptr<FolderWatch>> watch = FolderWatch::open(
            settings ? writtenByRuns(*settings, arguments_.execution.reports) : std::vector<std::string>());
        if (!watch) return watch;
        if (Status watched = (*watch)->watchFile(configuration_); !watched) return watched.error();
        if (!settings) {
            exitCode_ = wrong;
            return watch;
        }
        if (Status watched = watchSettings(*settings, **watch); !watched) return watched.error();
        for (const std::string& folder : folders_) {
            if (Status watched = (*watch)->watchFolder(folder); !watched) return watched.error();
        }
        WatchedRun run{.signals = signals_, .isRepeat = isRepeat_};
        exitCode_ = execute(*settings, arguments_.execution, run);
        isRepeat_ = true;
        const bool isCovered = std::ranges::all_of(
            run.folders, [&](const std::string& folder) { return (*watch)->covers(folder); });
        folders_.swap(run.folders);
        if (!isCovered && !wasRepeated_) {
            wasRepeated_ = true;
            return std::unique_ptr<FolderWatch>();
        }
        wasRepeated_ = false;
        return watch;
    }

    Result<FolderChanges> waitFor(FolderWatch& watch) {
        if (!saysWhat_) {
            saysWhat_ = true;
            complain(fmt::format("watching {} folders for changes; Ctrl-C ends", watch.folders()));
        }
        signals_.setIdle(true);
        Result<FolderChanges> changes = watch.wait(signals_.descriptor());
        signals_.setIdle(false);
        return changes;
    }

    const WatchArguments& arguments_;
    std::string configuration_;
    StopSignals signals_;
    std::set<std::string, std::less<>> folders_;  ///< that decided an output of the last run
    bool isRepeat_ = false;
    bool wasRepeated_ = false;  ///< for folders that were not watched: once, some cannot be
    bool saysWhat_ = false;
    int exitCode_ = kDone;
};

}  // namespace

int watchAndRun(const WatchArguments& arguments) {
    if (Status checked = checkOptions(arguments.execution); !checked) return failCommand(checked.error());
    const Status spared =
        reportPlaces(arguments.execution).spare(arguments.configuration, "the configuration");
    if (!spared) return failCommand(spared.error());
    if (!arguments.execution.history.onlyFailed.empty())
        return failCommand(
            usageError("--watch", "runs whatever changed; --only-failed chooses outputs once"));
    const BuildOptions& build = arguments.execution.build;
    if (!givenBuildOptions(build).empty() || build.touchUnchanged)
        return failCommand(usageError(
            "--watch",
            "has no end that a build could wait for: leave --depfile, --stamp and --touch-unchanged out"));
    beNice(arguments.execution.nice);
    return Watching(arguments).go();
}

}  // namespace rigkiln::cli
