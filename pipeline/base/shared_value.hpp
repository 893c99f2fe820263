#pragma once

#include <memory>
#include <utility>

namespace rigkiln {

/// An immutable value that many owners store once. Behaves like a plain value: it is never null, and it is
/// equal to another one when the values are equal. Copies share the value and are safe to use from many
/// threads.
template <class Value>
class SharedValue {
public:
    SharedValue() : value_(nullptr) {}
    SharedValue(Value value)
        : value_(std::make_shared<const Value>(std::move(value))) {}  // implicit, as from a plain value

    const Value& operator*() const { return value_ ? *value_ : defaultValue(); }
    const Value* operator->() const { return &**this; }

    bool operator==(const SharedValue& other) const { return value_ == other.value_ || **this == *other; }

private:
    static const Value& defaultValue() {
        static const Value kDefault{};
        return kDefault;
    }

    std::shared_ptr<const Value> value_;  ///< null stands for the default value
};

}  // namespace rigkiln
