#include "pipeline/process/select_meshes.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;

std::vector<std::string> names(const Scene& scene) {
    std::vector<std::string> names;
    for (const MeshInstance& instance : scene.instances)
        names.push_back(instance.name);
    return names;
}

/// Makes a scene of the instances, all on joint 0, each with a mesh of one triangle.
Scene sceneWith(std::vector<MeshInstance> instances) {
    Scene scene;
    scene.joints.push_back(test::joint("root"));
    for (MeshInstance& instance : instances) {
        instance.mesh = IndexOf<Mesh>(scene.meshes.size());
        Primitive primitive = test::triangle();
        primitive.material = IndexOf<Material>(scene.materials.size());
        scene.materials.push_back({.name = instance.name,
                                   .baseColorTexture = {},
                                   .normalTexture = {},
                                   .emissiveTexture = {},
                                   .extras = {}});
        scene.meshes.push_back({.name = instance.name, .primitives = {primitive}, .extras = {}});
    }
    scene.instances = std::move(instances);
    return scene;
}

MeshInstance named(std::string name) {
    MeshInstance instance;
    instance.name = std::move(name);
    return instance;
}

MeshInstance variant(std::string name, std::optional<std::uint32_t> level,
                     std::optional<std::uint32_t> alternative) {
    MeshInstance instance = named(std::move(name));
    instance.variantBase = "hull";
    instance.levelOfDetail = level;
    instance.alternative = alternative;
    return instance;
}

MeshInstance withRole(std::string name, MeshRole role) {
    MeshInstance instance = named(std::move(name));
    instance.role = role;
    return instance;
}

TEST(SelectMeshes, TellsASceneThatShowsNothing) {
    MeshInstance hidden = named("hidden");
    hidden.hidden = true;
    const std::vector<MeshInstance> helpers = {withRole("box", MeshRole::Collision), hidden};
    Diagnostics diagnostics;
    Scene scene = sceneWith(helpers);
    selectMeshes(scene, {}, diagnostics);
    ASSERT_TRUE(diagnostics.has(kNothingShown));
    EXPECT_EQ(diagnostics.issues().back().where, "2 meshes");
    EXPECT_EQ(diagnostics.issues().back().details, "keep: [collision, hidden]");
}

TEST(SelectMeshes, SaysNothingOfASceneThatShowsSomethingOrHasNoMesh) {
    Diagnostics diagnostics;
    Scene scene = sceneWith({withRole("box", MeshRole::Collision), named("body")});
    selectMeshes(scene, {}, diagnostics);
    Scene empty = sceneWith({});
    selectMeshes(empty, {}, diagnostics);
    EXPECT_FALSE(diagnostics.has(kNothingShown));
}

TEST(SelectMeshes, TellsMaterialsThatNoMeshHasButNotThoseOfRemovedMeshes) {
    Scene scene = sceneWith({named("body"), withRole("box", MeshRole::Collision)});
    scene.materials.push_back(
        {.name = "spare", .baseColorTexture = {}, .normalTexture = {}, .emissiveTexture = {}, .extras = {}});
    Diagnostics diagnostics;
    selectMeshes(scene, {}, diagnostics);
    ASSERT_EQ(scene.materials.size(), 1);
    std::vector<std::string> told;
    for (const Issue& issue : diagnostics.issues()) {
        if (issue.kind == &kUnusedMaterial) told.push_back(issue.where);
    }
    EXPECT_THAT(told, ElementsAre("material 'spare'"));
}

TEST(SelectMeshes, LeavesOutHelpersAndHiddenMeshesUnlessKept) {
    MeshInstance hidden = named("hidden");
    hidden.hidden = true;
    const std::vector<MeshInstance> all = {named("body"), withRole("box", MeshRole::Collision),
                                           withRole("shade", MeshRole::Shadow), hidden};
    Diagnostics diagnostics;
    Scene scene = sceneWith(all);
    selectMeshes(scene, {}, diagnostics);
    EXPECT_THAT(names(scene), ElementsAre("body"));
    scene = sceneWith(all);
    selectMeshes(scene, {.collision = true, .hidden = true}, diagnostics);
    EXPECT_THAT(names(scene), ElementsAre("body", "box", "hidden"));
    scene = sceneWith(all);
    selectMeshes(scene, {.shadow = true}, diagnostics);
    EXPECT_THAT(names(scene), ElementsAre("body", "shade"));
}

