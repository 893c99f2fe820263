#include "pipeline/process/merge_scenes.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/animation/pose.hpp"
#include "pipeline/animation/rest_bounds.hpp"
#include "pipeline/scene/scene_parts.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Scene merged(std::vector<ScenePart> parts) {
    Diagnostics diagnostics;
    return mergeScenes(std::move(parts), "whole", diagnostics);
}

std::vector<std::string> jointNames(const Scene& scene) {
    std::vector<std::string> names;
    for (const Joint& joint : scene.joints)
        names.push_back(joint.name);
    return names;
}

std::vector<std::string> problemsOf(const Scene& scene) {
    std::vector<std::string> texts;
    for (const SceneProblem& problem : validateScene(scene))
        texts.push_back(problem.where + ": " + problem.problem);
    return texts;
}

/// A joint with a triangle that shows a picture, and a clip that moves the picture across it.
Scene pictureScene(const std::string& joint, const std::string& picture) {
    Scene scene;
    scene.name = joint;
    scene.joints = {test::joint(joint)};
    Primitive primitive = test::triangle();
    primitive.material = IndexOf<Material>(0);
    primitive.texCoordSets = {std::vector<glm::vec2>(primitive.positions.size())};
    scene.meshes.push_back({.name = joint, .primitives = {primitive}, .extras = {}});
    scene.instances.emplace_back();
    scene.textures.push_back(
        {.sourceName = picture, .mimeType = "image/png", .encoded = std::vector<std::byte>(3, std::byte{7})});
    Material material;
    material.name = picture;
    material.baseColorTexture = TextureUse{.texture = IndexOf<Texture>(0)};
    scene.materials = {material};
    return scene;
}

void addSlide(Scene& scene) {
    Clip clip;
    clip.name = "slide";
    clip.duration = 1;
    clip.materials.push_back({.material = IndexOf<Material>(0),
                              .baseColorOffset = {.interpolation = Interpolation::Step,
                                                  .times = {0, 1},
                                                  .values = {glm::vec2(0), glm::vec2(1, 0)}}});
    scene.clips.push_back(clip);
}

double minimumX(const Scene& scene, std::size_t mesh) {
    Scene alone = scene;
    alone.instances = {scene.instances[mesh]};
    return restBounds(alone).value().minimum.x;
}

double maximumX(const Scene& scene, std::size_t mesh) {
    Scene alone = scene;
    alone.instances = {scene.instances[mesh]};
    return restBounds(alone).value().maximum.x;
}

TEST(MergeScenes, HandsBackASinglePartAsItIs) {
    const Scene scene = test::smallScene();
    EXPECT_EQ(merged({{"file", scene}}), scene);
}

TEST(MergeScenes, PutsEachPartUnderAJointWithItsName) {
    const Scene scene = test::smallScene();
    const Scene whole = merged({{"one", scene}, {"two", scene}});
    EXPECT_EQ(whole.name, "whole");
    std::vector<std::string> expected = {"one"};
    for (const char* part : {"", "two"}) {
        if (*part != '\0') expected.emplace_back(part);
        for (const Joint& joint : scene.joints)
            expected.push_back(joint.name);
    }
    EXPECT_EQ(jointNames(whole), expected);
    EXPECT_EQ(whole.joints[1].parent, IndexOf<Joint>(0));
    EXPECT_FALSE(whole.joints[scene.joints.size() + 1].parent);
    EXPECT_EQ(whole.joints[scene.joints.size() + 2].parent, IndexOf<Joint>(scene.joints.size() + 1));
}

TEST(MergeScenes, MovesARootThatHasTheNameOfItsPart) {
    const Scene whole = merged({{"one", pictureScene("one", "a")}, {"two", pictureScene("two", "a")}});
    EXPECT_THAT(jointNames(whole), ElementsAre("one", "two"));
    EXPECT_EQ(whole.joints[0].rest.translation.x, 0.0F);
    EXPECT_GT(whole.joints[1].rest.translation.x, 0.0F);
}

