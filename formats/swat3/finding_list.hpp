#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "formats/swat3/finding.hpp"

namespace rigkiln::swat3 {

/// Place and details of a finding.
struct Place {
    std::string where;
    std::string details;
};

/// Gathers findings, one of each kind. Callers pass functions that return a Place. They are called only for
/// the first of a kind, because a damaged file can have one finding per byte.
class FindingList {
public:
    /// Adds a broken rule of the format.
    template <class MakePlace>
    void rule(const IssueKind& kind, const MakePlace& makePlace) {
        add(kind, makePlace, true);
    }
    /// Adds an oddity that the format does not forbid.
    template <class MakePlace>
    void hint(const IssueKind& kind, const MakePlace& makePlace) {
        add(kind, makePlace, false);
    }

    [[nodiscard]] std::vector<Finding> finish() && { return std::move(findings_); }

private:
    template <class MakePlace>
    void add(const IssueKind& kind, const MakePlace& makePlace, bool breaksRule) {
        for (Finding& finding : findings_) {
            if (finding.kind != &kind) continue;
            ++finding.occurrences;
            return;
        }
        Place place = makePlace();
        findings_.push_back({.kind = &kind,
                             .where = std::move(place.where),
                             .details = std::move(place.details),
                             .occurrences = 1,
                             .breaksRule = breaksRule});
    }

    std::vector<Finding> findings_;
};

}  // namespace rigkiln::swat3
