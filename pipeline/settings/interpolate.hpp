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

/// Whether a word may name a job or a variable: 1 to 64 of A-Z a-z 0-9 _ -.
[[nodiscard]] bool isName(std::string_view word);

/// The variables of a configuration, and `${name}` in its texts.
class Variables {
public:
    static constexpr std::size_t kMaximumCount = 1000;
    /// Of all that is put in for variables in one configuration: ten variables that each use the one before
    /// ten times are 10^10 bytes.
    static constexpr std::size_t kExpandedBytes = std::size_t{1024} * 1024;

    /// Takes the `vars` map (null: there is none); a variable may use those above it. Definitions replace
    /// values and are taken as they are; each must name a variable of the map.
    void load(const YamlNode* vars, std::span<const std::pair<std::string, std::string>> definitions,
              ProblemList& problems);

    /// The text with every `${name}` replaced; `$${` gives `${`. What cannot be replaced is left out and is a
    /// problem at `position`.
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
