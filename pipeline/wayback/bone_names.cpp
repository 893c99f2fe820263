#include "pipeline/wayback/bone_names.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

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
    // A number that is taken once stays so: none is tried twice for a name.
    std::map<std::string, std::size_t> nextNumbers;
    QuotedNames renamed;
    for (std::string& name : names) {
        std::string comparable = comparableName(name);
        if (taken.insert(comparable).second) continue;
        renamed.add(name);
        const std::string before = name;
        std::size_t& number = nextNumbers.try_emplace(std::move(comparable), 2).first->second;
        bool isFree = false;
        while (!isFree) {
            name = fmt::format("{}_{}", before, number++);
            const std::string text = comparableName(name);
            isFree = !wanted.contains(text) && taken.insert(text).second;
        }
    }
    return renamed;
}

}  // namespace rigkiln
