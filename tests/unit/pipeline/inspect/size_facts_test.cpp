#include "pipeline/inspect/size_facts.hpp"

#include <gtest/gtest.h>

#include "tests/support/scene_builder.hpp"

namespace rigkiln::test {
namespace {

/// A skeleton of a human that is `height` tall, without meshes.
Scene humanScene(float height) {
    Scene scene;
    scene.joints = {joint("Root"),
                    joint("B_Head", 0, {0, height, 0}),
                    joint("L_Hand", 0, {0, height / 2, 0}),
                    joint("R_Hand", 0, {0, height / 2, 0}),
                    joint("L_Foot", 0),
                    joint("R_Foot", 0)};
    Skin skin;
    for (std::size_t i = 0; i < scene.joints.size(); ++i) {
        skin.joints.push_back(IndexOf<Joint>(i));
        skin.inverseBindMatrices.emplace_back(1.0F);
    }
    scene.skins = {skin};
    return scene;
}

TEST(SizeFacts, MeasureTheBoxAndCountTriangles) {
    const SizeFacts facts = sizeFacts(smallScene());
    ASSERT_TRUE(facts.bounds);
    EXPECT_EQ(facts.bounds->minimum, glm::dvec3(0, 0, 0));
    EXPECT_EQ(facts.bounds->maximum, glm::dvec3(2, 2, 0));
    EXPECT_EQ(facts.vertices, 6U);
    EXPECT_EQ(facts.triangles, 2U);
}

TEST(SizeFacts, SuggestAScaleForAHumanThatIsNotLifeSize) {
    EXPECT_DOUBLE_EQ(sizeFacts(humanScene(7.3F)).suggestedScale.value_or(0), 0.25);
    EXPECT_DOUBLE_EQ(sizeFacts(humanScene(180)).suggestedScale.value_or(0), 0.01);
    EXPECT_DOUBLE_EQ(sizeFacts(humanScene(0.018F)).suggestedScale.value_or(0), 100);
}

TEST(SizeFacts, SuggestNothingForAHumanOfALikelyHeight) {
    EXPECT_FALSE(sizeFacts(humanScene(1.5F)).suggestedScale);
    EXPECT_FALSE(sizeFacts(humanScene(2.2F)).suggestedScale);
}

TEST(SizeFacts, SuggestNothingForAnythingElse) {
    Scene ship = humanScene(29);
    ship.joints[1].name = "Bridge";
    EXPECT_FALSE(sizeFacts(ship).suggestedScale);
    EXPECT_DOUBLE_EQ(sizeFacts(ship).skeletonHeight, 29);
    Scene unskinned = humanScene(29);
    unskinned.skins.clear();
    EXPECT_FALSE(sizeFacts(unskinned).suggestedScale);
    EXPECT_EQ(sizeFacts(unskinned).skeletonHeight, 0);
}

TEST(LooksHuman, WantsTwoArmsAndTwoLegs) {
    Scene scene = humanScene(1);
    EXPECT_TRUE(looksHuman(scene));
    scene.joints[5].name = "tail";
    EXPECT_FALSE(looksHuman(scene));
}

TEST(SizeFacts, TakeAnEmptyScene) {
    const SizeFacts facts = sizeFacts({});
    EXPECT_FALSE(facts.bounds);
    EXPECT_EQ(facts.skeletonHeight, 0);
}

}  // namespace
}  // namespace rigkiln::test
