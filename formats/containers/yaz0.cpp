#include "formats/containers/yaz0.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "pipeline/binary/byte_reader.hpp"
#include "pipeline/binary/byte_writer.hpp"
#include "pipeline/binary/guarded.hpp"
#include "pipeline/conversion/conversion_errors.hpp"
#include "pipeline/conversion/format_module.hpp"

namespace rigkiln::containers {
namespace {

constexpr std::string_view kMagic = "Yaz0";
constexpr std::size_t kHeaderSize = 16;
constexpr std::size_t kWindow = 4096;
constexpr std::size_t kShortestCopy = 3;
constexpr std::size_t kLongestShortCopy = 17;  ///< longest whose length fits into the two-byte form
constexpr std::size_t kLongestCopy = 0x111;
constexpr std::size_t kChunks = 8;

bool isYaz0(std::span<const std::byte> head) {
    return head.size() >= kMagic.size() && std::memcmp(head.data(), kMagic.data(), kMagic.size()) == 0;
}

std::uint32_t readHeader(ByteReader& reader) {
    const std::span<const std::byte> magic = reader.take("magic", kMagic.size());
    if (!isYaz0(magic)) reader.failAt(0, "magic", "is not 'Yaz0'");
    const auto size = reader.read<std::uint32_t>("decodedSize");
    reader.take("alignment", 8);
    return size;
}

/// Decodes groups from the stream into the output until either ends.
class GroupDecoder {
public:
    GroupDecoder(std::span<const std::byte> stream, std::span<std::byte> output)
        : stream_(stream), output_(output) {}

    /// Returns how many output bytes were written: all, unless the stream ended first.
    std::size_t decode() {
        while (made_ < output_.size() && taken_ < stream_.size()) {
            const auto code = std::to_integer<std::uint8_t>(stream_[taken_++]);
            // Far from both ends no chunk of the group needs a bounds check.
            const bool hasRoom = stream_.size() - taken_ >= kChunks * kShortestCopy &&
                                 output_.size() - made_ >= kChunks * kLongestCopy;
            if (hasRoom) {
                decodeGroup(code);
            } else if (!decodeGroupAtEnd(code)) {
                break;
            }
        }
        return made_;
    }

    /// Stream bytes consumed. When the stream ended inside a chunk, the offset of that chunk.
    [[nodiscard]] std::size_t taken() const { return taken_; }

private:
    void decodeGroup(std::uint8_t code) {
        if (code == 0xFF) {
            std::memcpy(&output_[made_], &stream_[taken_], kChunks);
            made_ += kChunks;
            taken_ += kChunks;
            return;
        }
        for (unsigned bits = code, chunk = 0; chunk < kChunks; ++chunk, bits <<= 1U) {
            if ((bits & 0x80U) != 0) {
                output_[made_++] = stream_[taken_++];
            } else {
                copy();
            }
        }
    }

    /// Returns false when the stream ends inside the group.
    bool decodeGroupAtEnd(std::uint8_t code) {
        for (unsigned bits = code, chunk = 0; chunk < kChunks && made_ < output_.size();
             ++chunk, bits <<= 1U) {
            const bool isLiteral = (bits & 0x80U) != 0;
            const std::size_t left = stream_.size() - taken_;
            const std::size_t needed = isLiteral ? 1 : 2;
            const bool isLong = !isLiteral && left >= 1 && std::to_integer<unsigned>(stream_[taken_]) < 0x10U;
            if (left < needed + (isLong ? 1 : 0)) return false;
            if (isLiteral) {
                output_[made_++] = stream_[taken_++];
            } else {
                copy();
            }
        }
        return true;
    }

