#include "pipeline/conversion/texture_finder.hpp"

#include <gtest/gtest.h>

#include "tests/support/image_map.hpp"

namespace rigkiln {
namespace {

struct Finding {
    Scene scene;
    test::ImageMap images;
    Diagnostics diagnostics;
    TextureFinder finder{scene, images, diagnostics};
};

const std::vector<std::byte> kPng = {std::byte{0x89}, std::byte{'P'}, std::byte{'N'}, std::byte{'G'}};
const std::vector<std::byte> kJpeg = {std::byte{0xFF}, std::byte{0xD8}};

TEST(TextureFinder, BringsAnImageIntoTheSceneOnceWhateverTheCase) {
    Finding finding;
    finding.images.images["a.bmp"] = kPng;
    EXPECT_EQ(finding.finder.find("A.bmp"), IndexOf<Texture>(0));
    EXPECT_EQ(finding.finder.find("a.BMP"), IndexOf<Texture>(0));
    EXPECT_EQ(finding.images.searches, 1);
    ASSERT_EQ(finding.scene.textures.size(), 1U);
    EXPECT_EQ(finding.scene.textures[0], (Texture{"A.bmp", "image/png", kPng, "a"}));
}

TEST(TextureFinder, TellsPngFromJpegByTheFirstByte) {
    Finding finding;
    finding.images.images["a"] = kJpeg;
    finding.finder.find("a");
    EXPECT_EQ(finding.scene.textures.at(0).mimeType, "image/jpeg");
}

TEST(TextureFinder, TellsOnceOfWhatIsMissingAndOfWhatCannotBeRead) {
    Finding finding;
    finding.images.images["found.dds"] = {};
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(finding.finder.find("missing.dds"), std::nullopt);
        EXPECT_EQ(finding.finder.find("found.dds"), std::nullopt);
    }
    ASSERT_EQ(finding.diagnostics.issues().size(), 2U);
    EXPECT_EQ(finding.diagnostics.issues()[0].kind, &kTextureNotFound);
    EXPECT_EQ(finding.diagnostics.issues()[1].kind, &kTextureUnreadable);
    EXPECT_EQ(finding.diagnostics.issues()[1].details, "Textures/found.dds: is broken");
    EXPECT_TRUE(finding.scene.textures.empty());
}

}  // namespace
}  // namespace rigkiln
