#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
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
    /// The octets of the text, where they are: a text that was long to make is not copied.
    explicit SharedBytes(std::string text);

    /// Gives back the memory of so many bytes from there on, which come back when they are looked at.
    using GiveBack = void (*)(const std::byte* first, std::size_t size);
    /// Bytes of a file that are mapped into memory; the deleter of `first` ends that.
    [[nodiscard]] static SharedBytes ofFile(std::shared_ptr<const std::byte> first, std::size_t size,
                                            GiveBack giveBack);

    /// Some of them, shared with all of them. Precondition: the range lies inside.
    [[nodiscard]] SharedBytes part(std::size_t offset, std::size_t size) const;

    [[nodiscard]] bool empty() const { return data_ == nullptr; }
    [[nodiscard]] std::size_t size() const { return empty() ? 0 : size_; }
    [[nodiscard]] const std::byte* data() const { return data_.get(); }
    [[nodiscard]] const_iterator begin() const { return data(); }
    [[nodiscard]] const_iterator end() const { return empty() ? nullptr : data() + size_; }

    [[nodiscard]] bool isOfFile() const { return giveBack_ != nullptr; }
    /// Gives back the memory of bytes that are a file's, until they are looked at.
    void rest() const {
        if (isOfFile() && !empty()) giveBack_(data(), size());
    }

    friend bool operator==(const SharedBytes& left, const SharedBytes& right) {
        const bool isSame = left.data_ == right.data_ && left.size() == right.size();
        return isSame || std::ranges::equal(left, right);
    }

private:
    std::shared_ptr<const std::byte> data_;  ///< the first, of what holds them all; null: there are none
    std::size_t size_ = 0;                   ///< means nothing where there are none
    GiveBack giveBack_ = nullptr;            ///< null: they are no file's
};

}  // namespace rigkiln
