#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/exporters/gltf/check_document_fixture.hpp"

namespace rigkiln::gltf_export {
namespace {

using testing::HasSubstr;

TEST_F(CheckDocument, RefusesMeshesWithoutPrimitives) {
    document.meshes.at(0).primitives.clear();
    EXPECT_THAT(problem(), HasSubstr("has no primitives"));
}

TEST_F(CheckDocument, RefusesEqualNodeNames) {
    document.nodes.at(1).name = document.nodes.at(0).name;
    EXPECT_THAT(problem(), HasSubstr("node name 'joint0' is there twice"));
}

TEST_F(CheckDocument, RefusesNamesThatAreNotUtf8) {
    document.nodes.at(1).name = "\xFF";
    EXPECT_THAT(problem(), HasSubstr("is not UTF-8"));
}

TEST_F(CheckDocument, RefusesEqualAnimationNames) {
    document.animations.push_back(document.animations.at(0));
    EXPECT_THAT(problem(), HasSubstr("animation name 'clip' is there twice"));
}

TEST_F(CheckDocument, RefusesCycles) {
    document.nodes.at(1).children.push_back(0);
    EXPECT_THAT(problem(), HasSubstr("node 1 has child 0"));
}

TEST_F(CheckDocument, RefusesLevelsThatStandSomewhereOrDoNotExist) {
    for (const Index level : {1U, 2U, 99U}) {
        document.nodes.at(2).coarser = {level};
        EXPECT_THAT(problem(), HasSubstr("node 2 has the coarser level " + std::to_string(level)));
    }
    document.nodes.push_back({.name = "coarser"});
    const auto coarser = static_cast<Index>(document.nodes.size() - 1);
    document.nodes.at(2).coarser = {coarser};
    EXPECT_EQ(problem(), "");
    document.nodes.at(1).coarser = {coarser};
    EXPECT_THAT(problem(), HasSubstr("has the coarser level"));
}

TEST_F(CheckDocument, RefusesNodesWithTwoParents) {
    document.nodes.at(0).children.push_back(3);
    document.nodes.at(1).children.push_back(3);
    EXPECT_THAT(problem(), HasSubstr("has child 3"));
}

TEST_F(CheckDocument, RefusesRootsThatAreChildren) {
    document.sceneRoots.push_back(1);
    EXPECT_THAT(problem(), HasSubstr("scene root 1"));
}

TEST_F(CheckDocument, RefusesTransformsThatAreNotFinite) {
    document.nodes.at(0).transform.scale.x = std::numeric_limits<float>::quiet_NaN();
    EXPECT_THAT(problem(), HasSubstr("transform is not finite"));
}

TEST_F(CheckDocument, RefusesRotationsThatAreNotUnit) {
    document.nodes.at(0).transform.rotation.w = 1.1F;
    EXPECT_THAT(problem(), HasSubstr("rotation has length 1.1"));
}

TEST_F(CheckDocument, RefusesSkinnedMeshesThatAreMoved) {
    bodyNode().transform.translation.x = 1;
    EXPECT_THAT(problem(), HasSubstr("has a transform, which readers ignore"));
}

TEST_F(CheckDocument, RefusesSkinnedMeshesWithoutASkin) {
    bodyNode().skin.reset();
    EXPECT_THAT(problem(), HasSubstr("must have joints in all of its primitives with a skin"));
}

TEST_F(CheckDocument, RefusesMeshesSkinsAndLightsThatDoNotExist) {
    bodyNode().light = 9;
    EXPECT_THAT(problem(), HasSubstr("light is 9, expected below 1"));
    bodyNode().light.reset();
    bodyNode().skin = 9;
    EXPECT_THAT(problem(), HasSubstr("skin is 9, expected below 1"));
    bodyNode().mesh = 9;
    EXPECT_THAT(problem(), HasSubstr("mesh is 9, expected below 1"));
    bodyNode().mesh.reset();
    EXPECT_THAT(problem(), HasSubstr("has a skin but no mesh"));
}

TEST_F(CheckDocument, RefusesSkinsWithoutJoints) {
    document.skins.at(0).joints.clear();
    EXPECT_THAT(problem(), HasSubstr("there are no joints"));
}

TEST_F(CheckDocument, RefusesSkinsWithAJointTwice) {
    document.skins.at(0).joints.at(1) = 0;
    EXPECT_THAT(problem(), HasSubstr("joint 0 is there twice"));
}

TEST_F(CheckDocument, RefusesSkinsOfJointsThatDoNotExist) {
    document.skins.at(0).joints.at(1) = 99;
    EXPECT_THAT(problem(), HasSubstr("joint is 99"));
}

TEST_F(CheckDocument, RefusesSkinsWithoutACommonRoot) {
    document.skins.at(0).joints.at(1) = 2;
    EXPECT_THAT(problem(), HasSubstr("no common root"));
}

TEST_F(CheckDocument, RefusesAnotherNumberOfMatricesThanJoints) {
    document.accessors.at(document.skins.at(0).inverseBindMatrices).count = 1;
    EXPECT_THAT(problem(), HasSubstr("1 inverse bind matrices, expected 2"));
}

TEST_F(CheckDocument, RefusesMatricesWithAnotherLastRow) {
    write(document.skins.at(0).inverseBindMatrices, 15, 2.0F);
    EXPECT_THAT(problem(), HasSubstr("is (0, 0, 0, 2), expected (0, 0, 0, 1)"));
}

TEST_F(CheckDocument, RefusesAnimationsWithoutChannels) {
    document.animations.at(0).channels.clear();
    EXPECT_THAT(problem(), HasSubstr("there are no channels"));
}

TEST_F(CheckDocument, RefusesTimesThatDoNotAscend) {
    write(samplerOf(Path::Translation).input, 1, 0.0F);
    EXPECT_THAT(problem(), HasSubstr("time 1 is 0, expected above 0"));
}

TEST_F(CheckDocument, RefusesTimesBelowZero) {
    const Index times = samplerOf(Path::Translation).input;
    write(times, 0, -1.0F);
    document.accessors.at(times).minimum[0] = -1.0F;
    EXPECT_THAT(problem(), HasSubstr("first time is -1"));
}

TEST_F(CheckDocument, RefusesTimesWithoutBounds) {
    document.accessors.at(samplerOf(Path::Translation).input).boundsSize = 0;
    EXPECT_THAT(problem(), HasSubstr("times must be floats with min and max"));
}

TEST_F(CheckDocument, RefusesAnotherNumberOfValuesThanTimes) {
    document.accessors.at(samplerOf(Path::Translation).output).count = 2;
    EXPECT_THAT(problem(), HasSubstr("2 values for 3 times"));
}

TEST_F(CheckDocument, RefusesRotationKeysThatAreNotUnit) {
    write(samplerOf(Path::Rotation).output, 0, 0.5F);
    EXPECT_THAT(problem(), HasSubstr("rotation 0 has squared length"));
}

TEST_F(CheckDocument, RefusesTwoChannelsForOneTarget) {
    document.animations.at(0).channels.push_back(document.animations.at(0).channels.at(0));
    EXPECT_THAT(problem(), HasSubstr("two channels move the same"));
}

TEST_F(CheckDocument, RefusesChannelsThatMoveSkinnedMeshes) {
    document.animations.at(0).channels.at(0).target = 2;
    EXPECT_THAT(problem(), HasSubstr("whose mesh is skinned"));
}

TEST_F(CheckDocument, RefusesValuesOfATypeThePathDoesNotTake) {
    document.animations.at(0).channels.at(0).path = Path::Rotation;
    document.animations.at(0).channels.resize(1);
    EXPECT_THAT(problem(), HasSubstr("a type the path does not take"));
}

TEST_F(CheckDocument, RefusesSplinesOfOneKey) {
    Sampler& sampler = samplerOf(Path::Translation);
    sampler.interpolation = Interpolation::CubicSpline;
    document.accessors.at(sampler.input).count = 1;
    document.accessors.at(sampler.input).maximum[0] = 0;
    EXPECT_THAT(problem(), HasSubstr("a spline has 1 key"));
}

TEST_F(CheckDocument, RefusesVisibilityThatIsNotStepped) {
    Sampler& sampler = samplerOf(Path::Translation);
    Accessor& output = document.accessors.at(sampler.output);
    output.type = ElementType::Scalar;
    output.componentType = ComponentType::UnsignedByte;
    document.animations.at(0).channels.at(0).path = Path::NodeVisibility;
    EXPECT_THAT(problem(), HasSubstr("visibility must be stepped"));
}

TEST_F(CheckDocument, RefusesChannelsOfSamplersNodesAndAccessorsThatDoNotExist) {
    Channel& channel = document.animations.at(0).channels.at(0);
    samplerOf(Path::Translation).output = 999;
    EXPECT_THAT(problem(), HasSubstr("accessors do not exist"));
    channel.target = 99;
    EXPECT_THAT(problem(), HasSubstr("node is 99"));
    channel.sampler = 99;
    EXPECT_THAT(problem(), HasSubstr("sampler is 99"));
}

}  // namespace
}  // namespace rigkiln::gltf_export
