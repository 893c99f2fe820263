#include "pipeline/plan/settle_outputs.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/file_name.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/plan/plan_errors.hpp"

namespace rigkiln {
namespace {

/// Compares paths bytewise without joining their pieces where the folders decide.
int compare(const UnitTable::SplitPath& left, const UnitTable::SplitPath& right) {
    const std::size_t common = std::min(left.folder.size(), right.folder.size());
    const int folders = left.folder.substr(0, common).compare(right.folder.substr(0, common));
    if (folders != 0) return folders;
    if (left.folder.size() == right.folder.size()) return left.name.compare(right.name);
    return left.text().compare(right.text());
}

class Settler {
public:
    Settler(UnitTable& units, const Registries& registries) : units_(units), registries_(registries) {}

    std::vector<IgnoredFile> run(const std::function<bool(const std::string&)>& isSource) {
        sort();
        std::vector<IgnoredFile> leftOut;
        std::vector<std::uint32_t> kept;
        kept.reserve(units_.size());
        // Ignores case, because outputs may be moved to file systems that do. Only for look-up; never
        // iterated.
        std::unordered_map<std::string, std::size_t> winners;
        for (std::size_t unit = 0; unit < units_.size(); ++unit) {
            kept.push_back(static_cast<std::uint32_t>(unit));
            if (units_.problem(unit) != nullptr) continue;
            std::string output = units_.output(unit);
            if (isSource(output)) {
                units_.setProblem(unit, kOutputIsSource.in(std::move(output),
                                                           "output path is that of a source file, which is "
                                                           "never overwritten"));
                continue;
            }
            const auto [known, isFree] = winners.try_emplace(foldCase(output), unit);
            if (isFree) continue;
            const std::size_t winner = known->second;
            if (isLikeOutput(unit) && !isLikeOutput(winner)) {
                kept.pop_back();
                leftOut.push_back({.path = units_.mainPath(unit).text(),
                                   .description = units_.facts(unit).front().description +
                                                  " beside another source of its name",
                                   .known = true});
            } else {
                units_.setProblem(unit, takenBy(winner, unit));
            }
        }
        if (!leftOut.empty()) units_.rearrange(kept);
        return leftOut;
    }

private:
    void sort() {
        std::vector<std::uint32_t> order(units_.size());
        std::iota(order.begin(), order.end(), std::uint32_t{0});
        std::ranges::stable_sort(order, [this](std::uint32_t left, std::uint32_t right) {
            const int outputs = compare(units_.splitOutput(left), units_.splitOutput(right));
            if (outputs != 0) return outputs < 0;
            if (isLikeOutput(left) != isLikeOutput(right)) return isLikeOutput(right);
            return compare(units_.mainPath(left), units_.mainPath(right)) < 0;
        });
        units_.rearrange(order);
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
};

}  // namespace

std::vector<IgnoredFile> settleOutputs(UnitTable& units, const Registries& registries,
                                       const std::function<bool(const std::string&)>& isSource) {
    return Settler(units, registries).run(isSource);
}

}  // namespace rigkiln
