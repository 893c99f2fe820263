#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigkiln {

/// New names by old names. A rule gives a name to one exact name, or to all names that match its pattern.
class NameTable {
public:
    /// Looking up a name tries each pattern.
    static constexpr std::size_t kMaximumPatterns = 256;
    static constexpr std::size_t kMaximumLength = 1024;  ///< of a pattern, and of a name

    struct Found {
        std::string name;      ///< the new name
        std::size_t rule = 0;  ///< index of the rule that gives it, in the order of `add`
    };

    /// Adds a rule. A `*` in `pattern` matches any characters, also none, and as few as possible. The first
    /// `*` in `name` stands for the characters that the first `*` of the pattern matched, the second for
    /// those of the second, and so on. Returns a sentence about what is wrong with the rule and what is
    /// expected, or nothing. Both texts are UTF-8.
    [[nodiscard]] std::optional<std::string> add(std::string_view pattern, std::string_view name);

    /// Adds a name that some thing is expected to have after all got their names.
    void require(std::string_view name) { required_.emplace_back(name); }

    /// Returns the new name for a name. An exact rule comes before patterns, and the first pattern that
    /// matches before later ones. Returns nothing when no rule matches.
    [[nodiscard]] std::optional<Found> find(std::string_view name) const;

    /// Patterns of all rules, in the order of `add`.
    [[nodiscard]] const std::vector<std::string>& patterns() const { return patterns_; }
    [[nodiscard]] const std::vector<std::string>& required() const { return required_; }

private:
    struct PatternRule {
        std::vector<std::string> pieces;  ///< texts around each `*`, at least two
        std::string name;
        std::size_t rule = 0;
    };

    std::map<std::string, Found, std::less<>> exact_;
    std::vector<PatternRule> rules_;  ///< those with a `*`
    std::vector<std::string> patterns_;
    std::vector<std::string> required_;
};

}  // namespace rigkiln
