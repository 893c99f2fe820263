#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/settings/settings.hpp"

namespace rigkiln {

/// Collects the problems of a configuration. Keeps the first kKept and only counts the rest, because nobody
/// reads more and a malicious text may have a hundred thousand.
class ProblemList {
public:
    static constexpr std::size_t kKept = 50;

    void add(SourcePosition position, std::string problem) {
        if (problems_.size() < kKept) {
            problems_.push_back({position, std::move(problem)});
        } else {
            ++dropped_;
        }
    }

    [[nodiscard]] bool empty() const { return problems_.empty(); }
    [[nodiscard]] std::size_t count() const { return problems_.size() + dropped_; }
    /// Returns whether further problems are only counted, so that their messages need not be built.
    [[nodiscard]] bool isFull() const { return problems_.size() >= kKept; }

    /// Returns the problems in the order of the file: those without a position first, a note about dropped
    /// ones last.
    [[nodiscard]] std::vector<SettingsProblem> takeSorted() &&;

private:
    std::vector<SettingsProblem> problems_;
    std::size_t dropped_ = 0;
};

/// Returns "problem; did you mean 'x'?", or only the problem when no candidate is similar to the word.
[[nodiscard]] std::string withSuggestion(std::string problem, std::string_view word,
                                         std::span<const std::string_view> candidates);

}  // namespace rigkiln
