#include "exporters/gltf/detail_levels.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

#include "exporters/gltf/gltf_issues.hpp"
#include "tests/unit/exporters/gltf/read_back.hpp"

namespace rigkiln::gltf_export::test {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

MeshInstance& addLevel(Scene& scene, std::size_t joint, std::uint32_t level) {
    MeshInstance& instance = scene.instances[addTriangle(scene, joint, "hull" + std::to_string(level))];
    instance.levelOfDetail = level;
    instance.variantBase = "hull";
    return instance;
}

/// Two joints with three levels on the second, nodes 2 to 4: the middle level, the finest and the coarsest.
Scene hull() {
    Scene scene = chainOfJoints(2);
    for (const std::uint32_t level : {1U, 2U, 0U})
        addLevel(scene, 1, level);
    return scene;
}

json levelsOf(const json& node) {
    const json extensions = node.value("extensions", json::object());
    return extensions.contains("MSFT_lod") ? extensions.at("MSFT_lod").at("ids") : json();
}

/// Reason why the levels are written beside each other; empty when they are written as MSFT_lod.
std::string obstacleOf(const Scene& scene) {
    Diagnostics diagnostics;
    const Result<OutputSet> set = exportScene(scene, {.profile = "full"}, diagnostics);
    EXPECT_TRUE(set) << (set ? "" : set.error().text());
    for (const Issue& issue : diagnostics.issues()) {
        if (issue.kind == &kLevelsBesideEachOther) return issue.where + ": " + issue.details;
    }
    return {};
}

TEST(DetailLevels, OfTheFinestAreNodesThatStandNowhere) {
    const ReadGltf file = readBack(hull(), {.profile = "full"});
    EXPECT_EQ(levelsOf(file.json.at("nodes").at(3)), (json{2, 4})) << "the finer before the coarser";
    EXPECT_EQ(file.nodes[1].children, std::vector<int>{3});
    EXPECT_EQ(file.roots, std::vector<int>{0});
    EXPECT_EQ(file.nodes[2].mesh, 0);
    EXPECT_EQ(file.nodes[4].mesh, 2);
    EXPECT_EQ(file.json.at("extensionsUsed"), json{"MSFT_lod"});
    EXPECT_FALSE(file.json.contains("extensionsRequired"));
    EXPECT_EQ(obstacleOf(hull()), "");
}

/// Parses only the JSON: the reader of the tests does not unpack profile web.
json documentOf(const Scene& scene, const std::string& profile) {
    const Result<OutputSet> set = exportScene(scene, {.fileName = "a.gltf", .profile = profile});
    EXPECT_TRUE(set) << (set ? "" : set.error().text());
    return set ? json::parse(joinedBytes(set->back())) : json();
}

TEST(DetailLevels, StandBesideEachOtherInTheOtherProfiles) {
    for (const char* profile : {"core", "web"}) {
        const json document = documentOf(hull(), profile);
        EXPECT_EQ(document.at("nodes").at(1).at("children"), (json{2, 3, 4})) << profile;
        EXPECT_TRUE(levelsOf(document.at("nodes").at(3)).is_null()) << profile;
    }
}

TEST(DetailLevels, OfSkinnedMeshesAreNoRoots) {
    Scene scene = chainOfJoints(2);
    for (const std::uint32_t level : {1U, 0U}) {
        MeshInstance& instance = scene.instances[addSkinnedTriangle(scene, "body")];
        instance.levelOfDetail = level;
        instance.variantBase = "body";
    }
    const ReadGltf file = readBack(scene, {.profile = "full"});
    EXPECT_EQ(file.roots, (std::vector<int>{0, 2}));
    EXPECT_EQ(levelsOf(file.json.at("nodes").at(2)), json{3});
    EXPECT_EQ(file.nodes[3].skin, 1);
}

TEST(DetailLevels, AreHiddenAndShownEachByChannelsOfTheirOwn) {
    Scene scene = hull();
    scene.clips.push_back(clipNamed("blink", 1.0F));
    tracksOf(scene.clips[0], 1).visibility = {
        .interpolation = Interpolation::Step, .times = {0.0F, 0.5F}, .values = {1, 0}};
    const ReadAnimation animation = readBack(scene, {.profile = "full"}).animations.at(0);
    for (const int node : {2, 3, 4}) {
        const ReadChannel* scale = animation.find(node, "scale");
        ASSERT_NE(scale, nullptr) << node;
        EXPECT_EQ(scale->keys.at(0), (Floats{1, 1, 1})) << node;
        EXPECT_EQ(scale->keys.at(1), (Floats{0, 0, 0})) << node;
    }
}

TEST(DetailLevels, OfDamageStatesAreTheirOwn) {
    Scene scene = chainOfJoints(1);
    for (const std::uint32_t state : {0U, 1U}) {
        for (const std::uint32_t level : {1U, 0U})
            addLevel(scene, 0, level).alternative = state;
    }
    const json nodes = readBack(scene, {.profile = "full"}).json.at("nodes");
    EXPECT_EQ(levelsOf(nodes.at(1)), json{2});
    EXPECT_EQ(levelsOf(nodes.at(3)), json{4});
}

TEST(DetailLevels, MayBeOnJointsOfTheirOwnThatRestAtOnePlace) {
    Scene scene = chainOfJoints(2);
    scene.joints.push_back(scene.joints[1]);
    scene.joints.back().name = "twin";
    addLevel(scene, 1, 1);
    addLevel(scene, 2, 0);
    const json nodes = readBack(scene, {.profile = "full"}).json.at("nodes");
    EXPECT_EQ(levelsOf(nodes.at(3)), json{4});
    EXPECT_EQ(record(nodes.at(4), "rigkiln_mesh").at("joint"), "twin");
}

TEST(DetailLevels, OnJointsThatMoveApartStayBesideEachOther) {
    Scene scene = chainOfJoints(2);
    scene.joints.push_back(scene.joints[1]);
    addLevel(scene, 1, 1);
    addLevel(scene, 2, 0);
    scene.clips.push_back(clipNamed("move", 1.0F));
    tracksOf(scene.clips[0], 2).translation = {.times = {0}, .values = {{0, 0, 9}}};
    EXPECT_EQ(obstacleOf(scene), "mesh 'hull1': level 0 stands on joint 'joint1', the finest on 'joint1'");
    const ReadGltf file = readBack(scene, {.profile = "full"});
    EXPECT_EQ(file.nodes[2].children, std::vector<int>{4});
    scene.clips.clear();
    scene.joints[2].rest.translation.x = 1;
    EXPECT_THAT(obstacleOf(scene), HasSubstr("level 0 stands on joint"));
}

TEST(DetailLevels, OfSeveralMeshesStayBesideEachOther) {
    Scene scene = hull();
    addLevel(scene, 1, 1);
    EXPECT_EQ(obstacleOf(scene), "mesh 'hull2': level 1 has several meshes");
}

TEST(DetailLevels, OfWhichOnlySomeAreSkinnedStayBesideEachOther) {
    Scene scene = chainOfJoints(2);
    addLevel(scene, 0, 1);
    MeshInstance& skinned = scene.instances[addSkinnedTriangle(scene, "body")];
    skinned.levelOfDetail = 0;
    skinned.variantBase = "hull";
    EXPECT_THAT(obstacleOf(scene), HasSubstr("only some of them are skinned"));
}

TEST(DetailLevels, OfWhichOnlySomeAreShownStayBesideEachOther) {
    Scene scene = chainOfJoints(2);
    scene.joints.push_back(scene.joints[1]);
    scene.joints[1].visible = false;
    addLevel(scene, 1, 1);
    addLevel(scene, 2, 0);
    EXPECT_THAT(obstacleOf(scene), HasSubstr("only some of them are shown at rest"));
}

TEST(DetailLevels, OfNothingInCommonAreNone) {
    Scene scene = hull();
    scene.instances[0].variantBase = "other";
    scene.instances[1].hidden = true;
    scene.instances[2].role = MeshRole::Shadow;
    EXPECT_EQ(obstacleOf(scene), "");
    EXPECT_FALSE(readBack(scene, {.profile = "full"})
                     .json.value("extensionsUsed", json::array())
                     .contains("MSFT_lod"));
    scene = hull();
    for (MeshInstance& instance : scene.instances)
        instance.variantBase.clear();
    EXPECT_EQ(readBack(scene, {.profile = "full"}).nodes[1].children.size(), 3U) << "without a base";
}

TEST(DetailLevels, WithoutTrianglesAreNone) {
    Scene scene = hull();
    scene.meshes[2].primitives[0].indices.clear();
    const ReadGltf file = readBack(scene, {.profile = "full"});
    EXPECT_EQ(levelsOf(file.json.at("nodes").at(3)), json{2});
    EXPECT_EQ(file.nodes[1].children, (std::vector<int>{3, 4}));
}

TEST(DetailLevels, SayTheSharesOfTheScreenAsPlainJson) {
    Scene scene = hull();
    scene.instances[1].extras.set("MSFT_screencoverage", ValueList{0.5, 0.25, 0});
    scene.instances[1].extras.set("other", 1);
    const json extras = readBack(scene, {.profile = "full"}).json.at("nodes").at(3).at("extras");
    EXPECT_EQ(extras.at("MSFT_screencoverage"), (json{0.5, 0.25, 0}));
    EXPECT_EQ(extras.at("rigkiln_mesh"), R"({"level_of_detail":2,"variant_base":"hull","other":1})");
}

TEST(DetailLevels, KeepSharesThatDoNotFitInTheRecord) {
    for (const Value& shares : {Value(ValueList{0.5, 0.25}), Value("half"), Value(ValueList{1, 2, "x"})}) {
        Scene scene = hull();
        scene.instances[1].extras.set("MSFT_screencoverage", shares);
        const json node = readBack(scene, {.profile = "full"}).json.at("nodes").at(3);
        EXPECT_FALSE(node.at("extras").contains("MSFT_screencoverage"));
        EXPECT_TRUE(record(node, "rigkiln_mesh").contains("MSFT_screencoverage"));
    }
}

/// Names of the mesh nodes, in the order of the instances.
std::vector<std::string> meshNames(const Scene& scene, const ExportSettings& settings) {
    const ReadGltf file = readBack(scene, settings);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < scene.instances.size(); ++i)
        names.push_back(file.nodes[scene.joints.size() + i].name);
    return names;
}

