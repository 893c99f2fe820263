#include "pipeline/compare/difference.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rigkiln {

std::vector<Difference> DifferenceList::take() && {
    std::ranges::stable_sort(found_, [](const Difference& left, const Difference& right) {
        if (left.gravity != right.gravity) return left.gravity < right.gravity;
        return left.weight > right.weight;
    });
    return std::move(found_);
}

std::string lengthText(double metres) {
    constexpr double kMillimetres = 1000;
    if (metres >= 1) return fmt::format("{:.4g} m", metres);
    return fmt::format("{:.4g} mm", metres * kMillimetres);
}

}  // namespace rigkiln
