#include "formats/bfres/model/vertex_format.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/unit/formats/bfres/bytes.hpp"

namespace rigkiln::bfres {
namespace {

using Values = std::array<double, 4>;

Values wiiU(std::uint32_t format, std::string_view hex) {
    const auto found = vertexFormat(Console::WiiU, format);
    const Bytes bytes = fromHex(hex);
    if (!found || found->size != bytes.size()) return {-999, -999, -999, -999};
    return readComponents(*found, bytes, std::endian::big);
}

Values onSwitch(std::uint32_t format, std::string_view hex) {
    const auto found = vertexFormat(Console::Switch, format);
    const Bytes bytes = fromHex(hex);
    if (!found || found->size != bytes.size()) return {-999, -999, -999, -999};
    return readComponents(*found, bytes, std::endian::little);
}

TEST(VertexFormat, ReadsEveryLayoutOfTheWiiU) {
    EXPECT_EQ(wiiU(0x100, "07"), (Values{7}));
    EXPECT_EQ(wiiU(0x101, "a5"), (Values{5, 10}));
    EXPECT_EQ(wiiU(0x102, "0102"), (Values{258}));
    EXPECT_EQ(wiiU(0x803, "3c00"), (Values{1}));
    EXPECT_EQ(wiiU(0x104, "0102"), (Values{1, 2}));
    EXPECT_EQ(wiiU(0x105, "00010000"), (Values{65536}));
    EXPECT_EQ(wiiU(0x806, "3f800000"), (Values{1}));
    EXPECT_EQ(wiiU(0x107, "00010002"), (Values{1, 2}));
    EXPECT_EQ(wiiU(0x808, "c0003800"), (Values{-2, 0.5}));
    EXPECT_EQ(wiiU(0x809, "781e03c0"), (Values{1, 1, 1}));
    EXPECT_EQ(wiiU(0x10A, "01020304"), (Values{1, 2, 3, 4}));
    EXPECT_EQ(wiiU(0x10B, "c0300801"), (Values{1, 2, 3, 3}));
    EXPECT_EQ(wiiU(0x10C, "00000001 00000002"), (Values{1, 2}));
    EXPECT_EQ(wiiU(0x80D, "3f800000 40000000"), (Values{1, 2}));
    EXPECT_EQ(wiiU(0x10E, "0001 0002 0003 0004"), (Values{1, 2, 3, 4}));
    EXPECT_EQ(wiiU(0x80F, "3c00 4000 0000 8000"), (Values{1, 2, 0, 0}));
    EXPECT_EQ(wiiU(0x110, "00000001 00000002 00000003"), (Values{1, 2, 3}));
    EXPECT_EQ(wiiU(0x811, "3f800000 40000000 40400000"), (Values{1, 2, 3}));
    EXPECT_EQ(wiiU(0x312, "ffffffff 00000002 00000003 00000004"), (Values{-1, 2, 3, 4}));
    EXPECT_EQ(wiiU(0x813, "3f800000 40000000 40400000 40800000"), (Values{1, 2, 3, 4}));
}

TEST(VertexFormat, ReadsEveryTypeOfTheWiiU) {
    EXPECT_EQ(wiiU(0x000, "ff"), (Values{1}));
    EXPECT_EQ(wiiU(0x100, "ff"), (Values{255}));
    EXPECT_EQ(wiiU(0x200, "7f"), (Values{1}));
    EXPECT_EQ(wiiU(0x200, "80"), (Values{-1})) << "below -1 there is nothing";
    EXPECT_EQ(wiiU(0x200, "81"), (Values{-1}));
    EXPECT_EQ(wiiU(0x300, "ff"), (Values{-1}));
    EXPECT_EQ(wiiU(0x800, "ff"), (Values{255}));
    EXPECT_EQ(wiiU(0xA00, "fe"), (Values{-2}));
    EXPECT_EQ(wiiU(0x20B, "000001ff"), (Values{1})) << "ten bits are divided by 511";
}

TEST(VertexFormat, ReadsTheFormatsOfTheSwitch) {
    EXPECT_EQ(onSwitch(0x0515, "003c 0040 0000 00c0"), (Values{1, 2, 0, -2}));
    EXPECT_EQ(onSwitch(0x020E, "ff010000"), (Values{1}));
    EXPECT_EQ(onSwitch(0x0112, "ffff 0000"), (Values{1, 0}));
    EXPECT_EQ(onSwitch(0x0212, "ff7f 0180"), (Values{1, -1}));
    EXPECT_EQ(onSwitch(0x0512, "003c 0038"), (Values{1, 0.5}));
    EXPECT_EQ(onSwitch(0x010B, "ff00ff00"), (Values{1, 0, 1, 0}));
    EXPECT_EQ(onSwitch(0x020B, "7f81007f"), (Values{1, -1, 0, 1}));
    EXPECT_EQ(onSwitch(0x030B, "01020304"), (Values{1, 2, 3, 4}));
    EXPECT_EQ(onSwitch(0x0109, "ff00"), (Values{1, 0}));
    EXPECT_EQ(onSwitch(0x0309, "0102"), (Values{1, 2}));
    EXPECT_EQ(onSwitch(0x0302, "07"), (Values{7}));
    EXPECT_EQ(onSwitch(0x0402, "fe"), (Values{-2}));
    EXPECT_EQ(onSwitch(0x0518, "0000803f 00000040 00004040"), (Values{1, 2, 3}));
}

TEST(VertexFormat, ReadsHalvesOfEverySize) {
    EXPECT_EQ(wiiU(0x803, "0001")[0], std::ldexp(1.0, -24)) << "the smallest there is";
    EXPECT_EQ(wiiU(0x803, "7bff")[0], 65504);
    EXPECT_TRUE(std::isinf(wiiU(0x803, "fc00")[0]));
    EXPECT_TRUE(std::isnan(wiiU(0x803, "7c01")[0]));
}

TEST(VertexFormat, IsNothingForUnknownNumbers) {
    EXPECT_EQ(vertexFormat(Console::WiiU, 0x014), std::nullopt);
    EXPECT_EQ(vertexFormat(Console::WiiU, 0x400), std::nullopt);
    EXPECT_EQ(vertexFormat(Console::WiiU, 0x003), std::nullopt) << "floats are marked as such";
    EXPECT_EQ(vertexFormat(Console::WiiU, 0x10800), std::nullopt);
    EXPECT_EQ(vertexFormat(Console::Switch, 0x0102), vertexFormat(Console::WiiU, 0x000));
    EXPECT_EQ(vertexFormat(Console::Switch, 0x0502), std::nullopt) << "there are no floats of eight bits";
    EXPECT_EQ(vertexFormat(Console::Switch, 0x0003), std::nullopt);
}

}  // namespace
}  // namespace rigkiln::bfres
