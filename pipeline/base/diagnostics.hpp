#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rigkiln {

enum class Severity { Information, Warning, Error };

[[nodiscard]] std::string_view toString(Severity severity);

/// One kind of thing worth telling that does not stop an asset. Declared once, as a constant, in the
/// catalogue of the module that reports it. `id` is stable and never reused: scripts and configurations rely
/// on it.
struct IssueKind {
    std::string_view id;  ///< "alamo.zero-normal"
    Severity severity;
    std::string_view sentence;  ///< what it means and what was done about it, without the particulars
};

/// One occurrence. `where` is a path inside the asset ("mesh[3] 'Body'"), `details` the particulars with
/// values and limits.
struct Issue {
    const IssueKind* kind = nullptr;
    std::string where;
    std::string details;
};

/// Collects the issues of one asset, in order. A damaged file can hold the same fault a million times: of
/// each kind the first kKeptPerKind are kept and the others counted.
class Diagnostics {
public:
    static constexpr std::size_t kKeptPerKind = 32;

    void add(const IssueKind& kind, std::string where, std::string details = {});
    /// Adds all issues and counts of another collection behind these; `prefix` says where they come from.
    void append(const Diagnostics& other, std::string_view prefix = {});

    [[nodiscard]] const std::vector<Issue>& issues() const { return issues_; }
    /// How often each kind was added, kept or not, by id.
    [[nodiscard]] const std::map<std::string_view, std::size_t>& counts() const { return counts_; }
    [[nodiscard]] bool has(const IssueKind& kind) const { return counts_.contains(kind.id); }

private:
    std::vector<Issue> issues_;
    std::map<std::string_view, std::size_t> counts_;
};

}  // namespace rigkiln
