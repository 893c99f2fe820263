#include "pipeline/process/fit_height.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <glm/geometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/animation/pose.hpp"
#include "pipeline/animation/rest_bounds.hpp"
#include "pipeline/animation/rest_placement.hpp"
#include "pipeline/process/convert_coordinates.hpp"
#include "pipeline/scene/raise_model.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

double heightAtRest(const Scene& scene) {
    const Bounds bounds = *restBounds(scene);
    return bounds.maximum.y - bounds.minimum.y;
}

/// Vertices of all instances, in model space, at a time of a clip; null: at rest.
std::vector<glm::dvec3> verticesOf(const Scene& scene, const Clip* clip, float time) {
    const std::vector<glm::dmat4> worlds =
        clip == nullptr ? worldMatrices(scene, restPose(scene)) : worldMatricesAt(scene, *clip, time);
    std::vector<glm::dvec3> vertices;
    for (const MeshInstance& instance : scene.instances) {
        const RestPlacement placement(scene, instance, worlds);
        for (const Primitive& primitive : scene.meshes[instance.mesh.value].primitives) {
            for (std::size_t v = 0; v < primitive.positions.size(); ++v)
                vertices.push_back(placement.position(primitive, v));
        }
    }
    return vertices;
}

/// Expects the vertices of both scenes at rest and in all clips where they are, but for a factor and a shift.
void expectMoved(const Scene& before, const Scene& after, double factor, double up, double tolerance) {
    const auto compare = [&](const Clip* left, const Clip* right, float time) {
        const std::vector<glm::dvec3> expected = verticesOf(before, left, time);
        const std::vector<glm::dvec3> found = verticesOf(after, right, time);
        ASSERT_EQ(expected.size(), found.size());
        for (std::size_t i = 0; i < expected.size(); ++i)
            EXPECT_LE(glm::distance(expected[i] * factor + glm::dvec3(0, up, 0), found[i]), tolerance)
                << time;
    };
    compare(nullptr, nullptr, 0);
    ASSERT_EQ(before.clips.size(), after.clips.size());
    for (std::size_t c = 0; c < before.clips.size(); ++c) {
        for (int step = 0; step <= 8; ++step)
            compare(&before.clips[c], &after.clips[c],
                    before.clips[c].duration * static_cast<float>(step) / 8);
    }
}

/// The small scene with a hand that a clip moves.
Scene movingScene() {
    Scene scene = test::smallScene();
    Clip& clip = scene.clips[0];
    JointTracks root;
    root.joint = IndexOf<Joint>(0);
    root.translation = {.interpolation = Interpolation::CubicSpline,
                        .times = {0.0F, clip.duration},
                        .values = {{0, 0, 0}, {0, 1, 0}, {0, 2, 1}, {1, 0, 0}, {0, 3, 0}, {0, 0, 0}}};
    std::vector<JointTracks> all(clip.joints.begin(), clip.joints.end());
    all.insert(all.begin(), root);
    clip.joints = JointTrackList(std::move(all));
    return scene;
}

std::string problemOf(const Status& status) {
    return status ? "no error" : status.error().text();
}

TEST(FitHeight, MakesTheMeshesSoTall) {
    const Scene before = movingScene();
    Scene scene = before;
    ASSERT_TRUE(fitHeight(scene, {.metres = 1.8}));
    EXPECT_NEAR(heightAtRest(scene), 1.8, 1e-6);
    EXPECT_NEAR(scene.metresPerUnit, 1.8 / heightAtRest(before), 1e-9);
    EXPECT_THAT(validateScene(scene), IsEmpty());
    expectMoved(before, scene, scene.metresPerUnit, 0, 1e-6);
}

TEST(FitHeight, MakesTwoJointsSoFarApart) {
    const Scene before = movingScene();
    Scene scene = before;
    ASSERT_TRUE(
        fitHeight(scene, {.metres = 0.5, .from = before.joints[0].name, .to = before.joints[2].name}));
    const std::vector<glm::dmat4> worlds = worldMatrices(scene, restPose(scene));
    EXPECT_NEAR(glm::distance(worlds[0][3], worlds[2][3]), 0.5, 1e-6);
    expectMoved(before, scene, scene.metresPerUnit, 0, 1e-6);
}

