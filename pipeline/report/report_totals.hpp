#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/report/asset_figures.hpp"
#include "pipeline/report/unit_report.hpp"

namespace rigkiln {

/// Sums over a report. Laws: units = written + unchanged + failed + cancelled; inputs = converted +
/// inputsFailed + inputsSkipped + inputsCancelled; the sums per format add up to the total.
struct ReportTotals {
    std::size_t units = 0;
    std::size_t written = 0;
    std::size_t unchanged = 0;
    std::size_t failed = 0;
    std::size_t cancelled = 0;
    std::size_t inputs = 0;
    std::size_t converted = 0;
    std::size_t inputsFailed = 0;
    std::size_t inputsSkipped = 0;
    std::size_t inputsCancelled = 0;
    std::size_t clipsFailed = 0;  ///< part of inputsFailed
    std::size_t informations = 0;
    std::size_t warnings = 0;
    std::size_t errors = 0;  ///< issues of that severity; failures of units are not issues
    std::size_t bytesIn = 0;
    std::size_t bytesOut = 0;
    AssetCounts counts{};

    void add(const UnitReport& unit);
    ReportTotals& operator+=(const ReportTotals& other);
    /// Precondition: `other` is a part of these sums.
    ReportTotals& operator-=(const ReportTotals& other);
    bool operator==(const ReportTotals&) const = default;
};

/// Units that a report counts and does not list: earlier runs made them, without issues and losses, and
/// nothing changed since. Each has a source of its own.
struct UnlistedUnits {
    std::map<std::string, ReportTotals> byFormat{};  ///< by id of the format
    std::size_t models = 0;                          ///< units made of a model
    std::optional<double> positionError{};           ///< largest of all
    std::vector<std::string> outputRoots{};          ///< sorted, each once

    [[nodiscard]] std::size_t count() const;
    bool operator==(const UnlistedUnits&) const = default;
};

}  // namespace rigkiln
