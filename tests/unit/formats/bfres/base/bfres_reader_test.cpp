#include "formats/bfres/base/bfres_reader.hpp"

#include <gtest/gtest.h>

#include "tests/unit/formats/bfres/bytes.hpp"
#include "tests/unit/formats/bfres/layouts.hpp"

namespace rigkiln::bfres {
namespace {

struct Opened {
    Opened(std::string_view hex, Layout layout) : bytes(fromHex(hex)), reader(bytes, path, layout) {}
    Bytes bytes;
    FieldPath path;
    BfresReader reader;
};

TEST(BfresReader, CountsOffsetsOfTheWiiUFromTheirField) {
    Opened file("00000000 00000004 fffffffc 00000000", kWiiU);
    ByteReader in = file.reader.open("start", 4);
    EXPECT_EQ(file.reader.readPlace(in, "forward"), 8U);
    EXPECT_EQ(file.reader.readPlace(in, "backward"), 4U);
    EXPECT_EQ(file.reader.readPlace(in, "null"), 0U);
}

TEST(BfresReader, CountsOffsetsOfTheSwitchFromTheFile) {
    Opened file("0800000000000000 1000000000000000", kSwitch);
    ByteReader in = file.reader.start();
    EXPECT_EQ(file.reader.readPlace(in, "inside"), 8U);
    EXPECT_EQ(file.reader.readPlace(in, "end"), 16U);
}

TEST(BfresReader, RefusesOffsetsThatLeaveTheFile) {
    Opened wiiU("00000000 0000000d fffffff8 80000000", kWiiU);
    ByteReader in = wiiU.reader.open("start", 4);
    EXPECT_EQ(errorOf([&] { (void)wiiU.reader.readPlace(in, "forward"); }),
              "forward at 0x4: distance 13 leads outside the file of 16 bytes");
    EXPECT_EQ(errorOf([&] { (void)wiiU.reader.readPlace(in, "start"); }),
              "start at 0x8: distance -8 leads outside the file of 16 bytes");
    EXPECT_EQ(errorOf([&] { (void)wiiU.reader.readPlace(in, "backward"); }),
              "backward at 0xC: distance -2147483648 leads outside the file of 16 bytes");
    Opened switched("ffffffffffffffff", kSwitch);
    in = switched.reader.start();
    EXPECT_EQ(errorOf([&] { (void)switched.reader.readPlace(in, "bones"); }),
              "bones at 0x0: 0xFFFFFFFFFFFFFFFF lies outside the file of 8 bytes");
}

TEST(BfresReader, RefusesNothingWhereSomethingIsNeeded) {
    Opened file("00000000", kWiiU);
    EXPECT_EQ(errorOf([&] { (void)file.reader.open("bones", 0); }),
              "bones at 0x0: is 0, which points at nothing, and is needed");
}

TEST(BfresReader, ReadsStringsByTheLengthBeforeThem) {
    Opened wiiU("00000002 00000008 00000002 4869 0000", kWiiU);
    ByteReader in = wiiU.reader.open("start", 4);
    EXPECT_EQ(wiiU.reader.readText(in, "name"), "Hi");
    Opened switched("0800000000000000 0200 4869 0000", kSwitch);
    in = switched.reader.start();
    EXPECT_EQ(switched.reader.readText(in, "name"), "Hi");
}

TEST(BfresReader, RefusesStringsLongerThanTheFile) {
    Opened file("00000000 00000008 00000003 4869", kWiiU);
    ByteReader in = file.reader.open("start", 4);
    EXPECT_EQ(errorOf([&] { (void)file.reader.readText(in, "name"); }),
              "name at 0xC: 3 elements of at least 1 bytes do not fit, 2 bytes are left in file");
    EXPECT_EQ(errorOf([&] { (void)file.reader.textAt("name", 2); }),
              "name at 0x2: no length stands before the string");
}

TEST(BfresReader, ReadsNoMoreThanItsBudgetFromBytesThatAreShared) {
    Bytes bytes(8192);
    FieldPath path;
    BfresReader reader(bytes, path, kWiiU);
    // The budget is 64 KiB plus eight times the file size.
    for (int i = 0; i < 16; ++i)
        EXPECT_EQ(reader.readBytes("data", 4, 8188).size(), 8188U);
    EXPECT_EQ(reader.readBytes("data", 4, 64).size(), 64U);
    EXPECT_EQ(errorOf([&] { (void)reader.readBytes("data", 4, 1); }),
              "data at 0x4: 1 bytes more than 131072 in all: too many offsets share the same bytes");
}

TEST(Layout, IsReadFromTheHead) {
    EXPECT_EQ(readLayout(fromHex("46524553 03040004 feff")), (Layout{Console::WiiU, 0x03040004}));
    EXPECT_EQ(readLayout(fromHex("4652455320202020 00000a00 fffe")), (Layout{Console::Switch, 0x000A0000}));
    EXPECT_EQ((Layout{Console::WiiU, 0x03040004}).versionText(), "3.4.0.4");
}

TEST(Layout, RefusesWhatNothingIsKnownAbout) {
    const auto error = [](std::string_view hex) { return errorOf([&] { (void)readLayout(fromHex(hex)); }); };
    EXPECT_EQ(error("46524554"), "magic at 0x0: 'FRES' is expected");
    EXPECT_EQ(error("46524553 05000000 feff"),
              "version at 0x4: 5.0.0.0, 2.0 to 4.5 of the Wii U is expected");
    EXPECT_EQ(error("4652455320202020 00000b00 fffe"),
              "version at 0x8: 0.11.0.0, 0.5 to 0.10 of the Switch is expected");
    EXPECT_EQ(error("46524553 04050003 fffe"), "byteOrder at 0x8: 0xFFFE, 0xFEFF is expected");
}

}  // namespace
}  // namespace rigkiln::bfres