TEST(DetailLevels, HaveNamesByWhichEnginesGroupThem) {
    Scene scene = hull();
    scene.instances[1].name = "Hull_LOD2";
    EXPECT_THAT(meshNames(scene, {.levels = "unity"}), ElementsAre("Hull_LOD1", "Hull_LOD0", "Hull_LOD2"));
    EXPECT_THAT(meshNames(scene, {.levels = "unreal"}), ElementsAre("LOD1_Hull", "LOD0_Hull", "LOD2_Hull"));
    EXPECT_THAT(meshNames(scene, {.levels = "beside"}), ElementsAre("hull1", "Hull_LOD2", "hull0"));
    const ReadGltf file = readBack(scene, {.levels = "unreal"});
    EXPECT_EQ(file.json.at("nodes").at(2).at("extras").at("rigkiln_name"), "hull1");
    EXPECT_EQ(file.nodes[1].children, (std::vector<int>{2, 3, 4}));
    EXPECT_FALSE(file.json.contains("extensionsUsed"));
}

TEST(DetailLevels, LoseOnlyTheirOwnMarkInNames) {
    Scene scene = hull();
    for (const auto& [name, base] :
         std::vector<std::pair<std::string, std::string>>{{"Hull_LOD2_ALT1", "Hull_ALT1"},
                                                          {"Hull_lod1_LOD02", "Hull_lod1"},
                                                          {"Hull_LODGE", "Hull_LODGE"},
                                                          {"Hull_LOD", "Hull_LOD"},
                                                          {"Hull_LOD2b", "Hull_LOD2b"},
                                                          {"_LOD2", "mesh"}}) {
        scene.instances[1].name = name;
        EXPECT_EQ(meshNames(scene, {.levels = "unity"})[1], base + "_LOD0");
    }
}

