#include "pipeline/files/byte_spool.hpp"

#include <optional>
#include <span>
#include <utility>

namespace rigkiln {

ByteSpool::Piece ByteSpool::add(std::string_view bytes) {
    if (!open_.empty() && open_.size() + bytes.size() > ScratchFile::partBytes(bytesInChunks_)) endChunk();
    const Piece piece{.chunk = static_cast<std::uint32_t>(chunks_.size()),
                      .offset = static_cast<std::uint32_t>(open_.size()),
                      .size = static_cast<std::uint32_t>(bytes.size())};
    open_ += bytes;
    return piece;
}

void ByteSpool::endChunk() {
    const std::span<const std::byte> bytes = std::as_bytes(std::span(open_));
    bytesInChunks_ += open_.size();
    std::optional<SharedBytes> written = scratch_.write(std::span(&bytes, 1));
    if (written) {
        written->rest();
        chunks_.push_back(std::move(*written));
        open_.clear();
    } else {
        chunks_.emplace_back(std::exchange(open_, {}));
    }
}

std::string_view ByteSpool::at(const Piece& piece) const {
    const std::string_view chunk =
        piece.chunk == chunks_.size()
            ? std::string_view(open_)
            : std::string_view(reinterpret_cast<const char*>(chunks_[piece.chunk].data()),
                               chunks_[piece.chunk].size());
    return chunk.substr(piece.offset, piece.size);
}

}  // namespace rigkiln
