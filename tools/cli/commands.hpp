#pragma once

#include <functional>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "library/conversion/all_modules.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/settings/settings.hpp"

namespace rigkiln::cli {

/// Version of the program, as in the report and in asset.generator.
[[nodiscard]] std::string_view version();

/// Text of `rigkiln --version`: the version on a line of its own, then the revisions of all code that makes
/// outputs.
[[nodiscard]] std::string versionText();

/// Subcommand of the program. `run` does the work when it was chosen, and returns the exit code.
struct Command {
    CLI::App* app = nullptr;
    std::function<int()> run;
    /// Optional. Returns the text of `--help TOPIC`. Fails for an unknown topic, naming the known ones.
    std::function<Result<std::string>(std::string_view topic)> helpOn{};
};

[[nodiscard]] Command addRun(CLI::App& program);
[[nodiscard]] Command addConvert(CLI::App& program);
[[nodiscard]] Command addOptimize(CLI::App& program);
[[nodiscard]] Command addDiff(CLI::App& program);
[[nodiscard]] Command addInspect(CLI::App& program);
[[nodiscard]] Command addValidate(CLI::App& program);
[[nodiscard]] Command addPlan(CLI::App& program);
[[nodiscard]] Command addExplain(CLI::App& program);
[[nodiscard]] Command addNinja(CLI::App& program);
[[nodiscard]] Command addCache(CLI::App& program);
[[nodiscard]] Command addFarm(CLI::App& program);
[[nodiscard]] Command addInit(CLI::App& program);
[[nodiscard]] Command addSchema(CLI::App& program);
[[nodiscard]] Command addFormats(CLI::App& program);
[[nodiscard]] Command addVersion(CLI::App& program);

}  // namespace rigkiln::cli
