#pragma once

#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/registries.hpp"
#include "pipeline/plan/plan.hpp"

namespace rigkiln::cli {

struct NinjaRequest {
    const Registries& registries;
    std::string workingFolder{};  ///< paths are relative to it where that is shorter
    std::string program{};        ///< path of rigkiln; what it makes depends on it
    std::string file{};           ///< build.ninja, as the command line names it
    std::string buildFolder{};    ///< for files of Ninja and for depfiles
    std::vector<std::string>
        generate{};         ///< words of the command that makes the file again, without the program
    unsigned depth = 1;     ///< steps that run at the same time at most
    bool isStrict = false;  ///< warnings fail an output
};

/// Returns the text of a file for Ninja with a step for each unit, in their order, which makes the same bytes
/// as a run. Fails for a unit that `rigkiln convert` cannot make alone, and names it.
[[nodiscard]] Result<std::string> ninjaFile(const Plan& plan, const NinjaRequest& request);

}  // namespace rigkiln::cli
