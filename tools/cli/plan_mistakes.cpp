#include "tools/cli/plan_mistakes.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include "pipeline/plan/check_plan.hpp"
#include "tools/cli/output_text.hpp"

namespace rigkiln::cli {

bool complainOfMistakes(const Plan& plan) {
    constexpr std::size_t kMostTold = 20;
    const std::vector<Error> mistakes = mistakesIn(plan);
    for (std::size_t i = 0; i < std::min(mistakes.size(), kMostTold); ++i)
        complain(mistakes[i].text());
    if (mistakes.size() > kMostTold)
        complain(fmt::format("and {} further mistakes like these", mistakes.size() - kMostTold));
    if (!mistakes.empty()) complain("nothing was converted");
    return !mistakes.empty();
}

}  // namespace rigkiln::cli