TEST(MergeScenes, LeavesARootThatAClipMovesFromItsPlaceWhereItIs) {
    Scene scene = pictureScene("two", "a");
    Clip clip;
    clip.name = "walk";
    JointTracks tracks;
    tracks.translation = {.interpolation = Interpolation::Linear, .times = {0}, .values = {glm::vec3(1)}};
    clip.joints.push_back(tracks);
    scene.clips.push_back(clip);
    const Scene whole = merged({{"one", pictureScene("one", "a")}, {"two", scene}});
    EXPECT_THAT(jointNames(whole), ElementsAre("one", "two", "two"));
    EXPECT_EQ(whole.joints[2].rest, scene.joints[0].rest);
    EXPECT_GT(whole.joints[1].rest.translation.x, 0.0F);
}

TEST(MergeScenes, SetsPartsSideBySideWithAGap) {
    Scene wide = pictureScene("wide", "a");
    for (glm::vec3& position : wide.meshes[0].primitives[0].positions)
        position.x *= 10;
    const Scene narrow = pictureScene("narrow", "a");
    const double widest = maximumX(wide, 0) - minimumX(wide, 0);
    const Scene whole = merged({{"1", narrow}, {"2", wide}, {"3", narrow}});
    EXPECT_EQ(minimumX(whole, 0), minimumX(narrow, 0));
    EXPECT_NEAR(minimumX(whole, 1) - maximumX(whole, 0), kMergeGap * widest, 1e-5);
    EXPECT_NEAR(minimumX(whole, 2) - maximumX(whole, 1), kMergeGap * widest, 1e-5);
}

/// An original part, and the merged scene in which its elements are looked up.
struct Placed {
    const Scene& part;
    const Scene& whole;

    [[nodiscard]] const std::string& nameBefore(IndexOf<Joint> joint) const {
        return part.joints[joint.value].name;
    }
    [[nodiscard]] const std::string& nameNow(IndexOf<Joint> joint) const {
        return whole.joints[joint.value].name;
    }

    /// Finds an element in the merged scene. Precondition: the part was merged last, so its elements are the
    /// last.
    template <class Element>
    [[nodiscard]] const Element& now(std::vector<Element> Scene::*elements, std::size_t i) const {
        return (whole.*elements)[(whole.*elements).size() - (part.*elements).size() + i];
    }
};

template <class Element>
void expectSamePlaces(const Placed& placed, std::vector<Element> Scene::*elements) {
    const std::vector<Element>& before = placed.part.*elements;
    for (std::size_t i = 0; i < before.size(); ++i)
        EXPECT_EQ(placed.nameNow(placed.now(elements, i).joint), placed.nameBefore(before[i].joint));
}

void expectSameSkins(const Placed& placed) {
    for (std::size_t i = 0; i < placed.part.skins.size(); ++i) {
        const Skin& before = placed.part.skins[i];
        const Skin& now = placed.now(&Scene::skins, i);
        EXPECT_EQ(now.inverseBindMatrices, before.inverseBindMatrices);
        for (std::size_t j = 0; j < before.joints.size(); ++j)
            EXPECT_EQ(placed.nameNow(now.joints[j]), placed.nameBefore(before.joints[j]));
    }
}

void expectSameMeshes(const Placed& placed) {
    for (std::size_t i = 0; i < placed.part.instances.size(); ++i) {
        const MeshInstance& before = placed.part.instances[i];
        const MeshInstance& now = placed.now(&Scene::instances, i);
        const Mesh& mesh = placed.whole.meshes[now.mesh.value];
        EXPECT_EQ(mesh.name, placed.part.meshes[before.mesh.value].name);
        ASSERT_EQ(now.skin.has_value(), before.skin.has_value());
        if (now.skin) {
            EXPECT_EQ(placed.whole.skins[now.skin->value].name, placed.part.skins[before.skin->value].name);
        }
        for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
            const auto& was = placed.part.meshes[before.mesh.value].primitives[p].material;
            const auto& is = mesh.primitives[p].material;
            ASSERT_EQ(is.has_value(), was.has_value());
            if (!is) continue;
            EXPECT_EQ(placed.whole.materials[is->value].name, placed.part.materials[was->value].name);
        }
    }
}

void expectSameClips(const Placed& placed) {
    for (std::size_t i = 0; i < placed.part.clips.size(); ++i) {
        const Clip& before = placed.part.clips[i];
        const Clip& now = placed.now(&Scene::clips, i);
        EXPECT_EQ(now.name, before.name);
        if (before.joints.empty() && before.materials.empty()) continue;
        ASSERT_EQ(now.joints.size(), before.joints.size());
        for (std::size_t j = 0; j < before.joints.size(); ++j) {
            EXPECT_EQ(placed.nameNow(now.joints[j].joint), placed.nameBefore(before.joints[j].joint));
            EXPECT_EQ(now.joints[j].translation, before.joints[j].translation);
        }
    }
}

