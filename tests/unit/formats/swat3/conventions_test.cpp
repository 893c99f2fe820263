#include "formats/swat3/conventions.hpp"

#include <algorithm>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/swat3/swat3_builders.hpp"
#include "tests/unit/formats/swat3/character.hpp"

namespace rigkiln::swat3 {
namespace {

using corpus::Convention;

struct Decided {
    explicit Decided(const GsmFile& file, const GsmConventionChoices& choices = {})
        : rig(file.skeletons), conventions(decideConventions(RestPose(file, rig), choices)) {}

    [[nodiscard]] Decision on(std::string_view question) const {
        for (const Decision& decision : conventions.decisions) {
            if (decision.question == question) return decision;
        }
        return {};
    }

    Rig rig;
    GsmConventions conventions;
};

class EachConvention : public testing::TestWithParam<std::tuple<Space, QuaternionSense>> {
protected:
    static Convention convention() {
        return {.space = std::get<0>(GetParam()), .sense = std::get<1>(GetParam())};
    }
    static std::string_view spaceName() { return convention().space == Space::Bone ? "bone" : "model"; }
    static std::string_view senseName() {
        return convention().sense == QuaternionSense::Raw ? "raw" : "conj";
    }
};

TEST_P(EachConvention, IsSeenInACharacterWithBlends) {
    for (const auto& rig : {corpus::planSwt(), corpus::planTac()}) {
        const Decided decided(corpus::makeCharacter(rig, convention()));
        EXPECT_EQ(decided.on("space").answer, spaceName());
        EXPECT_EQ(decided.on("space").by, "coincidence");
        EXPECT_EQ(decided.on("quat").answer, senseName());
        EXPECT_EQ(decided.on("quat").by, convention().space == Space::Bone ? "coincidence" : "proximity");
    }
}

/// Nearly all blends meet, and one does not: then something else decides.
TEST_P(EachConvention, IsNotSeenInBlendsThatAreApart) {
    GsmFile file = corpus::makeCharacter(corpus::planSwt(), convention());
    const auto blend =
        std::ranges::find_if(file.blends, [](const GsmBlend& each) { return each.size() > 1; });
    ASSERT_NE(blend, file.blends.end());
    for (float& coordinate : file.positions[blend->front().position])
        coordinate += 0.2F;
    const Decided decided(file);
    EXPECT_EQ(decided.on("space").answer, spaceName());
    EXPECT_NE(decided.on("space").by, "coincidence");
}

TEST_P(EachConvention, IsSeenInACharacterWithoutBlends) {
    const Decided decided(corpus::makeRigidCharacter(corpus::planSwt(), convention()));
    EXPECT_EQ(decided.on("space").answer, spaceName());
    EXPECT_EQ(decided.on("space").by, "overlap");
    // In bone space, limbs that share no edge do not show how their bones rotate.
    if (convention().space == Space::Model) {
        EXPECT_EQ(decided.on("quat").answer, senseName());
    }
}

TEST_P(EachConvention, IsSeenInAWeapon) {
    const Decided decided(corpus::makeWeapon(convention()));
    EXPECT_EQ(decided.on("space").answer, spaceName());
    EXPECT_EQ(decided.on("space").by, "barrel");
    if (convention().space == Space::Model) {
        EXPECT_EQ(decided.on("quat").answer, senseName());
    }
}

TEST_P(EachConvention, LeavesHandsWindingAndGripsAsTheyAre) {
    const Decided decided(corpus::makeCharacter(corpus::planSwt(), convention()));
    EXPECT_EQ(decided.on("handed"), (Decision{"handed", "right", "biped", decided.on("handed").score}));
    EXPECT_GT(decided.on("handed").score.value_or(0), 0.5);
    EXPECT_EQ(decided.on("winding"), (Decision{"winding", "ccw", "volume", decided.on("winding").score}));
    EXPECT_EQ(decided.on("grips").answer, "bone");
    EXPECT_EQ(decided.on("grips").by, "distance");
    EXPECT_EQ(decided.on("transparency").answer, "transparency");
}

INSTANTIATE_TEST_SUITE_P(Spaces, EachConvention,
                         testing::Combine(testing::Values(Space::Model, Space::Bone),
                                          testing::Values(QuaternionSense::Conjugated,
                                                          QuaternionSense::Raw)));

TEST(Conventions, SeeTrianglesThatAreTurnedRound) {
    GsmFile file = character();
    for (GsmTriangle& triangle : file.triangles)
        std::swap(triangle.corners[0], triangle.corners[1]);
    EXPECT_TRUE(Decided(file).conventions.isClockwise);
}

TEST(Conventions, SeeALeftHandedModelByItsHands) {
    GsmFile file = character();
    // Mirrors along Y: the front becomes +Y, and the left hand stays at +X.
    for (Float3& position : file.positions)
        position[1] = -position[1];
    for (Bone& bone : file.skeletons[0].bones) {
        bone.position[1] = -bone.position[1];
        bone.rotation = {-bone.rotation[0], bone.rotation[1], -bone.rotation[2], bone.rotation[3]};
    }
    const Decided decided(file);
    EXPECT_TRUE(decided.conventions.isLeftHanded);
    EXPECT_FALSE(decided.conventions.isClockwise) << "mirroring turns the triangles back";
}

TEST(Conventions, TakeOpacityForTransparencyWhenMostMaterialsAreFull) {
    GsmFile file = character();
    for (GsmMaterial& material : file.materials)
        material.transparency = 1;
    EXPECT_EQ(Decided(file).conventions.transparency, Transparency::Opaque);
}

TEST(Conventions, SeeGripsInModelSpaceByTheirHands) {
    GsmFile file = character();
    const Rig rig(file.skeletons);
    const auto worlds = rig.bindMatrices(QuaternionSense::Conjugated);
    for (GsmGrip& gripper : file.grippers) {
        const glm::dvec3 place(worlds[gripper.bone] *
                               glm::dvec4(gripper.position[0], gripper.position[1], gripper.position[2], 1));
        gripper.position = corpus::stored(place);
    }
    EXPECT_EQ(Decided(file).conventions.grips, Space::Model);
}

TEST(Conventions, OptionsCountBeforeTests) {
    const Decided decided(character(), {.space = Space::Bone,
                                        .quaternions = QuaternionSense::Raw,
                                        .isLeftHanded = true,
                                        .isClockwise = true,
                                        .transparency = Transparency::Opaque,
                                        .grips = Space::Model});
    for (const Decision& decision : decided.conventions.decisions)
        EXPECT_EQ(decision.by, "option") << decision.question;
    EXPECT_EQ(decided.conventions.reading.space, Space::Bone);
    EXPECT_EQ(decided.conventions.grips, Space::Model);
}

TEST(Conventions, FallBackWhereNothingTells) {
    GsmFile file;
    file.skeletons.push_back({.id = 0, .name = "S", .bones = {{.id = 0, .name = "Root"}}});
    const Decided decided(file);
    EXPECT_EQ(decided.on("space"), (Decision{"space", "model", "default", {}}));
    EXPECT_EQ(decided.on("quat"), (Decision{"quat", "conj", "default", {}}));
    EXPECT_EQ(decided.on("handed"), (Decision{"handed", "right", "default", {}}));
    EXPECT_EQ(decided.on("winding"), (Decision{"winding", "ccw", "default", {}}));
    EXPECT_EQ(decided.on("grips"), (Decision{"grips", "bone", "default", {}}));
}

TEST(Conventions, AreKeptWithHowTheyWereDecided) {
    const std::vector<Decision> decisions = {{"space", "bone", "coincidence", 12.5},
                                             {"quat", "conj", "default", {}}};
    EXPECT_EQ(
        toJson(toProperties(decisions)),
        R"({"space":{"answer":"bone","by":"coincidence","score":12.5},"quat":{"answer":"conj","by":"default"}})");
}

}  // namespace
}  // namespace rigkiln::swat3
