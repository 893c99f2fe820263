#include "pipeline/wayback/extras_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <variant>

#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

template <class Type>
const Type* findIn(const Properties& extras, std::string_view name) {
    const Value* value = extras.find(name);
    return value == nullptr ? nullptr : std::get_if<Type>(&value->content());
}

struct FloatOf {
    std::optional<float> operator()(std::int64_t number) const { return static_cast<float>(number); }
    std::optional<float> operator()(float number) const { return number; }
    std::optional<float> operator()(double number) const { return static_cast<float>(number); }
    /// JSON has no such numbers, so they are kept as texts.
    std::optional<float> operator()(const std::string& text) const {
        constexpr float kInfinity = std::numeric_limits<float>::infinity();
        if (text == "NaN") return std::numeric_limits<float>::quiet_NaN();
        if (text == "Infinity") return kInfinity;
        return text == "-Infinity" ? std::optional(-kInfinity) : std::nullopt;
    }
    template <class Other>
    std::optional<float> operator()(const Other& /*other*/) const {
        return std::nullopt;
    }
};

/// The characters of the upper half of the code page, by their text in UTF-8.
const std::map<std::string, char, std::less<>>& upperCharacters() {
    static const std::map<std::string, char, std::less<>> kCharacters = [] {
        std::map<std::string, char, std::less<>> made;
        constexpr int kFirst = 0x80;
        constexpr int kLast = 0xFF;
        const std::string unassigned = toUtf8("\x81");
        for (int byte = kFirst; byte <= kLast; ++byte) {
            const auto character = static_cast<char>(static_cast<unsigned char>(byte));
            const std::string text = toUtf8(std::string_view(&character, 1));
            if (text != unassigned) made.emplace(text, character);
        }
        return made;
    }();
    return kCharacters;
}

}  // namespace

std::optional<float> toFloat(const Value& value) {
    return std::visit(FloatOf{}, value.content());
}

std::optional<std::uint16_t> toShort(const Value& value) {
    const auto number = toFloat(value);
    constexpr float kMost = std::numeric_limits<std::uint16_t>::max();
    const bool fits = number && *number >= 0 && *number <= kMost && *number == std::floor(*number);
    return fits ? std::optional(static_cast<std::uint16_t>(*number)) : std::nullopt;
}

std::optional<float> floatIn(const Properties& extras, std::string_view name) {
    const Value* value = extras.find(name);
    return value == nullptr ? std::nullopt : toFloat(*value);
}

std::optional<std::uint16_t> shortIn(const Properties& extras, std::string_view name) {
    const Value* value = extras.find(name);
    return value == nullptr ? std::nullopt : toShort(*value);
}

bool flagIn(const Properties& extras, std::string_view name, bool otherwise) {
    const auto* flag = findIn<bool>(extras, name);
    return flag == nullptr ? otherwise : *flag;
}

const std::string* textIn(const Properties& extras, std::string_view name) {
    return findIn<std::string>(extras, name);
}

std::string textOf(const Properties& extras, std::string_view name) {
    const std::string* text = textIn(extras, name);
    return text == nullptr ? std::string() : *text;
}

const ValueList* listIn(const Properties& extras, std::string_view name) {
    return findIn<ValueList>(extras, name);
}

const Properties* objectIn(const Properties& extras, std::string_view name) {
    return findIn<Properties>(extras, name);
}

const Properties& recordIn(const Properties& extras, std::string_view name) {
    static const Properties kNothing;
    const Properties* found = objectIn(extras, name);
    return found == nullptr ? kNothing : *found;
}

std::string toStoredText(std::string_view text) {
    if (!isUtf8(text)) return std::string(text);
    std::string stored;
    std::string_view rest = text;
    while (!rest.empty()) {
        constexpr unsigned kContinuationMask = 0xC0;
        constexpr unsigned kContinuation = 0x80;
        std::size_t length = 1;
        while (length < rest.size() &&
               (static_cast<unsigned char>(rest[length]) & kContinuationMask) == kContinuation)
            ++length;
        if (length == 1) {
            stored += rest.front();
        } else {
            const auto found = upperCharacters().find(rest.substr(0, length));
            if (found == upperCharacters().end()) return std::string(text);
            stored += found->second;
        }
        rest.remove_prefix(length);
    }
    // Bytes that happen to be UTF-8 would be read as such.
    return toUtf8(stored) == text ? stored : std::string(text);
}

}  // namespace rigkiln
