#include "pipeline/report/summary_state.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/report/summary_style.hpp"

namespace rigkiln::summary {
namespace {

/// Returns up to three paths: "out/a.glb, out/b.glb, ...".
std::string firstPaths(const std::vector<std::string>& paths, const SummaryOptions& options) {
    constexpr std::size_t kPathsShown = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(paths.size(), kPathsShown); ++i)
        text += fmt::format("{}{}", i == 0 ? "" : ", ", shortPath(paths[i], options));
    return paths.size() > kPathsShown ? text + ", ..." : text;
}

}  // namespace

std::string vanishedLines(const RunReport& report, const SummaryOptions& options) {
    if (!report.vanished) return {};
    const VanishedReport& vanished = *report.vanished;
    std::string text;
    if (!vanished.withheld.empty())
        text += fmt::format("prune: nothing was removed: {}\n", shortText(vanished.withheld, options));
    if (!vanished.files.empty() && !vanished.isPruned) {
        text += fmt::format("vanished: {} of earlier runs ({}) {} to no source any more: {}\n",
                            counted(vanished.files.size(), "file"), byteCountText(vanished.bytes),
                            vanished.files.size() == 1 ? "belongs" : "belong",
                            firstPaths(vanished.files, options));
        text += fmt::format("vanished: `{}` removes {}\n", options.pruneCommand,
                            vanished.files.size() == 1 ? "it" : "them");
    }
    if (!vanished.files.empty() && vanished.isPruned) {
        const std::string folders = vanished.foldersRemoved == 0
                                        ? std::string()
                                        : " and " + counted(vanished.foldersRemoved, "empty folder");
        text += fmt::format("prune: removed {} of earlier runs ({}){}: {}\n",
                            counted(vanished.files.size(), "file"), byteCountText(vanished.bytes), folders,
                            firstPaths(vanished.files, options));
    }
    if (!vanished.changed.empty() && vanished.isPruned) {
        text += fmt::format("prune: {} changed since {} made, and stay{}: {}\n",
                            counted(vanished.changed.size(), "file"),
                            vanished.changed.size() == 1 ? "it was" : "they were",
                            vanished.changed.size() == 1 ? "s" : "", firstPaths(vanished.changed, options));
    }
    return text;
}

std::string stateLines(const RunReport& report, const SummaryOptions& options) {
    if (!report.state) return {};
    const StateReport& state = *report.state;
    std::string text;
    if (state.unitsRemembered > 0) {
        text += fmt::format(
            "{} not converted again, because nothing changed since an earlier run\n",
            counted(state.unitsRemembered, "output") + (state.unitsRemembered == 1 ? " was" : " were"));
    }
    if (state.failuresRemembered > 0) {
        text += fmt::format("{} of these failed then: `--retry-failed` tries them again\n",
                            state.failuresRemembered);
    }
    if (state.leftoversRemoved > 0) {
        text += fmt::format("removed {} of runs that were killed\n",
                            counted(state.leftoversRemoved, "temporary file"));
    }
    if (state.recordProblem) {
        text += fmt::format("state: outputs of earlier runs: {} [{}]\n",
                            shortText(state.recordProblem->text(), options), state.recordProblem->code().id);
    }
    if (state.imagesFound + state.imagesMade > 0) {
        text +=
            fmt::format("{} converted by an earlier run, {} by this one\n",
                        counted(state.imagesFound, "texture") + (state.imagesFound == 1 ? " was" : " were"),
                        state.imagesMade);
    }
    if (state.imagesRemoved > 0) {
        text += fmt::format("state: removed {} that were not used for longest, to make room\n",
                            counted(state.imagesRemoved, "image"));
    }
    if (state.problem) {
        text += fmt::format("state: not everything is kept for later runs: {}\n",
                            shortText(state.problem->text(), options));
    }
    return text;
}

std::string cacheLines(const RunReport& report, const SummaryOptions& options) {
    if (!report.cache) return {};
    const CacheReport& cache = *report.cache;
    std::string text;
    if (cache.unitsFound + cache.unitsKept > 0) {
        text += fmt::format("cache: {} came from it, {} {} added\n", counted(cache.unitsFound, "output"),
                            cache.unitsKept, cache.unitsKept == 1 ? "was" : "were");
    }
    if (cache.unitsLeftOut > 0) {
        text +=
            fmt::format("cache: {} cannot be kept, because issues tell paths that mean nothing elsewhere\n",
                        counted(cache.unitsLeftOut, "output"));
    }
    if (cache.damage) {
        text += fmt::format(
            "cache: {} not used: {} [{}]\n",
            counted(cache.filesDamaged, "damaged file") + (cache.filesDamaged == 1 ? " was" : " were"),
            shortText(cache.damage->text(), options), cache.damage->code().id);
    }
    if (cache.problem) {
        text += fmt::format("cache: not everything is kept for other runs: {}\n",
                            shortText(cache.problem->text(), options));
    }
    return text;
}

}  // namespace rigkiln::summary
