#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "pipeline/base/scratch.hpp"
#include "pipeline/base/shared_bytes.hpp"

namespace rigkiln::gltf_export {

/// Bytes of a buffer view as a sequence of blocks. A large view then neither grows by copying nor needs
/// contiguous memory: its blocks fit into memory that is freed from the scene while the view grows. Laws: no
/// block is empty; bytes appended at once (the elements of an accessor) lie in one block.
class ViewBytes {
public:
    ViewBytes() = default;
    ViewBytes(SharedBytes bytes);  // implicit: bytes are a sequence of one block
    ViewBytes(std::vector<std::byte> bytes) : ViewBytes(SharedBytes(std::move(bytes))) {}

    [[nodiscard]] bool empty() const { return blocks_.empty(); }
    [[nodiscard]] std::size_t size() const { return ends_.empty() ? 0 : ends_.back(); }
    [[nodiscard]] std::span<const SharedBytes> blocks() const { return blocks_; }

    /// Returns the bytes from `offset` to the end of its block. Precondition: `offset` is below the size. Not
    /// thread-safe, although it is const: it remembers the block for `rest`.
    [[nodiscard]] std::span<const std::byte> from(std::size_t offset) const;
    /// Releases the memory of blocks that lie in a file and were read, until they are read again.
    void rest() const;
    /// Returns all bytes in one block; copies them when there are several.
    [[nodiscard]] SharedBytes joined() const;

private:
    friend class ViewBuilder;

    void push(SharedBytes block);

    std::vector<SharedBytes> blocks_;
    std::vector<std::size_t> ends_;  ///< by block: the offset behind it
    /// Blocks in a file that `from` has returned since `rest`. Telling the system about all blocks is slow.
    mutable std::vector<std::size_t> awake_;
};

/// Builds ViewBytes.
class ViewBuilder {
public:
    /// From this size on, appended bytes are a block of their own. Allocators reuse freed memory for blocks
    /// of the same size, and the keys of an accessor are as large as the scene's track that was freed before.
    static constexpr std::size_t kOwnBlockBytes = 1024;
    /// Largest size of a block that small pieces share.
    static constexpr std::size_t kBlockBytes = std::size_t{16} << 10U;
    /// Size from which a block of the scratch file is closed, whatever it holds.
    static constexpr std::size_t kScratchBlockBytes = std::size_t{256} << 10U;

    /// Announces an upper bound of all bytes that will be appended.
    void reserve(std::size_t bytes);
    /// Keeps all bytes in one block, however large it becomes. Precondition: nothing was appended.
    void makeWhole() { isWhole_ = true; }

    /// Writes blocks that memory has no room for to the scratch file, which must outlive the builder.
    void use(Scratch* scratch) { scratch_ = scratch; }

    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] std::size_t size() const { return done_.size() + open_.size(); }
    /// See ViewBytes::from.
    [[nodiscard]] std::span<const std::byte> from(std::size_t offset) const;

    /// See ViewBytes::rest.
    void rest() const { done_.rest(); }

    /// Appends zeros up to a multiple of 4.
    void align() { open_.resize(open_.size() + (4 - size() % 4) % 4); }
    void append(std::span<const std::byte> bytes);

    /// Returns the bytes. The builder is empty afterwards.
    [[nodiscard]] ViewBytes take();

private:
    void closeBlock();
    void appendToMemory(std::span<const std::byte> bytes);

    bool isWhole_ = false;
    bool isMemoryFull_ = false;  ///< further bytes go to the scratch file
    Scratch* scratch_ = nullptr;
    ViewBytes done_;               ///< blocks that are full
    std::vector<std::byte> open_;  ///< block of small pieces that is being filled; keeps its capacity
};

}  // namespace rigkiln::gltf_export
