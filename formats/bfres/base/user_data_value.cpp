#include "formats/bfres/base/user_data_value.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "formats/bfres/base/property_map.hpp"
#include "pipeline/base/text.hpp"

namespace rigkiln::bfres {
namespace {

void appendUtf8(std::string& text, std::uint32_t code) {
    const auto add = [&](std::uint32_t octet) { text += static_cast<char>(octet); };
    if (code < 0x80) {
        add(code);
    } else if (code < 0x800) {
        add(0xC0 | code >> 6U);
        add(0x80 | (code & 0x3FU));
    } else if (code < 0x10000) {
        add(0xE0 | code >> 12U);
        add(0x80 | (code >> 6U & 0x3FU));
        add(0x80 | (code & 0x3FU));
    } else {
        add(0xF0 | code >> 18U);
        add(0x80 | (code >> 12U & 0x3FU));
        add(0x80 | (code >> 6U & 0x3FU));
        add(0x80 | (code & 0x3FU));
    }
}

/// Lone surrogates become U+FFFD.
std::string fromUtf16(const std::u16string& units) {
    constexpr std::uint32_t kReplacement = 0xFFFD;
    std::string text;
    for (std::size_t i = 0; i < units.size(); ++i) {
        const std::uint32_t unit = units[i];
        if (unit < 0xD800 || unit > 0xDFFF) {
            appendUtf8(text, unit);
        } else if (unit < 0xDC00 && i + 1 < units.size() && units[i + 1] >= 0xDC00 &&
                   units[i + 1] <= 0xDFFF) {
            appendUtf8(text, 0x10000 + ((unit - 0xD800) << 10U) + (std::uint32_t{units[++i]} - 0xDC00));
        } else {
            appendUtf8(text, kReplacement);
        }
    }
    return text;
}

template <class Element>
Value valueOf(const Element& element) {
    if constexpr (std::is_same_v<Element, std::string>) {
        return toUtf8(element);
    } else if constexpr (std::is_same_v<Element, std::u16string>) {
        return fromUtf16(element);
    } else {
        return element;
    }
}

template <class Element>
Value listValue(const std::vector<Element>& elements) {
    if constexpr (std::is_same_v<Element, std::byte>) {
        std::string digits;
        for (const std::byte octet : elements)
            digits += fmt::format("{:02X}", std::to_integer<unsigned>(octet));
        return digits;
    } else {
        if (elements.size() == 1) return valueOf(elements.front());
        ValueList values;
        values.reserve(elements.size());
        for (const Element& element : elements)
            values.push_back(valueOf(element));
        return values;
    }
}

}  // namespace

Value userDataValue(std::span<const UserData> list) {
    PropertyMap values;
    for (const UserData& entry : list)
        values.add(entry.name,
                   std::visit([](const auto& elements) { return listValue(elements); }, entry.values));
    return std::move(values).take();
}

}  // namespace rigkiln::bfres
