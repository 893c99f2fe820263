#include "formats/gltf/validate/image_info.hpp"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/support/gltf_validation/sound_document.hpp"

namespace rigkiln::gltf_validation {
namespace {

using namespace std::string_view_literals;
using test::bytesOfText;

constexpr std::string_view kJpeg =
    "\xFF\xD8\xFF\xE0\0\4\0\0\xFF\xC0\0\x11\x08\0\x07\0\x09\3\0\0\0\0\0\0\0\0\0\xFF\xD9"sv;
constexpr std::string_view kLossyWebp = "RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\0\0\0\x05\xC0\x06\0"sv;
constexpr std::string_view kLosslessWebp = "RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2F\x04\x40\x01\0"sv;
constexpr std::string_view kMovingWebp = "RIFF\0\0\0\0WEBPVP8X\0\0\0\0\x02\0\0\0\x04\0\0\x05\0\0"sv;

/// Each shorter part of an image ends early or is of no known type; none is read beyond its end.
void expectPrefixesEnd(std::string_view image, std::size_t needed) {
    for (std::size_t size = 0; size < needed; ++size) {
        const test::Bytes bytes = bytesOfText(image.substr(0, size));
        EXPECT_NE(readImageInfo(bytes).state, ImageInfo::State::Read) << size;
    }
}

TEST(ReadImageInfo, ReadsTheSizeOfAPng) {
    test::Bytes png = test::smallPng();
    png.at(19) = std::byte{5};
    const ImageInfo info = readImageInfo(png);
    EXPECT_EQ(info.state, ImageInfo::State::Read);
    EXPECT_EQ(info.width, 5U);
    EXPECT_EQ(info.height, 1U);
}

TEST(ReadImageInfo, ReadsTheSizeOfAJpeg) {
    const ImageInfo info = readImageInfo(bytesOfText(kJpeg));
    EXPECT_EQ(info.state, ImageInfo::State::Read);
    EXPECT_EQ(info.width, 9U);
    EXPECT_EQ(info.height, 7U);
}

TEST(ReadImageInfo, ReadsTheSizeOfAWebp) {
    const ImageInfo lossy = readImageInfo(bytesOfText(kLossyWebp));
    EXPECT_EQ(lossy.width, 5U);
    EXPECT_EQ(lossy.height, 6U);
    const ImageInfo lossless = readImageInfo(bytesOfText(kLosslessWebp));
    EXPECT_EQ(lossless.width, 5U);
    EXPECT_EQ(lossless.height, 6U);
    const ImageInfo moving = readImageInfo(bytesOfText(kMovingWebp));
    EXPECT_EQ(moving.width, 5U);
    EXPECT_EQ(moving.height, 6U);
    EXPECT_TRUE(moving.hasUnusualFeatures);
}

TEST(ReadImageInfo, NoticesImagesThatAreCut) {
    const test::Bytes png = test::smallPng();
    expectPrefixesEnd({reinterpret_cast<const char*>(png.data()), png.size()}, 41);
    expectPrefixesEnd(kJpeg, 27);
    expectPrefixesEnd(kLossyWebp, kLossyWebp.size());
    expectPrefixesEnd(kLosslessWebp, kLosslessWebp.size());
    expectPrefixesEnd(kMovingWebp, kMovingWebp.size());
}

TEST(ReadImageInfo, TellsOfAWebpThatStartsWithAnotherChunk) {
    std::string webp(kLossyWebp);
    webp[15] = 'Y';
    const ImageInfo info = readImageInfo(bytesOfText(webp));
    EXPECT_EQ(info.state, ImageInfo::State::Damaged);
    EXPECT_EQ(info.problem, "the first chunk of the WebP is unknown");
}

TEST(ReadImageInfo, KnowsNoOtherImages) {
    EXPECT_EQ(readImageInfo(bytesOfText("BM is the start of a bitmap")).state, ImageInfo::State::Unknown);
}

}  // namespace
}  // namespace rigkiln::gltf_validation
