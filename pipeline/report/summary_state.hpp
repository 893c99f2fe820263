#pragma once

#include <string>

#include "pipeline/report/report_text.hpp"

/// Lines of a summary about what runs leave to later ones.
namespace rigkiln::summary {

/// Tells of files of earlier runs that no planned output has any more.
[[nodiscard]] std::string vanishedLines(const RunReport& report, const SummaryOptions& options);

/// Tells what the state saved and why it is incomplete. Neither makes an output fail.
[[nodiscard]] std::string stateLines(const RunReport& report, const SummaryOptions& options);

/// Tells what came from the cache, and what is wrong with it. Neither makes an output fail.
[[nodiscard]] std::string cacheLines(const RunReport& report, const SummaryOptions& options);

}  // namespace rigkiln::summary
