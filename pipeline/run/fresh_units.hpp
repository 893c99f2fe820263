#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "pipeline/files/paged_rows.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/plan/table_pieces.hpp"
#include "pipeline/reading/art_files.hpp"
#include "pipeline/settings/settings.hpp"
#include "pipeline/state/freshness.hpp"
#include "pipeline/state/run_state.hpp"

namespace rigkiln {

/// Makes the keys of the units of one plan. Safe to use from many threads.
class KeyMaker {
public:
    /// `units` must outlive this.
    KeyMaker(const UnitTable& units, const FailOn& failOn);

    /// Returns what decides a unit besides the content of files.
    [[nodiscard]] RecordKey keyOf(std::size_t unit);

private:
    [[nodiscard]] ContentDigest digestOfOneFile(std::size_t unit, std::uint64_t shape);
    [[nodiscard]] ContentDigest digestOfRecipe(const Recipe& recipe);

    const UnitTable& units_;
    ContentDigest policy_;
    std::mutex mutex_;
    // Digests of recipes without paths and names: most units differ in these alone.
    std::unordered_map<std::uint64_t, ContentDigest> shapesOfOneFile_;  ///< by UnitTable::shapeOf
    /// By the addresses of the settings that units share, which the plan keeps.
    std::map<std::vector<const void*>, ContentDigest> shapes_;
};

/// Returns the digest of what makes outputs with issues fail, as in RecordKey.
[[nodiscard]] ContentDigest digestOfPolicy(const FailOn& failOn);

/// Verdicts of the units of a plan: two bytes for each, and the path where one decided.
class Verdicts {
public:
    /// All units are New.
    explicit Verdicts(std::size_t units = 0) : entries_(units) {}

    /// Precondition: units with a path come in ascending order, each once.
    void set(std::size_t unit, const Verdict& verdict);
    [[nodiscard]] Verdict operator[](std::size_t unit) const;
    [[nodiscard]] Freshness freshness(std::size_t unit) const { return entries_[unit].freshness; }
    [[nodiscard]] std::size_t size() const { return entries_.size(); }

private:
    struct Entry {
        Freshness freshness = Freshness::New;
        bool isRefreshed = false;
    };
    struct Path {
        std::uint32_t unit = 0;
        std::uint32_t text = 0;
    };

    PagedRows<Entry> entries_;
    PagedRows<Path> paths_;  ///< in order of units
    TextTable texts_;
};

enum class RowAccess : std::uint8_t {
    Sequence,  ///< all rows are read, in their order
    Search,    ///< a row is searched for each unit: for few units among many
};

/// Gets a unit that has to be converted again, and its record.
using StaleUnit = std::function<void(std::size_t unit, const UnitRecord& record, const Verdict& verdict)>;

/// Tells which units of a plan need not be converted, because nothing changed since they were. `take` gets
/// the records of fresh units, one at a time and in the order of the plan, and returns whether it can use
/// them. Returns a verdict for each unit; units that failed while planning are New. Facts about files that
/// were only touched are remembered anew.
///
/// `stale`, which may be empty, gets the records of the other units, likewise.
///
/// Looks at the files on several threads. Holds some thousand records in memory.
Verdicts findFreshUnits(const Plan& plan, RunState& state, ArtFiles& files, const FailOn& failOn,
                        const FreshnessOptions& options,
                        const std::function<bool(std::size_t unit, UnitRecord record)>& take,
                        RowAccess access = RowAccess::Sequence, const StaleUnit& stale = {});

/// Gives a report the results of a record. Returns false, and changes nothing, if the record is not of the
/// inputs that the report has.
[[nodiscard]] bool restoreReport(UnitReport& report, UnitRecord& record);

}  // namespace rigkiln
