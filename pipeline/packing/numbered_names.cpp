#include "pipeline/packing/numbered_names.hpp"

#include <algorithm>

namespace rigkiln {
namespace {

bool isNumberFromTwo(std::string_view digits) {
    const bool areDigits =
        std::ranges::all_of(digits, [](char digit) { return digit >= '0' && digit <= '9'; });
    return areDigits && !digits.empty() && digits.front() != '0' && digits != "1";
}

}  // namespace

std::string_view NumberedNames::sourceOf(std::string_view name) const {
    const std::size_t end = name.rfind('_');
    if (end == std::string_view::npos || !isNumberFromTwo(name.substr(end + 1))) return name;
    const std::string_view base = name.substr(0, end);
    return names_.contains(base) ? base : name;
}

}  // namespace rigkiln