TEST(DetailLevels, OfSeveralObjectsHaveNamesOfTheirOwn) {
    Scene scene = hull();
    for (const std::uint32_t level : {1U, 0U})
        addLevel(scene, 1, level).variantBase = "other";
    for (MeshInstance& instance : scene.instances)
        instance.name = "hull";
    scene.joints[0].name = "hull_LOD2";
    EXPECT_THAT(meshNames(scene, {.names = "safe", .levels = "unity"}),
                ElementsAre("hull_2_LOD1", "hull_2_LOD0", "hull_2_LOD2", "hull_3_LOD0", "hull_3_LOD1"))
        << "hull_LOD2 is a joint";
}

TEST(DetailLevels, OfManyObjectsWithOneNameAreNumbered) {
    constexpr std::size_t kObjects = 20000;
    Scene scene = chainOfJoints(1);
    const std::size_t mesh = addTriangle(scene, 0, "rock");
    for (std::size_t i = 0; i < kObjects; ++i) {
        for (const std::uint32_t level : {1U, 0U}) {
            MeshInstance instance = scene.instances[mesh];
            instance.levelOfDetail = level;
            instance.variantBase = std::to_string(i);
            scene.instances.push_back(instance);
        }
    }
    EXPECT_EQ(meshNames(scene, {.levels = "unity"}).back(), "rock_20000_LOD1");
}

