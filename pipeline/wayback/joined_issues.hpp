#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "pipeline/base/diagnostics.hpp"

namespace rigkiln {

/// Joins two catalogues of issues into the one of an exporter.
template <std::size_t First, std::size_t Second>
constexpr auto joinedIssues(const std::array<const IssueKind*, First>& first,
                            const std::array<const IssueKind*, Second>& second) {
    std::array<const IssueKind*, First + Second> all{};
    std::copy(first.begin(), first.end(), all.begin());
    std::copy(second.begin(), second.end(), all.begin() + First);
    return all;
}

}  // namespace rigkiln
