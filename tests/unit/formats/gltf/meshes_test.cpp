#include <cmath>
#include <cstdint>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/gltf/gltf_issues.hpp"
#include "tests/unit/formats/gltf/gltf_builder.hpp"

namespace rigkiln::gltf {
namespace {

using test::GltfBuilder;
using test::Json;
using test::ReadBack;
using test::readFile;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Provides a triangle whose only primitive tests may change.
class Primitives : public testing::Test {
protected:
    Primitives() { builder.addRoot({{"mesh", builder.addTriangle()}}); }

    Json& source() { return builder.json["meshes"][0]["primitives"][0]; }
    Json& attributes() { return source()["attributes"]; }
    void setPositions(std::size_t count) {
        attributes()["POSITION"] = builder.addFloats(std::vector<float>(count * 3, 0.5F), "VEC3");
    }
    Primitive read() {
        back = readFile(builder);
        EXPECT_EQ(back.error, "");
        if (back.scene.meshes.empty()) return {};
        return back.scene.meshes[0].primitives.at(0);
    }
    std::string error() { return readFile(builder).error; }

    GltfBuilder builder;
    ReadBack back;
};

TEST_F(Primitives, WithoutIndicesAreTrianglesInARow) {
    EXPECT_THAT(read().indices, ElementsAre(0, 1, 2));
}

TEST_F(Primitives, HaveIndices) {
    source()["indices"] = builder.addAccessor<std::uint16_t>({2, 1, 0}, "SCALAR", 5123);
    EXPECT_THAT(read().indices, ElementsAre(2, 1, 0));
}

TEST_F(Primitives, IndicesWithoutAViewAreAllZero) {
    source()["indices"] = builder.addAccessor<std::uint16_t>({2, 1, 0}, "SCALAR", 5123);
    builder.json["accessors"][1].erase("bufferView");
    EXPECT_THAT(read().indices, ElementsAre(0, 0, 0));
}

TEST_F(Primitives, IndicesBehindThePositionsAreRefused) {
    source()["indices"] = builder.addAccessor<std::uint8_t>({0, 1, 3}, "SCALAR", 5121);
    EXPECT_EQ(error(),
              "meshes[0].primitives[0].indices is accessor 1, whose element 2 is 3: there are 3 positions");
}

TEST_F(Primitives, StripsTurnEverySecondTriangle) {
    setPositions(5);
    source()["mode"] = 5;
    EXPECT_THAT(read().indices, ElementsAre(0, 1, 2, 2, 1, 3, 2, 3, 4));
}

TEST_F(Primitives, FansShareTheirFirstVertex) {
    setPositions(4);
    source()["mode"] = 6;
    EXPECT_THAT(read().indices, ElementsAre(1, 2, 0, 2, 3, 0));
}

TEST_F(Primitives, PointsAndLinesAreLeftOut) {
    source()["mode"] = 1;
    const ReadBack read = readFile(builder);
    EXPECT_EQ(read.error, "");
    EXPECT_THAT(read.scene.meshes, IsEmpty());
    EXPECT_THAT(read.placesOf(kNoTriangles), ElementsAre("meshes[0].primitives[0]"));
}

TEST_F(Primitives, WithoutPositionsAreLeftOut) {
    attributes() = Json::object();
    EXPECT_THAT(readFile(builder).placesOf(kNoTriangles), ElementsAre("meshes[0].primitives[0]"));
}

TEST_F(Primitives, ATriangleThatIsCutOffIsLeftOut) {
    setPositions(5);
    EXPECT_THAT(read().indices, ElementsAre(0, 1, 2));
    EXPECT_TRUE(back.diagnostics.has(kIncompleteTriangle));
}

TEST_F(Primitives, PositionsThatAreNoNumbersAreRefused) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    attributes()["POSITION"] = builder.addFloats({0, 0, 0, 1, nan, 0, 0, 1, 0}, "VEC3");
    EXPECT_EQ(error(), "accessors[1], element 1 is nan, expected a finite number");
}

TEST_F(Primitives, AttributesHaveAnElementForEachPosition) {
    attributes()["NORMAL"] = builder.addFloats({0, 0, 1}, "VEC3");
    EXPECT_EQ(
        error(),
        "meshes[0].primitives[0].attributes.NORMAL is accessor 1, which has 1 elements for 3 positions");
}

TEST_F(Primitives, NormalsAreMadeUnit) {
    attributes()["NORMAL"] = builder.addFloats({0, 0, 2, 0, 0, 0, 0, 1, 0}, "VEC3");
    EXPECT_THAT(read().normals, ElementsAre(glm::vec3(0, 0, 1), glm::vec3(0, 0, 1), glm::vec3(0, 1, 0)));
    EXPECT_THAT(back.placesOf(kDirectionRepaired), ElementsAre(HasSubstr("NORMAL")));
}

TEST_F(Primitives, SignsOfTangentsAreOneOrMinusOne) {
    attributes()["TANGENT"] = builder.addFloats({1, 0, 0, 1, 1, 0, 0, -0.5F, 1, 0, 0, -1}, "VEC4");
    const Primitive primitive = read();
    EXPECT_EQ(primitive.tangents[1], glm::vec4(1, 0, 0, -1));
    EXPECT_TRUE(back.diagnostics.has(kDirectionRepaired));
}

TEST_F(Primitives, ColoursWithoutAlphaAreOpaque) {
    attributes()["COLOR_0"] = builder.addFloats({1, 0, 0, 0, 1, 0, 0, 0, 1}, "VEC3");
    EXPECT_EQ(read().colors.at(1), glm::vec4(0, 1, 0, 1));
}

TEST_F(Primitives, ColoursAreClamped) {
    attributes()["COLOR_0"] = builder.addFloats({2, 0, 0, 0, -1, 0, 0, 0, 1}, "VEC3");
    EXPECT_EQ(read().colors.at(0), glm::vec4(1, 0, 0, 1));
    EXPECT_TRUE(back.diagnostics.has(kValueClamped));
}

TEST_F(Primitives, HaveSeveralSetsOfTextureCoordinates) {
    attributes()["TEXCOORD_0"] = builder.addFloats({0, 0, 1, 0, 0, 1}, "VEC2");
    attributes()["TEXCOORD_2"] = builder.addFloats({0, 0, 0.5F, 0, 0, 1}, "VEC2");
    const Primitive primitive = read();
    ASSERT_EQ(primitive.texCoordSets.size(), 3U);
    EXPECT_THAT(primitive.texCoordSets[1], IsEmpty());
    EXPECT_EQ(primitive.texCoordSets[2][1], glm::vec2(0.5F, 0));
}

TEST_F(Primitives, AttributesOfNoKnownMeaningAreReported) {
    const std::size_t pairs = builder.addFloats({0, 0, 1, 0, 0, 1}, "VEC2");
    for (const char* name : {"TEXCOORD_4000000000", "TEXCOORD_00", "COLOR_1", "WHAT"})
        attributes()[name] = pairs;
    EXPECT_THAT(read().texCoordSets, IsEmpty());
    EXPECT_EQ(back.placesOf(kAttributeIgnored).size(), 4U);
}

TEST_F(Primitives, AttributesOfTheirOwnAreKept) {
    attributes()["_HEAT"] = builder.addFloats({1, 2, 3}, "SCALAR");
    attributes()["_id"] = builder.addAccessor<std::uint8_t>({1, 2, 3, 4, 5, 6}, "VEC2", 5121);
    const Primitive primitive = read();
    ASSERT_EQ(primitive.attributes.size(), 2U);
    EXPECT_EQ(primitive.attributes[0].name, "_HEAT");
    EXPECT_THAT(primitive.attributes[0].values, ElementsAre(1, 2, 3));
    EXPECT_EQ(primitive.attributes[1].components, 2U);
    EXPECT_THAT(primitive.attributes[1].values, ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(back.diagnostics.issues(), IsEmpty());
}

TEST_F(Primitives, IntegersAboveAFloatAreReported) {
    attributes()["_ID"] = builder.addAccessor<std::uint32_t>({1, 16777217, 3}, "SCALAR", 5125);
    EXPECT_EQ(read().attributes.size(), 1U);
    EXPECT_THAT(back.placesOf(kAttributeRounded), ElementsAre("meshes[0].primitives[0].attributes._ID"));
}

TEST_F(Primitives, NamesOfOwnAttributesArePlain) {
    attributes()["_A-B"] = builder.addFloats({1, 2, 3}, "SCALAR");
    EXPECT_THAT(read().attributes, IsEmpty());
    EXPECT_TRUE(back.diagnostics.has(kAttributeIgnored));
}

TEST_F(Primitives, MorphTargetsAreReported) {
    source()["targets"] = {{{"POSITION", attributes()["POSITION"]}}};
    EXPECT_EQ(read().positions.size(), 3U);
    EXPECT_THAT(back.placesOf(kMorphTargets), ElementsAre("meshes[0].primitives[0].targets"));
}

TEST_F(Primitives, InfluencesWithoutASkinAreNotRead) {
    attributes()["JOINTS_0"] =
        builder.addAccessor<std::uint8_t>(std::vector<std::uint8_t>(12, 0), "VEC4", 5121);
    attributes()["WEIGHTS_0"] = builder.addFloats(std::vector<float>(12, 0.25F), "VEC4");
    EXPECT_THAT(read().influenceSets, IsEmpty());
}

TEST_F(Primitives, OfAMeshThatNoNodeShowsAreKept) {
    builder.json["nodes"][0].erase("mesh");
    const Primitive primitive = read();
    EXPECT_EQ(primitive.positions.size(), 3U);
    EXPECT_THAT(back.scene.instances, IsEmpty());
}

/// Provides the skinned triangle of the builder.
class Skins : public testing::Test {
protected:
    Skins() { builder.addSkinnedTriangle(); }

    Json& attributes() { return builder.json["meshes"][0]["primitives"][0]["attributes"]; }

    GltfBuilder builder;
};

TEST_F(Skins, HaveJointsAndInfluences) {
    const ReadBack back = readFile(builder);
    ASSERT_EQ(back.error, "");
    ASSERT_EQ(back.scene.skins.size(), 1U);
    EXPECT_THAT(back.scene.skins[0].joints, ElementsAre(IndexOf<Joint>(0), IndexOf<Joint>(1)));
    const InfluenceSet& set = back.scene.meshes[0].primitives[0].influenceSets.at(0);
    EXPECT_EQ(set.weights[1], glm::vec4(0.75F, 0.25F, 0, 0));
    EXPECT_THAT(set.joints[2], ElementsAre(1, 0, 0, 0));
    EXPECT_EQ(back.scene.instances[0].skin, IndexOf<Skin>(0));
    EXPECT_THAT(back.diagnostics.issues(), IsEmpty());
}

TEST_F(Skins, WithoutMatricesHaveIdentities) {
    EXPECT_EQ(readFile(builder).scene.skins.at(0).inverseBindMatrices.at(1), glm::mat4(1));
}

TEST_F(Skins, MatricesHaveALastRowOfZerosAndOne) {
    std::vector<float> matrices(32, 0);
    for (const std::size_t diagonal : {0U, 5U, 10U, 15U, 16U, 21U, 26U, 31U})
        matrices[diagonal] = 1;
    matrices[15] = 1.001F;
    builder.json["skins"][0]["inverseBindMatrices"] = builder.addFloats(matrices, "MAT4");
    const ReadBack back = readFile(builder);
    EXPECT_EQ(back.scene.skins.at(0).inverseBindMatrices.at(0), glm::mat4(1));
    EXPECT_THAT(back.placesOf(kLastRowRepaired), ElementsAre("skins[0].inverseBindMatrices"));
}

TEST_F(Skins, NeedAMatrixForEachJoint) {
    builder.json["skins"][0]["inverseBindMatrices"] = builder.addFloats(std::vector<float>(16, 0), "MAT4");
    EXPECT_THAT(readFile(builder).error, HasSubstr("which has 1 matrices for 2 joints"));
}

TEST_F(Skins, NameAJointOnce) {
    builder.json["skins"][0]["joints"] = {1, 1};
    EXPECT_EQ(readFile(builder).error, "skins[0].joints names node 1 twice");
}

TEST_F(Skins, HaveAsManyJointsAsVerticesCanName) {
    std::vector<std::size_t> joints = builder.json["skins"][0]["joints"];
    while (joints.size() < 65535)
        joints.push_back(builder.addRoot({{"name", "joint"}}));
    builder.json["skins"][0]["joints"] = joints;
    EXPECT_EQ(readFile(builder).error, "");
    joints.push_back(builder.addRoot({{"name", "joint"}}));
    builder.json["skins"][0]["joints"] = joints;
    EXPECT_EQ(readFile(builder).error, "skins[0].joints has 65536 elements, at most 65535 are read");
}

TEST_F(Skins, ThatNobodyUsesMayBeBroken) {
    builder.json["skins"].push_back({{"joints", Json::array()}});
    const ReadBack back = readFile(builder);
    EXPECT_EQ(back.scene.skins.size(), 1U);
    EXPECT_THAT(back.placesOf(kSkinLeftOut), ElementsAre("skins[1]"));
}

TEST_F(Skins, InfluencesNameJointsOfTheSkin) {
    builder.json["skins"][0]["joints"] = {1};
    EXPECT_EQ(readFile(builder).error, "nodes[2].skin is 0, which has 1 joints: meshes[0] names joint 1");
}

TEST_F(Skins, MayHaveMoreThanFourInfluencesPerVertex) {
    attributes()["WEIGHTS_0"] = builder.addFloats({1, 0, 0, 0, 0.5F, 0, 0, 0, 0, 1, 0, 0}, "VEC4");
    attributes()["JOINTS_1"] =
        builder.addAccessor<std::uint16_t>({0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}, "VEC4", 5123);
    attributes()["WEIGHTS_1"] = builder.addFloats({0, 0, 0, 0, 0.5F, 0, 0, 0, 0, 0, 0, 0}, "VEC4");
    const ReadBack back = readFile(builder);
    ASSERT_EQ(back.error, "");
    const auto& sets = back.scene.meshes[0].primitives[0].influenceSets;
    ASSERT_EQ(sets.size(), 2U);
    EXPECT_EQ(sets[1].weights[1], glm::vec4(0.5F, 0, 0, 0));
    EXPECT_EQ(sets[1].joints[1][0], 1);
}

TEST_F(Skins, VerticesWithoutWeightFollowTheFirstJoint) {
    attributes()["WEIGHTS_0"] = builder.addFloats({0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4");
    const ReadBack back = readFile(builder);
    EXPECT_EQ(back.scene.meshes.at(0).primitives[0].influenceSets[0].weights[0], glm::vec4(1, 0, 0, 0));
    EXPECT_THAT(back.placesOf(kWeightsChanged), ElementsAre(HasSubstr("WEIGHTS_0")));
}

TEST_F(Skins, WeightsAreScaledToOne) {
    attributes()["WEIGHTS_0"] = builder.addFloats({1, 0, 0, 0, 3, 1, 0, 0, 1, 0, 0, 0}, "VEC4");
    const ReadBack back = readFile(builder);
    EXPECT_EQ(back.scene.meshes.at(0).primitives[0].influenceSets[0].weights[1],
              glm::vec4(0.75F, 0.25F, 0, 0));
    EXPECT_TRUE(back.diagnostics.has(kWeightsChanged));
}

TEST_F(Skins, AJointThatIsThereTwiceIsMerged) {
    attributes()["WEIGHTS_0"] = builder.addFloats({0.5F, 0.5F, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4");
    const ReadBack back = readFile(builder);
    EXPECT_EQ(back.scene.meshes.at(0).primitives[0].influenceSets[0].weights[0], glm::vec4(1, 0, 0, 0));
    EXPECT_TRUE(back.diagnostics.has(kWeightsChanged));
}

TEST_F(Skins, RoundingOfBytesIsNoIssue) {
    attributes()["WEIGHTS_0"] =
        builder.addAccessor<std::uint8_t>({255, 0, 0, 0, 191, 63, 0, 0, 127, 127, 0, 0}, "VEC4", 5121);
    builder.json["accessors"][attributes()["WEIGHTS_0"].get<std::size_t>()]["normalized"] = true;
    const ReadBack back = readFile(builder);
    EXPECT_EQ(back.error, "");
    EXPECT_THAT(back.diagnostics.issues(), IsEmpty());
}

TEST_F(Skins, JointsAndWeightsComeTogether) {
    attributes()["JOINTS_1"] = attributes()["JOINTS_0"];
    EXPECT_EQ(readFile(builder).error,
              "meshes[0].primitives[0].attributes has one of JOINTS_1 and WEIGHTS_1, expected both or none");
}

TEST_F(Skins, JointsHaveAnElementForEachPosition) {
    const std::size_t joints = builder.addAccessor<std::uint8_t>({0, 0, 0, 0, 0, 1, 0, 0}, "VEC4", 5121);
    attributes()["JOINTS_0"] = joints;
    EXPECT_EQ(readFile(builder).error, "meshes[0].primitives[0].attributes.JOINTS_0 is accessor " +
                                           std::to_string(joints) + ", which has 2 elements for 3 positions");
}

TEST_F(Skins, PrimitivesWithoutInfluencesHangOnTheNode) {
    builder.json["meshes"][0]["primitives"].push_back(
        {{"attributes", {{"POSITION", attributes()["POSITION"]}}}});
    const ReadBack back = readFile(builder);
    ASSERT_EQ(back.error, "");
    ASSERT_EQ(back.scene.instances.size(), 2U);
    EXPECT_TRUE(back.scene.instances[0].skin);
    EXPECT_FALSE(back.scene.instances[1].skin);
    EXPECT_EQ(back.scene.joints[back.scene.instances[1].joint.value].name, "body");
    EXPECT_THAT(back.placesOf(kInfluencesMissing), ElementsAre("nodes[2]"));
}

TEST_F(Skins, AMeshMayBeUsedWithASkinAndWithout) {
    builder.addRoot({{"name", "statue"}, {"mesh", 0}});
    const ReadBack back = readFile(builder);
    ASSERT_EQ(back.error, "");
    EXPECT_EQ(back.scene.meshes.size(), 2U);
    EXPECT_EQ(back.scene.instances.size(), 2U);
}

}  // namespace
}  // namespace rigkiln::gltf
