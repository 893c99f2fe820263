#include "exporters/gltf/embeddable_image.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace rigkiln::gltf_export {
namespace {

using Bytes = std::span<const std::byte>;

constexpr std::array<std::uint8_t, 8> kPngSignature = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
constexpr std::size_t kPngChunkOverhead = 12;  // length, type, checksum
constexpr std::size_t kPngHeaderSize = 13;
constexpr std::uint32_t kGammaOfSrgb = 45455;
constexpr std::array<std::uint32_t, 8> kChromaticitiesOfSrgb = {31270, 32900, 64000, 33000,
                                                                30000, 60000, 15000, 6000};

std::uint32_t bigEndian(Bytes bytes, std::size_t offset, std::size_t size) {
    std::uint32_t number = 0;
    for (const std::byte byte : bytes.subspan(offset, size)) {
        number = number << 8U | std::to_integer<std::uint32_t>(byte);
    }
    return number;
}

bool isType(Bytes chunk, std::string_view type) {
    return std::ranges::equal(chunk.subspan(4, 4), std::as_bytes(std::span(type)));
}

bool isSrgb(Bytes chromaticities) {
    for (std::size_t i = 0; i < kChromaticitiesOfSrgb.size(); ++i) {
        if (bigEndian(chromaticities, i * 4, 4) != kChromaticitiesOfSrgb.at(i)) return false;
    }
    return true;
}

/// Whether readers that obeyed this chunk would show other pixels than those that ignore it.
bool changesLook(Bytes chunk) {
    const Bytes content = chunk.subspan(8, chunk.size() - kPngChunkOverhead);
    if (isType(chunk, "iCCP")) return true;
    if (isType(chunk, "gAMA")) return content.size() != 4 || bigEndian(content, 0, 4) != kGammaOfSrgb;
    if (isType(chunk, "cHRM")) return content.size() != 32 || !isSrgb(content);
    if (isType(chunk, "sRGB")) return content.size() != 1;
    if (isType(chunk, "pHYs"))
        return content.size() != 9 || bigEndian(content, 0, 4) != bigEndian(content, 4, 4);
    return isType(chunk, "acTL");
}

/// Lists the chunks to leave out, in file order. Returns nothing when the file is no PNG with image data.
std::optional<std::vector<Bytes>> chunksToLeaveOut(Bytes file) {
    const auto signature = std::as_bytes(std::span(kPngSignature));
    if (file.size() < signature.size() || !std::ranges::equal(file.first(signature.size()), signature)) {
        return std::nullopt;
    }
    std::vector<Bytes> leftOut;
    bool hasHeader = false;
    Bytes rest = file.subspan(signature.size());
    while (rest.size() >= kPngChunkOverhead) {
        const std::size_t size = std::size_t{bigEndian(rest, 0, 4)} + kPngChunkOverhead;
        if (size > rest.size()) return std::nullopt;
        const Bytes chunk = rest.first(size);
        if (isType(chunk, "IDAT")) {
            if (!hasHeader) return std::nullopt;
            return leftOut;
        }
        if (isType(chunk, "IHDR")) {
            if (size != kPngHeaderSize + kPngChunkOverhead) return std::nullopt;
            hasHeader = true;
        }
        if (changesLook(chunk)) leftOut.push_back(chunk);
        rest = rest.subspan(size);
    }
    return std::nullopt;
}

std::optional<SharedBytes> embeddablePng(const SharedBytes& file) {
    const std::optional<std::vector<Bytes>> leftOut = chunksToLeaveOut(file);
    if (!leftOut) return std::nullopt;
    if (leftOut->empty()) return file;
    std::vector<std::byte> kept;
    kept.reserve(file.size());
    const std::byte* next = file.begin();
    for (const Bytes& chunk : *leftOut) {
        kept.insert(kept.end(), next, chunk.data());
        next = chunk.data() + chunk.size();
    }
    kept.insert(kept.end(), next, file.end());
    return kept;
}

bool isStartOfFrame(std::uint32_t marker) {
    return ((marker & 0xF0U) == 0xC0U && marker != 0xC4U && marker != 0xC8U && marker != 0xCCU) ||
           marker == 0xDEU;
}

bool standsAlone(std::uint32_t marker) {
    return marker == 0x01U || (marker & 0xF8U) == 0xD0U || marker == 0xD8U || marker == 0xD9U;
}

/// Whether the file is a JPEG whose first frame has one or three components.
bool isEmbeddableJpeg(Bytes file) {
    constexpr std::size_t kFrameHeaderSize = 8;
    if (file.size() < 4 || bigEndian(file, 0, 2) != 0xFFD8U) return false;
    Bytes rest = file.subspan(2);
    while (rest.size() >= 4) {
        if (bigEndian(rest, 0, 1) != 0xFFU) return false;
        const std::uint32_t marker = bigEndian(rest, 1, 1);
        if (marker == 0xFFU || standsAlone(marker)) {
            rest = rest.subspan(marker == 0xFFU ? 1 : 2);
            continue;
        }
        const std::size_t size = bigEndian(rest, 2, 2);
        if (size < 2 || size + 2 > rest.size()) return false;
        if (isStartOfFrame(marker)) {
            const std::uint32_t components = size >= kFrameHeaderSize ? bigEndian(rest, 9, 1) : 0;
            return components == 1 || components == 3;
        }
        rest = rest.subspan(size + 2);
    }
    return false;
}

/// Whether the file is a WebP of its whole length with one picture in it.
bool isEmbeddableWebp(Bytes file) {
    constexpr std::size_t kHead = 12;
    constexpr std::size_t kChunkHead = 8;
    constexpr std::size_t kFlags = kHead + kChunkHead;
    constexpr std::uint32_t kAnimation = 2;
    const auto hasText = [&](std::size_t offset, std::string_view text) {
        return std::ranges::equal(file.subspan(offset, text.size()), std::as_bytes(std::span(text)));
    };
    if (file.size() <= kFlags || !hasText(0, "RIFF") || !hasText(8, "WEBP")) return false;
    std::uint32_t length = 0;
    for (std::size_t i = 0; i < sizeof(length); ++i)
        length |= std::to_integer<std::uint32_t>(file[4 + i]) << (8 * i);
    if (length + kChunkHead != file.size()) return false;
    if (hasText(kHead, "VP8X")) return (std::to_integer<std::uint32_t>(file[kFlags]) & kAnimation) == 0;
    return hasText(kHead, "VP8L") || hasText(kHead, "VP8 ");
}

}  // namespace

std::optional<SharedBytes> embeddableImage(const SharedBytes& file, std::string_view mimeType) {
    if (mimeType == "image/png") return embeddablePng(file);
    if (mimeType == "image/jpeg" && isEmbeddableJpeg(file)) return file;
    if (mimeType == "image/webp" && isEmbeddableWebp(file)) return file;
    return std::nullopt;
}

}  // namespace rigkiln::gltf_export
