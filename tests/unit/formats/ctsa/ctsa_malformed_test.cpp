#include <algorithm>
#include <array>
#include <span>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/ctsa/ctsa_checks.hpp"
#include "formats/ctsa/ctsa_dump.hpp"
#include "tests/support/ctsa/ctsa_builders.hpp"
#include "tests/unit/formats/ctsa/codec_calls.hpp"

namespace rigkiln::ctsa {
namespace {

std::string problem(std::span<const std::byte> bytes) {
    return problemOf(decodeCtsa(bytes));
}

/// Decodes damaged bytes: they are refused, or the decoded file encodes to exactly these bytes and can be
/// dumped. Returns a description of the fault; empty when there is none.
std::string faultOfHandling(const Bytes& bytes) {
    const Result<CtsaFile> file = decodeCtsa(bytes);
    const Result<std::string> dump = dumpCtsa(bytes);
    if (file.hasValue() != dump.hasValue()) return "is decoded or shown, and not the other";
    if (!file) return "";
    Diagnostics diagnostics;
    checkCtsa(*file, diagnostics);
    const Result<Bytes> again = encodeCtsa(*file);
    if (!again) return "decodes and does not encode: " + again.error().text();
    return *again == bytes ? "" : "encodes differently";
}

std::vector<CtsaFile> variants() {
    std::vector<CtsaFile> files = {walkFile(), waveFile(), emptyFile(), fileWithLongName(70)};
    files.push_back(waveFile());
    files.back().bodyOrder = std::endian::big;
    files.back().prefixSize = 4;
    return files;
}

TEST(MalformedCtsa, IsRefusedWhereverItIsCutOff) {
    for (const CtsaFile& file : variants()) {
        const Bytes bytes = encoded(file);
        for (std::size_t size = 0; size < bytes.size(); ++size)
            ASSERT_NE(problem(std::span(bytes).first(size)), "no error") << size << " bytes";
    }
}

TEST(MalformedCtsa, IsHandledWhicheverByteChanges) {
    for (const CtsaFile& file : variants()) {
        Bytes bytes = encoded(file);
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            const std::byte original = bytes[i];
            for (const unsigned change : {0xFFU, 0x80U, 0x40U, 0x01U}) {
                bytes[i] = original ^ static_cast<std::byte>(change);
                ASSERT_EQ(faultOfHandling(bytes), "") << "byte " << i << " ^ " << change;
            }
            bytes[i] = original;
        }
    }
}

TEST(MalformedCtsa, IsRefusedWhenEmpty) {
    EXPECT_EQ(problem({}), "nameLength at 0x0: needs 1 bytes, 0 are left in file");
}

TEST(MalformedCtsa, IsRefusedWithinItsPrefix) {
    EXPECT_EQ(problem(bytesOf({0xC0, 0x01})), "nameLength at 0x1: needs 3 bytes, 1 are left in file");
}

TEST(MalformedCtsa, IsRefusedForANameThatTheBytesLeftCannotHold) {
    EXPECT_EQ(problem(bytesOf({0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x41})),
              "name at 0x4: 1073741823 elements of at least 2 bytes do not fit, 2 bytes are left in file");
}

TEST(MalformedCtsa, IsRefusedWithoutItsRow) {
    Bytes bytes = encoded(emptyFile());
    bytes.pop_back();
    EXPECT_EQ(problem(bytes), "frameWidth at 0x19: needs 4 bytes, 3 are left in file");
}

TEST(MalformedCtsa, IsRefusedForFramesThatFitInNeitherOrder) {
    Bytes bytes = encoded(waveFile());
    bytes.pop_back();
    EXPECT_EQ(
        problem(bytes),
        "frameCount at 0x9: 3 read little-endian, 50331648 read big-endian: 0 to 2 frames of 9 bytes fit "
        "in the 26 bytes left behind the row of 16");
}

TEST(MalformedCtsa, IsRefusedForANegativeNumberOfFrames) {
    Bytes bytes = encoded(emptyFile());
    std::fill_n(bytes.begin() + 9, 4, std::byte{0xFF});
    EXPECT_EQ(problem(bytes),
              "frameCount at 0x9: -1 read little-endian, -1 read big-endian: 0 to 0 frames of 9 bytes fit in "
              "the 0 bytes left behind the row of 16");
}

TEST(MalformedCtsa, IsRefusedWithTrailingBytesOnRequest) {
    CtsaFile file = emptyFile();
    EXPECT_EQ(problemOf(decodeCtsa(encoded(file), {.refusesTrailing = true})), "no error");
    file.trailing = bytesOf({0, 0});
    EXPECT_EQ(problemOf(decodeCtsa(encoded(file), {.refusesTrailing = true})),
              "frames at 0x1D: 2 bytes follow the end of file");
}

TEST(MalformedCtsa, IsRefusedWhenItsContentIsZeros) {
    EXPECT_EQ(problem(Bytes(40)),
              "frameCount at 0x15: 0 frames, 19 octets behind the row and (0 0 0 0) in it, where animations "
              "without frames have -1 four times: the content is lost, take a sound copy");
    Bytes counted = encoded(walkFile());
    std::fill_n(counted.begin() + 9, 4, std::byte{0});
    EXPECT_THAT(problem(counted), testing::HasSubstr("the content is lost"));
    // Octets behind a real animation without frames were added, not lost.
    CtsaFile file = emptyFile();
    file.trailing = bytesOf({0, 0});
    EXPECT_EQ(problem(encoded(file)), "no error");
}

}  // namespace
}  // namespace rigkiln::ctsa
