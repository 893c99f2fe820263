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

/// A pattern for relative paths. `*` matches any characters within a name, `**` between slashes any folders
/// or none, `?` one character of a name, `[abc]`, `[a-z]` and `[!a]` one character in or not in a set,
/// `{a,b}` either alternative (nesting allowed).
///
/// Always matches the whole path. Takes time proportional to path length x pattern length for every pattern,
/// because all states are followed in parallel and nothing is retried.
class Glob {
public:
    static constexpr std::size_t kMaximumLength = 4096;

    /// Fails with kind Configuration; the problem quotes the pattern and says what is wrong with it.
    [[nodiscard]] static Result<Glob> compile(std::string_view pattern, bool ignoreCase);

    [[nodiscard]] bool matches(std::string_view path) const;
    /// True when some path below the folder could match.
    [[nodiscard]] bool canMatchBelow(std::string_view folder) const;

private:
    friend class GlobCompiler;

    static constexpr std::uint32_t kNowhere = 0xFFFFFFFF;

    /// A state with `accepts` consumes one character of that set and continues at `next`. A state without it
    /// continues at `next` and `other` without consuming anything. The match state has no successors.
    struct State {
        std::uint32_t accepts = kNowhere;  ///< index in sets_
        std::uint32_t next = kNowhere;
        std::uint32_t other = kNowhere;
    };
    using CharacterSet = std::bitset<256>;
    struct Run;

    /// Advances `run` by each character of `text`. Returns false as soon as no state is left.
    static bool follow(Run& run, std::string_view text);

    std::vector<State> states_;
    std::vector<CharacterSet> sets_;
    std::string literalEnd_;  ///< fixed ending of every match; rejects most paths without running the states
    std::uint32_t start_ = 0;
    std::uint32_t match_ = 0;
    bool ignoreCase_ = false;
};

}  // namespace rigkiln
