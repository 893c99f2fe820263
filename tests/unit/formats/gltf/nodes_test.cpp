#include <cmath>

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
using testing::SizeIs;

Joint onlyJoint(const Json& node, ReadBack& back) {
    GltfBuilder builder;
    builder.addRoot(node);
    back = readFile(builder);
    EXPECT_EQ(back.error, "");
    return back.scene.joints.empty() ? Joint{} : back.scene.joints.front();
}

TEST(Nodes, HaveTranslationRotationAndScale) {
    ReadBack back;
    const Joint joint =
        onlyJoint({{"translation", {1, 2, 3}}, {"rotation", {0, 0, 1, 0}}, {"scale", {2, 2, -2}}}, back);
    EXPECT_EQ(joint.rest.translation, glm::vec3(1, 2, 3));
    EXPECT_EQ(joint.rest.rotation, glm::quat(0, 0, 0, 1));
    EXPECT_EQ(joint.rest.scale, glm::vec3(2, 2, -2));
    EXPECT_THAT(back.diagnostics.issues(), IsEmpty());
}

TEST(Nodes, MatricesAreTakenApart) {
    ReadBack back;
    const Joint joint = onlyJoint({{"matrix", {0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 5, 6, 7, 1}}}, back);
    EXPECT_EQ(joint.rest.translation, glm::vec3(5, 6, 7));
    EXPECT_NEAR(joint.rest.rotation.z, std::sqrt(0.5F), 1e-6);
    EXPECT_NEAR(joint.rest.scale.x, 2, 1e-6);
    EXPECT_THAT(back.diagnostics.issues(), IsEmpty());
}

