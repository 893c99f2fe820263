#include "pipeline/base/shared_bytes.hpp"

#include <span>
#include <utility>

namespace rigkiln {

// Kept out of the header: when it is inlined into callers, g++ 12 wrongly warns that a vector's memory is
// freed through a pointer into the middle of the block.
SharedBytes::SharedBytes(std::vector<std::byte> bytes) {
    if (bytes.empty()) return;
    const auto owner = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    data_ = std::shared_ptr<const std::byte>(owner, owner->data());
    size_ = owner->size();
}

SharedBytes::SharedBytes(std::string text) {
    if (text.empty()) return;
    const auto owner = std::make_shared<const std::string>(std::move(text));
    data_ = std::shared_ptr<const std::byte>(owner, std::as_bytes(std::span(*owner)).data());
    size_ = owner->size();
}

SharedBytes SharedBytes::ofFile(std::shared_ptr<const std::byte> first, std::size_t size, GiveBack giveBack) {
    SharedBytes bytes;
    bytes.data_ = std::move(first);
    bytes.size_ = size;
    bytes.giveBack_ = giveBack;
    return bytes;
}

SharedBytes SharedBytes::part(std::size_t offset, std::size_t size) const {
    SharedBytes some;
    if (size == 0) return some;
    some.data_ = std::shared_ptr<const std::byte>(data_, data_.get() + offset);
    some.size_ = size;
    some.giveBack_ = giveBack_;
    return some;
}

}  // namespace rigkiln
