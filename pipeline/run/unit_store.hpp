#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/base/error.hpp"
#include "pipeline/files/byte_spool.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/files/paged_rows.hpp"
#include "pipeline/files/publish.hpp"
#include "pipeline/plan/unit_table.hpp"
#include "pipeline/report/distinct_paths.hpp"
#include "pipeline/report/stored_units.hpp"

namespace rigkiln {

/// Takes reports of units as they end, and holds little of them: sums of plain units; of all others some
/// dozen bytes, most of them in a file without a name. First `add`, by one thread at a time; then `finish`,
/// once; then everything else.
class UnitStore final : public StoredUnits {
public:
    /// `keepsAll`: forEachOfAll is called. The file is below `folder`, or the nearest folder above it that
    /// there is. `units` and `disk` must outlive this.
    UnitStore(const UnitTable& units, bool keepsAll, std::string folder, Disk& disk);

    /// Takes a unit that has an outcome, and the files that its outputs share with those of others.
    void add(std::size_t number, UnitReport report, const std::vector<const SharedFile*>& shared);
    void finish();

    /// Sums over the plain units.
    [[nodiscard]] const UnlistedUnits& plain() const { return plain_; }
    /// Says that there are units of an earlier run besides those of the plan.
    void setHasOthers() { facts_.isAnyRemembered = true; }

    [[nodiscard]] const StoredFacts& facts() const override { return facts_; }
    void forEach(UnitTrait trait, const Visit& visit) const override;
    void forEachOfAll(const Visit& visit) const override;
    [[nodiscard]] UnitReport unit(std::size_t number) const override;
    [[nodiscard]] Name nameOf(std::size_t number) const override;
    [[nodiscard]] std::size_t plannedUnits() const override { return units_.size(); }

private:
    struct Entry {
        std::uint32_t number = 0;
        ByteSpool::Piece results{};
        std::uint8_t traits = 0;
        bool isPlain = false;  ///< kept for report files

        bool operator<(const Entry& other) const { return number < other.number; }
    };

    void findSiblings();
    void addToSums(const UnitReport& report, bool isPlain);
    void keep(std::size_t number, const UnitReport& report, bool isPlain);
    void addCode(const std::optional<Error>& error);
    [[nodiscard]] UnitReport decode(const Entry& entry) const;

    const UnitTable& units_;
    bool keepsAll_;
    ByteSpool spool_;
    std::vector<bool> hasSiblings_;  ///< by unit: another one has the same main source
    UnlistedUnits plain_;
    StoredFacts facts_;
    DistinctPaths models_;
    PagedRows<Entry> entries_;             ///< `finish` sorts them by number
    std::vector<const ErrorCode*> codes_;  ///< of all errors, sorted by id
    /// First unit, in the order of the plan, that has a shared file: the bytes count there.
    std::map<const SharedFile*, std::size_t> owners_;
    std::map<std::size_t, std::size_t> sharedBytes_;  ///< by owner
};

}  // namespace rigkiln
