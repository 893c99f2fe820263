#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace rigkiln {

/// Values of few among many numbers. Any thread may use it; the value of a number is of one thread at a time.
template <class Value>
class KeptByNumber {
public:
    void put(std::size_t number, std::unique_ptr<Value> value) {
        const std::lock_guard lock(mutex_);
        values_.insert_or_assign(number, std::move(value));
    }
    /// Returns null where there is none.
    [[nodiscard]] std::unique_ptr<Value> take(std::size_t number) {
        const std::lock_guard lock(mutex_);
        const auto kept = values_.find(number);
        if (kept == values_.end()) return nullptr;
        std::unique_ptr<Value> value = std::move(kept->second);
        values_.erase(kept);
        return value;
    }

private:
    std::mutex mutex_;
    std::unordered_map<std::size_t, std::unique_ptr<Value>> values_;
};

}  // namespace rigkiln
