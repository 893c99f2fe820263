#include "pipeline/plan/resample_options.hpp"

#include <string>
#include <string_view>
#include <variant>

#include "pipeline/settings/job_kind.hpp"

namespace rigkiln {

std::optional<ReductionSettings> reductionOf(const OptionValues& resample) {
    const auto given = [&](std::string_view name) -> std::optional<double> {
        const auto found = resample.all().find(name);
        if (found == resample.all().end()) return std::nullopt;
        return std::get<double>(found->second);
    };
    const std::optional<double> maxError = given("max_error");
    if (!maxError) return std::nullopt;
    const auto interpolation = resample.all().find("interpolation");
    return ReductionSettings{
        .maxError = *maxError,
        .shell = resample.number("shell"),
        .characterHeight = given("character_height"),
        .samplesCurves = given("rate") == kAdaptiveRate,
        .fitsSplines = interpolation != resample.all().end() &&
                       std::get<std::string>(interpolation->second) == kCubicInterpolation,
        .shellOnly = resample.flag("shell_only")};
}

}  // namespace rigkiln
