#include "pipeline/plan/issue_table.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

namespace rigkiln {

void IssueTable::add(std::uint32_t owner, const Diagnostics& diagnostics) {
    std::map<std::string_view, std::size_t> kept;
    for (const Issue& issue : diagnostics.issues()) {
        rows_.push_back({.owner = owner,
                         .where = texts_.add(issue.where),
                         .details = texts_.add(issue.details),
                         .more = 0,
                         .kind = issue.kind});
        if (++kept[issue.kind->id] == Diagnostics::kKeptPerKind)
            rows_.back().more =
                rowNumber(diagnostics.counts().at(issue.kind->id) - Diagnostics::kKeptPerKind);
    }
}

Diagnostics IssueTable::of(std::uint32_t owner) const {
    Diagnostics all;
    for (auto row = std::ranges::lower_bound(rows_, owner, {}, &Row::owner);
         row != rows_.end() && row->owner == owner; ++row) {
        all.add(*row->kind, std::string(texts_[row->where]), std::string(texts_[row->details]));
        for (std::uint32_t i = 0; i < row->more; ++i)
            all.add(*row->kind, {});
    }
    return all;
}

void IssueTable::rename(std::span<const std::uint32_t> owners) {
    for (Row& row : rows_)
        row.owner = owners[row.owner];
    const Row* const end =
        std::remove_if(rows_.begin(), rows_.end(), [](const Row& row) { return row.owner == kNoRow; });
    rows_.truncate(static_cast<std::size_t>(end - rows_.begin()));
    std::ranges::stable_sort(rows_, {}, &Row::owner);
}

}  // namespace rigkiln
