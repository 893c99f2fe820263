#include "exporters/gltf/view_bytes.hpp"

#include <algorithm>
#include <cassert>
#include <optional>

namespace rigkiln::gltf_export {

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
    const auto index = static_cast<std::size_t>(end - ends_.begin());
    const SharedBytes& block = blocks_[index];
    if (block.isOfFile() && (awake_.empty() || awake_.back() != index)) awake_.push_back(index);
    return std::span(block.data(), block.size()).last(*end - offset);
}

void ViewBytes::rest() const {
    for (const std::size_t block : awake_)
        blocks_[block].rest();
    awake_.clear();
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
    if (!isMemoryFull_ && scratch_ != nullptr && !scratch_->fits(bytes.size())) {
        if (!open_.empty()) closeBlock();
        isMemoryFull_ = true;
    }
    if (!isMemoryFull_) return appendToMemory(bytes);
    if (open_.size() + bytes.size() > kScratchBlockBytes && !open_.empty()) closeBlock();
    open_.insert(open_.end(), bytes.begin(), bytes.end());
}

void ViewBuilder::appendToMemory(std::span<const std::byte> bytes) {
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
    std::optional<SharedBytes> onDisk;
    if (isMemoryFull_) onDisk = scratch_->write(open_);
    done_.push(onDisk ? std::move(*onDisk) : std::vector<std::byte>(open_.begin(), open_.end()));
    open_.clear();
}

ViewBytes ViewBuilder::take() {
    if (isMemoryFull_ && !open_.empty()) closeBlock();
    if (!open_.empty()) done_.push(std::exchange(open_, {}));
    open_ = std::vector<std::byte>();
    return std::exchange(done_, {});
}

}  // namespace rigkiln::gltf_export
