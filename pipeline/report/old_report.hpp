#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/report/run_report.hpp"

namespace rigkiln {

/// Names an output in reports: the path of the main file, then that of the first source, which tells units
/// apart that would have the same output. Both as reports have them, which is in UTF-8.
struct UnitKey {
    std::string output{};
    std::string source{};

    auto operator<=>(const UnitKey&) const = default;  // NOLINT(modernize-use-nullptr): generated 0
};

[[nodiscard]] UnitKey keyOf(const UnitReport& unit);

/// How a run left an output.
enum class UnitHealth : std::uint8_t {
    Whole,
    Broken,    ///< it failed, or was written without some of its sources
    NotBegun,  ///< the run was stopped first
};

[[nodiscard]] UnitHealth healthOf(const UnitReport& unit);

/// Something that failed: a source of an output, an output whose sources are not at fault, or, without an
/// output, a path that could not be examined.
struct FaultKey {
    UnitKey unit{};
    std::string rootCause{};

    auto operator<=>(const FaultKey&) const = default;  // NOLINT(modernize-use-nullptr): generated 0
};

/// Code of the error of each fault. A unit that is Broken has at least one.
using Faults = std::map<FaultKey, std::string>;

[[nodiscard]] Faults faultsOf(const RunReport& report);

/// The part of a report file that later runs need.
struct OldReport {
    std::map<UnitKey, UnitHealth> units{};
    Faults faults{};
};

/// Reads the text of a report file. Fails with kOtherReportVersion or kDamagedReport; the error does not name
/// the file.
[[nodiscard]] Result<OldReport> readOldReport(std::string_view text);

}  // namespace rigkiln
