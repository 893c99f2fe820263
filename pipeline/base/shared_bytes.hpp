#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace rigkiln {

/// Bytes that never change, held by whoever needs them: copies share them, so that a picture that a thousand
/// models use is in memory once. Compares by content. A range, hence a span<const std::byte> wherever one is
/// taken.
class SharedBytes {
public:
    using value_type = std::byte;
    using const_iterator = const std::byte*;
    using iterator = const_iterator;

    SharedBytes() = default;
    SharedBytes(std::vector<std::byte> bytes);  // implicit, so that bytes just made can be handed on

    [[nodiscard]] bool empty() const { return bytes_ == nullptr; }
    [[nodiscard]] std::size_t size() const { return empty() ? 0 : bytes_->size(); }
    [[nodiscard]] const std::byte* data() const { return empty() ? nullptr : bytes_->data(); }
    [[nodiscard]] const_iterator begin() const { return data(); }
    [[nodiscard]] const_iterator end() const { return empty() ? nullptr : data() + size(); }

    friend bool operator==(const SharedBytes& left, const SharedBytes& right) {
        return left.bytes_ == right.bytes_ || std::ranges::equal(left, right);
    }

private:
    std::shared_ptr<const std::vector<std::byte>> bytes_;  ///< null or not empty
};

}  // namespace rigkiln
