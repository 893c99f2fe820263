#include "formats/ctsa/ctsa_record.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "formats/gltf/json_value.hpp"
#include "tests/support/ctsa/ctsa_builders.hpp"

namespace rigkiln::ctsa {
namespace {

/// Passes extras through JSON, as a glTF file does.
Properties throughJson(const Properties& record) {
    const Value value = gltf::parseJson(toJson(Value(record)), "record");
    return *gltf::asObject(&value);
}

CtsaRecord thereAndBack(const CtsaFile& file, const CtsaReading& reading = {}) {
    Result<CtsaRecord> record = readRecord(throughJson(makeRecord(file, reading)));
    EXPECT_TRUE(record) << (record ? "" : record.error().text());
    return record ? std::move(*record) : CtsaRecord{};
}

std::vector<std::byte> bytesOf(const CtsaFile& file) {
    Result<std::vector<std::byte>> bytes = encodeCtsa(file);
    return bytes ? std::move(*bytes) : std::vector<std::byte>();
}

std::string problemOf(std::string_view member, Value value) {
    Properties record = makeRecord(walkFile(), {});
    record.set(member, std::move(value));
    const Result<CtsaRecord> read = readRecord(record);
    return read ? "none" : read.error().text();
}

TEST(CtsaRecord, HoldsTheWholeFile) {
    for (const CtsaFile& file : {walkFile(), waveFile(), emptyFile(), fileWithLongName(64)})
        EXPECT_EQ(thereAndBack(file).file, file);
}

TEST(CtsaRecord, HoldsBothByteOrdersTheLengthOfThePrefixAndWhatFollows) {
    CtsaFile file = waveFile();
    file.bodyOrder = std::endian::big;
    file.nameOrder = std::endian::little;
    file.prefixSize = 3;
    file.trailing = {std::byte{0xAB}, std::byte{0}};
    EXPECT_EQ(thereAndBack(file).file, file);
}

TEST(CtsaRecord, HoldsNamesThatAreNoText) {
    CtsaFile file = walkFile();
    file.name = {u'a', char16_t{0xD800}, u'b'};
    EXPECT_EQ(thereAndBack(file).file.name, file.name);
}

TEST(CtsaRecord, HoldsFloatsBitByBit) {
    CtsaFile file = walkFile(3);
    file.leftU = -0.0F;
    file.bottomV = std::bit_cast<float>(0x7FC12345U);
    file.topV = std::numeric_limits<float>::infinity();
    file.frameWidth = std::numeric_limits<float>::denorm_min();
    file.frames[0].time = 62.78998F;
    file.frames[1].time = std::nextafter(0.1F, 1.0F);
    file.frames[2].time = 16777216;
    EXPECT_EQ(bytesOf(thereAndBack(file).file), bytesOf(file));
}

TEST(CtsaRecord, SaysHowTheFileWasRead) {
    CtsaReading reading{.fileName = "walk2", .image = "Sheet.png"};
    reading.sheet = {.source = SheetSource::Found,
                     .size = {149, 23},
                     .place = {.scaleU = 0.5, .offsetU = 0.25, .scaleV = 0.75, .offsetV = 0.125}};
    reading.mode = SpriteMode::Pointer;
    reading.ticksPerSecond = 30;
    reading.pixelsPerUnit = 16;
    const CtsaRecord record = thereAndBack(walkFile(), reading);
    EXPECT_EQ(record.reading.fileName, "walk2");
    EXPECT_EQ(record.reading.image, "Sheet.png");
    EXPECT_EQ(record.reading.mode, SpriteMode::Pointer);
    EXPECT_EQ(record.reading.ticksPerSecond, 30);
    EXPECT_EQ(record.reading.pixelsPerUnit, 16);
    EXPECT_EQ(record.place, reading.sheet.place);
}

TEST(CtsaRecord, IsRefusedWithTheMemberThatIsWrong) {
    EXPECT_EQ(problemOf("row", ValueList{1, 2, 3}), "extras ctsa.row: is not four numbers");
    EXPECT_EQ(problemOf("row", ValueList{1, 2, 3, "0x12345678 "}), "extras ctsa.row: is not four numbers");
    EXPECT_EQ(problemOf("frames", ValueList{ValueList{50, 0}}),
              "extras ctsa.frames: is not a list of [milliseconds, updates, swap type]");
    EXPECT_EQ(problemOf("frames", ValueList{ValueList{50, 0, 256}}),
              "extras ctsa.frames: is not a list of [milliseconds, updates, swap type]");
    EXPECT_EQ(problemOf("name", 7), "extras ctsa.name: is not a text");
    EXPECT_EQ(problemOf("name_units", ValueList{65536}),
              "extras ctsa.name_units: is not a list of 0 to 65535");
    EXPECT_EQ(problemOf("name_prefix", 5), "extras ctsa.name_prefix: is not 1 to 4");
    EXPECT_EQ(problemOf("trailing", "abc"),
              "extras ctsa.trailing: is not an even number of hexadecimal digits");
    for (const char* text : {"a-", "1x", "zz"}) {
        EXPECT_EQ(problemOf("trailing", text),
                  "extras ctsa.trailing: is not an even number of hexadecimal digits")
            << text;
    }
    EXPECT_EQ(problemOf("ticks", 0), "extras ctsa.ticks: is not a number above 0");
    EXPECT_EQ(problemOf("sheet_place", ValueList{0, 0, 1, 0}),
              "extras ctsa.sheet_place: is not two scales above 0");
}

}  // namespace
}  // namespace rigkiln::ctsa
