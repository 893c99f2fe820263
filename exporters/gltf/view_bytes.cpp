#include "exporters/gltf/view_bytes.hpp"

#include <algorithm>
#include <cassert>

namespace rigkiln::gltf {

ViewBytes::ViewBytes(SharedBytes bytes) {
    if (!bytes.empty()) push(std::move(bytes));
}

void ViewBytes::push(SharedBytes block) {
    ends_.push_back(size() + block.size());
    blocks_.push_back(std::move(block));
}

std::span<const std::byte> ViewBytes::from(std::size_t offset) const {
    assert(offset < size());
    const auto end = std::ranges::upper_bound(ends_, offset);
    const SharedBytes& block = blocks_[static_cast<std::size_t>(end - ends_.begin())];
    return std::span(block.data(), block.size()).last(*end - offset);
}

SharedBytes ViewBytes::joined() const {
    if (blocks_.empty()) return {};
    if (blocks_.size() == 1) return blocks_.front();
    std::vector<std::byte> all;
    all.reserve(size());
    for (const SharedBytes& block : blocks_)
        all.insert(all.end(), block.begin(), block.end());
    return all;
}

void ViewBuilder::reserve(std::size_t bytes) {
    open_.reserve(isWhole_ ? bytes : std::min(bytes, kBlockBytes));
}

std::span<const std::byte> ViewBuilder::from(std::size_t offset) const {
    return offset < done_.size() ? done_.from(offset) : std::span(open_).subspan(offset - done_.size());
}

void ViewBuilder::append(std::span<const std::byte> bytes) {
    const bool isLarge = !isWhole_ && bytes.size() >= kOwnBlockBytes;
    const bool isFull = !isWhole_ && open_.size() + bytes.size() > kBlockBytes;
    if ((isLarge || isFull) && !open_.empty()) closeBlock();
    if (isLarge) {
        done_.push(std::vector<std::byte>(bytes.begin(), bytes.end()));
    } else {
        open_.insert(open_.end(), bytes.begin(), bytes.end());
    }
}

void ViewBuilder::closeBlock() {
    done_.push(std::vector<std::byte>(open_.begin(), open_.end()));
    open_.clear();
}

ViewBytes ViewBuilder::take() {
    if (!open_.empty()) done_.push(std::exchange(open_, {}));
    return std::exchange(done_, {});
}

}  // namespace rigkiln::gltf
