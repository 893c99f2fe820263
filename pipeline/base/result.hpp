#pragma once

#include <utility>
#include <variant>

#include "pipeline/base/error.hpp"

namespace rigkiln {

/// A value or the error that prevented it. Modules return it to each other instead of throwing.
template <class Value>
class [[nodiscard]] Result {
public:
    Result(Value value)
        : content_(std::in_place_index<0>, std::move(value)) {}  // implicit, so that `return value;` works
    Result(Error error)
        : content_(std::in_place_index<1>, std::move(error)) {}  // implicit, so that `return error;` works

    [[nodiscard]] bool hasValue() const { return content_.index() == 0; }
    explicit operator bool() const { return hasValue(); }

    /// Precondition of the next six: hasValue().
    [[nodiscard]] Value& value() { return std::get<0>(content_); }
    [[nodiscard]] const Value& value() const { return std::get<0>(content_); }
    Value& operator*() { return value(); }
    const Value& operator*() const { return value(); }
    Value* operator->() { return &value(); }
    const Value* operator->() const { return &value(); }

    /// Precondition: not hasValue().
    [[nodiscard]] const Error& error() const { return std::get<1>(content_); }

private:
    std::variant<Value, Error> content_;
};

/// Success without a value.
struct Done {
    bool operator==(const Done&) const = default;
};

using Status = Result<Done>;

}  // namespace rigkiln
