#include "tools/cli/reduction_options.hpp"

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/plan/resample_options.hpp"
#include "pipeline/settings/job_kind.hpp"

namespace rigkiln::cli {
namespace {

std::vector<OptionSpec> reductionSpecs(const ReductionOptions& options) {
    constexpr std::array<std::string_view, 5> kAllNames = {"max_error", "shell", "character_height",
                                                           "shell_only", "interpolation"};
    const auto names = std::span(kAllNames).first(kAllNames.size() - (options.choosesKeys ? 0 : 1));
    std::vector<OptionSpec> specs;
    specs.reserve(names.size());
    for (const std::string_view name : names)
        specs.push_back(*findOption(jobKind(JobTask::Resample).options, name));
    return specs;
}

}  // namespace

void addReductionOptions(CLI::App& app, ReductionOptions& options, std::string_view boundHelp) {
    std::vector<OptionSpec> specs = reductionSpecs(options);
    specs.front().help = boundHelp;
    options.table.add(app, specs, "", "Measure");
}

ReadTable reductionTable(const ReductionOptions& options) {
    std::vector<OptionSpec> specs = reductionSpecs(options);
    const Result<OptionValues> values = options.table.values(specs, "");
    return {.specs = std::move(specs), .prefix = {}, .values = values ? *values : OptionValues()};
}

Result<GivenReduction> reductionGiven(const ReductionOptions& options) {
    const Result<OptionValues> values = options.table.values(reductionSpecs(options), "");
    if (!values) return values.error();
    const std::optional<ReductionSettings> given = reductionOf(*values);
    GivenReduction result{.settings = {}, .hasBound = given.has_value()};
    if (given) {
        result.settings = *given;
    } else {
        OptionValues bounded = *values;
        bounded.set("max_error", 0.0);
        result.settings = *reductionOf(bounded);
    }
    return result;
}

}  // namespace rigkiln::cli