TEST(MergeScenes, LetsEverythingReferToWhatItReferredTo) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Scene second = test::randomScene(seed + 1000);
        const Scene whole = merged({{"first", test::randomScene(seed)}, {"second", second}});
        EXPECT_THAT(problemsOf(whole), IsEmpty());
        const Placed placed{.part = second, .whole = whole};
        expectSamePlaces(placed, &Scene::attachments);
        expectSamePlaces(placed, &Scene::lights);
        expectSamePlaces(placed, &Scene::instances);
        expectSameSkins(placed);
        expectSameMeshes(placed);
        expectSameClips(placed);
    }
}

TEST(MergeScenes, KeepsPosesButForThePlaceOfThePart) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Scene scene = test::randomScene(seed);
        const Scene whole = merged({{"first", test::smallScene()}, {"second", scene}});
        const auto before = worldMatrices(scene, restPose(scene));
        const auto after = worldMatrices(whole, restPose(whole));
        const std::size_t shift = after.size() - before.size();
        const glm::dvec4 offset = after[shift - 1][3] - glm::dvec4(0, 0, 0, 1);
        for (std::size_t i = 0; i < before.size(); ++i) {
            for (int axis = 0; axis < 3; ++axis)
                EXPECT_NEAR(after[shift + i][3][axis], before[i][3][axis] + offset[axis], 1e-6);
        }
    }
}

TEST(MergeScenes, MakesOneOfEqualMaterialsAndTextures) {
    const Scene whole = merged({{"1", pictureScene("a", "sheet")}, {"2", pictureScene("b", "sheet")}});
    EXPECT_EQ(whole.textures.size(), 1U);
    EXPECT_EQ(whole.materials.size(), 1U);
    EXPECT_EQ(whole.meshes[1].primitives[0].material, IndexOf<Material>(0));
}

TEST(MergeScenes, KeepsMaterialsApartThatDifferInAnything) {
    Scene other = pictureScene("b", "sheet");
    other.materials[0].extras.set("shine", 3);
    const Scene whole = merged({{"1", pictureScene("a", "sheet")}, {"2", other}});
    EXPECT_EQ(whole.textures.size(), 1U);
    EXPECT_EQ(whole.materials.size(), 2U);
    EXPECT_EQ(whole.meshes[1].primitives[0].material, IndexOf<Material>(1));
}

TEST(MergeScenes, KeepsTexturesApartWhosePicturesDiffer) {
    Scene other = pictureScene("b", "sheet");
    other.textures[0].encoded = std::vector<std::byte>(3, std::byte{8});
    const Scene whole = merged({{"1", pictureScene("a", "sheet")}, {"2", other}});
    EXPECT_EQ(whole.textures.size(), 2U);
    ASSERT_EQ(whole.materials.size(), 2U);
    EXPECT_EQ(whole.materials[1].baseColorTexture->texture, IndexOf<Texture>(1));
}

TEST(MergeScenes, SharesNoMaterialThatAClipMoves) {
    Scene first = pictureScene("a", "sheet");
    addSlide(first);
    Scene third = pictureScene("c", "sheet");
    addSlide(third);
    const Scene whole = merged({{"1", first}, {"2", pictureScene("b", "sheet")}, {"3", third}});
    EXPECT_EQ(whole.textures.size(), 1U);
    EXPECT_EQ(whole.materials.size(), 3U);
    EXPECT_EQ(whole.clips[0].materials[0].material, IndexOf<Material>(0));
    EXPECT_EQ(whole.clips[1].materials[0].material, IndexOf<Material>(2));
    EXPECT_EQ(whole.meshes[2].primitives[0].material, IndexOf<Material>(2));
    EXPECT_THAT(problemsOf(whole), IsEmpty());
}

