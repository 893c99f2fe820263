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

    /// Sets the value of `name`. A name that is already there keeps its position.
    void set(std::string_view name, Value value);
    /// Appends without searching for the name, for long lists of distinct names. Precondition: `name` is not
    /// there yet.
    void append(std::string name, Value value);
    /// Returns null when the name is not there.
    [[nodiscard]] const Value* find(std::string_view name) const;

    [[nodiscard]] bool empty() const;
    [[nodiscard]] const std::vector<Entry>& entries() const;
    bool operator==(const Properties& other) const;

private:
    std::vector<Entry> entries_;
};

/// A source value that the Scene has no field for. Kept for `extras`, for dumps and for writing the source
/// format again. Float and double are separate because each is written as the shortest text that reads back
/// as the same number of its type.
class Value {
public:
    using Content =
        std::variant<std::nullptr_t, bool, std::int64_t, float, double, std::string, ValueList, Properties>;

    Value() = default;
    Value(std::nullptr_t) {}  // without it, a null would convert to const char*
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

/// Writes JSON without white space, members in their order. Text that is not UTF-8 is converted with toUtf8.
/// Numbers that are not finite become the strings "NaN", "Infinity" and "-Infinity", since JSON cannot
/// express them and nothing may be lost.
[[nodiscard]] std::string toJson(const Value& value);
void appendJson(std::string& json, const Value& value);
void appendJsonText(std::string& json, std::string_view text);

}  // namespace rigkiln
