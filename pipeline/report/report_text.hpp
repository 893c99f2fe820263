#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "pipeline/report/issue_advice.hpp"
#include "pipeline/report/run_report.hpp"

namespace rigkiln {

/// Returns a command that repeats a failure alone: the unit's number in the report, and the number of the
/// input at fault. Empty text: there is none.
using ReplayCommand = std::function<std::string(std::size_t unit, std::optional<std::size_t> input)>;

/// How the summary of a run is written.
struct SummaryOptions {
    std::string workingFolder{};  ///< paths are told relative to it where that is shorter; empty: as they are
    std::string reportFile{};     ///< of this run; empty: none was written
    bool hasColor = false;        ///< whether escape sequences for colour are understood
    OptionPlace place = OptionPlace::Configuration;  ///< where the reader sets the options of the run
    ReplayCommand replay{};                          ///< may be empty
    std::string pruneCommand{};  ///< removes files of earlier runs that belong to no source any more
    std::string time{};          ///< stands in the place of " in 7.8 s (55.3 MiB/s)", if not empty
};

/// Returns " in 7.8 s".
[[nodiscard]] std::string inSeconds(double milliseconds);

/// Formats the summary at the end of a run for people. First where the result is, with the numbers; a table
/// with a row per format, if there are several; failures with the same cause as one, with the smallest
/// example; then issues, the most severe first, each kind once with advice; then reduced clips, rounded
/// positions and the state. A long summary of a run that did not succeed ends with the result again, for
/// those who read the last lines of a log only. Every other fact stands there once. Ends with a newline.
[[nodiscard]] std::string toSummaryText(const RunReport& report, const SummaryOptions& options = {});

}  // namespace rigkiln
