#pragma once

#include <string_view>
#include <unordered_set>

namespace rigkiln {

/// Member of the record of a file (docs/extras.md) that leaves out names which readers can tell: those of the
/// source by the rule of NumberedNames, and that of a mesh that is called like the first node that shows it.
/// Its value is true.
inline constexpr std::string_view kImpliedNames = "implied_names";

/// Names of the source, told from those that were numbered to be different: where a file has "turret" too,
/// "turret_2" was "turret". A name for which this is not so has its source name beside it.
class NumberedNames {
public:
    /// Adds a name of the file. It must outlive this object.
    void add(std::string_view name) { names_.insert(name); }

    /// Returns `name` without the number behind it (2 or more) if the rest is a name of the file; otherwise
    /// `name`.
    [[nodiscard]] std::string_view sourceOf(std::string_view name) const;

private:
    std::unordered_set<std::string_view> names_;
};

}  // namespace rigkiln
