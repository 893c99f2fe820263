#include "formats/gltf/animation_pointer.hpp"

#include <string>

#include <gtest/gtest.h>

namespace rigkiln::gltf {
namespace {

TEST(MaterialOfOffset, IsANumberBetweenTwoWords) {
    const std::string before = "/materials/";
    const std::string behind =
        "/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset";
    EXPECT_EQ(materialOfOffset(before + "3" + behind), 3U);
    EXPECT_EQ(materialOfOffset(before + behind), std::nullopt);
    EXPECT_EQ(materialOfOffset(before + "x" + behind), std::nullopt);
    EXPECT_EQ(materialOfOffset(before + "3x" + behind), std::nullopt);
    EXPECT_EQ(materialOfOffset(before + "3" + std::string(behind.size(), 'x')), std::nullopt);
    EXPECT_EQ(materialOfOffset("/meshes-->/3" + behind), std::nullopt);
    EXPECT_EQ(materialOfOffset(std::string(before.size(), 'x') + "3" + behind), std::nullopt);
}

}  // namespace
}  // namespace rigkiln::gltf
