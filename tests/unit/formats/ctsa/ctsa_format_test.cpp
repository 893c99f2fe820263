#include "formats/ctsa/ctsa_format.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/conversion/file_source.hpp"
#include "tests/support/ctsa/ctsa_builders.hpp"
#include "tests/unit/formats/ctsa/codec_calls.hpp"

namespace rigkiln::ctsa {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

enum class PngColors : unsigned char { GreyWithAlpha = 4, RgbWithAlpha = 6 };

/// A folder whose images all have the same content.
class ImageFolder final : public FileSource {
public:
    std::vector<std::string> names = {"Walk.png"};
    PngColors colors = PngColors::RgbWithAlpha;
    ImageTraits traits{.width = 64, .height = 64};

    [[nodiscard]] std::vector<std::string> imagesBeside() override { return names; }

private:
    [[nodiscard]] std::optional<Found> loadImage(std::string_view name,
                                                 const ImageRecipe& /*recipe*/) override {
        constexpr std::size_t kColorTypeAt = 25;
        Bytes png(kColorTypeAt + 8);
        png[0] = std::byte{0x89};
        png[kColorTypeAt] = static_cast<std::byte>(colors);
        return Found{.path = std::string(name), .bytes = png, .traits = traits};
    }
};

struct Reading {
    ImageFolder folder{};
    OptionValues options{kCtsaFormat.options};
    Diagnostics diagnostics{};

