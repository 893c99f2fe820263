#include "formats/ctsa/ctsa_dump.hpp"

#include <bit>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/ctsa/ctsa_builders.hpp"
#include "tests/unit/formats/ctsa/codec_calls.hpp"

namespace rigkiln::ctsa {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string dumpOf(const CtsaFile& file) {
    return valueOf(dumpCtsa(encoded(file)));
}

TEST(CtsaDump, ShowsEveryFieldWithItsOffset) {
    CtsaFile file = waveFile();
    file.prefixSize = 2;
    file.trailing = bytesOf({0xAB, 0x00});
    EXPECT_EQ(dumpOf(file),
              "0x00000000  nameLength: 4 in 2 octets\n"
              "0x00000002  name: 'Wave', big-endian\n"
              "0x0000000A  frameCount: 3, little-endian\n"
              "0x0000000E  leftU: 0.25\n"
              "0x00000012  bottomV: 0.5\n"
              "0x00000016  topV: 0.75\n"
              "0x0000001A  frameWidth: 0.125\n"
              "0x0000001E  frame[0]: time 100 updates 0 swapType 0\n"
              "0x00000027  frame[1]: time 0 updates 6 swapType 1\n"
              "0x00000030  frame[2]: time 33.5 updates 0 swapType 0\n"
              "0x00000039  trailing: 2 octets: AB 00\n");
}

TEST(CtsaDump, ShowsTheOrdersAndWhatIsOddInAName) {
    CtsaFile file = walkFile();
    file.bodyOrder = std::endian::big;
    EXPECT_THAT(dumpOf(file), HasSubstr("frameCount: 4, big-endian\n"));
    file.nameOrder = std::endian::little;
    EXPECT_THAT(dumpOf(file), HasSubstr("name: 'Walk', little-endian\n"));
    file.nameOrder = std::endian::big;
    file.name = {u'a', u'\n', 0xD800};
    EXPECT_THAT(dumpOf(file), HasSubstr("name: 'a\\x0A\uFFFD', big-endian, 1 lone surrogates\n"));
}

TEST(CtsaDump, ShowsTheBitsOfNan) {
    CtsaFile file = walkFile();
    file.topV = std::bit_cast<float>(0xFFC00001U);
    EXPECT_THAT(dumpOf(file), HasSubstr("topV: NaN (0xFFC00001)\n"));
}

TEST(CtsaDump, ShowsOnlyTheFirstElementsOfLongLists) {
    CtsaFile file = fileWithLongName(1000);
    file.frames.assign(300, {.time = 1});
    file.trailing.resize(100);
    const std::string text = dumpOf(file);
    EXPECT_THAT(text, HasSubstr("name: '" + std::string(256, 'n') + "...', big-endian\n"));
    EXPECT_THAT(text, HasSubstr("frame[255]: "));
    EXPECT_THAT(text, Not(HasSubstr("frame[256]: ")));
    EXPECT_THAT(text, HasSubstr("0x000010E6  ...: 44 of 300 frames\n"));
    EXPECT_THAT(text,
                HasSubstr("0x00001272  trailing: 100 octets: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
                          "00 ...\n"));
}

TEST(CtsaDump, FailsAsDecodingDoes) {
    EXPECT_EQ(problemOf(dumpCtsa({})), "nameLength at 0x0: needs 1 bytes, 0 are left in file");
}

}  // namespace
}  // namespace rigkiln::ctsa
