#include "pipeline/wayback/bone_names.hpp"

#include <algorithm>
#include <cstddef>
#include <set>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"

namespace rigkiln {

std::string comparableName(std::string_view name) {
    return foldCase(toUtf8(name));
}

std::string_view withoutCopyNumber(std::string_view name) {
    const std::size_t dot = name.rfind('.');
    constexpr std::size_t kFewestDigits = 3;
    if (dot == std::string_view::npos || name.size() - dot - 1 < kFewestDigits) return name;
    const std::string_view digits = name.substr(dot + 1);
    const bool isNumber =
        std::ranges::all_of(digits, [](char digit) { return digit >= '0' && digit <= '9'; });
    return isNumber ? name.substr(0, dot) : name;
}

QuotedNames makeNamesDistinct(std::vector<std::string>& names) {
    std::set<std::string> wanted;
    for (const std::string& name : names)
        wanted.insert(comparableName(name));
    std::set<std::string> taken;
    QuotedNames renamed;
    for (std::string& name : names) {
        if (taken.insert(comparableName(name)).second) continue;
        renamed.add(name);
        const std::string before = name;
        for (std::size_t number = 2;; ++number) {
            name = fmt::format("{}_{}", before, number);
            const std::string text = comparableName(name);
            if (!wanted.contains(text) && taken.insert(text).second) break;
        }
    }
    return renamed;
}

}  // namespace rigkiln
