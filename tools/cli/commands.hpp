#pragma once

#include <functional>
#include <string_view>

#include <CLI/CLI.hpp>

#include "pipeline/settings/settings.hpp"

namespace rigkiln::cli {

/// Version of the program, as in the report and in asset.generator.
[[nodiscard]] std::string_view version();

/// Every format and exporter of this build.
[[nodiscard]] Registries registries();

/// A command adds itself to the program and returns what to do when it was chosen. The function returns the
/// exit code.
struct Command {
    CLI::App* app = nullptr;
    std::function<int()> run;
};

[[nodiscard]] Command addRun(CLI::App& program);
[[nodiscard]] Command addConvert(CLI::App& program);
[[nodiscard]] Command addOptimize(CLI::App& program);
[[nodiscard]] Command addDiff(CLI::App& program);
[[nodiscard]] Command addInspect(CLI::App& program);
[[nodiscard]] Command addPlan(CLI::App& program);
[[nodiscard]] Command addInit(CLI::App& program);
[[nodiscard]] Command addSchema(CLI::App& program);
[[nodiscard]] Command addFormats(CLI::App& program);
[[nodiscard]] Command addVersion(CLI::App& program);

}  // namespace rigkiln::cli
