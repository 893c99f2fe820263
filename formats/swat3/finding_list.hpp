#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "formats/swat3/finding.hpp"

namespace rigkiln::swat3 {

/// Where something odd stands and what.
struct Place {
    std::string where;
    std::string details;
};

/// Gathers findings, one of each kind. Places are made only for the first of a kind, because a damaged file
/// can have as many as octets: they are given as functions that return a Place.
class FindingList {
public:
    /// A rule of the format is broken.
    template <class MakePlace>
    void rule(const IssueKind& kind, const MakePlace& makePlace) {
        add(kind, makePlace, true);
    }
    /// Odd, and nothing that the format forbids.
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
