#include <array>
#include <span>

#include <gtest/gtest.h>

#include "tests/support/swat3/swat3_builders.hpp"
#include "tests/unit/formats/swat3/codec_calls.hpp"

namespace rigkiln::swat3 {
namespace {

std::string clipProblem(std::span<const std::byte> bytes) {
    return decodeProblem<GsaFile>(bytes);
}

std::vector<GsaFile> clipVariants() {
    std::vector<GsaFile> files = {clip41(), clip42(), partialClip()};
    files.push_back(clip42());
    files.back().hasMarker = false;
    files.back().repeatsMagicTail = true;
    return files;
}

TEST(MalformedGsa, IsRefusedWhereverItIsCutOff) {
    for (const GsaFile& file : clipVariants()) {
        const Bytes bytes = encoded(file);
        for (std::size_t size = 0; size < bytes.size(); ++size)
            ASSERT_NE(clipProblem(std::span(bytes).first(size)), "no error") << size << " bytes";
    }
}

TEST(MalformedGsa, IsHandledWhicheverByteChanges) {
    for (const GsaFile& file : clipVariants()) {
        Bytes bytes = encoded(file);
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            const std::byte original = bytes[i];
            for (const unsigned change : {0xFFU, 0x80U, 0x01U, 0x04U}) {
                bytes[i] = original ^ static_cast<std::byte>(change);
                ASSERT_EQ(faultOfHandling<GsaFile>(bytes), "") << "byte " << i << " ^ " << change;
            }
            bytes[i] = original;
        }
    }
}

TEST(MalformedGsa, IsHandledWhereverAnAbsurdNumberStands) {
    const Bytes bytes = encoded(clip42());
    constexpr auto kAbsurd = std::to_array<std::uint16_t>({0x0000, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF});
    for (const std::uint16_t number : kAbsurd) {
        for (std::size_t offset = 0; offset + 2 <= bytes.size(); ++offset) {
            Bytes damaged = bytes;
            overwrite(damaged, offset, number);
            ASSERT_EQ(faultOfHandling<GsaFile>(damaged), "") << number << " at " << offset;
        }
    }
}

TEST(MalformedGsa, IsRefusedWithTrailingBytes) {
    Bytes bytes = encoded(clip42());
    bytes.push_back(std::byte{0});
    EXPECT_EQ(clipProblem(bytes),
              fmt::format("frames at 0x{:X}: 1 bytes follow the end of file", bytes.size() - 1));
}

TEST(MalformedGsa, IsRefusedWhenEmpty) {
    EXPECT_EQ(clipProblem({}), "magic at 0x0: needs 16 bytes, 0 are left in file");
}

TEST(MalformedGsa, SaysWhatAnotherFileIs) {
    EXPECT_EQ(clipProblem(encoded(weaponModel())),
              "magic at 0x0: this is a SWAT 3 model (GSM), a SWAT 3 animation (GSA) is expected");
}

TEST(MalformedGsa, NeedsTheKnownMajorVersion) {
    Bytes bytes = encoded(clip41());
    bytes[17] = std::byte{5};
    EXPECT_EQ(clipProblem(bytes), "versionMajor at 0x11: 5, 4 is expected");
}

TEST(MalformedGsa, IsRefusedForFramesThatTheBytesLeftCannotHold) {
    GsaFile file = clip41();
    const std::size_t frames = 3 * (40 + 5 * 16);
    Bytes bytes = encoded(file);
    const std::size_t count = bytes.size() - frames - 2;
    overwrite(bytes, count, 0xFFFF);
    EXPECT_EQ(clipProblem(bytes),
              fmt::format("frameCount at 0x{:X}: 65535 elements of at least 120 bytes do not "
                          "fit, {} bytes are left in file",
                          count + 2, frames));
}

TEST(MalformedGsa, IsToldOfTheVersionsOwnReadingWhenNeitherFits) {
    Bytes bytes = encoded(clip42());
    bytes.pop_back();
    EXPECT_NE(clipProblem(bytes).find("frame[2].event[1].octets at 0x"), std::string::npos)
        << clipProblem(bytes);
}

TEST(MalformedGsa, IsNotReadAgainstItsVersionWhenThatGivesNoRotations) {
    // The length fits a file without event counts, but then every frame after the first would begin too late.
    Bytes bytes = encoded(partialClip());
    bytes.resize(bytes.size() - 4);
    EXPECT_EQ(clipProblem(bytes).find("frameCount at 0x"), 0U) << clipProblem(bytes);
}

TEST(GsaEncoding, RefusesAnotherNumberOfRotationsThanFramesNeed) {
    GsaFile file = partialClip();
    file.rotations.pop_back();
    EXPECT_EQ(problemOf(encodeGsa(file)), "rotations: 3 rotations, 2 frames of 2 are expected");
}

TEST(GsaEncoding, RefusesAnotherNumberOfEventListsThanFrames) {
    GsaFile file = clip42();
    file.events.pop_back();
    EXPECT_EQ(problemOf(encodeGsa(file)), "events: 2 lists of events, 3 are expected");
    file.hasEventCounts = false;
    EXPECT_EQ(problemOf(encodeGsa(file)), "events: 2 lists of events, 0 are expected");
}

TEST(GsaEncoding, RefusesEventsLongerThanTheirLengthHolds) {
    GsaFile file = clip42();
    file.events[2][1].assign(65536, 'x');
    EXPECT_EQ(problemOf(encodeGsa(file)), "frame[2].event[1].octets: 65536 octets, at most 65535 fit");
}

TEST(GsaEncoding, RefusesAListOfBonesWhoseLengthWouldBeReadAsTheMarker) {
    GsaFile file = partialClip();
    file.frames.clear();
    file.rotations.clear();
    file.events.clear();
    file.animatedBones.assign(65535, 1);
    EXPECT_EQ(problemOf(encodeGsa(file)), "no error");
    file.hasMarker = false;
    EXPECT_EQ(problemOf(encodeGsa(file)), "animatedBoneCount: 65535 without a marker would be read as one");
}

TEST(GsaEncoding, RefusesSkeletonsThatAreNoForest) {
    GsaFile file = clip41();
    file.skeletons[0].bones[0].link = 4;
    EXPECT_EQ(problemOf(encodeGsa(file)),
              "skeleton[0].bone[0].link: 4 leads back to this bone, a bone nearer to the root is expected");
}

}  // namespace
}  // namespace rigkiln::swat3
