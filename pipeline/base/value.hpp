#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace rigkiln {

class Value;

using ValueList = std::vector<Value>;

/// Named values in the order they were set. The order is part of the value: it is the order in the output.
class Properties {
public:
    using Entry = std::pair<std::string, Value>;

    /// Adds the value, or replaces the one of that name where it stands.
    void set(std::string_view name, Value value);
    /// Adds without looking for the name, for rows of names known to differ. Precondition: there is none of
    /// that name.
    void append(std::string name, Value value);
    /// Null when there is none of that name.
    [[nodiscard]] const Value* find(std::string_view name) const;

    [[nodiscard]] bool empty() const;
    [[nodiscard]] const std::vector<Entry>& entries() const;
    bool operator==(const Properties& other) const;

private:
    std::vector<Entry> entries_;
};

/// What a source says and our model has no word for: kept for `extras`, for dumps and for the way back.
/// Float and double are apart because each is written as the shortest text that reads back as the same number
/// of its kind.
class Value {
public:
    using Content =
        std::variant<std::nullptr_t, bool, std::int64_t, float, double, std::string, ValueList, Properties>;

    Value() = default;
    Value(std::nullptr_t) {}  // else a null would be taken for a text without end
    Value(bool value) : content_(value) {}
    Value(int value) : content_(std::int64_t{value}) {}
    Value(unsigned value) : content_(std::int64_t{value}) {}
    Value(std::int64_t value) : content_(value) {}
    Value(std::size_t value) : content_(static_cast<std::int64_t>(value)) {}
    Value(float value) : content_(value) {}
    Value(double value) : content_(value) {}
    Value(const char* value) : content_(std::string(value)) {}
    Value(std::string_view value) : content_(std::string(value)) {}
    Value(std::string value) : content_(std::move(value)) {}
    Value(ValueList value) : content_(std::move(value)) {}
    Value(Properties value) : content_(std::move(value)) {}

    [[nodiscard]] const Content& content() const { return content_; }
    bool operator==(const Value&) const = default;

private:
    Content content_;
};

/// JSON text, no white space, members in their order. Text is UTF-8 afterwards whatever it was (toUtf8).
/// Numbers that are not finite become the strings "NaN", "Infinity", "-Infinity": JSON has no such numbers
/// and nothing may be lost.
[[nodiscard]] std::string toJson(const Value& value);
void appendJson(std::string& json, const Value& value);
void appendJsonText(std::string& json, std::string_view text);

}  // namespace rigkiln
