#include "formats/gltf/detail_levels.hpp"

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
using testing::Optional;

Json levels(const Json& ids) {
    return {{"MSFT_lod", {{"ids", ids}}}};
}

/// Node 0 is a root. Node 1 below it has a mesh and the levels 2 and 3, which are meshes outside the scene.
GltfBuilder hull() {
    GltfBuilder builder;
    builder.json["extensionsUsed"] = {"MSFT_lod"};
    builder.addRoot({{"name", "root"}, {"children", {1}}});
    builder.addNode({{"name", "Hull"}, {"mesh", builder.addTriangle()}, {"extensions", levels({2, 3})}});
    builder.addNode({{"name", "Hull low"}, {"mesh", builder.addTriangle()}});
    builder.addNode({{"name", "Hull lowest"}, {"mesh", builder.addTriangle()}});
    return builder;
}

std::vector<std::string> instanceNames(const Scene& scene) {
    std::vector<std::string> names;
    for (const MeshInstance& instance : scene.instances)
        names.push_back(instance.name);
    return names;
}

/// Reasons for the levels that were left out, each like "nodes[1].extensions.MSFT_lod.ids[0]: nodes[2] has
/// children".
std::vector<std::string> leftOut(const ReadBack& back) {
    EXPECT_EQ(back.error, "");
    std::vector<std::string> found;
    for (const Issue& issue : back.diagnostics.issues()) {
        if (issue.kind == &kLevelLeftOut) found.push_back(issue.where + ": " + issue.details);
    }
    return found;
}

TEST(ReadLevels, OfOthersAreNumberedFromTheCoarsest) {
    const ReadBack back = readFile(hull());
    EXPECT_THAT(back.diagnostics.issues(), IsEmpty());
    EXPECT_EQ(back.scene.joints.size(), 1U);
    ASSERT_THAT(instanceNames(back.scene), ElementsAre("Hull", "Hull low", "Hull lowest"));
    for (std::uint32_t i = 0; i < 3; ++i) {
        const MeshInstance& instance = back.scene.instances[i];
        EXPECT_THAT(instance.levelOfDetail, Optional(2 - i));
        EXPECT_EQ(instance.variantBase, "1/hull");
        EXPECT_EQ(instance.joint, IndexOf<Joint>(0));
        EXPECT_EQ(instance.mesh, IndexOf<Mesh>(i));
    }
}

TEST(ReadLevels, OfOursHaveTheirOwnNumbersAndJoints) {
    GltfBuilder builder = hull();
    builder.json["nodes"][0]["children"] = {1, 4};
    builder.addNode({{"name", "twin"}});
    const auto record = [](const char* text) { return Json{{"rigkiln_mesh", text}}; };
    builder.json["nodes"][1]["extras"] = record(R"({"level_of_detail":7,"variant_base":"h"})");
    builder.json["nodes"][2]["extras"] =
        record(R"({"level_of_detail":3,"variant_base":"h","joint":"twin","note":1})");
    const ReadBack back = readFile(builder);
    ASSERT_EQ(back.scene.instances.size(), 3U);
    EXPECT_THAT(back.scene.instances[0].levelOfDetail, Optional(7U));
    EXPECT_THAT(back.scene.instances[1].levelOfDetail, Optional(3U));
    EXPECT_EQ(back.scene.instances[1].variantBase, "h");
    EXPECT_EQ(back.scene.joints[back.scene.instances[1].joint.value].name, "twin");
    EXPECT_EQ(toJson(back.scene.instances[1].extras), R"({"note":1})");
    EXPECT_EQ(back.scene.instances[2].joint, IndexOf<Joint>(0));
}

TEST(ReadLevels, OfSkinnedMeshesFollowTheirSkin) {
    GltfBuilder builder;
    const std::size_t body = builder.addSkinnedTriangle();
    Json coarser = builder.json["nodes"][body];
    coarser["name"] = "coarser";
    builder.json["nodes"][body]["extensions"] = levels({builder.addNode(coarser)});
    const ReadBack back = readFile(builder);
    EXPECT_THAT(leftOut(back), IsEmpty());
    ASSERT_THAT(instanceNames(back.scene), ElementsAre("body", "coarser"));
    EXPECT_EQ(back.scene.instances[1].skin, IndexOf<Skin>(0));
    EXPECT_THAT(back.scene.instances[1].levelOfDetail, Optional(0U));
}

TEST(ReadLevels, OfAMeshThatIsAJointHangOnItWhenTheyStandThere) {
    GltfBuilder builder = hull();
    for (const std::size_t node : {1U, 2U})
        builder.json["nodes"][node]["translation"] = {0, 2, 0};
    builder.json["nodes"][1]["extras"]["MSFT_screencoverage"] = {0.5, 0.25, 0};
    const ReadBack back = readFile(builder);
    ASSERT_EQ(back.scene.joints.size(), 2U);
    EXPECT_THAT(back.scene.joints[1].extras.entries(), IsEmpty());
    ASSERT_EQ(back.scene.instances.size(), 3U);
    EXPECT_EQ(toJson(back.scene.instances[0].extras), R"({"MSFT_screencoverage":[0.5,0.25,0]})");
    EXPECT_EQ(back.scene.instances[1].joint, IndexOf<Joint>(1));
    EXPECT_EQ(back.scene.instances[2].joint, IndexOf<Joint>(0))
        << "in the place of the node, below its parent";
    EXPECT_THAT(leftOut(back), IsEmpty());
}

