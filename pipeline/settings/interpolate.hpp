#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "pipeline/settings/problem_list.hpp"
#include "pipeline/settings/yaml_tree.hpp"

namespace rigkiln {

/// Returns whether a word may name a job or a variable: 1 to 64 of A-Z a-z 0-9 _ -.
[[nodiscard]] bool isName(std::string_view word);

/// The variables of a configuration. Replaces `${name}` in its texts.
class Variables {
public:
    static constexpr std::size_t kMaximumCount = 1000;
    /// Limit for all replaced text of one configuration together. Ten variables that each use the previous
    /// one ten times would give 10^10 bytes.
    static constexpr std::size_t kExpandedBytes = std::size_t{1024} * 1024;

    /// Reads the `vars` map (null: there is none). A variable may use those above it. `definitions` override
    /// values, are taken literally, and must name variables of the map.
    void load(const YamlNode* vars, std::span<const std::pair<std::string, std::string>> definitions,
              ProblemList& problems);

    /// Returns the text with every `${name}` replaced; `$${` gives `${`. A name that cannot be replaced is
    /// dropped and reported at `position`.
    [[nodiscard]] std::string expand(std::string_view text, SourcePosition position, ProblemList& problems);

private:
    void loadOne(const YamlEntry& entry, ProblemList& problems);
    void appendValue(std::string& expanded, std::string_view name, SourcePosition position,
                     ProblemList& problems);
    [[nodiscard]] std::string unknownName(std::string_view name) const;

    std::map<std::string, std::string, std::less<>> values_;
    std::map<std::string, std::string, std::less<>> definitions_;
    std::map<std::string, SourcePosition, std::less<>> declared_;
    std::size_t expandedBytes_ = 0;
};

}  // namespace rigkiln
