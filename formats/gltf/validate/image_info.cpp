#include "formats/gltf/validate/image_info.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace rigkiln::gltf_validation {
namespace {

using Bytes = std::span<const std::byte>;

std::uint32_t byteAt(Bytes bytes, std::size_t at) {
    return std::to_integer<std::uint32_t>(bytes[at]);
}

std::uint32_t big16(Bytes bytes, std::size_t at) {
    return byteAt(bytes, at) << 8U | byteAt(bytes, at + 1);
}

std::uint32_t big32(Bytes bytes, std::size_t at) {
    return big16(bytes, at) << 16U | big16(bytes, at + 2);
}

std::uint32_t little16(Bytes bytes, std::size_t at) {
    return byteAt(bytes, at) | byteAt(bytes, at + 1) << 8U;
}

std::uint32_t little24(Bytes bytes, std::size_t at) {
    return little16(bytes, at) | byteAt(bytes, at + 2) << 16U;
}

bool hasText(Bytes bytes, std::size_t at, std::string_view text) {
    const Bytes found = bytes.subspan(at, text.size());
    return std::ranges::equal(found, text, [](std::byte byte, char character) {
        return byte == static_cast<std::byte>(character);
    });
}

ImageInfo cutImage() {
    return {.state = ImageInfo::State::Cut};
}

ImageInfo damagedImage(std::string problem) {
    return {.state = ImageInfo::State::Damaged, .problem = std::move(problem)};
}

constexpr std::size_t kPngSignatureSize = 8;

/// Chunks in front of the pixels that change how a PNG is shown.
struct PngFeatures {
    bool hasHeader = false;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    bool isSrgb = false;
    bool hasProfile = false;
    bool hasOtherGamma = false;
    bool hasOtherPrimaries = false;
    bool hasLongPixels = false;