    Result<Scene> read(const CtsaFile& file) {
        const Bytes bytes = encoded(file);
        return kCtsaFormat.read({.path = "art/Walk.ctsa",
                                 .name = "Walk",
                                 .bytes = bytes,
                                 .options = options,
                                 .companions = folder},
                                diagnostics);
    }
    /// Returns the issues, each as "id where: details".
    [[nodiscard]] std::vector<std::string> issues() const {
        std::vector<std::string> texts;
        for (const Issue& issue : diagnostics.issues())
            texts.push_back(fmt::format("{} {}: {}", issue.kind->id, issue.where, issue.details));
        return texts;
    }
};

std::string problemOfSheet(const std::string& sheet) {
    Reading reading;
    reading.options.set("sheet", sheet);
    return problemOf(reading.read(walkFile()));
}

TEST(CtsaFormat, RecognisesFilesByTheirExtensionAlone) {
    const Bytes bytes = encoded(walkFile());
    const auto recognition = kCtsaFormat.recognise(bytes, ".CTSA");
    ASSERT_TRUE(recognition);
    EXPECT_EQ(recognition->kind, AssetKind::Model);
    EXPECT_EQ(recognition->description, "STEEL Sprite Studio animation");
    EXPECT_FALSE(kCtsaFormat.recognise(bytes, ".dat"));
    EXPECT_FALSE(kCtsaFormat.recognise({}, ".ctsa"));
}

TEST(CtsaFormat, ProbesAJointForEachFrameAndOneAboveThem) {
    const auto probe = kCtsaFormat.probe(encoded(walkFile(4)), {});
    ASSERT_TRUE(probe);
    EXPECT_EQ(probe->jointCount, 5U);
    EXPECT_FALSE(probe->highestJoint);
    EXPECT_EQ(problemOf(kCtsaFormat.probe({}, {})), problemOf(decodeCtsa({})));
}

TEST(CtsaFormat, TellsOfAnImageThatHoldsIndicesOfAPalette) {
    const std::vector<std::string> withPalette = {"Walk visual palette.png", "Walk.png"};
    for (const bool hasPalette : {false, true}) {
        for (const PngColors colors : {PngColors::GreyWithAlpha, PngColors::RgbWithAlpha}) {
            Reading reading;
            if (hasPalette) reading.folder.names = withPalette;
            reading.folder.colors = colors;
            ASSERT_TRUE(reading.read(walkFile()));
            if (hasPalette && colors == PngColors::GreyWithAlpha) {
                EXPECT_THAT(reading.issues(), ElementsAre("ctsa.index-image image 'Walk.png': "));
            } else {
                EXPECT_THAT(reading.issues(), IsEmpty());
            }
        }
    }
}

TEST(CtsaFormat, TakesTheAlphaOfTheMaterialFromTheImage) {
    for (const auto& [alpha, mode] :
         {std::pair{AlphaKind::None, AlphaMode::Opaque}, std::pair{AlphaKind::Binary, AlphaMode::Mask},
          std::pair{AlphaKind::Smooth, AlphaMode::Blend}}) {
        Reading reading;
        reading.folder.traits.alpha = alpha;
        const Scene scene = valueOf(reading.read(walkFile()));
        EXPECT_EQ(scene.materials.at(0).alphaMode, mode);
    }
}

TEST(CtsaFormat, TakesTheSheetThatIsGiven) {
    Reading reading;
    reading.options.set("sheet", std::string("32x16"));
    const Scene scene = valueOf(reading.read(walkFile(4)));
    EXPECT_THAT(reading.issues(), IsEmpty());
    const Primitive& frame = scene.meshes.at(0).primitives.at(0);
    // The sheet lies in the middle of 64 x 64 pixels; V is counted from above.
    EXPECT_EQ(frame.texCoordSets.at(0).at(0), glm::vec2(0.25F, 0.625F));
    // A frame has 32 / 4 by 16 pixels, of which 100 are one unit.
    EXPECT_EQ(frame.positions.at(2), glm::vec3(0.04F, 0.08F, 0));
}

TEST(CtsaFormat, TakesAGivenSheetOfAllOfTheImage) {
    EXPECT_EQ(problemOfSheet("64x64"), "no error");
    EXPECT_EQ(problemOfSheet("65x64"), "option sheet: is 65x64, larger than the image 'Walk.png' of 64x64");
    EXPECT_EQ(problemOfSheet("64x65"), "option sheet: is 64x65, larger than the image 'Walk.png' of 64x64");
}

TEST(CtsaFormat, ComparesAGivenSheetToNoImageOfUnknownSize) {
    Reading reading;
    reading.folder.traits = {};
    reading.options.set("sheet", std::string("600x75"));
    EXPECT_EQ(problemOf(reading.read(walkFile())), "no error");
}

TEST(CtsaFormat, SaysWhichSheetsAreNone) {
    for (const std::string sheet :
         {"64", "x64", "64x", "64x64x", "0x64", "64x0", "-1x64", "64x1000001", "a"}) {
        EXPECT_EQ(problemOfSheet(sheet),
                  fmt::format("option sheet: is '{}', expected pixels as 600x75, each 1 to 1000000", sheet));
    }
}

TEST(CtsaFormat, TellsOfASheetThatCannotBeTold) {
    CtsaFile file = walkFile(9);
    file.bottomV = 5.0F / 129;
    Reading reading;
    reading.folder.traits = {.width = 1024, .height = 256};
    ASSERT_TRUE(reading.read(file));
    EXPECT_THAT(
        reading.issues(),
        ElementsAre("ctsa.sheet-size sheet: image 1024x256, 57 widths and 1 heights would do; give `sheet`"));
}

TEST(CtsaFormat, TellsOfASheetThatWasFoundInAPaddedImage) {
    CtsaFile file = walkFile(3);
    file.leftU = 77.0F / 601;
    file.frameWidth = 50.0F / 601;
    file.bottomV = 5.0F / 129;
    file.topV = 36.0F / 129;
    Reading reading;
    reading.folder.traits = {.width = 1024, .height = 256};
    ASSERT_TRUE(reading.read(file));
    EXPECT_THAT(reading.issues(), ElementsAre("ctsa.padded-image sheet: 601x129 in an image of 1024x256"));
}

TEST(CtsaFormat, TellsOfFramesThatAreSmallerThanAPixel) {
    Reading reading;
    reading.folder.traits = {.width = 2, .height = 2};
    ASSERT_TRUE(reading.read(walkFile(4)));
    EXPECT_THAT(reading.issues(), Contains("ctsa.frame-without-pixels sheet: 2x2 pixels"));
}

}  // namespace
}  // namespace rigkiln::ctsa