TEST(FitHeight, IsScaleWithAFactorThatWasMeasured) {
    Scene scene = movingScene();
    ASSERT_TRUE(fitHeight(scene, {.metres = 7}));
    Scene scaled = movingScene();
    convertCoordinates(scaled, scene.metresPerUnit);
    EXPECT_EQ(scene, scaled);
}

TEST(FitHeight, CountsOnlyWhatIsShown) {
    Scene scene = movingScene();
    const double shown = heightAtRest(scene);
    scene.meshes.push_back({.name = "far", .primitives = {test::triangle()}, .extras = {}});
    for (glm::vec3& position : scene.meshes.back().primitives[0].positions)
        position.y += 1000;
    scene.meshes.back().primitives[0].material.reset();
    MeshInstance far;
    far.mesh = IndexOf<Mesh>(scene.meshes.size() - 1);
    far.joint = IndexOf<Joint>(0);
    const auto factorWith = [&](const MeshInstance& instance) {
        Scene other = scene;
        other.instances.push_back(instance);
        EXPECT_TRUE(fitHeight(other, {.metres = shown}));
        return other.metresPerUnit;
    };
    EXPECT_LT(factorWith(far), 0.5);
    far.role = MeshRole::Shadow;
    EXPECT_EQ(factorWith(far), 1.0);
    far.role = MeshRole::Render;
    far.hidden = true;
    EXPECT_EQ(factorWith(far), 1.0);
    far.hidden = false;
    far.joint = IndexOf<Joint>(scene.joints.size());
    scene.joints.push_back(test::joint("invisible", 0));
    scene.joints.back().visible = false;
    EXPECT_EQ(factorWith(far), 1.0);
}

TEST(FitHeight, FindsJointsWithoutCase) {
    Scene scene = movingScene();
    scene.joints[1].name = "Hand";
    scene.joints[2].name = "hand";
    Scene other = scene;
    ASSERT_TRUE(fitHeight(scene, {.metres = 1, .from = scene.joints[0].name, .to = "hand"}));
    ASSERT_TRUE(fitHeight(other, {.metres = 1, .from = scene.joints[0].name, .to = "HAND"}));
    EXPECT_NE(scene.metresPerUnit, other.metresPerUnit);
}

TEST(FitHeight, ListsTheJointsThatAreThere) {
    Scene scene = movingScene();
    scene.joints[0].name = "root";
    scene.joints[1].name = "Arm";
    scene.joints[2].name = "Hand";
    const Scene before = scene;
    EXPECT_EQ(problemOf(fitHeight(scene, {.metres = 1, .from = "Shoulder", .to = "root"})),
              "height_of: no joint 'Shoulder'; the joints are 'root', 'Arm', 'Hand'");
    EXPECT_EQ(problemOf(fitHeight(scene, {.metres = 1, .from = "root", .to = "Hands"})),
              "height_of: no joint 'Hands'; did you mean 'Hand'?; the joints are 'root', 'Arm', 'Hand'");
    EXPECT_EQ(scene, before);
    scene.joints.assign(1000, test::joint("bone"));
    EXPECT_THAT(problemOf(fitHeight(scene, {.metres = 1, .from = "a", .to = "b"})),
                HasSubstr("'bone' and 700 others"));
    EXPECT_EQ(problemOf(fitHeight(*std::make_unique<Scene>(), {.metres = 1, .from = "a", .to = "b"})),
              "height_of: no joint 'a'; the model has no joints");
}

TEST(FitHeight, RefusesWhatHasNoLength) {
    Scene scene;
    scene.joints = {test::joint("a"), test::joint("b", 0)};
    EXPECT_EQ(problemOf(fitHeight(scene, {.metres = 1.8})),
              "height: the file has no vertices; name two joints with height_of");
    EXPECT_EQ(
        problemOf(fitHeight(scene, {.metres = 1.8, .from = "a", .to = "b"})),
        "height: the distance from 'a' to 'b' is 0 units at rest, which cannot become 1.8 m; use scale");
    EXPECT_EQ(problemOf(standOnGround(scene)),
              "feet_on_ground: the file has no vertices, so it has no lowest one");
}

