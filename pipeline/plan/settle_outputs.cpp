#include "pipeline/plan/settle_outputs.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/file_name.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

bool isLikeOutput(const PlannedUnit& unit) {
    const std::string extension = foldCase(splitName(unit.mainSource().path).extension);
    return std::ranges::count(unit.exportJob->exporter->extensions, extension) > 0;
}

bool comesBefore(const PlannedUnit& left, const PlannedUnit& right) {
    if (left.output != right.output) return left.output < right.output;
    if (isLikeOutput(left) != isLikeOutput(right)) return isLikeOutput(right);
    return left.mainSource().path < right.mainSource().path;
}

Error takenBy(const PlannedUnit& winner, const PlannedUnit& unit) {
    return {unit.output,
            fmt::format("output path is taken by {} (job {}); give {} another path",
                        quote(winner.mainSource().path, 300), quote(winner.exportJob->name),
                        quote(unit.mainSource().path, 300)),
            ErrorKind::Configuration};
}

}  // namespace

std::vector<SourceFile> settleOutputs(std::vector<PlannedUnit>& units,
                                      const std::function<bool(const std::string&)>& isSource) {
    std::ranges::stable_sort(units, comesBefore);
    std::vector<SourceFile> leftOut;
    std::vector<bool> isLeftOut(units.size(), false);
    // Ignores case, because outputs may be moved to file systems that do. Only for look-up; never iterated.
    std::unordered_map<std::string, std::size_t> winners;
    for (std::size_t i = 0; i < units.size(); ++i) {
        PlannedUnit& unit = units[i];
        if (unit.problem) continue;
        if (isSource(unit.output)) {
            unit.problem =
                Error{unit.output, "output path is that of a source file, which is never overwritten",
                      ErrorKind::Configuration};
            continue;
        }
        const auto [known, isFree] = winners.try_emplace(foldCase(unit.output), i);
        if (isFree) continue;
        const PlannedUnit& winner = units[known->second];
        if (isLikeOutput(unit) && !isLikeOutput(winner)) {
            isLeftOut[i] = true;
            leftOut.push_back(unit.mainSource());
        } else {
            unit.problem = takenBy(winner, unit);
        }
    }
    if (leftOut.empty()) return leftOut;
    std::vector<PlannedUnit> kept;
    for (std::size_t i = 0; i < units.size(); ++i) {
        if (!isLeftOut[i]) kept.push_back(std::move(units[i]));
    }
    units = std::move(kept);
    return leftOut;
}

}  // namespace rigkiln
