#include "pipeline/run/unit_costs.hpp"

#include <algorithm>
#include <cmath>

namespace rigkiln {
namespace {

/// Memory beyond the remembered peak: rounding of allocators, short-lived blocks, and the fixed part of any
/// unit.
constexpr double kMargin = 1.25;
constexpr double kMarginBytes = 1 << 20U;

/// Returns how much more there is to do than the last time; files that shrank may hold as much as before.
double growth(std::size_t bytesNow, std::size_t bytesThen) {
    if (bytesThen == 0 || bytesNow <= bytesThen) return 1;
    return static_cast<double>(bytesNow) / static_cast<double>(bytesThen);
}

}  // namespace

void UnitCosts::learn(std::size_t unit, const UnitRecord& last, bool isSameRecipe) {
    // It was not converted then: it failed, or came from a cache.
    if (last.peakBytes == 0) return;
    const double factor = growth(units_.sourceBytes(unit), last.sourceBytes);
    const auto estimate = static_cast<double>(units_.estimatedBytes(unit));
    const double bytes = static_cast<double>(last.peakBytes) * factor * kMargin + kMarginBytes +
                         static_cast<double>(units_.heldBytes(unit));
    Known known{.unit = static_cast<std::uint32_t>(unit),
                .bytes = static_cast<float>(isSameRecipe ? bytes : std::max(bytes, estimate))};
    const StageTimes& times = last.times;
    const double milliseconds =
        (times.readMilliseconds + times.convertMilliseconds + times.publishMilliseconds) * factor;
    if (std::isfinite(milliseconds) && milliseconds > 0) {
        known.milliseconds = static_cast<float>(milliseconds);
        milliseconds_ += milliseconds;
        estimatedBytes_ += estimate;
    }
    known_.push_back(known);
}

const UnitCosts::Known* UnitCosts::find(std::size_t unit) const {
    const auto known = std::ranges::lower_bound(known_, unit, {}, &Known::unit);
    return known != known_.end() && known->unit == unit ? &*known : nullptr;
}

std::size_t UnitCosts::bytes(std::size_t unit) const {
    const Known* known = find(unit);
    if (known == nullptr) return units_.estimatedBytes(unit);
    // Records of damaged stores may say anything.
    constexpr float kMost = 1e18F;
    return static_cast<std::size_t>(std::min(known->bytes, kMost));
}

std::size_t UnitCosts::weight(std::size_t unit) const {
    const Known* known = find(unit);
    if (known == nullptr || known->milliseconds == 0) return units_.estimatedBytes(unit);
    constexpr double kMost = 1e18;
    return static_cast<std::size_t>(std::min(known->milliseconds / milliseconds_ * estimatedBytes_, kMost));
}

}  // namespace rigkiln