TEST(StandOnGround, PutsTheLowestVertexOnTheGround) {
    Scene before = movingScene();
    before.joints[0].rest.translation.y = 2.5F;
    Scene scene = before;
    const double low = restBounds(before)->minimum.y;
    ASSERT_GT(low, 0.5);
    ASSERT_TRUE(standOnGround(scene));
    EXPECT_NEAR(restBounds(scene)->minimum.y, 0, 1e-6);
    EXPECT_THAT(validateScene(scene), IsEmpty());
    expectMoved(before, scene, 1, -low, 2e-6);
    // The bind pose goes along: each vertex stays where it is seen from its joints.
    EXPECT_NE(scene.skins[0].inverseBindMatrices, before.skins[0].inverseBindMatrices);
    lowerRaisedModels(scene);
    expectMoved(before, scene, 1, 0, 2e-6);
    EXPECT_EQ(scene.joints[0].extras, before.joints[0].extras);
}

TEST(StandOnGround, LeavesAModelThatStandsThere) {
    Scene scene;
    scene.joints = {test::joint("root")};
    scene.meshes.push_back({.name = "part", .primitives = {test::triangle()}, .extras = {}});
    scene.materials.emplace_back();
    scene.meshes[0].primitives[0].material = IndexOf<Material>(0);
    for (glm::vec3& position : scene.meshes[0].primitives[0].positions)
        position.y = std::abs(position.y);
    scene.instances.emplace_back();
    for (const float low : {0.0F, 2e-8F, -2e-8F}) {
        scene.meshes[0].primitives[0].positions[0].y = low;
        const Scene before = scene;
        ASSERT_TRUE(standOnGround(scene));
        EXPECT_EQ(scene, before);
    }
    scene.meshes[0].primitives[0].positions[0].y = -1e-6F;
    const Scene before = scene;
    ASSERT_TRUE(standOnGround(scene));
    EXPECT_NE(scene, before);
}

TEST(StandOnGround, MovesRandomModelsAndBack) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE(seed);
        const Scene before = test::randomScene(seed);
        Scene scene = before;
        const Status status = standOnGround(scene);
        if (!status) continue;
        ASSERT_THAT(validateScene(scene), IsEmpty());
        const double size =
            glm::length(restBounds(before)->maximum) + glm::length(restBounds(before)->minimum) + 1;
        const double up = [&] {
            for (const Joint& joint : scene.joints) {
                if (const Value* value = joint.extras.find(kRaisedBy))
                    return std::get<double>(value->content());
            }
            return 0.0;
        }();
        expectMoved(before, scene, 1, up, size * 1e-5);
        lowerRaisedModels(scene);
        expectMoved(before, scene, 1, 0, size * 1e-5);
    }
}

TEST(RaiseModel, LeavesMeshesWithAndWithoutASkinAlone) {
    Scene before = movingScene();
    MeshInstance rigid;
    rigid.mesh = before.instances[0].mesh;
    rigid.joint = IndexOf<Joint>(1);
    ASSERT_TRUE(before.instances[0].skin);
    before.meshes.push_back(before.meshes[rigid.mesh.value]);
    for (Primitive& primitive : before.meshes.back().primitives)
        primitive.influenceSets.clear();
    Scene scene = before;
    raiseModel(scene, 0.25);
    expectMoved(before, scene, 1, 0.25, 2e-6);
}

TEST(LowerRaisedModels, LowersBelowAParentThatTurnsAndScales) {
    Scene raised = movingScene();
    raiseModel(raised, 0.75);
    // Another program puts a parent above the root.
    const auto wrapped = [](Scene scene) {
        for (Joint& joint : scene.joints)
            joint.parent = IndexOf<Joint>(joint.parent ? joint.parent->value + 1U : 0U);
        scene.joints.insert(scene.joints.begin(), test::joint("armature"));
        scene.joints[0].rest.rotation = test::turn(90, {1, 0, 0});
        scene.joints[0].rest.scale = glm::vec3(2);
        for (Skin& skin : scene.skins) {
            for (IndexOf<Joint>& joint : skin.joints)
                joint = IndexOf<Joint>(joint.value + 1U);
        }
        for (MeshInstance& instance : scene.instances)
            instance.joint = IndexOf<Joint>(instance.joint.value + 1U);
        for (Clip& clip : scene.clips) {
            for (JointTracks& tracks : clip.joints)
                tracks.joint = IndexOf<Joint>(tracks.joint.value + 1U);
        }
        scene.attachments.clear();
        scene.lights.clear();
        return scene;
    };
    const Scene before = wrapped(raised);
    Scene scene = before;
    lowerRaisedModels(scene);
    expectMoved(before, scene, 1, -0.75, 4e-6);
}

}  // namespace
}  // namespace rigkiln
