#include "pipeline/base/diagnostics.hpp"

#include <utility>

namespace rigkiln {

std::string_view toString(Severity severity) {
    switch (severity) {
        case Severity::Information:
            return "information";
        case Severity::Warning:
            return "warning";
        case Severity::Error:
            return "error";
    }
    return "error";
}

void Diagnostics::add(const IssueKind& kind, std::string where, std::string details) {
    if (++counts_[kind.id] > kKeptPerKind) return;
    issues_.push_back({&kind, std::move(where), std::move(details)});
}

void Diagnostics::append(const Diagnostics& other, std::string_view prefix) {
    std::map<std::string_view, std::size_t> kept;
    for (const Issue& issue : other.issues_) {
        add(*issue.kind, std::string(prefix) + issue.where, issue.details);
        ++kept[issue.kind->id];
    }
    for (const auto& [id, count] : other.counts_) {
        counts_[id] += count - kept[id];
    }
}

}  // namespace rigkiln
