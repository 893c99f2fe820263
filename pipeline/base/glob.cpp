#include "pipeline/base/glob.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "pipeline/base/error_codes.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

constexpr std::size_t kMaximumNesting = 32;

unsigned char byteOf(char character) {
    return static_cast<unsigned char>(character);
}

char otherCase(char character) {
    if (character >= 'A' && character <= 'Z') return static_cast<char>(character - 'A' + 'a');
    if (character >= 'a' && character <= 'z') return static_cast<char>(character - 'a' + 'A');
    return character;
}

}  // namespace

/// Builds the states of a pattern from left to right. `tail_` is the state that has no successor yet.
class GlobCompiler {
public:
    GlobCompiler(std::string_view pattern, bool ignoreCase) : pattern_(pattern) {
        glob_.ignoreCase_ = ignoreCase;
        tail_ = addState();
        glob_.start_ = tail_;
    }

    Result<Glob> compile() {
        if (pattern_.empty()) return problem("is empty");
        if (pattern_.size() > Glob::kMaximumLength) {
            return problem(fmt::format("has {} characters, at most {} are allowed", pattern_.size(),
                                       Glob::kMaximumLength));
        }
        while (position_ < pattern_.size()) {
            if (auto error = compileNext()) return *error;
        }
        if (!groups_.empty()) {
            return problem(
                fmt::format("has a '{{' at character {} that is never closed", groups_.back().at + 1));
        }
        glob_.match_ = tail_;
        glob_.literalEnd_ = literalEnd();
        return std::move(glob_);
    }

private:
    struct Group {
        std::size_t at;
        std::uint32_t fork;  ///< state from which every alternative starts
        std::uint32_t join;  ///< state where every alternative ends
    };

    Error problem(const std::string& what) const {
        return kBadPattern.error(fmt::format("pattern {} {}", quote(pattern_), what));
    }

    std::optional<Error> compileNext() {
        const char character = pattern_[position_];
        switch (character) {
            case '*':
                compileStars();
                return std::nullopt;
            case '?':
                ++position_;
                accept(nameCharacters());
                return std::nullopt;
            case '[':
                return compileSet();
            case '{':
                return openGroup();
            case ',':
                if (!groups_.empty()) return nextAlternative();
                break;
            case '}':
                if (!groups_.empty()) return closeGroup();
                break;
            case '\\':
                return problem(fmt::format(
                    "has a '\\' at character {}; folders are separated by '/', and [*] is a literal *",
                    position_ + 1));
            default:
                break;
        }
        ++position_;
        acceptLiteral(character);
        return std::nullopt;
    }

    void compileStars() {
        const std::size_t begin = position_;
        position_ = std::min(pattern_.find_first_not_of('*', begin), pattern_.size());
        const bool atNameStart = begin == 0 || pattern_[begin - 1] == '/';
        const bool wholeName = position_ - begin >= 2 && atNameStart;
        if (wholeName && position_ == pattern_.size()) {
            repeat(Glob::CharacterSet().set());
        } else if (wholeName && pattern_[position_] == '/') {
            // "**/" matches any folders or none: a fork skips the part "any characters, then a slash".
            ++position_;
            const std::uint32_t fork = tail_;
            tail_ = addState();
            glob_.states_[fork].next = tail_;
            repeat(Glob::CharacterSet().set());
            acceptLiteral('/');
            glob_.states_[fork].other = tail_;
        } else {
            repeat(nameCharacters());
        }
    }

    std::optional<Error> compileSet() {
        const std::size_t begin = position_++;
        const bool negated =
            position_ < pattern_.size() && (pattern_[position_] == '!' || pattern_[position_] == '^');
        if (negated) ++position_;
        const std::size_t end =
            pattern_.find(']', position_ + 1);  // a ] that stands first is itself an element
        if (end == std::string_view::npos) {
            return problem(fmt::format("has a '[' at character {} that is never closed", begin + 1));
        }
        Glob::CharacterSet set;
        while (position_ < end) {
            const char first = pattern_[position_];
            const bool isRange = position_ + 2 < end && pattern_[position_ + 1] == '-';
            const char last = isRange ? pattern_[position_ + 2] : first;
            if (byteOf(last) < byteOf(first)) {
                return problem(fmt::format("has the range {}-{} at character {}, which is backwards", first,
                                           last, position_ + 1));
            }
            for (unsigned value = byteOf(first); value <= byteOf(last); ++value)
                set.set(value);
            position_ += isRange ? 3 : 1;
        }
        position_ = end + 1;
        if (glob_.ignoreCase_) addOtherCases(set);
        if (negated) set.flip();
        accept(set & nameCharacters());
        return std::nullopt;
    }

    std::optional<Error> openGroup() {
        if (groups_.size() == kMaximumNesting) {
            return problem(fmt::format("nests {{}} deeper than {}", kMaximumNesting));
        }
        const std::uint32_t join = addState();
        groups_.push_back({position_++, tail_, join});
        startAlternative();
        return std::nullopt;
    }

    std::optional<Error> nextAlternative() {
        ++position_;
        glob_.states_[tail_].next = groups_.back().join;
        startAlternative();
        return std::nullopt;
    }

