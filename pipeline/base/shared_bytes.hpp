#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace rigkiln {

/// Immutable bytes with shared ownership. Copies share the memory, so a picture used by a thousand models is
/// held once. Compares by content. Is a contiguous range and therefore converts to span<const std::byte>.
class SharedBytes {
public:
    using value_type = std::byte;
    using const_iterator = const std::byte*;
    using iterator = const_iterator;

    SharedBytes() = default;
    SharedBytes(std::vector<std::byte> bytes);  // implicit, so that freshly made bytes can be passed directly
    /// Takes over the text's memory without copying it.
    explicit SharedBytes(std::string text);

    /// Releases the physical memory of `size` bytes from `first`; they are loaded from the file again on the
    /// next access.
    using GiveBack = void (*)(const std::byte* first, std::size_t size);
    /// Wraps bytes of a file that is mapped into memory. The deleter of `first` unmaps it.
    [[nodiscard]] static SharedBytes ofFile(std::shared_ptr<const std::byte> first, std::size_t size,
                                            GiveBack giveBack);

    /// Returns a range of these bytes and shares their ownership. Precondition: the range lies inside.
    [[nodiscard]] SharedBytes part(std::size_t offset, std::size_t size) const;

    [[nodiscard]] bool empty() const { return data_ == nullptr; }
    [[nodiscard]] std::size_t size() const { return empty() ? 0 : size_; }
    [[nodiscard]] const std::byte* data() const { return data_.get(); }
    [[nodiscard]] const_iterator begin() const { return data(); }
    [[nodiscard]] const_iterator end() const { return empty() ? nullptr : data() + size_; }

    [[nodiscard]] bool isOfFile() const { return giveBack_ != nullptr; }
    /// Releases the physical memory until the next access, if the bytes are mapped from a file. Otherwise
    /// does nothing.
    void rest() const {
        if (isOfFile() && !empty()) giveBack_(data(), size());
    }

    friend bool operator==(const SharedBytes& left, const SharedBytes& right) {
        const bool isSame = left.data_ == right.data_ && left.size() == right.size();
        return isSame || std::ranges::equal(left, right);
    }

private:
    std::shared_ptr<const std::byte> data_;  ///< first byte, owns the whole block; null: no bytes
    std::size_t size_ = 0;                   ///< ignored while data_ is null
    GiveBack giveBack_ = nullptr;            ///< null: the bytes are not mapped from a file
};

}  // namespace rigkiln