TEST(ReadLevels, OfSceneslessFilesAreNoRoots) {
    GltfBuilder builder = hull();
    builder.json.erase("scenes");
    const ReadBack back = readFile(builder);
    EXPECT_EQ(back.scene.joints.size(), 1U);
    EXPECT_EQ(back.scene.instances.size(), 3U);
}

TEST(ReadLevels, ThatStandElsewhereAreLeftOut) {
    GltfBuilder builder = hull();
    builder.json["nodes"][2]["translation"] = {1, 0, 0};
    const ReadBack back = readFile(builder);
    EXPECT_THAT(
        leftOut(back),
        ElementsAre("nodes[1].extensions.MSFT_lod.ids[0]: nodes[2] has another transform than nodes[1], "
                    "or does not move with it"));
    EXPECT_THAT(instanceNames(back.scene), ElementsAre("Hull", "Hull lowest"));
    EXPECT_THAT(back.scene.instances[0].levelOfDetail, Optional(2U));
    EXPECT_THAT(back.placesOf(kNodeUnused), ElementsAre("nodes[2] 'Hull low'"));
}

TEST(ReadLevels, OfAJointThatMovesAreLeftOut) {
    GltfBuilder builder = hull();
    for (const std::size_t node : {1U, 2U, 3U})
        builder.json["nodes"][node]["scale"] = {2, 2, 2};
    const std::size_t input = builder.addFloats({0, 1}, "SCALAR");
    const std::size_t output = builder.addFloats({0, 0, 0, 1, 0, 0}, "VEC3");
    builder.json["animations"] = {
        {{"samplers", {{{"input", input}, {"output", output}}}},
         {"channels", {{{"sampler", 0}, {"target", {{"node", 1}, {"path", "translation"}}}}}}}};
    EXPECT_THAT(leftOut(readFile(builder)),
                ElementsAre(HasSubstr("ids[0]: nodes[2]"), HasSubstr("ids[1]: nodes[3]")));
    builder.json["animations"][0]["channels"][0]["target"]["node"] = 3;
    EXPECT_THAT(leftOut(readFile(builder)),
                ElementsAre("nodes[1].extensions.MSFT_lod.ids[1]: nodes[3] is moved by an animation"));
}

TEST(ReadLevels, ThatAreMoreThanAMeshAreLeftOut) {
    const auto why = [](const Json& change) {
        GltfBuilder builder = hull();
        builder.json["nodes"][2].update(change);
        builder.addNode({{"name", "below"}});
        const std::vector<std::string> found = leftOut(readFile(builder));
        return found.size() == 1 ? found[0].substr(found[0].find(": ") + 2) : std::string("?");
    };
    EXPECT_EQ(why({{"children", {4}}}), "nodes[2] has children");
    EXPECT_EQ(why({{"extensions", {{"KHR_lights_punctual", {{"light", 0}}}}}}),
              "nodes[2] carries a light or a camera");
    EXPECT_EQ(why({{"camera", 0}}), "nodes[2] carries a light or a camera");
    GltfBuilder builder = hull();
    builder.json["nodes"][2].erase("mesh");
    EXPECT_THAT(leftOut(readFile(builder)), ElementsAre(HasSubstr("nodes[2] has no mesh")));
    builder.json["nodes"][2]["mesh"] = 0;
    builder.json["skins"] = {{{"joints", {0, 2}}}};
    EXPECT_THAT(leftOut(readFile(builder)), ElementsAre(HasSubstr("nodes[2] is a joint of a skin")));
}

TEST(ReadLevels, OfWhatIsMoreThanAMeshAreLeftOut) {
    GltfBuilder builder = hull();
    builder.json["nodes"][0]["extensions"] = levels({2});
    builder.json["nodes"][1].erase("extensions");
    EXPECT_THAT(leftOut(readFile(builder)),
                ElementsAre("nodes[0].extensions.MSFT_lod: nodes[0] has no mesh"));
    builder.json["nodes"][0]["mesh"] = 0;
    const ReadBack back = readFile(builder);
    EXPECT_THAT(leftOut(back), ElementsAre("nodes[0].extensions.MSFT_lod: nodes[0] has children"));
    for (const MeshInstance& instance : back.scene.instances)
        EXPECT_FALSE(instance.levelOfDetail);
}

