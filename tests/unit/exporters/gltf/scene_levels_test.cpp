#include "exporters/gltf/scene_levels.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>

#include "exporters/gltf/build_meshes.hpp"
#include "exporters/gltf/gltf_exporter.hpp"
#include "exporters/gltf/gltf_issues.hpp"
#include "tests/unit/exporters/gltf/read_back.hpp"

namespace rigkiln::gltf_export::test {
namespace {

using nlohmann::json;
using testing::ElementsAre;

std::size_t addLevel(Scene& scene, const std::string& object, std::uint32_t level, std::size_t joint) {
    const std::size_t number = addTriangle(scene, joint, object + "_" + std::to_string(level));
    scene.instances[number].levelOfDetail = level;
    scene.instances[number].variantBase = object;
    return number;
}

/// A hull with three levels, a door with two on other joints, and a pole, on a chain of three joints. One
/// clip hides the finest of the hull.
Scene ship() {
    Scene scene = chainOfJoints(3);
    for (const std::uint32_t level : {1U, 2U, 0U})
        addLevel(scene, "hull", level, 1);
    addLevel(scene, "door", 0, 0);
    addLevel(scene, "door", 1, 2);
    addTriangle(scene, 0, "pole");
    Clip clip = clipNamed("break", 1.0F);
    tracksOf(clip, 1).visibility = {
        .interpolation = Interpolation::Step, .times = {0, 0.5F}, .values = {1, 0}};
    scene.clips.push_back(clip);
    return scene;
}

std::vector<std::string> instancesOf(const Scene& scene) {
    std::vector<std::string> names;
    for (const MeshInstance& instance : scene.instances)
        names.push_back(instance.name);
    return names;
}

/// Names of the meshes that are not empty.
std::vector<std::string> meshesOf(const Scene& scene) {
    std::vector<std::string> names;
    for (const MeshInstance& instance : scene.instances)
        names.push_back(scene.meshes[instance.mesh.value].name);
    EXPECT_EQ(std::ranges::count_if(scene.meshes, hasTriangles), std::ptrdiff_t(names.size()));
    return names;
}

TEST(SceneLevels, AreScenesWithOneLevelOfEachObject) {
    const Scene scene = ship();
    const SceneLevels levels(scene);
    ASSERT_EQ(levels.count(), 3U);
    EXPECT_THAT(meshesOf(levels.sceneOf(0)), ElementsAre("hull_2", "door_1", "pole"));
    EXPECT_THAT(meshesOf(levels.sceneOf(1)), ElementsAre("hull_1", "door_0", "pole"));
    EXPECT_THAT(meshesOf(levels.sceneOf(2)), ElementsAre("hull_0", "door_0", "pole"));
    for (std::size_t level = 0; level < 3; ++level) {
        const Scene part = levels.sceneOf(level);
        EXPECT_THAT(instancesOf(part), ElementsAre("hull_2", "door_1", "pole"));
        EXPECT_EQ(part.joints, scene.joints);
        EXPECT_EQ(part.clips.size(), level == 0 ? 1U : 0U);
    }
    EXPECT_EQ(levels.sceneOf(1).instances[1].joint.value, 0U) << "stands where it stands";
    EXPECT_EQ(SceneLevels(chainOfJoints(1)).count(), 1U);
}

TEST(SceneLevels, HaveAllMeshesOfTheirLevel) {
    Scene scene = chainOfJoints(1);
    addLevel(scene, "hull", 1, 0);
    for (const char* part : {"front", "back"})
        scene.instances[addLevel(scene, "hull", 0, 0)].name = part;
    addTriangle(scene, 0, "pole");
    const SceneLevels levels(scene);
    EXPECT_THAT(instancesOf(levels.sceneOf(0)), ElementsAre("hull_1", "pole"));
    EXPECT_THAT(instancesOf(levels.sceneOf(1)), ElementsAre("hull_1", "pole", "back"));
    scene.instances[0].alternative = 1;
    EXPECT_EQ(SceneLevels(scene).count(), 1U) << "another state of damage is another object";
}

TEST(SceneLevels, KeepMeshesWithoutAnInstanceOnce) {
    Scene scene = ship();
    scene.meshes.push_back(scene.meshes[0]);
    const SceneLevels levels(scene);
    EXPECT_TRUE(hasTriangles(levels.sceneOf(0).meshes.back()));
    EXPECT_FALSE(hasTriangles(levels.sceneOf(1).meshes.back()));
}

std::vector<std::string> nodesOf(const json& document) {
    std::vector<std::string> names;
    for (const json& node : document.at("nodes"))
        names.push_back(node.at("name"));
    return names;
}

TEST(LevelFiles, AreModelsBesideThatOfTheFinest) {
    const Scene scene = ship();
    const OutputSet files = exported(scene, {.fileName = "ship.glb", .levels = "files"});
    EXPECT_THAT(namesOf(files), ElementsAre("ship@LOD1.glb", "ship@LOD2.glb", "ship.glb"));
    const json finest = jsonOf(files, "ship.glb");
    EXPECT_EQ(finest.at("animations").size(), 1U);
    for (const char* name : {"ship@LOD1.glb", "ship@LOD2.glb"}) {
        const json coarser = jsonOf(files, name);
        EXPECT_FALSE(coarser.contains("animations")) << name;
        EXPECT_EQ(nodesOf(coarser), nodesOf(finest)) << "clips find what they show and hide";
        EXPECT_EQ(coarser.at("meshes").size(), 3U);
    }
    EXPECT_EQ(jsonOf(files, "ship@LOD1.glb").at("meshes").at(0).at("name"), "hull_1");
    EXPECT_EQ(jsonOf(files, "ship@LOD2.glb").at("meshes").at(0).at("name"), "hull_0");
}

TEST(LevelFiles, StandBesideThoseOfClips) {
    Scene scene = ship();
    scene.clips[0].name = "lod1";
    EXPECT_THAT(namesOf(exported(scene, {.fileName = "ship.glb", .levels = "files", .clips = "separate"})),
                ElementsAre("ship@LOD1.glb", "ship@LOD2.glb", "ship@lod1_2.glb", "ship.glb"));
    EXPECT_THAT(namesOf(exported(scene, {.fileName = "ship.glb", .levels = "files", .clips = "library"})),
                ElementsAre("ship.glb"))
        << "without meshes";
}

TEST(LevelFiles, ChangeNothingWithoutLevels) {
    Scene scene = chainOfJoints(1);
    addTriangle(scene, 0, "pole");
    EXPECT_EQ(joinedBytes(exported(scene, {.levels = "files"}).back()),
              joinedBytes(exported(scene, {.levels = "beside"}).back()));
}

TEST(LevelFiles, TellOnceWhatIsTheSameInAll) {
    Scene scene = ship();
    scene.meshes[scene.instances[3].mesh.value].primitives.clear();  // of the door in two levels
    for (const char* name : {"dot", "speck"})
        scene.meshes[scene.instances[addTriangle(scene, 0, name)].mesh.value].primitives.clear();
    scene.instances.back().levelOfDetail = 0;
    scene.instances.back().variantBase = "hull";
    Diagnostics diagnostics;
    ASSERT_TRUE(exportScene(scene, {.levels = "files"}, diagnostics));
    EXPECT_EQ(diagnostics.counts().at(kEmptyMesh.id), 3U);
}

TEST(LevelFiles, TellTheLargestRoundingOfAll) {
    const auto roundingOf = [](const Scene& scene, const char* form) {
        OptionValues options(kGltfExporter.options);
        options.set("profile", std::string("web"));
        options.set("levels", std::string(form));
        WriteFigures figures;
        Diagnostics diagnostics;
        EXPECT_TRUE(kGltfExporter.write(scene, {.fileName = "a.glb", .options = options, .figures = &figures},
                                        diagnostics));
        return figures.positionError.value_or(-1);
    };
    Scene scene = ship();
    for (glm::vec3& position : scene.meshes[scene.instances[2].mesh.value].primitives[0].positions)
        position = position * 0.777F + 0.1234F;
    EXPECT_GT(roundingOf(scene, "files"), 0);
    EXPECT_LE(roundingOf(scene, "files"), 1e-4);
}

}  // namespace
}  // namespace rigkiln::gltf_export::test
