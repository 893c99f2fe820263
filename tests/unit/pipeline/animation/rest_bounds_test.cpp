#include "pipeline/animation/rest_bounds.hpp"

#include <gtest/gtest.h>

#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

void expectPoint(const glm::dvec3& actual, const glm::dvec3& expected) {
    for (int axis = 0; axis < 3; ++axis)
        EXPECT_NEAR(actual[axis], expected[axis], 1e-6) << "axis " << axis;
}

/// A scene with one triangle on a joint at that place.
Scene triangleAt(glm::vec3 place) {
    Scene scene;
    scene.joints = {test::joint("root", std::nullopt, place)};
    scene.meshes.push_back({.name = "mesh", .primitives = {test::triangle()}, .extras = {}});
    scene.instances.emplace_back();
    return scene;
}

TEST(RestBounds, AreThoseOfVerticesWhereTheirJointsStand) {
    const Bounds bounds = restBounds(triangleAt({10, 20, 30})).value();
    const Bounds own = restBounds(triangleAt(glm::vec3(0))).value();
    expectPoint(bounds.minimum, own.minimum + glm::dvec3(10, 20, 30));
    expectPoint(bounds.maximum, own.maximum + glm::dvec3(10, 20, 30));
    EXPECT_GT(bounds.maximum.x, bounds.minimum.x);
}

TEST(RestBounds, FollowTheInfluencesOfASkin) {
    Scene scene = triangleAt({100, 0, 0});
    scene.joints.push_back(test::joint("moved", 0, {5, 0, 0}));
    Primitive& primitive = scene.meshes[0].primitives[0];
    InfluenceSet set;
    set.joints.assign(primitive.positions.size(), {1, 0, 0, 0});
    set.weights.assign(primitive.positions.size(), glm::vec4(1, 0, 0, 0));
    primitive.influenceSets = {set};
    glm::mat4 fromBind(1.0F);
    fromBind[3] = glm::vec4(-105, 0, 0, 1);
    scene.skins.push_back({.name = "skin",
                           .joints = {IndexOf<Joint>(0), IndexOf<Joint>(1)},
                           .inverseBindMatrices = {glm::mat4(1.0F), fromBind}});
    scene.instances[0].skin = IndexOf<Skin>(0);
    // The skin puts the triangle back to its bind position; the joint above the mesh does not matter.
    const Bounds own = restBounds(triangleAt(glm::vec3(0))).value();
    expectPoint(restBounds(scene).value().minimum, own.minimum);
    scene.joints[1].rest.translation.x += 2;
    expectPoint(restBounds(scene).value().minimum, own.minimum + glm::dvec3(2, 0, 0));
}

TEST(RestBounds, CountWhatIsHidden) {
    Scene scene = triangleAt({1, 2, 3});
    const Bounds shown = restBounds(scene).value();
    scene.joints[0].visible = false;
    scene.instances[0].hidden = true;
    expectPoint(restBounds(scene).value().maximum, shown.maximum);
}

TEST(RestBounds, AreThoseOfTheJointsWithoutMeshes) {
    Scene scene;
    EXPECT_FALSE(restBounds(scene));
    scene.joints = {test::joint("root", std::nullopt, {1, 0, 0}), test::joint("arm", 0, {3, 0, 0})};
    expectPoint(restBounds(scene).value().minimum, {1, 0, 0});
    expectPoint(restBounds(scene).value().maximum, {4, 0, 0});
}

}  // namespace
}  // namespace rigkiln