    std::optional<Error> closeGroup() {
        ++position_;
        glob_.states_[tail_].next = groups_.back().join;
        tail_ = groups_.back().join;
        groups_.pop_back();
        return std::nullopt;
    }

    /// Adds one alternative to the innermost group. A state has only two successors, so the alternatives of a
    /// group form a chain of forks.
    void startAlternative() {
        const std::uint32_t alternative = addState();
        const std::uint32_t nextFork = addState();
        const std::uint32_t fork = groups_.back().fork;
        glob_.states_[fork].next = alternative;
        glob_.states_[fork].other = nextFork;
        groups_.back().fork = nextFork;
        tail_ = alternative;
    }

    void repeat(const Glob::CharacterSet& set) {
        const std::uint32_t loop = addState();
        const std::uint32_t after = addState();
        glob_.states_[tail_].next = loop;
        glob_.states_[tail_].other = after;
        glob_.states_[loop].accepts = addSet(set);
        glob_.states_[loop].next = tail_;
        tail_ = after;
    }

    void accept(const Glob::CharacterSet& set) {
        const std::uint32_t after = addState();
        glob_.states_[tail_].accepts = addSet(set);
        glob_.states_[tail_].next = after;
        tail_ = after;
    }

    void acceptLiteral(char character) {
        Glob::CharacterSet set;
        set.set(byteOf(character));
        if (glob_.ignoreCase_) set.set(byteOf(otherCase(character)));
        accept(set);
    }

    static void addOtherCases(Glob::CharacterSet& set) {
        for (char letter = 'a'; letter <= 'z'; ++letter) {
            const bool either = set.test(byteOf(letter)) || set.test(byteOf(otherCase(letter)));
            set.set(byteOf(letter), either);
            set.set(byteOf(otherCase(letter)), either);
        }
    }

    static Glob::CharacterSet nameCharacters() { return Glob::CharacterSet().set().reset(byteOf('/')); }

    std::string literalEnd() const {
        const std::size_t lastSpecial = pattern_.find_last_of("*?[]{},");
        const std::string_view end =
            lastSpecial == std::string_view::npos ? pattern_ : pattern_.substr(lastSpecial + 1);
        // "**/" may match nothing, not even its slash, so that slash is not a certain ending.
        const bool afterStars = lastSpecial != std::string_view::npos && pattern_[lastSpecial] == '*';
        const std::string_view sure = afterStars && end.starts_with('/') ? end.substr(1) : end;
        return glob_.ignoreCase_ ? foldCase(sure) : std::string(sure);
    }

    std::uint32_t addState() {
        glob_.states_.emplace_back();
        return static_cast<std::uint32_t>(glob_.states_.size() - 1);
    }

    std::uint32_t addSet(const Glob::CharacterSet& set) {
        glob_.sets_.push_back(set);
        return static_cast<std::uint32_t>(glob_.sets_.size() - 1);
    }

    std::string_view pattern_;
    std::size_t position_ = 0;
    std::uint32_t tail_ = 0;
    std::vector<Group> groups_;
    Glob glob_;
};

Result<Glob> Glob::compile(std::string_view pattern, bool ignoreCase) {
    return GlobCompiler(pattern, ignoreCase).compile();
}

/// Set of states reached so far, each listed once.
struct Glob::Run {
    const Glob& glob;
    std::vector<std::uint32_t> active{};
    std::vector<std::uint32_t> pending{};
    std::vector<bool> reached{};

    void clear() {
        active.clear();
        reached.assign(glob.states_.size(), false);
    }

    /// Adds a state and every state that can be reached from it without consuming a character.
    void add(std::uint32_t first) {
        pending.push_back(first);
        while (!pending.empty()) {
            const std::uint32_t index = pending.back();
            pending.pop_back();
            if (index == kNowhere || reached[index]) continue;
            reached[index] = true;
            active.push_back(index);
            const State& state = glob.states_[index];
            if (state.accepts != kNowhere) continue;
            pending.push_back(state.next);
            pending.push_back(state.other);
        }
    }
};

bool Glob::matches(std::string_view path) const {
    if (path.size() < literalEnd_.size()) return false;
    const std::string_view end = path.substr(path.size() - literalEnd_.size());
    if (ignoreCase_ ? !equalIgnoringCase(end, literalEnd_) : end != literalEnd_) return false;

    Run run{*this};
    run.clear();
    run.add(start_);
    return follow(run, path) && run.reached[match_];
}

bool Glob::canMatchBelow(std::string_view folder) const {
    Run run{*this};
    run.clear();
    run.add(start_);
    if (!follow(run, folder) || !follow(run, "/")) return false;
    // The match state consumes nothing: if only it is active, no longer path can match.
    return std::ranges::any_of(run.active,
                               [&](std::uint32_t index) { return states_[index].accepts != kNowhere; });
}

bool Glob::follow(Run& run, std::string_view text) {
    Run next{run.glob};
    for (const char character : text) {
        next.clear();
        for (const std::uint32_t index : run.active) {
            const State& state = run.glob.states_[index];
            if (state.accepts != kNowhere && run.glob.sets_[state.accepts].test(byteOf(character)))
                next.add(state.next);
        }
        if (next.active.empty()) return false;
        std::swap(run.active, next.active);
        std::swap(run.reached, next.reached);
    }
    return true;
}

}  // namespace rigkiln