TEST(Nodes, ShearIsReported) {
    ReadBack back;
    (void)onlyJoint({{"matrix", {1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}}, back);
    EXPECT_THAT(back.placesOf(kShearLost), ElementsAre("nodes[0].matrix"));
}

TEST(Nodes, RotationsThatAreNotUnitAreNormalised) {
    ReadBack back;
    EXPECT_EQ(onlyJoint({{"rotation", {0, 0, 3, 0}}}, back).rest.rotation, glm::quat(0, 0, 0, 1));
    EXPECT_THAT(back.placesOf(kRotationRepaired), ElementsAre("nodes[0].rotation"));
}

TEST(Nodes, ARotationWithoutLengthIsNone) {
    ReadBack back;
    EXPECT_EQ(onlyJoint({{"rotation", {0, 0, 0, 0}}}, back).rest.rotation, glm::quat(1, 0, 0, 0));
    EXPECT_THAT(back.placesOf(kRotationRepaired), ElementsAre("nodes[0].rotation"));
}

TEST(Nodes, NumbersAboveAFloatAreRefused) {
    GltfBuilder builder;
    builder.addRoot({{"translation", {0, 1e300, 0}}});
    EXPECT_EQ(readFile(builder).error,
              "nodes[0].translation is 1e+300, expected a number that fits into a float");
}

TEST(Nodes, RowsOfTheWrongLengthAreRefused) {
    GltfBuilder builder;
    builder.addRoot({{"scale", {1, 1}}});
    EXPECT_EQ(readFile(builder).error, "nodes[0].scale has 2 numbers, expected 3");
}

TEST(Nodes, AreHiddenWithAllBelowThem) {
    GltfBuilder builder;
    builder.addRoot({{"children", {1}}, {"extensions", {{"KHR_node_visibility", {{"visible", false}}}}}});
    builder.addNode({{"children", {2}}});
    builder.addNode({{"mesh", builder.addTriangle()}});
    const ReadBack back = readFile(builder);
    ASSERT_EQ(back.scene.joints.size(), 2U);
    EXPECT_FALSE(back.scene.joints[0].visible);
    EXPECT_FALSE(back.scene.joints[1].visible);
}

TEST(Nodes, CamerasAreReported) {
    GltfBuilder builder;
    builder.json["cameras"] = {{{"type", "perspective"}}};
    builder.addRoot({{"name", "eye"}, {"camera", 0}});
    const ReadBack back = readFile(builder);
    EXPECT_EQ(back.scene.joints.size(), 1U);
    EXPECT_THAT(back.placesOf(kCameraIgnored), ElementsAre("nodes[0]"));
}

TEST(Nodes, ExtrasThatAreNoObjectAreKept) {
    ReadBack back;
    EXPECT_EQ(toJson(onlyJoint({{"extras", {1, 2}}}, back).extras), R"({"extras":[1,2]})");
}

TEST(OwnExtras, GiveNamesBack) {
    ReadBack back;
    EXPECT_EQ(onlyJoint({{"name", "Root_2"}, {"extras", {{"rigkiln_name", "Root"}}}}, back).name, "Root");
    EXPECT_EQ(onlyJoint({{"name", "Gruß"},
                         {"extras", {{"rigkiln_name", "Gruß"}, {"rigkiln_name_bytes", "477275df"}}}},
                        back)
                  .name,
              "Gru\xDF");
    // Bytes that are none leave the text.
    for (const char* bytes : {"4", "47727", "47g2"}) {
        EXPECT_EQ(
            onlyJoint({{"extras", {{"rigkiln_name", "Root"}, {"rigkiln_name_bytes", bytes}}}}, back).name,
            "Root")
            << bytes;
    }
    EXPECT_THAT(back.scene.joints[0].extras.entries(), IsEmpty());
}

TEST(OwnExtras, GiveMembersOfJointsBackAndKeepTheRest) {
    ReadBack back;
    const Joint joint = onlyJoint(
        {{"extras",
          {{"rigkiln_joint", R"({"source_index":4,"visible":false,"bone":1,"source_visible":7})"}}}},
        back);
    EXPECT_EQ(joint.sourceIndex, 4U);
    EXPECT_FALSE(joint.visible);
    EXPECT_EQ(toJson(joint.extras), R"({"bone":1,"visible":7})");
}

TEST(ExtrasOfOthers, WithNamesOfOurRecordsAreNotTakenForThem) {
    ReadBack back;
    const Joint joint = onlyJoint({{"extras",
                                    {{"raised_by", 5},
                                     {"root_motion", true},
                                     {"source_rest", {{"translation", {1, 1, 1}}}},
                                     {"visible", false},
                                     {"note", "x"}}}},
                                  back);
    EXPECT_EQ(joint.rest.translation, glm::vec3(0));
    EXPECT_TRUE(joint.visible);
    EXPECT_EQ(
        toJson(joint.extras),
        R"({"source_raised_by":5,"source_root_motion":true,"source_source_rest":{"translation":[1,1,1]},)"
        R"("source_visible":false,"note":"x"})");
}

TEST(ExtrasOfOthers, AreReportedIfTheirOtherNameIsThereToo) {
    ReadBack back;
    const Joint joint = onlyJoint({{"extras", {{"a", 1}, {"source_visible", 2}, {"visible", false}}}}, back);
    EXPECT_EQ(joint.extras.entries().size(), 2U);
    EXPECT_THAT(back.placesOf(kExtrasLost), SizeIs(1));
}

TEST(ExtrasOfOthers, WithNamesOfTheRecordOfTheAssetChangeNoUnit) {
    GltfBuilder builder;
    builder.json["asset"]["extras"] = {{"metres_per_unit", 0.01}};
    const ReadBack back = readFile(builder);
    EXPECT_EQ(back.scene.metresPerUnit, 1.0);
    EXPECT_EQ(toJson(back.scene.extras), R"({"source_metres_per_unit":0.01})");
}

TEST(OwnExtras, ThatAreDamagedAreReported) {
    ReadBack back;
    (void)onlyJoint({{"extras", {{"rigkiln_joint", "{"}}}}, back);
    EXPECT_THAT(back.placesOf(kRecordUnreadable), ElementsAre("nodes[0].extras.rigkiln_joint"));
    (void)onlyJoint({{"extras", {{"rigkiln_joint", "[1]"}}}}, back);
    EXPECT_THAT(back.placesOf(kRecordUnreadable), ElementsAre("nodes[0].extras.rigkiln_joint"));
}

TEST(OwnExtras, GiveAttachmentsBack) {
    GltfBuilder builder;
    builder.addRoot({{"children", {1}}});
    builder.addNode({{"name", "muzzle"},
                     {"translation", {0, 0, 1}},
                     {"extras", {{"rigkiln_attachment", R"({"kind":"proxy","hidden":true,"note":"x"})"}}}});
    const ReadBack back = readFile(builder);
    ASSERT_EQ(back.scene.attachments.size(), 1U);
    const Attachment& attachment = back.scene.attachments[0];
    EXPECT_EQ(attachment.kind, "proxy");
    EXPECT_TRUE(attachment.hidden);
    EXPECT_EQ(attachment.local.translation, glm::vec3(0, 0, 1));
    EXPECT_EQ(toJson(attachment.extras), R"({"note":"x"})");
}

TEST(OwnExtras, GiveMeshInstancesBack) {
    GltfBuilder builder;
    builder.addRoot({{"children", {1}}});
    builder.addNode(
        {{"mesh", builder.addTriangle()},
         {"scale", {0, 0, 0}},
         {"extras",
          {{"rigkiln_mesh", R"({"role":"shadow","hidden":true,"level_of_detail":2,"alternative":1,)"
                            R"("variant_base":"hull"})"}}}});
    const ReadBack back = readFile(builder);
    ASSERT_EQ(back.scene.instances.size(), 1U);
    const MeshInstance& instance = back.scene.instances[0];
    EXPECT_EQ(back.scene.joints.size(), 1U);
    EXPECT_EQ(instance.role, MeshRole::Shadow);
    EXPECT_TRUE(instance.hidden);
    EXPECT_EQ(instance.levelOfDetail, 2U);
    EXPECT_EQ(instance.alternative, 1U);
    EXPECT_EQ(instance.variantBase, "hull");
}

Json lightFile(const Json& light) {
    GltfBuilder builder;
    builder.json["extensions"]["KHR_lights_punctual"]["lights"] = Json::array({light});
    builder.addRoot({{"name", "lamp"}, {"extensions", {{"KHR_lights_punctual", {{"light", 0}}}}}});
    return builder.json;
}

TEST(Lights, HaveColourIntensityRangeAndCone) {
    const ReadBack back = readFile(lightFile({{"type", "spot"},
                                              {"color", {1, 0.5, 0}},
                                              {"intensity", 20},
                                              {"range", 5},
                                              {"spot", {{"innerConeAngle", 0.1}, {"outerConeAngle", 0.2}}}})
                                       .dump());
    ASSERT_EQ(back.scene.lights.size(), 1U);
    const Light& light = back.scene.lights[0];
    EXPECT_EQ(light.kind, LightKind::Spot);
    EXPECT_EQ(light.color, glm::vec3(1, 0.5F, 0));
    EXPECT_EQ(light.intensity, 20);
    EXPECT_EQ(light.range, 5.0F);
    EXPECT_EQ(light.innerConeAngle, 0.1F);
    EXPECT_EQ(light.outerConeAngle, 0.2F);
}

TEST(Lights, OutOfTheirLimitsAreMended) {
    const ReadBack back = readFile(lightFile({{"type", "spot"},
                                              {"color", {2, 0, 0}},
                                              {"intensity", -1},
                                              {"range", 0},
                                              {"spot", {{"innerConeAngle", 3}, {"outerConeAngle", 2}}}})
                                       .dump());
    EXPECT_EQ(back.error, "");
    EXPECT_THAT(back.placesOf(kValueClamped), ElementsAre(HasSubstr("color[0]"), HasSubstr("intensity"),
                                                          HasSubstr("range"), HasSubstr("spot")));
}

TEST(Lights, StandInOurRecordWhereTheFileWasWrittenWithoutThem) {
    const auto lightOf = [](const char* record) {
        GltfBuilder builder;
        builder.addRoot({{"children", {1}}});
        builder.addNode(
            {{"name", "lamp"}, {"translation", {0, 0, 1}}, {"extras", {{"rigkiln_light", record}}}});
        const ReadBack back = readFile(builder);
        EXPECT_EQ(back.scene.joints.size(), 1U);
        EXPECT_EQ(back.scene.lights.size(), 1U);
        EXPECT_THAT(back.diagnostics.issues(), IsEmpty());
        return back.scene.lights.empty() ? Light{} : back.scene.lights.front();
    };
    const Light spot = lightOf(R"({"type":"spot","color":[1,0.5,0],"intensity":20,"range":5,)"
                               R"("inner_cone_angle":0.125,"outer_cone_angle":0.25,"flags":3})");
    EXPECT_EQ(spot.name, "lamp");
    EXPECT_EQ(spot.local.translation, glm::vec3(0, 0, 1));
    EXPECT_EQ(spot.kind, LightKind::Spot);
    EXPECT_EQ(spot.color, glm::vec3(1, 0.5F, 0));
    EXPECT_EQ(spot.intensity, 20);
    EXPECT_EQ(spot.range, 5.0F);
    EXPECT_EQ(spot.innerConeAngle, 0.125F);
    EXPECT_EQ(spot.outerConeAngle, 0.25F);
    EXPECT_EQ(toJson(spot.extras), R"({"flags":3})");
    EXPECT_EQ(lightOf(R"({"type":"directional"})").kind, LightKind::Directional);
    EXPECT_EQ(lightOf("{}").kind, LightKind::Point);
    EXPECT_FALSE(lightOf("{}").range);
}

TEST(Lights, ThatAreNotThereAreRefused) {
    Json json = lightFile({{"type", "point"}});
    json["nodes"][0]["extensions"]["KHR_lights_punctual"]["light"] = 1;
    EXPECT_EQ(readFile(json.dump()).error,
              "nodes[0].extensions.KHR_lights_punctual.light is 1, the file has 1");
}

TEST(Lights, OfUnknownTypesAreLeftOut) {
    const ReadBack back = readFile(lightFile({{"type", "area"}}).dump());
    EXPECT_THAT(back.scene.lights, IsEmpty());
    EXPECT_TRUE(back.diagnostics.has(kMalformed));
}

TEST(Asset, CopyrightAndExtrasAreKept) {
    GltfBuilder builder;
    builder.json["asset"]["copyright"] = "CC0";
    builder.json["asset"]["extras"] = {{"rigkiln", {{"extras_version", 1}, {"source_format", "alo"}}},
                                       {"tool", "x"}};
    const ReadBack back = readFile(builder);
    EXPECT_EQ(back.scene.sourceFormat, "gltf");
    EXPECT_EQ(back.scene.name, "model");
    EXPECT_EQ(toJson(back.scene.extras), R"({"source_format":"alo","copyright":"CC0","tool":"x"})");
}

TEST(Asset, ExtrasThatHaveNoPlaceAreReported) {
    GltfBuilder builder;
    builder.addRoot({{"mesh", builder.addTriangle()}});
    builder.json["meshes"][0]["primitives"][0]["extras"] = 1;
    builder.json["accessors"][0]["extras"] = {{"a", 1}};
    EXPECT_THAT(readFile(builder).placesOf(kExtrasLost),
                ElementsAre("accessors[0].extras", "meshes[0].primitives[0].extras"));
}

}  // namespace
}  // namespace rigkiln::gltf
