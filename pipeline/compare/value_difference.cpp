#include "pipeline/compare/value_difference.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <type_traits>
#include <variant>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

/// Shows a value of at most this many bytes.
constexpr std::size_t kShownValueBytes = 48;

std::optional<float> numberOf(const Value& value) {
    return std::visit(
        [](const auto& content) -> std::optional<float> {
            using Content = std::decay_t<decltype(content)>;
            if constexpr (std::is_same_v<Content, std::int64_t> || std::is_same_v<Content, float> ||
                          std::is_same_v<Content, double>) {
                return static_cast<float>(content);
            } else if constexpr (std::is_same_v<Content, std::string>) {
                // JSON has no other way to express these.
                if (content == "NaN") return NAN;
                if (content == "Infinity") return INFINITY;
                if (content == "-Infinity") return -INFINITY;
                return std::nullopt;
            } else {
                return std::nullopt;
            }
        },
        value.content());
}

/// Members by name, so that objects of many members compare in n log n.
std::map<std::string_view, const Value*> membersOf(const Properties& object) {
    std::map<std::string_view, const Value*> members;
    for (const auto& [name, value] : object.entries())
        members.emplace(name, &value);
    return members;
}

bool isEqualObject(const Properties& left, const Properties& right) {
    return std::ranges::equal(membersOf(left), membersOf(right), [](const auto& one, const auto& other) {
        return one.first == other.first && isEqualValue(*one.second, *other.second);
    });
}

std::string shownValue(const Value* value) {
    if (value == nullptr) return "none";
    std::string text = toJson(*value);
    if (text.size() <= kShownValueBytes) return text;
    if (const auto* list = std::get_if<ValueList>(&value->content()))
        return fmt::format("a list of {}", list->size());
    if (const auto* object = std::get_if<Properties>(&value->content()))
        return fmt::format("an object of {} members", object->entries().size());
    return quote(text, kShownValueBytes);
}

/// Lists the differing members of two objects and of the objects in them.
class MemberComparison {
public:
    explicit MemberComparison(std::size_t limit) : limit_(limit) {}

    void compare(const std::string& prefix, const Properties& left, const Properties& right,
                 const std::vector<std::string_view>& ignored) {
        const auto leftMembers = membersOf(left);
        const auto rightMembers = membersOf(right);
        const auto isIgnored = [&](std::string_view name) {
            return std::ranges::find(ignored, name) != ignored.end();
        };
        for (const auto& [name, value] : leftMembers) {
            if (isIgnored(name)) continue;
            const auto other = rightMembers.find(name);
            member(prefix, name, value, other == rightMembers.end() ? nullptr : other->second);
        }
        for (const auto& [name, value] : rightMembers) {
            if (!isIgnored(name) && !leftMembers.contains(name)) member(prefix, name, nullptr, value);
        }
    }

    std::vector<std::string> take() && { return std::move(found_); }

private:
    void member(const std::string& prefix, std::string_view name, const Value* left, const Value* right) {
        if (found_.size() >= limit_) return;
        if (left != nullptr && right != nullptr) {
            if (isEqualValue(*left, *right)) return;
            const auto* leftObject = std::get_if<Properties>(&left->content());
            const auto* rightObject = std::get_if<Properties>(&right->content());
            if (leftObject != nullptr && rightObject != nullptr) {
                compare(prefix + toUtf8(name) + ".", *leftObject, *rightObject, {});
                return;
            }
        }
        found_.push_back(
            fmt::format("{}{}: {}, {}", prefix, toUtf8(name), shownValue(left), shownValue(right)));
    }

    std::size_t limit_;
    std::vector<std::string> found_;
};

}  // namespace

bool isEqualValue(const Value& left, const Value& right) {
    const auto leftNumber = numberOf(left);
    const auto rightNumber = numberOf(right);
    if (leftNumber && rightNumber)
        return *leftNumber == *rightNumber || (std::isnan(*leftNumber) && std::isnan(*rightNumber));
    const auto* list = std::get_if<ValueList>(&left.content());
    const auto* otherList = std::get_if<ValueList>(&right.content());
    if (list != nullptr && otherList != nullptr) return std::ranges::equal(*list, *otherList, isEqualValue);
    const auto* object = std::get_if<Properties>(&left.content());
    const auto* otherObject = std::get_if<Properties>(&right.content());
    if (object != nullptr && otherObject != nullptr) return isEqualObject(*object, *otherObject);
    return left == right;
}

std::vector<std::string> valueDifferences(const Properties& left, const Properties& right,
                                          const std::vector<std::string_view>& ignored, std::size_t limit) {
    MemberComparison comparison(limit);
    comparison.compare({}, left, right, ignored);
    return std::move(comparison).take();
}

}  // namespace rigkiln
