#include "pipeline/plan/settle_outputs.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

#include "pipeline/base/file_name.hpp"
#include "pipeline/base/portable_name.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/conversion/clip_file_names.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/plan/plan_errors.hpp"
#include "pipeline/plan/source_guard.hpp"

namespace rigkiln {
namespace {

class Settler {
public:
    Settler(UnitTable& units, const Registries& registries, Disk& disk)
        : units_(units), registries_(registries), disk_(disk) {}

    std::vector<IgnoredFile> run() {
        sort();
        refuseSources();
        findRivals();
        findRivalsOfClips();
        std::vector<IgnoredFile> leftOut;
        if (yielding_.empty()) return leftOut;
        std::ranges::sort(yielding_);
        PagedRows<std::uint32_t> kept;
        for (std::uint32_t unit = 0; unit < units_.size(); ++unit) {
            if (!std::ranges::binary_search(yielding_, unit)) {
                kept.push_back(unit);
                continue;
            }
            leftOut.push_back(
                {.path = units_.mainPath(unit).text(),
                 .description = units_.facts(unit).front().description + " beside another source of its name",
                 .known = true});
        }
        units_.rearrange(kept);
        return leftOut;
    }

private:
    /// A unit and the digest of its output.
    struct Rival {
        std::uint64_t digest = 0;
        std::uint32_t unit = 0;
        auto operator<=>(const Rival&) const = default;  // NOLINT(modernize-use-nullptr): generated 0
    };

    void sort() {
        PagedRows<std::uint32_t> order(units_.size());
        std::iota(order.begin(), order.end(), std::uint32_t{0});
        const auto isBefore = [&](std::uint32_t left, std::uint32_t right) {
            const int outputs = comparePaths(units_.splitOutput(left), units_.splitOutput(right));
            if (outputs != 0) return outputs < 0;
            if (isLikeOutput(left) != isLikeOutput(right)) return isLikeOutput(right);
            const int sources = comparePaths(units_.mainPath(left), units_.mainPath(right));
            return sources != 0 ? sources < 0 : left < right;
        };
        // Files were sorted, and mostly so are their outputs.
        if (std::ranges::is_sorted(order, isBefore)) return;
        std::ranges::sort(order, isBefore);
        units_.rearrange(order);
    }

    /// Gives units that would overwrite a source a problem. Other files than the main one are known only when
    /// they are written, and are checked then.
    void refuseSources() {
        SourceGuard guard(units_.files(), disk_);
        for (std::size_t unit = 0; unit < units_.size(); ++unit) {
            if (units_.problem(unit) != nullptr) continue;
            if (auto refusal = guard.refusalOf(units_.exporting(unit).outputRoot, units_.splitOutput(unit)))
                units_.setProblem(unit, *std::move(refusal));
        }
    }

    /// Gives each output path to the first unit that has it and no problem. Ignores case and the form of
    /// Unicode, because outputs may be moved to file systems that do.
    void findRivals() {
        PagedRows<Rival> byDigest;
        for (std::uint32_t unit = 0; unit < units_.size(); ++unit) {
            if (units_.problem(unit) != nullptr) continue;
            const std::string output = nameKey(units_.output(unit));
            byDigest.push_back({.digest = XXH3_64bits(output.data(), output.size()), .unit = unit});
        }
        sortRows(byDigest);
        for (std::size_t begin = 0; begin < byDigest.size();) {
            std::size_t end = begin + 1;
            while (end < byDigest.size() && byDigest[end].digest == byDigest[begin].digest)
                ++end;
            if (end - begin > 1) settleRivals(std::span(byDigest).subspan(begin, end - begin));
            begin = end;
        }
    }

    /// Settles units whose outputs have equal digests, which are in the order of units.
    void settleRivals(std::span<const Rival> rivals) {
        std::map<std::string, std::uint32_t> winners;  // by nameKey of the output
        for (const auto& [digest, unit] : rivals) {
            const auto [winner, isFree] = winners.try_emplace(nameKey(units_.output(unit)), unit);
            if (isFree) continue;
            if (isLikeOutput(unit) && !isLikeOutput(winner->second)) {
                yielding_.push_back(unit);
            } else {
                units_.setProblem(unit, takenBy(winner->second, unit));
            }
        }
    }

    /// Lets only one unit name files by clips alone in a folder: those of another could have the same names,
    /// which only conversion would tell.
    void findRivalsOfClips() {
        std::map<std::string, std::uint32_t> winners;  // by nameKey
        for (std::uint32_t unit = 0; unit < units_.size(); ++unit) {
            const std::string& pattern = units_.exporting(unit).clipFiles;
            if (units_.problem(unit) != nullptr || pattern.find(kMainPlaceholder) != std::string::npos)
                continue;
            const SplitPath output = units_.splitOutput(unit);
            const std::string name = std::string(output.name).append(output.suffix);
            const ClipFilePattern files = clipFilesBeside(name, pattern);
            const auto [winner, isFree] = winners.try_emplace(
                nameKey(fmt::format("{}/{}*{}", output.folder, files.before, files.after)), unit);
            if (!isFree) units_.setProblem(unit, clipsTakenBy(winner->second, unit));
        }
    }

    Error clipsTakenBy(std::size_t winner, std::size_t unit) const {
        return kOutputTaken.in(
            units_.output(unit),
            fmt::format("clips may have the paths of those of {} (job {}); put {{name}} into the path of {}",
                        quote(units_.mainPath(winner).text(), 300), quote(units_.job(winner)),
                        quote(units_.mainPath(unit).text(), 300)));
    }

    /// Returns true when the source has an extension that the unit's exporter writes.
    bool isLikeOutput(std::size_t unit) const {
        const ExporterModule* exporter = registries_.exporter(units_.exporting(unit).exporter.id);
        const std::string extension = foldCase(splitName(units_.mainPath(unit).name).extension);
        return exporter != nullptr && std::ranges::count(exporter->extensions, extension) > 0;
    }

    Error takenBy(std::size_t winner, std::size_t unit) const {
        return kOutputTaken.in(
            units_.output(unit),
            fmt::format("output path is taken by {} (job {}); give {} another path",
                        quote(units_.mainPath(winner).text(), 300), quote(units_.job(winner)),
                        quote(units_.mainPath(unit).text(), 300)));
    }

    UnitTable& units_;
    const Registries& registries_;
    Disk& disk_;
    std::vector<std::uint32_t> yielding_;  ///< units that give way to another source
};

}  // namespace

std::vector<IgnoredFile> settleOutputs(UnitTable& units, const Registries& registries, Disk& disk) {
    return Settler(units, registries, disk).run();
}

}  // namespace rigkiln
