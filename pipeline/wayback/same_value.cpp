#include "pipeline/wayback/same_value.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "pipeline/wayback/extras_values.hpp"

namespace rigkiln {

bool isSameValue(const Value& left, const Value& right) {
    const auto leftNumber = toFloat(left);
    const auto rightNumber = toFloat(right);
    if (leftNumber && rightNumber)
        return *leftNumber == *rightNumber || (std::isnan(*leftNumber) && std::isnan(*rightNumber));
    if (const auto* list = std::get_if<ValueList>(&left.content())) {
        const auto* other = std::get_if<ValueList>(&right.content());
        return other != nullptr && std::ranges::equal(*list, *other, isSameValue);
    }
    if (const auto* object = std::get_if<Properties>(&left.content())) {
        const auto* other = std::get_if<Properties>(&right.content());
        return other != nullptr &&
               std::ranges::equal(object->entries(), other->entries(),
                                  [](const Properties::Entry& l, const Properties::Entry& r) {
                                      return l.first == r.first && isSameValue(l.second, r.second);
                                  });
    }
    return left == right;
}

bool hasSameMembers(const Properties& was, const Properties& is, std::string_view ignored) {
    return std::ranges::all_of(was.entries(), [&](const Properties::Entry& entry) {
        if (entry.first == ignored) return true;
        const Value* value = is.find(entry.first);
        return value != nullptr && isSameValue(entry.second, *value);
    });
}

}  // namespace rigkiln
