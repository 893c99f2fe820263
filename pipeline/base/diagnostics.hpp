#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rigkiln {

enum class Severity { Information, Warning, Error };

[[nodiscard]] std::string_view toString(Severity severity);

/// A kind of issue that is worth reporting but does not stop an asset. Declared once, as a constant, in the
/// catalogue of the module that reports it. `id` is stable and never reused: scripts and configurations rely
/// on it.
struct IssueKind {
    std::string_view id;  ///< "alamo.zero-normal"
    Severity severity;
    std::string_view sentence;  ///< meaning and what was done about it, without values or names
};

/// One occurrence of an IssueKind. `where` is a path inside the asset ("mesh[3] 'Body'"); `details` gives
/// values and limits.
struct Issue {
    const IssueKind* kind = nullptr;
    std::string where;
    std::string details;
};

/// Collects the issues of one asset, in order. A damaged file can contain the same fault a million times, so
/// only the first kKeptPerKind issues of each kind are kept; the rest are only counted.
class Diagnostics {
public:
    static constexpr std::size_t kKeptPerKind = 32;

    void add(const IssueKind& kind, std::string where, std::string details = {});
    /// Appends all issues and counts of `other`. `prefix` is put in front of each `where`.
    void append(const Diagnostics& other, std::string_view prefix = {});

    [[nodiscard]] const std::vector<Issue>& issues() const { return issues_; }
    /// Number of issues added of each kind, by id, including those that were not kept.
    [[nodiscard]] const std::map<std::string_view, std::size_t>& counts() const { return counts_; }
    [[nodiscard]] bool has(const IssueKind& kind) const { return counts_.contains(kind.id); }

private:
    std::vector<Issue> issues_;
    std::map<std::string_view, std::size_t> counts_;
};

}  // namespace rigkiln
