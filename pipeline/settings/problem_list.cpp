#include "pipeline/settings/problem_list.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"

namespace rigkiln {

std::vector<SettingsProblem> ProblemList::takeSorted() && {
    std::ranges::stable_sort(problems_, {}, [](const SettingsProblem& problem) {
        return std::tuple(problem.position.line, problem.position.column);
    });
    if (dropped_ > 0) problems_.push_back({{}, fmt::format("there are more problems; {} are shown", kKept)});
    return std::move(problems_);
}

std::string withSuggestion(std::string problem, std::string_view word,
                           std::span<const std::string_view> candidates) {
    if (const std::string hint = suggestion(word, candidates); !hint.empty()) problem += "; " + hint;
    return problem;
}

std::string toText(const std::vector<SettingsProblem>& problems, std::string_view file) {
    std::string text;
    for (const auto& [position, problem] : problems) {
        if (position.line == 0) {
            text += fmt::format("{}: {}\n", file, problem);
        } else {
            text += fmt::format("{}:{}:{}: {}\n", file, position.line, position.column, problem);
        }
    }
    return text;
}

}  // namespace rigkiln
