#include <gtest/gtest.h>

#include "formats/image/tga.hpp"
#include "tests/support/image/tga_builder.hpp"

namespace rigkiln::images {
namespace {

using test::bytesOf;
using test::tgaFile;

const test::Bytes kSmallFile = tgaFile({.pixels = bytesOf({1, 2, 3})});

TEST(RecogniseTga, GoesByTheExtensionAndAHeaderThatMakesSense) {
    EXPECT_TRUE(kTgaFormat.recognise(kSmallFile, ".tga"));
}

TEST(RecogniseTga, NeedsTheExtensionWithoutAFooter) {
    EXPECT_FALSE(kTgaFormat.recognise(kSmallFile, ".bmp"));
    EXPECT_FALSE(kTgaFormat.recognise(kSmallFile, ""));
}

TEST(RecogniseTga, NeedsNoExtensionWithAFooter) {
    EXPECT_TRUE(kTgaFormat.recognise(test::joined({kSmallFile, test::tgaFooter(0)}), ""));
}

TEST(RecogniseTga, IsNotMisledByTheExtensionOfOtherFiles) {
    const test::Bytes padding(32);
    const test::Bytes dds = bytesOf({'D', 'D', 'S', ' ', 124, 0, 0, 0});
    const test::Bytes png = bytesOf({0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'});
    const test::Bytes jpeg = bytesOf({0xFF, 0xD8, 0xFF, 0xE0});
    for (const test::Bytes& file : {dds, png, jpeg, test::Bytes{}, padding})
        EXPECT_FALSE(kTgaFormat.recognise(test::joined({file, padding}), ".tga"));
}

TEST(RecogniseTga, LeavesTooLargeImagesToBeRefusedByTheirSize) {
    EXPECT_TRUE(kTgaFormat.recognise(tgaFile({.width = 20000}), ".tga"));
}

}  // namespace
}  // namespace rigkiln::images
