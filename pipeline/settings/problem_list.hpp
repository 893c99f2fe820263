#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/settings/settings.hpp"

namespace rigkiln {

/// Collects what is wrong with a configuration. Keeps the first kKept and counts the rest: nobody reads more,
/// and a text made to break us holds a hundred thousand.
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
    /// Whether one more is only counted: then finding out how to say it is not worth the time.
    [[nodiscard]] bool isFull() const { return problems_.size() >= kKept; }

    /// In the order of the file; those without a place first, a remark about dropped ones last.
    [[nodiscard]] std::vector<SettingsProblem> takeSorted() &&;

private:
    std::vector<SettingsProblem> problems_;
    std::size_t dropped_ = 0;
};

/// "problem; did you mean 'x'?", or the problem alone when no candidate is near the word.
[[nodiscard]] std::string withSuggestion(std::string problem, std::string_view word,
                                         std::span<const std::string_view> candidates);

}  // namespace rigkiln
