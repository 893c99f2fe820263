#include "formats/gltf/validate/glb_chunks.hpp"

#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace rigkiln::gltf_validation {
namespace {

constexpr std::size_t kHeaderSize = 12;
constexpr std::size_t kChunkHeaderSize = 8;
constexpr std::uint32_t kMagic = 0x46546C67;
constexpr std::uint32_t kJson = 0x4E4F534A;
constexpr std::uint32_t kBinary = 0x004E4942;

/// Walks over the chunks of one file.
class ChunkWalk {
public:
    ChunkWalk(Findings& findings, std::span<const std::byte> file) : findings_(findings), file_(file) {}

    std::optional<GlbChunks> walk() {
        if (!readHeader()) return std::nullopt;
        while (at_ < file_.size()) {
            if (at_ == length_) {
                findings_.addAtByte(kGlbExtraData, at_,
                                    fmt::format("{} bytes follow the stated end", file_.size() - at_));
                return chunks_;
            }
            if (!readChunk()) return std::nullopt;
        }
        if (length_ != at_)
            findings_.addAtByte(kGlbLengthMismatch, at_,
                                fmt::format("the header states {} bytes, the file has {}", length_, at_));
        return chunks_;
    }

private:
    [[nodiscard]] std::uint32_t number(std::size_t at) const {
        std::uint32_t value = 0;
        for (std::size_t i = 4; i-- > 0;)
            value = value << 8U | std::to_integer<std::uint32_t>(file_[at + i]);
        return value;
    }

    bool readHeader() {
        if (file_.size() < kHeaderSize) {
            findings_.addAtByte(
                kGlbUnexpectedEndOfHeader, file_.size(),
                fmt::format("the file has {} bytes, its header {}", file_.size(), kHeaderSize));
            return false;
        }
        if (number(0) != kMagic) {
            findings_.addAtByte(kGlbInvalidMagic, 0,
                                fmt::format("the file starts with 0x{:08x}, expected \"glTF\"", number(0)));
            return false;
        }
        if (number(4) != 2) {
            findings_.addAtByte(kGlbInvalidVersion, 4,
                                fmt::format("the container is of version {}, expected 2", number(4)));
            return false;
        }
        length_ = number(8);
        at_ = kHeaderSize;
        if (length_ <= kHeaderSize)
            findings_.addAtByte(
                kGlbLengthTooSmall, 8,
                fmt::format("the stated length is {}, expected more than {}", length_, kHeaderSize));
        return true;
    }

    bool readChunk() {
        const std::size_t start = at_;
        if (file_.size() - at_ < kChunkHeaderSize) {
            findings_.addAtByte(kGlbUnexpectedEndOfChunkHeader, file_.size(),
                                "the file ends inside the header of a chunk");
            return false;
        }
        const std::uint32_t size = number(at_);
        const std::uint32_t type = number(at_ + 4);
        at_ += kChunkHeaderSize;
        checkChunk(start, size, type);
        if (file_.size() - at_ < size) {
            findings_.addAtByte(
                kGlbUnexpectedEndOfChunkData, file_.size(),
                fmt::format("the file ends {} bytes before the end of a chunk", size - (file_.size() - at_)));
            return false;
        }
        keepChunk(start, type, file_.subspan(at_, size));
        at_ += size;
        ++number_;
        return true;
    }

    void checkChunk(std::size_t start, std::uint32_t size, std::uint32_t type) {
        if (size % 4 != 0)
            findings_.addAtByte(
                kGlbChunkLengthUnaligned, start,
                fmt::format("chunk 0x{:08x} has {} bytes, expected a multiple of 4", type, size));
        if (at_ + size > length_) {
            findings_.addAtByte(
                kGlbChunkTooBig, start,
                fmt::format("chunk 0x{:08x} has {} bytes, the stated length of the file leaves {}", type,
                            size, length_ > at_ ? length_ - at_ : 0));
        }
        if (number_ == 0 && type != kJson)
            findings_.addAtByte(
                kGlbUnexpectedFirstChunk, start,
                fmt::format("the first chunk is 0x{:08x}, expected JSON (0x{:08x})", type, kJson));
        if (type == kBinary && number_ > 1 && !chunks_.binary)
            findings_.addAtByte(kGlbUnexpectedBinChunk, start,
                                fmt::format("the binary chunk is number {}, expected 1", number_));
    }

    void keepChunk(std::size_t start, std::uint32_t type, std::span<const std::byte> content) {
        if (type != kJson && type != kBinary) {
            findings_.addAtByte(kGlbUnknownChunkType, start,
                                fmt::format("chunk {} is of the type 0x{:08x}", number_, type));
            return;
        }
        const bool isJson = type == kJson;
        if (content.empty() && isJson) findings_.addAtByte(kGlbEmptyChunk, start, "the JSON chunk is empty");
        if (content.empty() && !isJson)
            findings_.addAtByte(kGlbEmptyBinChunk, start, "the binary chunk is empty");
        if (isJson ? chunks_.json.has_value() : chunks_.binary.has_value()) {
            findings_.addAtByte(
                kGlbDuplicateChunk, start,
                fmt::format("chunk {} is of the type 0x{:08x}, as one before", number_, type));
        } else if (isJson) {
            chunks_.json = std::string_view(reinterpret_cast<const char*>(content.data()), content.size());
        } else {
            chunks_.binary = content;
        }
    }

    Findings& findings_;
    std::span<const std::byte> file_;
    std::size_t length_ = 0;
    std::size_t at_ = 0;
    std::size_t number_ = 0;  ///< of the chunk
    GlbChunks chunks_;
};

}  // namespace

std::optional<GlbChunks> checkGlb(Findings& findings, std::span<const std::byte> file) {
    return ChunkWalk(findings, file).walk();
}

}  // namespace rigkiln::gltf_validation