    /// Precondition: the chunk is in the stream.
    void copy() {
        const auto first = std::to_integer<std::size_t>(stream_[taken_]);
        const auto second = std::to_integer<std::size_t>(stream_[taken_ + 1]);
        const std::size_t distance = ((first & 0x0FU) << 8U | second) + 1;
        if (distance > made_) {
            FieldPath path;
            const ByteReader reader(stream_, path);
            reader.failAt(kHeaderSize + taken_, "copy",
                          fmt::format("goes back {} bytes, {} are there", distance, made_));
        }
        taken_ += 2;
        std::size_t length = (first >> 4U) + 2;
        if (length == 2) length = std::to_integer<std::size_t>(stream_[taken_++]) + 0x12;
        length = std::min(length, output_.size() - made_);
        std::byte* const target = output_.data() + made_;
        made_ += length;
        if (distance >= length) {
            std::memcpy(target, target - distance, length);
        } else if (distance == 1) {
            std::memset(target, std::to_integer<int>(*(target - 1)), length);
        } else {
            // Byte by byte, because source and target may overlap.
            for (std::size_t i = 0; i < length; ++i)
                target[i] = *(target + i - distance);
        }
    }

    std::span<const std::byte> stream_;  ///< behind the header
    std::span<std::byte> output_;
    std::size_t taken_ = 0;
    std::size_t made_ = 0;
};

Result<std::vector<std::byte>> peek(std::span<const std::byte> beginning, std::size_t limit) {
    return guarded<std::vector<std::byte>>(
        [&] {
            FieldPath path;
            ByteReader reader(beginning, path, std::endian::big);
            const std::uint32_t size = readHeader(reader);
            std::vector<std::byte> bytes(std::min<std::size_t>(size, limit));
            bytes.resize(GroupDecoder(beginning.subspan(kHeaderSize), bytes).decode());
            return bytes;
        },
        kArchiveDamaged);
}

Result<std::optional<std::uint64_t>> unpackedSize(std::span<const std::byte> beginning) {
    return guarded<std::optional<std::uint64_t>>(
        [&] {
            FieldPath path;
            ByteReader reader(beginning, path, std::endian::big);
            return std::optional<std::uint64_t>(readHeader(reader));
        },
        kArchiveDamaged);
}

Result<std::vector<std::byte>> unwrap(std::span<const std::byte> stream, const ContainerLimits& limits) {
    return guarded<std::vector<std::byte>>([&] { return decodeYaz0(stream, limits); }, kArchiveDamaged);
}

/// Finds earlier positions that begin with the same three bytes.
class CopyFinder {
public:
    explicit CopyFinder(std::span<const std::byte> bytes)
        : bytes_(bytes), latest_(kBuckets, kNone), earlier_(bytes.size(), kNone) {}

    struct Copy {
        std::size_t distance = 0;
        std::size_t length = 0;
    };

    /// Returns the longest copy at `position` among the kMostTries nearest candidates, or length 0. Never
    /// shorter than kShortestCopy.
    [[nodiscard]] Copy find(std::size_t position) const {
        Copy best;
        if (bytes_.size() - position < kShortestCopy) return best;
        const std::size_t most = std::min(bytes_.size() - position, kLongestCopy);
        std::size_t tries = kMostTries;
        for (std::uint32_t place = latest_[bucket(position)];
             place != kNone && position - place <= kWindow && tries > 0; place = earlier_[place], --tries) {
            const std::size_t length = commonLength(place, position, most);
            if (length >= kShortestCopy && length > best.length) best = {position - place, length};
            if (length == most) break;
        }
        return best;
    }

    /// Indexes the positions from `begin` to `end`. Precondition: all earlier positions are indexed.
    void add(std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end && bytes_.size() - i >= kShortestCopy; ++i) {
            std::uint32_t& latest = latest_[bucket(i)];
            earlier_[i] = std::exchange(latest, static_cast<std::uint32_t>(i));
        }
    }

private:
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;
    static constexpr std::size_t kBuckets = std::size_t{1} << 15U;
    static constexpr std::size_t kMostTries = 64;

    [[nodiscard]] std::size_t bucket(std::size_t position) const {
        const auto at = [&](std::size_t i) { return std::to_integer<std::uint32_t>(bytes_[position + i]); };
        return ((at(0) << 16U | at(1) << 8U | at(2)) * 2654435761U) >> 17U;
    }

    [[nodiscard]] std::size_t commonLength(std::size_t left, std::size_t right, std::size_t most) const {
        std::size_t length = 0;
        while (length < most && bytes_[left + length] == bytes_[right + length])
            ++length;
        return length;
    }

