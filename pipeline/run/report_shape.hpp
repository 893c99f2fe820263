#pragma once

#include <cstddef>
#include <limits>

namespace rigkiln {

/// How a run reports its units.
struct ReportShape {
    /// So many units may be in RunReport::units; more are stored.
    std::size_t unitsInReport = std::numeric_limits<std::size_t>::max();
    bool keepsAllUnits = true;  ///< stored units are those of report files, too
};

}  // namespace rigkiln
