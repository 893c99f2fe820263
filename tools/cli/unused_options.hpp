#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/conversion/option.hpp"
#include "pipeline/conversion/registries.hpp"
#include "pipeline/plan/plan.hpp"

namespace rigkiln::cli {

/// A table of options and what was read of it.
struct ReadTable {
    std::vector<OptionSpec> specs{};  ///< names as in the table
    std::string prefix{};             ///< of its names on the command line
    OptionValues values{};
};

/// Formats, exporter and options of a conversion, which decide whether an option has an effect.
struct OptionUse {
    std::set<std::string, std::less<>> formats{};  ///< ids of the formats of all inputs
    const ExporterModule* exporter = nullptr;
    std::vector<ReadTable> tables{};  ///< all tables whose options count
};

/// Returns the ids of the formats of all files that the plan reads.
[[nodiscard]] std::set<std::string, std::less<>> formatsOf(const Plan& plan);

/// Returns a sentence for each option that was given and belongs to a format that is not read, to an exporter
/// that does not write, or that lacks what it needs from another option. `given` has names on the command
/// line, without the leading dashes.
[[nodiscard]] std::vector<std::string> unusedOptions(const std::vector<std::string>& given,
                                                     const OptionUse& use, const Registries& registries);

/// Returns a sentence for each option that was given and lacks what it needs from another option of its
/// table.
[[nodiscard]] std::vector<std::string> optionsInNeed(const std::vector<std::string>& given,
                                                     const std::vector<ReadTable>& tables);

/// Returns them for a file that stays of its format: only `used` have an effect.
[[nodiscard]] std::vector<std::string> unusedWithinFormat(const std::vector<std::string>& given,
                                                          const std::vector<std::string>& used,
                                                          std::string_view formatTitle);

}  // namespace rigkiln::cli
