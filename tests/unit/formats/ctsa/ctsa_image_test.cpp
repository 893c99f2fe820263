#include "formats/ctsa/ctsa_image.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace rigkiln::ctsa {
namespace {

using Names = std::vector<std::string>;

TEST(CtsaImage, IsTheOneThatIsCalledAsTheAnimation) {
    EXPECT_EQ(chooseImage(Names{"Other.png", "HOP.png", "Sheet.png"}, "Hop"), "HOP.png");
}

TEST(CtsaImage, TakesPngBeforeTgaBmpAndJpg) {
    EXPECT_EQ(chooseImage(Names{"hop.bmp", "hop.jpg", "hop.png", "hop.tga"}, "hop"), "hop.png");
    EXPECT_EQ(chooseImage(Names{"hop.bmp", "hop.jpg", "hop.tga"}, "hop"), "hop.tga");
    EXPECT_EQ(chooseImage(Names{"hop.bmp", "hop.jpg"}, "hop"), "hop.bmp");
}

TEST(CtsaImage, IsTheOnlyOneOfItsFolderElse) {
    EXPECT_EQ(chooseImage(Names{"Sheet.png"}, "Hop"), "Sheet.png");
    EXPECT_EQ(chooseImage(Names{"Other.png", "Sheet.png"}, "Hop"), std::nullopt);
    EXPECT_EQ(chooseImage(Names{}, "Hop"), std::nullopt);
}

TEST(CtsaImage, IsNoPalette) {
    const Names names = {"Sheet Nonvisual Palette 2.png", "Sheet Visual Palette.png", "Sheet.png"};
    EXPECT_EQ(chooseImage(names, "Hop"), "Sheet.png");
    EXPECT_TRUE(hasPalette(names));
    EXPECT_FALSE(hasPalette(Names{"Sheet Nonvisual Palette x.png", "Sheet.png"}));
}

TEST(CtsaImage, IsNoLayerOfAnother) {
    EXPECT_EQ(chooseImage(Names{"Sheet Normals.png", "Sheet.png"}, "Hop"), "Sheet.png");
    // Without the image whose layer it would be, it is an image itself.
    EXPECT_EQ(chooseImage(Names{"Sheet Normals.png"}, "Hop"), "Sheet Normals.png");
}

TEST(CtsaImage, IsOfAKindThatTheEditorWrites) {
    EXPECT_EQ(chooseImage(Names{"Sheet.dds", "hop.dds"}, "hop"), std::nullopt);
    EXPECT_EQ(chooseImage(Names{"Sheet.dds", "Sheet.jpg"}, "hop"), "Sheet.jpg");
}

}  // namespace
}  // namespace rigkiln::ctsa
