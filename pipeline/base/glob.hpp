#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.hpp"

namespace rigkiln {

/// A pattern of relative paths: `*` any characters within a name, `**` between slashes any folders or none,
/// `?` one character of a name, `[abc]`, `[a-z]`, `[!a]` one of these, `{a,b}` either (nesting allowed).
///
/// Matches the whole path, in time length of path x length of pattern whatever the pattern: all ways through
/// it are followed at once, none is tried again.
class Glob {
public:
    static constexpr std::size_t kMaximumLength = 4096;

    /// The error's problem says what is wrong with the pattern and quotes it; kind Configuration.
    [[nodiscard]] static Result<Glob> compile(std::string_view pattern, bool ignoreCase);

    [[nodiscard]] bool matches(std::string_view path) const;
    /// Whether some path below the folder could match.
    [[nodiscard]] bool canMatchBelow(std::string_view folder) const;

private:
    friend class GlobCompiler;

    static constexpr std::uint32_t kNowhere = 0xFFFFFFFF;

    /// A state takes one character of `accepts` and goes on to `next`, or, with nothing to accept, goes on to
    /// `next` and `other` at once. The last state is the match.
    struct State {
        std::uint32_t accepts = kNowhere;  ///< index in sets_
        std::uint32_t next = kNowhere;
        std::uint32_t other = kNowhere;
    };
    using CharacterSet = std::bitset<256>;
    struct Run;

    /// Takes one character after the other; false when none of the ways through the pattern goes on.
    static bool follow(Run& run, std::string_view text);

    std::vector<State> states_;
    std::vector<CharacterSet> sets_;
    std::string literalEnd_;  ///< characters every match ends with: most paths are refused by these alone
    std::uint32_t start_ = 0;
    std::uint32_t match_ = 0;
    bool ignoreCase_ = false;
};

}  // namespace rigkiln
