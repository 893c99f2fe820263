#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/value.hpp"

/// Functions that read values which reading left in extras. JSON turns 1.0 into a whole number and a float
/// into a double; both give the same number here.
namespace rigkiln::swat3_writer {

[[nodiscard]] std::optional<float> toFloat(const Value& value);
[[nodiscard]] std::optional<std::uint16_t> toShort(const Value& value);

[[nodiscard]] std::optional<float> floatIn(const Properties& extras, std::string_view name);
[[nodiscard]] std::optional<std::uint16_t> shortIn(const Properties& extras, std::string_view name);
/// Null when the member is missing or has another type.
[[nodiscard]] const std::string* textIn(const Properties& extras, std::string_view name);
/// Empty when the member is missing or has another type.
[[nodiscard]] std::string textOf(const Properties& extras, std::string_view name);
[[nodiscard]] const ValueList* listIn(const Properties& extras, std::string_view name);
[[nodiscard]] const Properties* objectIn(const Properties& extras, std::string_view name);

/// The numbers of a list; nothing unless it has exactly `Count` of them.
template <std::size_t Count>
[[nodiscard]] std::optional<std::array<float, Count>> floatsIn(const Properties& extras,
                                                               std::string_view name) {
    const ValueList* list = listIn(extras, name);
    if (list == nullptr || list->size() != Count) return std::nullopt;
    std::array<float, Count> numbers{};
    for (std::size_t i = 0; i < Count; ++i) {
        const auto number = toFloat((*list)[i]);
        if (!number) return std::nullopt;
        numbers.at(i) = *number;
    }
    return numbers;
}

/// Encodes a text in Windows-1252, as the tools of that time stored it. Undoes toUtf8; a text that toUtf8
/// would not give back, such as one with other characters, stays as it is.
[[nodiscard]] std::string toStoredText(std::string_view text);

}  // namespace rigkiln::swat3_writer
