#include <span>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "formats/alamo/ala_file.hpp"
#include "tests/support/alamo/alamo_builders.hpp"
#include "tests/support/alamo/chunk_bytes.hpp"
#include "tests/support/format_error_text.hpp"

namespace rigkiln::alamo {
namespace {

std::string clipProblem(std::span<const std::byte> bytes) {
    return errorOf([&] { (void)decodeAla(bytes); });
}

// Decodes damaged bytes: they are refused, or the decoded file survives another round trip.
void expectClipHandled(std::span<const std::byte> damaged) {
    AlaFile file;
    try {
        file = decodeAla(damaged);
    } catch (const FormatError&) {
        return;
    }
    const Bytes encoded = encodeAla(file);
    EXPECT_EQ(encodeAla(decodeAla(encoded)), encoded);
}

class MalformedAla : public testing::TestWithParam<AlaVersion> {
protected:
    Bytes clip_ = encodeAla(twoFrameClip(GetParam()));

    [[nodiscard]] std::string errorAfter(std::size_t offset, std::uint32_t number) {
        overwriteU32(clip_, offset, number);
        return clipProblem(clip_);
    }
};

TEST_P(MalformedAla, IsRefusedWhereverItIsCutOff) {
    // Removes the chunk after 1000: a file that is cut off before it is still a valid file.
    AlaFile file = clipWithEverything(GetParam());
    file.unknownTopLevelChunks.clear();
    const Bytes bytes = encodeAla(file);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_NE(clipProblem(std::span(bytes).first(size)), "no error") << size << " bytes";
    }
}

TEST_P(MalformedAla, IsHandledWhicheverByteChanges) {
    Bytes bytes = encodeAla(clipWithEverything(GetParam()));
    for (std::byte& byte : bytes) {
        const std::byte original = byte;
        for (const unsigned change : {0xFFU, 0x80U, 0x01U, 0x04U}) {
            byte = original ^ static_cast<std::byte>(change);
            expectClipHandled(bytes);
        }
        byte = original;
    }
}

TEST_P(MalformedAla, IsHandledWhereverAnAbsurdNumberStands) {
    const Bytes bytes = encodeAla(clipWithEverything(GetParam()));
    for (const std::uint32_t number : {0U, 0xFFFFU, 0x7FFF'FFFFU, 0x8000'0000U, 0xFFFF'FFFFU}) {
        for (std::size_t offset = 0; offset + 4 <= bytes.size(); ++offset) {
            Bytes damaged = bytes;
            overwriteU32(damaged, offset, number);
            expectClipHandled(damaged);
        }
    }
}

TEST_P(MalformedAla, IsRefusedWithTrailingBytes) {
    clip_.push_back(std::byte{0});
    EXPECT_EQ(clipProblem(clip_),
              fmt::format("chunk id at 0x{:X}: needs 4 bytes, 1 are left in file", clip_.size() - 1));
}

TEST_P(MalformedAla, NeedsAFrame) {
    EXPECT_EQ(errorAfter(findMini(clip_, {0x1000, 0x1001}, 1), 0),
              "header.frameCount at 0x10: 0, at least 1 is expected");
}

TEST_P(MalformedAla, NeedsAFrameRateAboveZero) {
    const std::size_t rate = findMini(clip_, {0x1000, 0x1001}, 2);
    EXPECT_EQ(errorAfter(rate, 0), "header.framesPerSecond at 0x10: 0, a finite number above 0 is expected");
    EXPECT_EQ(errorAfter(rate, 0x7FC0'0000),
              "header.framesPerSecond at 0x10: nan, a finite number above 0 is expected");
    EXPECT_EQ(errorAfter(rate, 0x7F80'0000),
              "header.framesPerSecond at 0x10: inf, a finite number above 0 is expected");
}

TEST_P(MalformedAla, NeedsAFrameRateThatEndsInATimeAFloatHolds) {
    const std::size_t rate = findMini(clip_, {0x1000, 0x1001}, 2);
    EXPECT_EQ(errorAfter(rate, 1).find("header.framesPerSecond at 0x10: 1e-45, at least "), 0U);
}

TEST_P(MalformedAla, MayEndAtTheGreatestFloat) {
    // (2^24 - 1) frames at 2^-104 frames per second.
    overwriteU32(clip_, findMini(clip_, {0x1000, 0x1001}, 1), 0x0100'0000);
    const std::size_t rate = findMini(clip_, {0x1000, 0x1001}, 2);
    EXPECT_EQ(errorAfter(rate, 0x0B80'0000).find("framesPerSecond"), std::string::npos);
    EXPECT_NE(errorAfter(rate, 0x0B7F'FFFF).find("framesPerSecond"), std::string::npos);
}

TEST_P(MalformedAla, NeedsAsManyBonesAsItAnnounces) {
    EXPECT_EQ(errorAfter(findMini(clip_, {0x1000, 0x1001}, 3), 0xFFFF'FFFF),
              "header.boneCount at 0x10: 4294967295 bones are announced, 1 follow");
}

TEST_P(MalformedAla, NeedsItsRequiredMinis) {
    const std::size_t index = findMini(clip_, {0x1000, 0x1002, 0x1003}, 5);
    clip_[index - 2] = std::byte{50};
    EXPECT_EQ(clipProblem(clip_), fmt::format("bone[0].header.index at 0x{:X}: mini-chunk 5 is missing",
                                              findChunk(clip_, {0x1000, 0x1002, 0x1003}) + 8));
}

TEST_P(MalformedAla, NeedsVisibilityBitsForItsFrames) {
    const std::size_t bits = findChunk(clip_, {0x1000, 0x1002, 0x1007}) + 8;
    splice(clip_, {0x1000, 0x1002, 0x1007}, bits, 0, fromHex("00"));
    EXPECT_EQ(clipProblem(clip_),
              fmt::format("bone[0].visibilityBits at 0x{:X}: 2 bytes, 1 are expected for 2 frames", bits));
}

INSTANTIATE_TEST_SUITE_P(Versions, MalformedAla, testing::Values(AlaVersion::V1, AlaVersion::V2));

TEST(MalformedAlaOfVersion1, NeedsATrackElementForEachFrame) {
    Bytes clip = encodeAla(twoFrameClip(AlaVersion::V1));
    overwriteU32(clip, findMini(clip, {0x1000, 0x1001}, 1), 0xFFFF'FFFF);
    EXPECT_EQ(clipProblem(clip),
              "bone[0].translations at 0x84: 12 bytes, 4294967295 frames of 6 bytes are expected");
}

TEST(MalformedAlaOfVersion1, MayNotHoldPools) {
    Bytes clip = encodeAla(twoFrameClip(AlaVersion::V1));
    splice(clip, {0x1000}, clip.size(), 0, dataChunk(0x1009, u32(0)));
    EXPECT_EQ(clipProblem(clip), "version at 0x8: chunk 0x1009 is not of version 1, which the header states");
}

TEST(MalformedAlaOfVersion2, MayNotHoldTracksOfItsBones) {
    Bytes clip = encodeAla(twoFrameClip(AlaVersion::V2));
    const std::size_t bits = findChunk(clip, {0x1000, 0x1002, 0x1007});
    splice(clip, {0x1000, 0x1002}, bits, 0, dataChunk(0x1006, u32(0)));
    EXPECT_EQ(clipProblem(clip),
              "bone[0].version at 0x3C: chunk 0x1006 is not of version 2, which the header states");
}

TEST(MalformedAlaOfVersion2, NeedsItsIndicesInsideTheBlocks) {
    AlaFile file = twoFrameClip(AlaVersion::V2);
    file.bones[0].rotationIndex = 1;
    EXPECT_EQ(clipProblem(encodeAla(file)),
              "bone[0].header.rotationIndex at 0x44: words 1 to 4 lie outside the block of 4 words");
    file.bones[0].rotationIndex = 0;
    file.bones[0].scaleIndex = 0xFFFE;
    EXPECT_EQ(clipProblem(encodeAla(file)),
              "bone[0].header.scaleIndex at 0x44: words 65534 to 65536 lie outside the block of 0 words");
}

TEST(MalformedAlaOfVersion2, NeedsPoolsForItsBlocks) {
    AlaFile file = twoFrameClip(AlaVersion::V2);
    file.rotationPool.reset();
    EXPECT_EQ(clipProblem(encodeAla(file)), "rotationPool at 0x8: chunk 0x1009 is missing");
}

TEST(MalformedAlaOfVersion2, NeedsPoolsOfFramesTimesBlock) {
    AlaFile file = twoFrameClip(AlaVersion::V2);
    file.translationPool->push_back(0);
    EXPECT_EQ(clipProblem(encodeAla(file)),
              "translationPool at 0xB5: 14 bytes, 2 frames of 3 words of 2 bytes are expected");
}

TEST(MalformedAlaOfVersion2, IsRefusedWhenFramesTimesBlockExceeds64Bits) {
    AlaFile file = twoFrameClip(AlaVersion::V2);
    file.frameCount = 0x8000'0000U;
    file.rotationBlock = 0x8000'0000U;
    file.bones[0].visibilityBits.reset();
    EXPECT_EQ(clipProblem(encodeAla(file)),
              "translationPool at 0xAC: 12 bytes, 2147483648 frames of 3 words of 2 bytes are expected");
    file.translationBlock = 0x8000'0000U;
    file.translationPool->clear();
    EXPECT_NE(clipProblem(encodeAla(file)), "no error");
}

}  // namespace
}  // namespace rigkiln::alamo
