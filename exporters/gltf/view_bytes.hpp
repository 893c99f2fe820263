#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "pipeline/base/scratch.hpp"
#include "pipeline/base/shared_bytes.hpp"

namespace rigkiln::gltf {

/// The bytes of a buffer view in a row of blocks, so that a large view neither grows by copying nor needs one
/// stretch of memory: it takes up what was freed of the scene while it grew. Laws: none of the blocks is
/// empty; what was put in at once (the elements of an accessor) lies in one of them.
class ViewBytes {
public:
    ViewBytes() = default;
    ViewBytes(SharedBytes bytes);  // implicit: bytes are a row of one block
    ViewBytes(std::vector<std::byte> bytes) : ViewBytes(SharedBytes(std::move(bytes))) {}

    [[nodiscard]] bool empty() const { return blocks_.empty(); }
    [[nodiscard]] std::size_t size() const { return ends_.empty() ? 0 : ends_.back(); }
    [[nodiscard]] std::span<const SharedBytes> blocks() const { return blocks_; }

    /// From the byte on to the end of its block. Precondition: it is one of them. Not for several threads at
    /// once, although it is const: it remembers the block for `rest`.
    [[nodiscard]] std::span<const std::byte> from(std::size_t offset) const;
    /// Gives back the memory of blocks that lie in a file and were looked at, until they are again.
    void rest() const;
    /// All in one row: a copy when there are several blocks.
    [[nodiscard]] SharedBytes joined() const;

private:
    friend class ViewBuilder;

    void push(SharedBytes block);

    std::vector<SharedBytes> blocks_;
    std::vector<std::size_t> ends_;  ///< one a block: the offset behind it
    /// Blocks of files that `from` has handed out since `rest`. Telling the system of all of them is slow.
    mutable std::vector<std::size_t> awake_;
};

/// Makes them.
class ViewBuilder {
public:
    /// What is that large is a block of its own. Allocators keep what was freed for blocks of the same size,
    /// and the keys of an accessor are as large as those of the track in the scene that was freed before.
    static constexpr std::size_t kOwnBlockBytes = 1024;
    /// Up to here small things share a block.
    static constexpr std::size_t kBlockBytes = std::size_t{16} << 10U;
    /// As large are those of the scratch file, whatever is in them.
    static constexpr std::size_t kScratchBlockBytes = std::size_t{256} << 10U;

    /// What will come in all, at most.
    void reserve(std::size_t bytes);
    /// From here on there is one block, however large it becomes. Precondition: nothing was appended.
    void makeWhole() { isWhole_ = true; }

    /// Blocks that memory has no room for lie in the scratch file, which must outlive the builder.
    void use(Scratch* scratch) { scratch_ = scratch; }

    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] std::size_t size() const { return done_.size() + open_.size(); }
    /// As ViewBytes::from.
    [[nodiscard]] std::span<const std::byte> from(std::size_t offset) const;

    /// As ViewBytes::rest.
    void rest() const { done_.rest(); }

    /// Zeros up to a multiple of 4.
    void align() { open_.resize(open_.size() + (4 - size() % 4) % 4); }
    void append(std::span<const std::byte> bytes);

    /// The builder is empty afterwards.
    [[nodiscard]] ViewBytes take();

private:
    void closeBlock();
    void appendToMemory(std::span<const std::byte> bytes);

    bool isWhole_ = false;
    bool isMemoryFull_ = false;  ///< what comes from here on is for the scratch file
    Scratch* scratch_ = nullptr;
    ViewBytes done_;               ///< blocks that are full
    std::vector<std::byte> open_;  ///< of small things; keeps its capacity
};

}  // namespace rigkiln::gltf