TEST(SelectMeshes, ShowsTheFinestLevelAndTheLowestAlternativeOfABaseName) {
    const std::vector<MeshInstance> all = {variant("a", 0, 0), variant("b", 1, 0), variant("c", 1, 1),
                                           variant("d", 0, 1)};
    Diagnostics diagnostics;
    Scene scene = sceneWith(all);
    selectMeshes(scene, {}, diagnostics);
    EXPECT_THAT(names(scene), ElementsAre("b"));
    scene = sceneWith(all);
    selectMeshes(scene, {.lods = true}, diagnostics);
    EXPECT_THAT(names(scene), ElementsAre("a", "b"));
    scene = sceneWith(all);
    selectMeshes(scene, {.alternatives = true}, diagnostics);
    EXPECT_THAT(names(scene), ElementsAre("b", "c"));
}

TEST(SelectMeshes, DoesNotLetAHiddenLevelPushOutAVisibleOne) {
    MeshInstance finest = variant("finest", 2, std::nullopt);
    finest.hidden = true;
    Diagnostics diagnostics;
    Scene scene = sceneWith({variant("coarse", 0, std::nullopt), variant("fine", 1, std::nullopt), finest});
    selectMeshes(scene, {}, diagnostics);
    EXPECT_THAT(names(scene), ElementsAre("fine"));
}

TEST(SelectMeshes, NamesEachMeshItLeavesOutAndTheWordThatKeepsIt) {
    Diagnostics diagnostics;
    Scene scene = sceneWith({withRole("box", MeshRole::Collision), named("body")});
    selectMeshes(scene, {}, diagnostics);
    ASSERT_EQ(diagnostics.issues().size(), 1U);
    EXPECT_EQ(diagnostics.issues()[0].where, "mesh 'box'");
    EXPECT_EQ(diagnostics.issues()[0].details, "keep: [collision]");
}

TEST(SelectMeshes, RemovesWhatNothingUsesAnyMoreAndKeepsTheRestTogether) {
    Diagnostics diagnostics;
    Scene scene = test::smallScene();
    scene.instances[0].hidden = true;
    selectMeshes(scene, {}, diagnostics);
    EXPECT_TRUE(scene.skins.empty());
    ASSERT_EQ(scene.meshes.size(), 1U);
    EXPECT_EQ(scene.meshes[scene.instances[0].mesh.value].name, "ring");
    EXPECT_TRUE(validateScene(scene).empty());
}

TEST(SelectMeshes, KeepsTracksWithTheirMaterials) {
    Scene scene = test::smallScene();
    scene.materials.resize(2);
    scene.materials[1].name = "kept";
    scene.textures.emplace_back();
    for (Material& material : scene.materials)
        material.baseColorTexture = TextureUse{};
    for (Mesh& mesh : scene.meshes) {
        mesh.primitives[0].texCoordSets = {{{0, 0}, {1, 0}, {0, 1}}};
        mesh.primitives[0].material = IndexOf<Material>(1);
    }
    const Track<glm::vec2> offset{.times = {0}, .values = {{1, 0}}};
    scene.clips[0].materials = {{.material = IndexOf<Material>(0), .baseColorOffset = offset},
                                {.material = IndexOf<Material>(1), .baseColorOffset = offset}};
    Diagnostics diagnostics;
    selectMeshes(scene, {}, diagnostics);
    ASSERT_EQ(scene.clips[0].materials.size(), 1U);
    EXPECT_EQ(scene.materials.at(scene.clips[0].materials[0].material.value).name, "kept");
    EXPECT_TRUE(validateScene(scene).empty());
}

}  // namespace
}  // namespace rigkiln
