#include "pipeline/run/cached_units.hpp"

#include <algorithm>
#include <utility>

#include "pipeline/base/trace.hpp"
#include "pipeline/run/fresh_units.hpp"

namespace rigkiln {

CachedUnits::CachedUnits(const Parts& parts)
    : parts_(parts),
      policy_(digestOfPolicy(parts.failOn)),
      check_(parts.files.tree(), parts.files.folders()) {}

std::optional<UnitCache::Found> CachedUnits::find(std::size_t unit, CachedUnit& known, UnitReport& report) {
    if (parts_.cache == nullptr) return std::nullopt;
    const TraceSpan span("disk", "look into the cache");
    known.identity = identityOf({.recipe = parts_.plan.units.recipe(unit),
                                 .planning = parts_.plan.units.diagnostics(unit),
                                 .registries = parts_.registries,
                                 .version = parts_.cache->version(),
                                 .files = check_});
    if (!known.identity) return std::nullopt;
    std::optional<UnitCache::Found> found = parts_.cache->find(*known.identity, policy_, check_);
    if (!found || !restoreReport(report, found->record)) return std::nullopt;
    report.isRemembered = false;
    report.isCached = true;
    report.status = UnitStatus::Pending;
    known.isFound = true;
    return found;
}

void CachedUnits::keep(const CachedUnit& known, const UnitReport& report, std::size_t bytesRead,
                       const std::vector<Look>& looks, const OutputSet& outputs) {
    if (parts_.cache == nullptr || known.isFound) return;
    const auto isLost = [](const InputReport& input) { return input.error.has_value(); };
    if (std::ranges::any_of(report.inputs, isLost)) return;
    if (!known.identity) return parts_.cache->leaveOut();
    if (!parts_.recorder.isConfirmed(looks)) return;
    const TraceSpan span("disk", "write to the cache");
    UnitRecord record{.key = {.policy = policy_}, .looks = looks, .report = report};
    record.report.bytesIn = bytesRead;
    parts_.cache->keep(*known.identity, std::move(record), outputs, check_);
}

}  // namespace rigkiln