    [[nodiscard]] bool areUnusual() const {
        return hasProfile || hasLongPixels || (!isSrgb && (hasOtherGamma || hasOtherPrimaries));
    }
};

constexpr std::array<std::pair<std::string_view, std::uint32_t>, 5> kPngSizes = {
    {{"IHDR", 13}, {"cHRM", 32}, {"sRGB", 1}, {"pHYs", 9}, {"gAMA", 4}}};

void readPngChunk(std::string_view type, Bytes content, PngFeatures& features) {
    constexpr std::array<std::uint32_t, 8> kSrgbPrimaries = {31270, 32900, 64000, 33000,
                                                             30000, 60000, 15000, 6000};
    if (type == "IHDR") {
        features.hasHeader = true;
        features.width = big32(content, 0);
        features.height = big32(content, 4);
    } else if (type == "sRGB") {
        features.isSrgb = true;
    } else if (type == "gAMA") {
        const std::uint32_t gamma = big32(content, 0);
        features.hasOtherGamma = gamma != 45455 && gamma != 100000;
    } else if (type == "pHYs") {
        features.hasLongPixels = big32(content, 0) != big32(content, 4);
    } else if (type == "cHRM") {
        for (std::size_t i = 0; i < kSrgbPrimaries.size(); ++i)
            features.hasOtherPrimaries |= big32(content, i * 4) != kSrgbPrimaries[i];
    }
}

/// Reads chunks up to the pixels. What comes behind cannot change how they are shown.
ImageInfo readPng(Bytes bytes) {
    constexpr std::size_t kHeadSize = 8;
    constexpr std::size_t kCheckSize = 4;
    PngFeatures features;
    std::size_t at = kPngSignatureSize;
    while (bytes.size() - at >= kHeadSize) {
        const std::uint32_t size = big32(bytes, at);
        const auto* known = std::ranges::find_if(
            kPngSizes, [&](const auto& entry) { return hasText(bytes, at + 4, entry.first); });
        if (known != kPngSizes.end() && known->second != size)
            return damagedImage(
                fmt::format("chunk {} has {} bytes, expected {}", known->first, size, known->second));
        if (hasText(bytes, at + 4, "IDAT")) {
            if (!features.hasHeader) return damagedImage("the pixels come before the header");
            return {.state = ImageInfo::State::Read,
                    .width = features.width,
                    .height = features.height,
                    .hasUnusualFeatures = features.areUnusual()};
        }
        if (hasText(bytes, at + 4, "iCCP")) features.hasProfile = true;
        at += kHeadSize;
        if (bytes.size() - at < std::size_t{size} + kCheckSize) return cutImage();
        if (known != kPngSizes.end()) readPngChunk(known->first, bytes.subspan(at, size), features);
        at += std::size_t{size} + kCheckSize;
    }
    return cutImage();
}

/// True for markers of a JPEG that start a frame, whose header has the size.
bool isFrameMarker(std::uint32_t marker) {
    return (marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC) ||
           marker == 0xDE;
}

/// True for markers of a JPEG without a segment behind them.
bool isBareMarker(std::uint32_t marker) {
    return marker == 0x01 || (marker >= 0xD0 && marker <= 0xD9) || marker == 0xFF;
}

ImageInfo readJpeg(Bytes bytes) {
    std::size_t at = 1;  // between markers, all bytes count as the second byte of a marker
    while (true) {
        while (at < bytes.size() && isBareMarker(byteAt(bytes, at)))
            ++at;
        if (bytes.size() - at < 3) return cutImage();
        const std::uint32_t marker = byteAt(bytes, at);
        const std::uint32_t size = big16(bytes, at + 1);
        if (size < 2) return damagedImage(fmt::format("a segment has {} bytes, expected at least 2", size));
        if (bytes.size() - at - 1 < size) return cutImage();
        const Bytes segment = bytes.subspan(at + 3, size - 2);
        if (isFrameMarker(marker)) {
            if (segment.size() < 6) return damagedImage("the header of the frame is too short");
            const std::uint32_t channels = byteAt(segment, 5);
            if (channels != 1 && channels != 3)
                return damagedImage(fmt::format("has {} colour channels, expected 1 or 3", channels));
            return {.state = ImageInfo::State::Read, .width = big16(segment, 3), .height = big16(segment, 1)};
        }
        at += 1 + size;
        if (at == bytes.size()) return cutImage();
    }
}

ImageInfo readWebp(Bytes bytes) {
    constexpr std::size_t kChunk = 12;
    const bool isLossless = hasText(bytes, kChunk, "VP8L");
    if (bytes.size() < (isLossless ? 25U : 30U)) return cutImage();
    ImageInfo info{.state = ImageInfo::State::Read};
    if (isLossless) {
        info.width = (little16(bytes, 21) & 0x3FFFU) + 1;
        info.height = (little24(bytes, 22) >> 6U & 0x3FFFU) + 1;
    } else if (hasText(bytes, kChunk, "VP8 ")) {
        info.width = little16(bytes, 26) & 0x3FFFU;
        info.height = little16(bytes, 28) & 0x3FFFU;
    } else if (hasText(bytes, kChunk, "VP8X")) {
        info.hasUnusualFeatures = (byteAt(bytes, 20) & 0x22U) != 0;
        info.width = little24(bytes, 24) + 1;
        info.height = little24(bytes, 27) + 1;
    } else {
        return damagedImage("the first chunk of the WebP is unknown");
    }
    return info;
}

}  // namespace

std::string_view imageType(std::span<const std::byte> bytes) {
    using namespace std::string_view_literals;
    constexpr std::size_t kLeast = 14;
    if (bytes.size() < kLeast) return {};
    if (hasText(bytes, 0, "\xFF\xD8\xFF"sv)) return "image/jpeg";
    if (hasText(bytes, 0, "\x89PNG\r\n\x1A\n"sv)) return "image/png";
    if (hasText(bytes, 0, "RIFF"sv) && hasText(bytes, 8, "WEBPVP"sv)) return "image/webp";
    if (hasText(bytes, 0, "\xABKTX 20\xBB\r\n\x1A\n"sv)) return "image/ktx2";
    return {};
}

ImageInfo readImageInfo(std::span<const std::byte> bytes) {
    const std::string_view type = imageType(bytes);
    if (type == "image/png") return readPng(bytes);
    if (type == "image/jpeg") return readJpeg(bytes);
    if (type == "image/webp") return bytes.size() < 16 ? cutImage() : readWebp(bytes);
    return {};
}

}  // namespace rigkiln::gltf_validation