TEST(ReadLevels, ThatStandInTheSceneStayThere) {
    GltfBuilder builder = hull();
    builder.json["nodes"][1]["extensions"] = levels({1, 0, 3});
    builder.json["scenes"][0]["nodes"] = {0, 2};
    const ReadBack back = readFile(builder);
    EXPECT_THAT(leftOut(back),
                ElementsAre("nodes[1].extensions.MSFT_lod.ids[0]: nodes[1] is the node that has the levels",
                            "nodes[1].extensions.MSFT_lod.ids[1]: nodes[0] is part of the scene"));
    builder.json["nodes"][1]["extensions"] = levels({2});
    EXPECT_THAT(leftOut(readFile(builder)), ElementsAre(HasSubstr("nodes[2] is part of the scene")));
    builder.json["nodes"][0]["children"] = {1, 2};
    builder.json["scenes"][0]["nodes"] = {0};
    EXPECT_THAT(leftOut(readFile(builder)), ElementsAre(HasSubstr("nodes[2] is a child of nodes[0]")));
}

TEST(ReadLevels, AreLevelsOfOneNodeAndHaveNone) {
    GltfBuilder builder = hull();
    builder.json["nodes"][1]["extensions"] = levels({2, 2});
    builder.json["nodes"][2]["extensions"] = levels({3});
    EXPECT_THAT(leftOut(readFile(builder)),
                ElementsAre("nodes[1].extensions.MSFT_lod.ids[1]: nodes[2] is a level of nodes[1] already",
                            "nodes[2].extensions.MSFT_lod: nodes[2] is not part of the scene"));
    builder.json["nodes"][2].erase("extensions");
    builder.json["nodes"][0]["children"] = {1, 4};
    builder.addNode({{"mesh", 0}, {"extensions", levels({2})}});
    EXPECT_THAT(leftOut(readFile(builder)).back(),
                "nodes[4].extensions.MSFT_lod.ids[0]: nodes[2] is a level of nodes[1] already");
}

/// Without a scene no node is preferred as the one that is kept.
TEST(ReadLevels, InACircleLoseNoMeshInSilence) {
    GltfBuilder builder;
    for (const int next : {1, 2, 0})
        builder.addNode({{"mesh", builder.addTriangle()}, {"extensions", levels({next})}});
    const ReadBack back = readFile(builder);
    EXPECT_THAT(leftOut(back),
                ElementsAre("nodes[1].extensions.MSFT_lod: nodes[1] is a level of nodes[0] itself",
                            "nodes[2].extensions.MSFT_lod.ids[0]: nodes[0] has levels of its own"));
    EXPECT_EQ(back.scene.instances.size(), 3U);
}

TEST(ReadLevels, OutOfRangeAreRefused) {
    for (const auto& [id, text] : {std::pair<Json, const char*>{4, "4"},
                                   {-1, "-1"},
                                   {std::uint64_t{1} << 31U, "2147483648"},
                                   {std::uint64_t{1} << 62U, "4611686018427387904"}}) {
        GltfBuilder builder = hull();
        builder.json["nodes"][1]["extensions"] = levels(Json::array({id}));
        EXPECT_EQ(readFile(builder).error,
                  std::string("nodes[1].extensions.MSFT_lod.ids[0] is ") + text + ", the file has 4");
    }
}

TEST(ReadLevels, ThatAreNoNumbersArePassedOver) {
    GltfBuilder builder = hull();
    builder.json["nodes"][1]["extensions"] = levels({1.5, "2", 3});
    const ReadBack back = readFile(builder);
    EXPECT_THAT(back.placesOf(kMalformed),
                ElementsAre("nodes[1].extensions.MSFT_lod.ids[0]", "nodes[1].extensions.MSFT_lod.ids[1]"));
    EXPECT_THAT(instanceNames(back.scene), ElementsAre("Hull", "Hull lowest"));
    for (const Json& broken : {Json(7), Json(Json::object()), Json("2")}) {
        builder.json["nodes"][1]["extensions"] = levels(broken);
        EXPECT_THAT(readFile(builder).placesOf(kMalformed), ElementsAre("nodes[1].extensions.MSFT_lod.ids"));
        builder.json["nodes"][1]["extensions"]["MSFT_lod"] = broken;
        EXPECT_THAT(readFile(builder).placesOf(kMalformed), ElementsAre("nodes[1].extensions.MSFT_lod.ids"));
    }
}

TEST(ReadLevels, ThatAreMoreThanTheFileHasNodesArePassedOverAtOnce) {
    GltfBuilder builder = hull();
    builder.json["nodes"][1]["extensions"] = levels(std::vector<int>(100000, 2));
    const ReadBack back = readFile(builder);
    ASSERT_EQ(back.diagnostics.counts().at(kMalformed.id), 1U);
    const Issue& issue = back.diagnostics.issues().front();
    EXPECT_EQ(issue.details, "has 100000 elements, the file has 4 nodes");
    EXPECT_EQ(back.scene.instances.size(), 1U);
}

TEST(ReadLevels, OfMaterialsAreReported) {
    GltfBuilder builder = hull();
    builder.json["materials"] = {{{"extensions", levels({1})}}, Json::object()};
    EXPECT_THAT(readFile(builder).placesOf(kMaterialDetail), ElementsAre("materials[0].extensions.MSFT_lod"));
}

TEST(ReadLevels, MayBeRequired) {
    GltfBuilder builder = hull();
    builder.json["extensionsRequired"] = {"MSFT_lod"};
    EXPECT_EQ(readFile(builder).error, "");
}

}  // namespace
}  // namespace rigkiln::gltf
