#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/value.hpp"

/// Reads back what a format left in extras when it read a file. A trip through JSON makes 1.0 a whole number
/// and a float a double; both are the same number again here.
namespace rigkiln {

[[nodiscard]] std::optional<float> toFloat(const Value& value);
[[nodiscard]] std::optional<std::uint16_t> toShort(const Value& value);

[[nodiscard]] std::optional<float> floatIn(const Properties& extras, std::string_view name);
[[nodiscard]] std::optional<std::uint16_t> shortIn(const Properties& extras, std::string_view name);
[[nodiscard]] bool flagIn(const Properties& extras, std::string_view name, bool otherwise);
/// Null when there is none, or it is something else.
[[nodiscard]] const std::string* textIn(const Properties& extras, std::string_view name);
/// Empty when the member is missing or has another type.
[[nodiscard]] std::string textOf(const Properties& extras, std::string_view name);
[[nodiscard]] const ValueList* listIn(const Properties& extras, std::string_view name);
[[nodiscard]] const Properties* objectIn(const Properties& extras, std::string_view name);
/// Returns an object without members when there is none, or it is something else.
[[nodiscard]] const Properties& recordIn(const Properties& extras, std::string_view name);

/// Reads a list of exactly this many numbers.
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

/// Returns a text as the tools of that time stored it: in Windows-1252, as far as that has its characters.
/// Undoes toUtf8; a text with other characters stays as it is.
[[nodiscard]] std::string toStoredText(std::string_view text);

}  // namespace rigkiln