    std::span<const std::byte> bytes_;
    std::vector<std::uint32_t> latest_;   ///< by bucket
    std::vector<std::uint32_t> earlier_;  ///< by position: the previous position in the same bucket
};

void writeCopy(CopyFinder::Copy copy, ByteWriter& writer) {
    const std::size_t back = copy.distance - 1;
    const bool isShort = copy.length <= kLongestShortCopy;
    const std::size_t count = isShort ? copy.length - 2 : 0;
    writer.write(static_cast<std::uint8_t>(count << 4U | back >> 8U));
    writer.write(static_cast<std::uint8_t>(back & 0xFFU));
    if (!isShort) writer.write(static_cast<std::uint8_t>(copy.length - 0x12));
}

constexpr std::array<std::string_view, 16> kExtensions = {
    ".szs",   ".yaz0",   ".sbfres",    ".sbactorpack", ".sbeventpack", ".sblarc",
    ".ssarc", ".sstera", ".sbmodelsh", ".sbquestpack", ".sbarc",       ".sgenvb",
    ".carc",  ".arc",    ".sbmapopen", ".stats"};

}  // namespace

constinit const ContainerModule kYaz0Container{
    .id = "yaz0",
    .title = "Yaz0 stream",
    .extensions = kExtensions,
    .kind = ContainerKind::Wrapper,
    .recognise = isYaz0,
    // The worst case is literals alone: nine bytes for eight. A copy at the end takes up to three.
    .peekBytes = kHeaderSize + kHeadSize + kHeadSize / kChunks + 3,
    .peek = peek,
    .unpackedSize = unpackedSize,
    .unwrap = unwrap,
};

std::vector<std::byte> decodeYaz0(std::span<const std::byte> stream, const ContainerLimits& limits) {
    FieldPath path;
    ByteReader reader(stream, path, std::endian::big);
    const std::uint32_t size = readHeader(reader);
    if (auto problem = expansionProblem(stream.size(), size, limits))
        reader.failAt(4, "decodedSize", "says " + *problem);
    // A group of 25 bytes unpacks to 8 * 273 bytes at most.
    constexpr std::uint64_t kMostFromOneByte = 88;
    if (size > reader.left() * kMostFromOneByte) {
        reader.failAt(4, "decodedSize",
                      fmt::format("says {} bytes, {} packed bytes make at most {}", size, reader.left(),
                                  reader.left() * kMostFromOneByte));
    }
    std::vector<std::byte> bytes(size);
    GroupDecoder decoder(stream.subspan(kHeaderSize), bytes);
    const std::size_t made = decoder.decode();
    if (made < size) {
        reader.failAt(kHeaderSize + decoder.taken(), "groups",
                      fmt::format("the stream ends after {} of {} decoded bytes", made, size));
    }
    return bytes;
}

std::vector<std::byte> encodeYaz0(std::span<const std::byte> bytes, std::uint32_t alignment) {
    ByteWriter writer(std::endian::big);
    writer.writeText(kMagic);
    writer.write(static_cast<std::uint32_t>(bytes.size()));
    writer.write(alignment);
    writer.write(std::uint32_t{0});
    CopyFinder finder(bytes);
    for (std::size_t position = 0; position < bytes.size();) {
        const std::size_t codeAt = writer.offset();
        writer.write(std::uint8_t{0});
        unsigned code = 0;
        for (unsigned chunk = 0; chunk < kChunks && position < bytes.size(); ++chunk) {
            const CopyFinder::Copy copy = finder.find(position);
            const std::size_t length = std::max<std::size_t>(copy.length, 1);
            if (copy.length > 0) {
                writeCopy(copy, writer);
            } else {
                code |= 0x80U >> chunk;
                writer.write(std::to_integer<std::uint8_t>(bytes[position]));
            }
            finder.add(position, position + length);
            position += length;
        }
        writer.patch(codeAt, static_cast<std::uint8_t>(code));
    }
    return std::move(writer).finish();
}

}  // namespace rigkiln::containers