TEST(DetailLevels, ThatEnginesGroupAreBelowOneNode) {
    Scene scene = chainOfJoints(1);
    for (const std::uint32_t level : {2U, 1U}) {
        scene.joints.push_back({.name = "bone" + std::to_string(level),
                                .parent = IndexOf<Joint>(0),
                                .rest = {},
                                .sourceIndex = {},
                                .extras = {}});
        addLevel(scene, scene.joints.size() - 1, level);
    }
    const ReadGltf file = readBack(scene, {.levels = "unreal"});
    EXPECT_EQ(file.nodes[1].children, (std::vector<int>{3, 4}));
    EXPECT_TRUE(file.nodes[2].children.empty());
    EXPECT_EQ(record(file.json.at("nodes").at(4), "rigkiln_mesh").at("joint"), "bone1");
    EXPECT_FALSE(record(file.json.at("nodes").at(3), "rigkiln_mesh").contains("joint"));
}

TEST(DetailLevels, KeepTheirNamesWhereTheyAreNoGroup) {
    Scene scene = hull();
    scene.instances[2].levelOfDetail = 1;
    EXPECT_THAT(meshNames(scene, {.levels = "unity"}), ElementsAre("hull1", "hull2", "hull0"));
}

TEST(DetailLevels, HaveTheSameNamesInTheFilesOfClips) {
    Scene scene = hull();
    scene.clips.push_back(clipNamed("idle", 1.0F));
    const OutputSet files = exported(scene, {.clips = "separate"});
    for (const char* levels : {"unity", "unreal"}) {
        const OutputSet named = exported(scene, {.levels = levels, .clips = "separate"});
        const json model = jsonOf(named, "model.glb").at("nodes");
        const json motion = jsonOf(named, "model@idle.glb").at("nodes");
        ASSERT_EQ(model.size(), motion.size());
        for (std::size_t i = 0; i < model.size(); ++i)
            EXPECT_EQ(model[i].at("name"), motion[i].at("name"));
        EXPECT_NE(model, jsonOf(files, "model.glb").at("nodes"));
    }
}

/// Levels on joints of their own, of which the second clip moves one: they are no levels of one object.
TEST(DetailLevels, DoNotChangeWhenClipsAreDroppedBeforeTheModelIsWritten) {
    Scene scene = chainOfJoints(1);
    for (const std::uint32_t level : {2U, 1U}) {
        scene.joints.push_back({.name = "bone" + std::to_string(level),
                                .parent = IndexOf<Joint>(0),
                                .rest = {},
                                .sourceIndex = {},
                                .extras = {}});
        addLevel(scene, scene.joints.size() - 1, level);
    }
    scene.clips = {clipNamed("idle", 1.0F), clipNamed("move", 1.0F)};
    tracksOf(scene.clips[1], 2).translation = {
        .interpolation = Interpolation::Linear, .times = {0.0F, 1.0F}, .values = {{0, 0, 0}, {0, 1, 0}}};
    const auto dropClip = [&](std::size_t clip) { scene.clips[clip].joints = {}; };
    for (const char* levels : {"extension", "unreal"}) {
        const Scene source = scene;
        const OutputSet files =
            exported(scene, {.levels = levels, .clips = "separate", .dropClip = dropClip});
        const json nodes = jsonOf(files, "model.glb").at("nodes");
        EXPECT_TRUE(levelsOf(nodes.at(3)).is_null()) << levels;
        EXPECT_EQ(nodes.at(3).at("name"), "hull2") << levels;
        scene = source;
    }
}

TEST(DetailLevels, AreAnExtensionInEveryProfileThatAsksForIt) {
    const ReadGltf file = readBack(hull(), {.levels = "extension"});
    EXPECT_EQ(levelsOf(file.json.at("nodes").at(3)), (json{2, 4}));
    const ReadGltf beside = readBack(hull(), {.profile = "full", .levels = "beside"});
    EXPECT_TRUE(levelsOf(beside.json.at("nodes").at(3)).is_null());
}

}  // namespace
}  // namespace rigkiln::gltf_export::test