TEST(MergeScenes, KeepsExtrasAndClipSourcesWithTheirPart) {
    Scene scene = test::smallScene();
    scene.extras.set("conventions", "old");
    scene.metresPerUnit = 0.01;
    scene.sourceFormat = "toy";
    scene.clips[0].source = SourceCopy{.format = "toy", .bytes = {std::byte{1}}};
    scene.clips[0].extras.set("kept", 1);
    const Scene whole = merged({{"one", test::smallScene()}, {"two", scene}});
    EXPECT_EQ(whole.clips[1].source, scene.clips[0].source);
    EXPECT_EQ(whole.clips[1].extras, scene.clips[0].extras);
    EXPECT_EQ(whole.metresPerUnit, 1.0);
    const Value* record = whole.joints[test::smallScene().joints.size() + 1].extras.find(kPartRecord);
    ASSERT_NE(record, nullptr);
    EXPECT_EQ(toJson(*record),
              R"({"name":"two","format":"toy","metres_per_unit":0.01,"extras":{"conventions":"old"}})");
}

TEST(MergeScenes, KeepsForTheWholeWhatAllPartsAgreeOn) {
    Scene scene = test::smallScene();
    scene.sourceFormat = "toy";
    scene.metresPerUnit = 0.01;
    const Scene whole = merged({{"one", scene}, {"two", scene}});
    EXPECT_EQ(whole.sourceFormat, "toy");
    EXPECT_EQ(whole.metresPerUnit, 0.01);
}

TEST(MergeScenes, TellsOfEachSourceThatItCannotKeep) {
    Scene scene = test::smallScene();
    scene.source = SourceCopy{.format = "toy", .bytes = std::vector<std::byte>(2048)};
    Diagnostics diagnostics;
    const Scene whole =
        mergeScenes({{"one", scene}, {"two", scene}, {"three", test::smallScene()}}, "whole", diagnostics);
    EXPECT_FALSE(whole.source);
    ASSERT_EQ(diagnostics.issues().size(), 2U);
    EXPECT_TRUE(diagnostics.has(kPartSourceDropped));
    EXPECT_EQ(diagnostics.issues()[1].where, "part 'two'");
    EXPECT_EQ(diagnostics.issues()[1].details, "toy, 2.0 KiB");
}

TEST(MergeScenes, LetsAClipThatMovesNothingSayWhoseItIs) {
    Scene scene = pictureScene("two", "sheet");
    scene.clips.emplace_back().name = "still";
    const Scene whole = merged({{"1", pictureScene("a", "sheet")}, {"two", scene}});
    ASSERT_EQ(whole.clips[0].joints.size(), 1U);
    EXPECT_EQ(whole.joints[whole.clips[0].joints[0].joint.value].name, "two");
    EXPECT_THAT(problemsOf(whole), IsEmpty());
}

TEST(MergeScenes, KeepsTheVariantsOfPartsApart) {
    Scene scene = pictureScene("a", "sheet");
    scene.instances[0].variantBase = "hull";
    scene.instances[0].levelOfDetail = 2;
    const Scene whole = merged({{"1", scene}, {"2", scene}});
    EXPECT_NE(whole.instances[0].variantBase, whole.instances[1].variantBase);
}

TEST(MergeScenes, MergesWhatIsMergedAlready) {
    const Scene once = merged({{"one", pictureScene("one", "a")}, {"two", pictureScene("two", "a")}});
    const Scene twice = merged({{"one", once}, {"three", pictureScene("three", "a")}});
    EXPECT_THAT(jointNames(twice), ElementsAre("one", "one", "two", "three"));
    EXPECT_EQ(twice.materials.size(), 1U);
    EXPECT_THAT(problemsOf(twice), IsEmpty());
}

TEST(MergeScenes, KeepsTheRecordOfARootThatHoldsAPartAlready) {
    Scene scene = pictureScene("one", "a");
    scene.joints[0].extras.set(kPartRecord, "of another merge");
    const Scene whole = merged({{"one", scene}, {"two", pictureScene("two", "a")}});
    EXPECT_THAT(jointNames(whole), ElementsAre("one", "one", "two"));
    EXPECT_EQ(whole.joints[1].extras, scene.joints[0].extras);
}

TEST(MergeScenes, TakesPartsWithoutMeshesAndWithoutAnything) {
    Scene bare;
    bare.joints = {test::joint("root")};
    const Scene whole = merged({{"nothing", Scene()}, {"bare", bare}, {"one", pictureScene("one", "a")}});
    EXPECT_THAT(jointNames(whole), ElementsAre("nothing", "bare", "root", "one"));
    EXPECT_THAT(problemsOf(whole), IsEmpty());
}

}  // namespace
}  // namespace rigkiln
