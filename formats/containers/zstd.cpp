#include "formats/containers/zstd.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <zstd.h>

#include <fmt/format.h>

#include "pipeline/base/stop.hpp"
#include "pipeline/binary/byte_reader.hpp"
#include "pipeline/binary/guarded.hpp"
#include "pipeline/conversion/conversion_errors.hpp"

namespace rigkiln::containers {
namespace {

constexpr std::array kMagic = {std::byte{0x28}, std::byte{0xB5}, std::byte{0x2F}, std::byte{0xFD}};
/// Default limit of other decoders (128 MiB). A frame may ask for up to 2 GiB.
constexpr int kLargestWindowBits = 27;

bool isZstd(std::span<const std::byte> head) {
    return head.size() >= kMagic.size() && std::ranges::equal(head.first(kMagic.size()), kMagic);
}

struct FreeDecoder {
    void operator()(ZSTD_DCtx* decoder) const { ZSTD_freeDCtx(decoder); }
};

[[noreturn]] void fail(std::size_t offset, std::string_view field, const std::string& problem) {
    throw FormatError(std::string(field), offset, problem);
}

/// Decodes all frames of a stream, up to a limit.
class StreamDecoder {
public:
    explicit StreamDecoder(std::span<const std::byte> stream) : stream_(stream), decoder_(ZSTD_createDCtx()) {
        if (!decoder_) throw std::bad_alloc();
        ZSTD_DCtx_setParameter(decoder_.get(), ZSTD_d_windowLogMax, kLargestWindowBits);
    }

    /// Appends to `bytes`. Returns true at the end of the input, false when it stopped at the limit.
    bool decode(std::vector<std::byte>& bytes, std::size_t limit) {
        ZSTD_inBuffer input{.src = stream_.data(), .size = stream_.size(), .pos = 0};
        std::size_t hint = 1;
        bool isAtEnd = false;
        while (!isAtEnd) {
            checkStop();
            const std::size_t begin = bytes.size();
            const std::size_t reserved = bytes.capacity() - begin;
            bytes.resize(begin + std::min({kStep, limit - begin, reserved == 0 ? kStep : reserved}));
            ZSTD_outBuffer output{.dst = bytes.data() + begin, .size = bytes.size() - begin, .pos = 0};
            const std::size_t inputBefore = input.pos;
            hint = ZSTD_decompressStream(decoder_.get(), &output, &input);
            bytes.resize(begin + output.pos);
            if (ZSTD_isError(hint) != 0)
                fail(inputBefore, "frame",
                     fmt::format("of {} bytes cannot be decoded: {}", stream_.size() - inputBefore,
                                 ZSTD_getErrorName(hint)));
            const bool isStuck = output.pos == 0 && input.pos == inputBefore;
            isAtEnd = (hint == 0 && input.pos == input.size) || isStuck;
            if (!isAtEnd && bytes.size() == limit) return false;
        }
        isWhole_ = hint == 0;
        return true;
    }

    [[nodiscard]] bool isWhole() const { return isWhole_; }

private:
    static constexpr std::size_t kStep = std::size_t{1} << 20U;

    std::span<const std::byte> stream_;
    std::unique_ptr<ZSTD_DCtx, FreeDecoder> decoder_;
    bool isWhole_ = false;
};

void refuseDictionary(std::span<const std::byte> stream) {
    const unsigned dictionary = ZSTD_getDictID_fromFrame(stream.data(), stream.size());
    if (dictionary != 0)
        fail(0, "dictionary",
             fmt::format("the frame needs dictionary {}, which is not in the file", dictionary));
}

std::optional<std::uint64_t> contentSize(std::span<const std::byte> stream) {
    const unsigned long long size = ZSTD_getFrameContentSize(stream.data(), stream.size());
    if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR) return std::nullopt;
    return size;
}

Result<std::vector<std::byte>> peek(std::span<const std::byte> beginning, std::size_t limit) {
    return guarded<std::vector<std::byte>>(
        [&] {
            refuseDictionary(beginning);
            std::vector<std::byte> bytes;
            StreamDecoder(beginning).decode(bytes, limit);
            return bytes;
        },
        kArchiveDamaged);
}

Result<std::optional<std::uint64_t>> unpackedSize(std::span<const std::byte> beginning) {
    return contentSize(beginning);
}

std::vector<std::byte> decode(std::span<const std::byte> stream, const ContainerLimits& limits) {
    refuseDictionary(stream);
    const std::optional<std::uint64_t> said = contentSize(stream);
    if (said) {
        if (const auto problem = expansionProblem(stream.size(), *said, limits))
            fail(4, "contentSize", "says " + *problem);
    }
    // The largest size within both limits; content sizes in later frames are not trusted.
    const std::uint64_t byRatio = std::max(kFreeBytes, stream.size() * limits.maximumRatio);
    const auto limit = static_cast<std::size_t>(std::min(limits.maximumBytes, byRatio));
    std::vector<std::byte> bytes;
    // One spare byte lets the decoder find the end of the frame without a reallocation.
    if (said) bytes.reserve(static_cast<std::size_t>(*said) + 1);
    StreamDecoder decoder(stream);
    if (!decoder.decode(bytes, limit)) {
        fail(0, "frames", fmt::format("hold more than {} bytes, from {} packed ones", limit, stream.size()));
    }
    if (!decoder.isWhole())
        fail(stream.size(), "frame", fmt::format("the stream ends after {} decoded bytes", bytes.size()));
    return bytes;
}

Result<std::vector<std::byte>> unwrap(std::span<const std::byte> stream, const ContainerLimits& limits) {
    return guarded<std::vector<std::byte>>([&] { return decode(stream, limits); }, kArchiveDamaged);
}

constexpr std::array<std::string_view, 2> kExtensions = {".zs", ".zst"};
/// Maximum block size. A block is decoded as a whole.
constexpr std::size_t kLargestBlock = std::size_t{128} << 10U;

}  // namespace

constinit const ContainerModule kZstdContainer{
    .id = "zstd",
    .title = "Zstandard stream",
    .extensions = kExtensions,
    .kind = ContainerKind::Wrapper,
    .recognise = isZstd,
    .peekBytes = kLargestBlock + 64,
    .peek = peek,
    .unpackedSize = unpackedSize,
    .unwrap = unwrap,
};

std::vector<std::byte> encodeZstd(std::span<const std::byte> bytes) {
    constexpr int kLevel = 3;
    std::vector<std::byte> packed(ZSTD_compressBound(bytes.size()));
    const std::size_t size = ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), kLevel);
    if (ZSTD_isError(size) != 0) throw EncodeError("frame", ZSTD_getErrorName(size));
    packed.resize(size);
    return packed;
}

}  // namespace rigkiln::containers
