#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/conversion/registries.hpp"
#include "pipeline/plan/plan.hpp"

namespace rigkiln::cli {

/// Formats, exporter and options of a conversion, which decide whether an option has an effect.
struct OptionUse {
    std::set<std::string, std::less<>> formats{};  ///< ids of the formats of all inputs
    const ExporterModule* exporter = nullptr;
    OptionValues exported{};  ///< options of the exporter
};

/// Returns the ids of the formats of all files that the plan reads.
[[nodiscard]] std::set<std::string, std::less<>> formatsOf(const Plan& plan);

/// Returns a sentence for each option that was given and belongs to a format that is not read, to an exporter
/// that does not write, or that has no effect beside the other options of its exporter. `given` has names on
/// the command line, without the leading dashes.
[[nodiscard]] std::vector<std::string> unusedOptions(const std::vector<std::string>& given,
                                                     const OptionUse& use, const Registries& registries);

/// The same for a file that stays of its format: only `used` have an effect.
[[nodiscard]] std::vector<std::string> unusedWithinFormat(const std::vector<std::string>& given,
                                                          const std::vector<std::string>& used,
                                                          std::string_view formatTitle);

}  // namespace rigkiln::cli
