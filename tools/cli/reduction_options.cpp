#include "tools/cli/reduction_options.hpp"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "pipeline/batch/reduce_scene.hpp"
#include "pipeline/settings/job_kind.hpp"

namespace rigkiln::cli {
namespace {

std::vector<OptionSpec> reductionSpecs() {
    constexpr std::array<std::string_view, 3> kNames = {"max_error", "shell", "character_height"};
    std::vector<OptionSpec> specs;
    specs.reserve(kNames.size());
    for (const std::string_view name : kNames)
        specs.push_back(*findOption(findJobKind("resample")->options, name));
    return specs;
}

}  // namespace

void addReductionOptions(CLI::App& app, ReductionOptions& options, std::string_view boundHelp) {
    std::vector<OptionSpec> specs = reductionSpecs();
    specs.front().help = boundHelp;
    options.table.add(app, specs, "", "Measure");
    app.add_flag("--shell-only", options.shellOnly,
                 "Leaves the meshes aside: every joint has three points at the distance of --shell")
        ->group("Measure");
}

Result<GivenReduction> reductionGiven(const ReductionOptions& options) {
    const Result<OptionValues> values = options.table.values(reductionSpecs(), "");
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
    result.settings.shellOnly = options.shellOnly;
    return result;
}

}  // namespace rigkiln::cli
