#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/exporters/gltf/check_document_fixture.hpp"

namespace rigkiln::gltf_export {
namespace {

using testing::HasSubstr;

TEST_F(CheckDocument, AcceptsWhatTheBuildersMake) {
    EXPECT_EQ(problem(), "");
}

TEST_F(CheckDocument, RefusesAnAccessorThatRunsPastItsView) {
    document.accessors.at(attribute("POSITION")).count += 100;
    EXPECT_THAT(problem(), HasSubstr("run past the view's"));
}

TEST_F(CheckDocument, RefusesAnAccessorWhoseOffsetIsPastItsView) {
    document.accessors.at(attribute("POSITION")).byteOffset = std::size_t{0} - 4;
    EXPECT_THAT(problem(), HasSubstr("run past the view's"));
}

TEST_F(CheckDocument, RefusesAnAccessorWithoutElements) {
    document.accessors.at(attribute("POSITION")).count = 0;
    EXPECT_THAT(problem(), HasSubstr("count is 0"));
}

TEST_F(CheckDocument, RefusesAnAccessorOfAViewThatDoesNotExist) {
    document.accessors.at(0).bufferView = 99;
    EXPECT_THAT(problem(), HasSubstr("view is 99, expected below"));
}

TEST_F(CheckDocument, RefusesVertexDataThatIsNotAligned) {
    document.accessors.at(attribute("NORMAL")).byteOffset -= 2;
    EXPECT_THAT(problem(), HasSubstr("expected a multiple of 4"));
}

TEST_F(CheckDocument, RefusesAStrideThatIsNotTheElements) {
    document.bufferViews.at(document.accessors.at(attribute("POSITION")).bufferView).byteStride = 16;
    EXPECT_THAT(problem(), HasSubstr("stride is 16, expected 12"));
}

TEST_F(CheckDocument, RefusesAStrideOnAnimationData) {
    document.bufferViews.at(document.accessors.at(samplerOf(Path::Translation).input).bufferView).byteStride =
        4;
    EXPECT_THAT(problem(), HasSubstr("stride is 4, expected 0"));
}

TEST_F(CheckDocument, RefusesNumbersThatAreNotFinite) {
    write(attribute("TEXCOORD_0"), 1, std::numeric_limits<float>::infinity());
    EXPECT_THAT(problem(), HasSubstr("a number is not finite"));
}

TEST_F(CheckDocument, RefusesBoundsThatAreNotTheActualOnes) {
    document.accessors.at(attribute("POSITION")).maximum[1] = 2.0F;
    EXPECT_THAT(problem(), HasSubstr("min and max are not those"));
}

TEST_F(CheckDocument, RefusesPositionsWithoutBounds) {
    document.accessors.at(attribute("POSITION")).boundsSize = 0;
    EXPECT_THAT(problem(), HasSubstr("positions with min and max"));
}

TEST_F(CheckDocument, RefusesStreamsOfDifferentLength) {
    document.accessors.at(attribute("TEXCOORD_0")).count = 2;
    EXPECT_THAT(problem(), HasSubstr("TEXCOORD_0 has 2 elements, expected 3"));
}

TEST_F(CheckDocument, RefusesAttributesThatDoNotExist) {
    primitive().attributes.at(1).accessor = 999;
    EXPECT_THAT(problem(), HasSubstr("NORMAL does not exist"));
}

TEST_F(CheckDocument, RefusesIndicesAboveTheVertices) {
    write<std::uint16_t>(primitive().indices, 2, 3);
    EXPECT_THAT(problem(), HasSubstr("index is 3, expected below 3"));
}

TEST_F(CheckDocument, RefusesIndicesThatDoNotExist) {
    primitive().indices = 999;
    EXPECT_THAT(problem(), HasSubstr("indices do not exist"));
}

TEST_F(CheckDocument, RefusesIndicesThatMakeNoTriangles) {
    document.accessors.at(primitive().indices).count = 2;
    EXPECT_THAT(problem(), HasSubstr("2 indices, expected a multiple of 3"));
}

TEST_F(CheckDocument, RefusesNormalsThatAreNotUnit) {
    write(attribute("NORMAL"), 5, 0.9F);
    EXPECT_THAT(problem(), HasSubstr("NORMAL[1] is (0, 0, 0.9), expected length 1"));
}

TEST_F(CheckDocument, RefusesTangentsThatAreNotUnit) {
    write(attribute("TANGENT"), 0, 1.1F);
    EXPECT_THAT(problem(), HasSubstr("TANGENT[0]"));
}

TEST_F(CheckDocument, RefusesTangentsWithoutASign) {
    write(attribute("TANGENT"), 3, 0.5F);
    EXPECT_THAT(problem(), HasSubstr("TANGENT[0].w is 0.5, expected 1 or -1"));
}

TEST_F(CheckDocument, RefusesColoursOutsideTheirRange) {
    write(attribute("COLOR_0"), 0, 1.5F);
    EXPECT_THAT(problem(), HasSubstr("COLOR_0[0] has 1.5, expected 0 to 1"));
}

TEST_F(CheckDocument, RefusesWeightsThatDoNotSumToOne) {
    write(attribute("WEIGHTS_0"), 0, 0.5F);
    EXPECT_THAT(problem(), HasSubstr("vertex 0: weights sum to 1.25"));
}

TEST_F(CheckDocument, RefusesNegativeWeights) {
    write(attribute("WEIGHTS_0"), 0, -0.5F);
    EXPECT_THAT(problem(), HasSubstr("weight is -0.5, expected at least 0"));
}

TEST_F(CheckDocument, RefusesJointsWithoutWeightThatAreNotZero) {
    write<std::uint8_t>(attribute("JOINTS_0"), 2, 1);
    EXPECT_THAT(problem(), HasSubstr("joint 1 has weight 0, expected joint 0"));
}

TEST_F(CheckDocument, RefusesAJointTwiceInOneVertex) {
    write<std::uint8_t>(attribute("JOINTS_0"), 0, 1);
    EXPECT_THAT(problem(), HasSubstr("joint 1 is there twice with weight"));
}

TEST_F(CheckDocument, RefusesJointsAboveTheSkin) {
    write<std::uint8_t>(attribute("JOINTS_0"), 1, 2);
    EXPECT_THAT(problem(), HasSubstr("has joint 2, expected below 2, the size of its skin"));
}

TEST_F(CheckDocument, RefusesJointsWithoutWeights) {
    primitive().attributes.pop_back();
    EXPECT_THAT(problem(), HasSubstr("joints and weights do not come in pairs"));
}

TEST_F(CheckDocument, RefusesAMaterialWhoseTextureCoordinatesAreMissing) {
    document.materials.at(0).baseColorTexture->texCoord = 1;
    EXPECT_THAT(problem(), HasSubstr("needs TEXCOORD_1"));
}

TEST_F(CheckDocument, RefusesMaterialsThatDoNotExist) {
    primitive().material = 1;
    EXPECT_THAT(problem(), HasSubstr("material is 1, expected below 1"));
}

TEST_F(CheckDocument, RefusesNormalMapsWithoutTangents) {
    document.materials.at(0).normalTexture = TextureReference{};
    std::erase_if(primitive().attributes, [](const Attribute& one) { return one.name == "TANGENT"; });
    EXPECT_THAT(problem(), HasSubstr("needs TANGENT"));
}

TEST_F(CheckDocument, RefusesTexturesThatDoNotExist) {
    document.materials.at(0).normalTexture = TextureReference{.texture = 1};
    EXPECT_THAT(problem(), HasSubstr("texture is 1, expected below 1"));
}

TEST_F(CheckDocument, RefusesFactorsOutsideTheirRange) {
    document.materials.at(0).roughnessFactor = std::numeric_limits<float>::quiet_NaN();
    EXPECT_THAT(problem(), HasSubstr("a factor is outside 0..1"));
}

TEST_F(CheckDocument, RefusesImagesWithoutData) {
    document.bufferViews.at(document.images.at(0).bufferView.value()).bytes = ViewBytes();
    EXPECT_THAT(problem(), HasSubstr("has no data"));
}

TEST_F(CheckDocument, RefusesImagesThatAreNowhereOrInTwoPlaces) {
    document.images.at(0).uri = "textures/t.png";
    EXPECT_EQ(problem(), "image 't' needs either a buffer view or a uri");
    document.images.at(0).bufferView.reset();
    EXPECT_EQ(problem(), "");
    document.images.at(0).uri.clear();
    EXPECT_EQ(problem(), "image 't' needs either a buffer view or a uri");
}

TEST_F(CheckDocument, RefusesUrisThatAreNoRelativePaths) {
    document.images.at(0).bufferView.reset();
    for (const char* uri :
         {"/t.png", "file:t.png", "a b.png", "a\\b.png", "\xC3\xBC.png", "textures/", "t.png#x"}) {
        document.images.at(0).uri = uri;
        EXPECT_THAT(problem(), HasSubstr("is no relative path")) << uri;
    }
}

TEST_F(CheckDocument, RefusesLightsOutsideTheirRange) {
    document.lights.at(0).intensity = -1;
    EXPECT_THAT(problem(), HasSubstr("intensity negative"));
}

TEST_F(CheckDocument, RefusesConesThatAreNoCones) {
    document.lights.at(0).innerConeAngle = 2.0F;
    EXPECT_THAT(problem(), HasSubstr("expected 0 <= inner < outer"));
}

}  // namespace
}  // namespace rigkiln::gltf_export
