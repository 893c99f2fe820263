#include "formats/bfres/animation/pattern_looks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/binary/format_error.hpp"
#include "tests/unit/formats/bfres/layouts.hpp"
#include "tools/corpus/bfres.hpp"

namespace rigkiln::bfres {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Material "m" uses box_Alb and box_Nrm. "Blink" shows eye.0 as colour, eye.1 from frame 10 on and eye.2
/// from frame 20 on, and eye.1 as normal map.
class PatternLooksTest : public testing::Test {
protected:
    BfresFile file_ = corpus::makeBfresFile(kWiiU);
    Material& material_ = file_.models[0].materials[0];
    std::vector<PatternAnimation>& animations_ = file_.patternAnimations;
    MaterialPatterns& patterns_ = animations_[0].materials[0];
    SampleBudget budget_{0};
};

std::vector<std::vector<std::string>> texturesOf(const PatternLooks& looks) {
    std::vector<std::vector<std::string>> textures;
    for (const Material& material : looks.materials())
        textures.push_back(material.textures);
    return textures;
}

TEST_F(PatternLooksTest, AreTheTexturesThatAreSeenTogether) {
    const PatternLooks looks(material_, animations_, budget_);
    EXPECT_THAT(texturesOf(looks),
                ElementsAre(ElementsAre("box_Alb", "box_Nrm"), ElementsAre("eye.0", "eye.1"),
                            ElementsAre("eye.1", "eye.1"), ElementsAre("eye.2", "eye.1")));
    EXPECT_EQ(looks.materials()[0], material_);
    EXPECT_EQ(looks.materials()[2].name, "m_look2");
    EXPECT_EQ(looks.materials()[2].samplers, material_.samplers);
    EXPECT_EQ(looks.materials()[2].renderState, material_.renderState);
    EXPECT_TRUE(looks.materials()[2].parameterData.empty());
    ASSERT_EQ(looks.motions().size(), 1U);
    EXPECT_EQ(looks.motions()[0].animation, animations_.data());
    EXPECT_THAT(looks.motions()[0].steps,
                ElementsAre(LookStep{.frame = 0, .look = 1}, LookStep{.frame = 10, .look = 2},
                            LookStep{.frame = 20, .look = 3}));
}

TEST_F(PatternLooksTest, AreSharedByAnimations) {
    animations_.push_back(animations_[0]);
    const PatternLooks looks(material_, animations_, budget_);
    EXPECT_EQ(looks.materials().size(), 4U);
    ASSERT_EQ(looks.motions().size(), 2U);
    EXPECT_EQ(looks.motions()[0].steps, looks.motions()[1].steps);
}

TEST_F(PatternLooksTest, AreOneWhereTheTexturesStayAsTheyAre) {
    animations_[0].textures = {"box_Alb", "box_Alb", "box_Alb"};
    patterns_.patterns.resize(1);
    const PatternLooks looks(material_, animations_, budget_);
    EXPECT_EQ(looks.materials().size(), 1U);
    EXPECT_THAT(looks.motions()[0].steps, ElementsAre(LookStep{.frame = 0, .look = 0}));
}

TEST_F(PatternLooksTest, LeaveOtherMaterialsAndUnseenSamplersAlone) {
    patterns_.patterns[0].sampler = "_t0";
    patterns_.patterns[1].sampler = "_s0";
    EXPECT_EQ(PatternLooks(material_, animations_, budget_).materials().size(), 1U);
    EXPECT_THAT(PatternLooks(material_, animations_, budget_).motions(), IsEmpty());
    material_.name = "other";
    EXPECT_THAT(PatternLooks(material_, animations_, budget_).motions(), IsEmpty());
}

TEST_F(PatternLooksTest, KeepTheTextureWhereTheFileNamesNone) {
    animations_[0].textures = {"eye.0"};  // one of three
    const PatternLooks looks(material_, animations_, budget_);
    EXPECT_THAT(texturesOf(looks),
                ElementsAre(ElementsAre("box_Alb", "box_Nrm"), ElementsAre("eye.0", "box_Nrm")));
    EXPECT_THAT(looks.motions()[0].steps,
                ElementsAre(LookStep{.frame = 0, .look = 1}, LookStep{.frame = 10, .look = 0}));
}

TEST_F(PatternLooksTest, AreRefusedWhenThereAreTooMany) {
    animations_[0].textures.clear();
    patterns_.patterns.resize(1);
    patterns_.patterns[0].curve = -1;
    const PatternAnimation one = animations_[0];
    for (std::size_t i = 1; i < PatternLooks::kMostLooks; ++i) {
        animations_.push_back(one);
        animations_.back().textures = {"look" + std::to_string(i)};
    }
    EXPECT_EQ(PatternLooks(material_, animations_, budget_).materials().size(), PatternLooks::kMostLooks);
    EXPECT_FALSE(PatternLooks(material_, animations_, budget_).isRefused());
    animations_.push_back(one);
    animations_.back().textures = {"one more"};
    const PatternLooks refused(material_, animations_, budget_);
    EXPECT_TRUE(refused.isRefused());
    EXPECT_EQ(refused.materials().size(), 1U);
    EXPECT_THAT(refused.motions(), IsEmpty());
}

TEST_F(PatternLooksTest, ChangeNoMoreOftenThanTheBudgetHasSamples) {
    SampleBudget few{0};
    few.take("all but five", SampleBudget::kLeast - 5);
    EXPECT_NO_THROW(PatternLooks(material_, animations_, few));
    EXPECT_THROW(PatternLooks(material_, animations_, few), FormatError);
}

using Visibility = Track<std::uint8_t>;

Visibility steps(std::vector<float> times, std::vector<std::uint8_t> values) {
    return {.interpolation = Interpolation::Step, .times = std::move(times), .values = std::move(values)};
}

TEST(LookVisibility, IsThatOfTheLookWhileTheBoneIsShown) {
    const LookMotion motion{.animation = nullptr, .steps = {{0, 1}, {10, 2}, {20, 1}}};
    EXPECT_EQ(lookVisibility(1, &motion, {}, true, 10), steps({0, 1, 2}, {1, 0, 1}));
    EXPECT_EQ(lookVisibility(2, &motion, {}, true, 10), steps({0, 1, 2}, {0, 1, 0}));
    EXPECT_EQ(lookVisibility(0, &motion, {}, true, 10), steps({0}, {0}));
    EXPECT_EQ(lookVisibility(1, &motion, {}, false, 10), steps({0}, {0}));
    const Visibility bone = steps({0.5F, 1.5F, 3}, {0, 1, 0});
    EXPECT_EQ(lookVisibility(1, &motion, bone, true, 10), steps({0, 2, 3}, {0, 1, 0}));
    EXPECT_EQ(lookVisibility(2, &motion, bone, true, 10), steps({0, 1.5F, 2}, {0, 1, 0}));
}

TEST(LookVisibility, FollowsTheBoneWhereTheMaterialHoldsStill) {
    const Visibility bone = steps({0, 1}, {1, 0});
    EXPECT_EQ(lookVisibility(0, nullptr, bone, true, 10), bone);
    EXPECT_EQ(lookVisibility(1, nullptr, bone, true, 10), steps({0}, {0}));
}

}  // namespace
}  // namespace rigkiln::bfres
