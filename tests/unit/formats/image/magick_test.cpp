#include "tests/support/image/magick.hpp"

#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "formats/image/bmp.hpp"
#include "formats/image/tga.hpp"
#include "tests/support/temporary_folder.hpp"

/// Compares decoding of files that ImageMagick writes. Skipped where it is not installed.
namespace rigkiln::images {
namespace {

using test::kFiveBitTolerance;
using test::kFourBitTolerance;
using test::kTrialSizes;
using test::magickProgram;
using test::noise;
using test::PixelSize;

struct Written {
    const ImageModule* module;
    std::string name;
    std::string options;
    std::string type;
    int tolerance = 0;
};

// BMP with one bit of alpha is not tested: ImageMagick turns that bit into half opacity.

class WrittenByMagick : public testing::TestWithParam<Written> {
protected:
    void SetUp() override {
        ASSERT_FALSE(magickProgram().empty()) << "ImageMagick is not in PATH; tools/setup test installs it";
    }
};

TEST_P(WrittenByMagick, HasTheSamePixels) {
    const Written& written = GetParam();
    const test::TemporaryFolder folder;
    std::mt19937 random(1);
    test::MagickCommands commands;
    std::vector<std::filesystem::path> files;
    for (const PixelSize& size : kTrialSizes) {
        const std::string name = fmt::format("{} x {}", size.width, size.height);
        const auto source =
            folder.write(name + ".source", noise(std::size_t{4} * size.width * size.height, random));
        files.push_back(folder.path() / name);
        commands.add(fmt::format("-size {}x{} -depth 8 rgba:'{}' {} -write {}:'{}'", size.width, size.height,
                                 source.string(), written.options, written.type, files.back().string()));
    }
    commands.run();
    test::expectSameAsMagick(*written.module, files, written.tolerance);
}

INSTANTIATE_TEST_SUITE_P(
    All, WrittenByMagick,
    testing::Values(
        Written{&kTgaFormat, "Tga32", "-compress None", "tga"},
        Written{&kTgaFormat, "Tga32Packed", "-compress RLE", "tga"},
        Written{&kTgaFormat, "Tga24", "-alpha off -compress None", "tga"},
        Written{&kTgaFormat, "Tga24Packed", "-alpha off -compress RLE", "tga"},
        Written{&kTgaFormat, "TgaMapped", "-alpha off -colors 60 -type Palette -compress None", "tga"},
        Written{&kTgaFormat, "TgaMappedPacked", "-alpha off -colors 60 -type Palette -compress RLE", "tga"},
        Written{&kTgaFormat, "TgaGrey", "-alpha off -colorspace Gray -compress None", "tga"},
        Written{&kTgaFormat, "TgaGreyPacked", "-alpha off -colorspace Gray -compress RLE", "tga"},
        Written{&kBmpFormat, "Bmp32", "-compress None", "bmp"},
        Written{&kBmpFormat, "Bmp24", "-alpha off -compress None", "bmp"},
        Written{&kBmpFormat, "Bmp24Info", "-alpha off -compress None", "bmp3"},
        Written{&kBmpFormat, "Bmp24Core", "-alpha off -compress None", "bmp2"},
        Written{&kBmpFormat, "Bmp8", "-alpha off -colors 200 -type Palette -compress None", "bmp"},
        Written{&kBmpFormat, "Bmp8Core", "-alpha off -colors 200 -type Palette -compress None", "bmp2"},
        Written{&kBmpFormat, "Bmp8Packed", "-alpha off -colors 200 -type Palette -compress RLE", "bmp"},
        Written{&kBmpFormat, "Bmp8PackedRuns", "-alpha off -blur 0x8 -colors 5 -type Palette -compress RLE",
                "bmp3"},
        Written{&kBmpFormat, "Bmp4", "-alpha off -colors 10 -type Palette -compress None", "bmp3"},
        Written{&kBmpFormat, "Bmp4Core", "-alpha off -colors 10 -type Palette -compress None", "bmp2"},
        Written{&kBmpFormat, "Bmp1", "-alpha off -monochrome -compress None", "bmp3"},
        Written{&kBmpFormat, "Bmp565", "-alpha off -define bmp:subtype=RGB565", "bmp", kFiveBitTolerance},
        Written{&kBmpFormat, "Bmp555", "-alpha off -define bmp:subtype=RGB555", "bmp", kFiveBitTolerance},
        Written{&kBmpFormat, "Bmp4444", "-define bmp:subtype=ARGB4444", "bmp", kFourBitTolerance}),
    [](const auto& written) { return written.param.name; });

}  // namespace
}  // namespace rigkiln::images
