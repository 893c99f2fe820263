#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/shared_bytes.hpp"
#include "pipeline/files/scratch_file.hpp"

namespace rigkiln {

/// Small pieces of bytes, as many as there are units, of which one chunk is in memory
/// (ScratchFile::partBytes): the others are in a file without a name. Where the disk takes no such file, or
/// is full, all of them are in memory. Several threads may read, and nobody adds meanwhile.
class ByteSpool {
public:
    /// Place of a piece.
    struct Piece {
        std::uint32_t chunk = 0;
        std::uint32_t offset = 0;
        std::uint32_t size = 0;
    };

    /// The file is in `folder` or, if that does not exist, in the nearest existing parent.
    explicit ByteSpool(std::string folder, Disk& disk = realDisk()) : scratch_(std::move(folder), 0, disk) {}

    /// Precondition: less than 4 GiB.
    Piece add(std::string_view bytes);
    /// Returns a piece, valid until the next call of `add`.
    [[nodiscard]] std::string_view at(const Piece& piece) const;
    /// Gives back the memory of one piece and its neighbours.
    void rest(const Piece& piece) const { rest(piece.chunk); }

    /// Reads pieces one after another and gives back the memory of those before. Must not outlive the spool.
    class Reading {
    public:
        explicit Reading(const ByteSpool& spool) : spool_(spool) {}
        ~Reading() { spool_.rest(chunk_); }
        Reading(const Reading&) = delete;
        Reading& operator=(const Reading&) = delete;

        /// Says that this piece is read next.
        void begin(const Piece& piece) {
            if (piece.chunk != chunk_) spool_.rest(chunk_);
            chunk_ = piece.chunk;
        }

    private:
        const ByteSpool& spool_;
        std::uint32_t chunk_ = 0;
    };

private:
    void endChunk();
    void rest(std::uint32_t chunk) const {
        if (chunk < chunks_.size()) chunks_[chunk].rest();
    }

    ScratchFile scratch_;
    std::string open_;  ///< chunk that is being written
    std::vector<SharedBytes> chunks_;
    std::size_t bytesInChunks_ = 0;
};

}  // namespace rigkiln
