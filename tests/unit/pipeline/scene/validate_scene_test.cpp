#include "pipeline/scene/validate_scene.hpp"

#include <functional>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();

TEST(ValidateScene, AcceptsASceneThatKeepsTheLaws) {
    EXPECT_TRUE(validateScene(test::smallScene()).empty());
    EXPECT_TRUE(validateScene(Scene()).empty());
}

TEST(ValidateScene, AcceptsEveryRandomScene) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const auto problems = validateScene(test::randomScene(seed));
        EXPECT_TRUE(problems.empty())
            << "seed " << seed << ": " << problems.front().where << " " << problems.front().problem;
    }
}

struct BrokenLaw {
    std::string name;
    std::function<void(Scene&)> breakIt;
    std::string where;
    std::string problem;
};

class BrokenLawTest : public testing::TestWithParam<BrokenLaw> {};

TEST_P(BrokenLawTest, IsNamedWithItsPlaceAndValue) {
    Scene scene = test::smallScene();
    GetParam().breakIt(scene);
    const auto problems = validateScene(scene);
    ASSERT_FALSE(problems.empty());
    EXPECT_EQ(problems.front().where, GetParam().where);
    EXPECT_EQ(problems.front().problem, GetParam().problem);
}

INSTANTIATE_TEST_SUITE_P(
    ValidateScene, BrokenLawTest,
    testing::Values(
        BrokenLaw{"ParentBehindChild", [](Scene& s) { s.joints[1].parent = IndexOf<Joint>(2); },
                  "joints[1].parent", "is 2, expected below 1: parents stand before children"},
        BrokenLaw{"RestNotFinite", [](Scene& s) { s.joints[1].rest.translation.x = kNotANumber; },
                  "joints[1].rest",
                  "has translation (nan 1 0), rotation (0 0 0 1) and scale (1 1 1), expected finite numbers"},
        BrokenLaw{"RestRotationNotUnit", [](Scene& s) { s.joints[1].rest.rotation = glm::quat(2, 0, 0, 0); },
                  "joints[1].rest.rotation", "has length 2, expected 1"},
        BrokenLaw{"SkinWithoutJoints", [](Scene& s) { s.skins[0] = {}; }, "skins[0]",
                  "has 0 joints, expected at least 1"},
        BrokenLaw{"MatricesMissing", [](Scene& s) { s.skins[0].inverseBindMatrices.pop_back(); }, "skins[0]",
                  "has 1 inverse bind matrices for 2 joints"},
        BrokenLaw{"JointTwiceInSkin", [](Scene& s) { s.skins[0].joints[1] = s.skins[0].joints[0]; },
                  "skins[0].joints[1]", "joint 1 is listed twice"},
        BrokenLaw{"SkinAcrossRoots", [](Scene& s) { s.joints[2].parent.reset(); }, "skins[0]",
                  "its joints have 2 roots, expected a common ancestor"},
        BrokenLaw{"LastRow", [](Scene& s) { s.skins[0].inverseBindMatrices[1][3].w = 0.5F; },
                  "skins[0].inverseBindMatrices[1]", "has the last row 0 0 0 0.5, expected 0 0 0 1"},
        BrokenLaw{"Factor", [](Scene& s) { s.materials[0].roughnessFactor = 1.5F; },
                  "materials[0].roughnessFactor", "is 1.5, expected 0 to 1"},
        BrokenLaw{"NormalsMissing", [](Scene& s) { s.meshes[0].primitives[0].normals.pop_back(); },
                  "meshes[0].primitives[0].normals", "has 2 entries, expected one for each of 3 positions"},
        BrokenLaw{"PositionNotFinite",
                  [](Scene& s) { s.meshes[0].primitives[0].positions[1].y = kNotANumber; },
                  "meshes[0].primitives[0].positions[1]", "is (1 nan 0), not finite"},
        BrokenLaw{"NormalNotUnit",
                  [](Scene& s) {
                      s.meshes[0].primitives[0].normals[2] = {0, 0, 2};
                  },
                  "meshes[0].primitives[0].normals[2]", "is (0 0 2), not unit"},
        BrokenLaw{"TangentSign",
                  [](Scene& s) { s.meshes[0].primitives[0].tangents.assign(3, glm::vec4(1, 0, 0, 0)); },
                  "meshes[0].primitives[0].tangents[0]", "is (1 0 0 0), not unit with w 1 or -1"},
        BrokenLaw{"Indices", [](Scene& s) { s.meshes[0].primitives[0].indices[2] = 3; },
                  "meshes[0].primitives[0].indices", "names vertex 3, there are 3"},
        BrokenLaw{"HalfATriangle", [](Scene& s) { s.meshes[0].primitives[0].indices.pop_back(); },
                  "meshes[0].primitives[0].indices",
                  "has 2 entries, expected a multiple of 3 and at least one triangle"},
        BrokenLaw{"AttributeName",
                  [](Scene& s) {
                      s.meshes[0].primitives[0].attributes = {{"ZONE", 1, {1, 2, 3}}};
                  },
                  "meshes[0].primitives[0].attributes[0].name",
                  "is 'ZONE', expected _ and letters, digits, _"},
        BrokenLaw{
            "AttributeTwice",
            [](Scene& s) {
                s.meshes[0].primitives[0].attributes = {{"_ZONE", 1, {1, 2, 3}}, {"_ZONE", 1, {1, 2, 3}}};
            },
            "meshes[0].primitives[0].attributes[1].name", "is '_ZONE', as another has it"},
        BrokenLaw{"AttributeComponents",
                  [](Scene& s) {
                      s.meshes[0].primitives[0].attributes = {{"_ZONE", 5, {}}};
                  },
                  "meshes[0].primitives[0].attributes[0].components", "is 5, expected 1 to 4"},
        BrokenLaw{"AttributeValuesMissing",
                  [](Scene& s) {
                      s.meshes[0].primitives[0].attributes = {{"_ZONE", 2, {1, 2, 3}}};
                  },
                  "meshes[0].primitives[0].attributes[0].values",
                  "has 3 entries, expected 2 for each of 3 positions"},
        BrokenLaw{"AttributeNotFinite",
                  [](Scene& s) {
                      s.meshes[0].primitives[0].attributes = {{"_ZONE", 1, {1, kNotANumber, 3}}};
                  },
                  "meshes[0].primitives[0].attributes[0].values[1]", "is nan, not finite"},
        BrokenLaw{"WeightSum",
                  [](Scene& s) { s.meshes[0].primitives[0].influenceSets[0].weights[2].x = 0.25F; },
                  "meshes[0].primitives[0].influenceSets.sum[2]", "is 0.75, not 1"},
        BrokenLaw{"JointWithoutWeight",
                  [](Scene& s) { s.meshes[0].primitives[0].influenceSets[0].joints[0][3] = 1; },
                  "meshes[0].primitives[0].influenceSets", "vertex 0 has weight 0 for joint 1"},
        BrokenLaw{"InfluenceOutsideSkin",
                  [](Scene& s) { s.meshes[0].primitives[0].influenceSets[0].joints[1][0] = 2; },
                  "instances[0].influences[1]", "is not below the 2 joints of the skin"},
        BrokenLaw{"SkinWithoutInfluences", [](Scene& s) { s.instances[1].skin = IndexOf<Skin>(0); },
                  "instances[1]", "a skin and influences come together or not at all"},
        BrokenLaw{"TextureWithoutCoordinates",
                  [](Scene& s) {
                      s.textures.push_back({.sourceName = "a", .mimeType = "image/png", .encoded = {}});
                      s.materials[0].baseColorTexture = TextureUse{};
                  },
                  "meshes[0].primitives[0].material", "uses texture coordinates 0, there are 0 sets"},
        BrokenLaw{"TimesNotAscending",
                  [](Scene& s) {
                      s.clips[0].joints[0].rotation.times = {1.0F, 1.0F};
                  },
                  "clips[0].joints[0].rotation.times[1]", "is not above the time before it"},
        BrokenLaw{"KeyBehindTheEnd", [](Scene& s) { s.clips[0].duration = 0.5F; },
                  "clips[0].joints[0].rotation.times", "run from 0 to 1, expected within 0 to 0.5"},
        BrokenLaw{"RotationKeyNotUnit", [](Scene& s) { s.clips[0].joints[0].rotation.values[1] *= 1.01F; },
                  "clips[0].joints[0].rotation.values[1]", "is (0 0 0.71417785 0.71417785), not unit"},
        BrokenLaw{"JointTwiceInClip", [](Scene& s) { s.clips[0].joints[1].joint = IndexOf<Joint>(1); },
                  "clips[0].joints[1]", "joint 1 does not come after joint 1"},
        BrokenLaw{"VisibilityInterpolated",
                  [](Scene& s) { s.clips[0].joints[1].visibility.interpolation = Interpolation::Linear; },
                  "clips[0].joints[1].visibility", "is interpolated, expected Step"},
        BrokenLaw{"MaterialThatIsNotThere",
                  [](Scene& s) {
                      s.clips[0].materials = {{.material = IndexOf<Material>(9), .baseColorOffset = {}}};
                  },
                  "clips[0].materials[0]", "index 9 of materials, there are 1"},
        BrokenLaw{"OffsetWithoutTexture",
                  [](Scene& s) {
                      s.clips[0].materials = {{.material = IndexOf<Material>(0),
                                               .baseColorOffset = {.times = {0}, .values = {{0, 0}}}}};
                  },
                  "clips[0].materials[0].baseColorOffset", "material 0 has no base colour texture"},
        BrokenLaw{"EventsOutOfOrder",
                  [](Scene& s) {
                      s.clips[0].events = {{.time = 0.5F, .name = "a", .extras = {}},
                                           {.time = 0.25F, .name = "b", .extras = {}}};
                  },
                  "clips[0].events[1]", "is at 0.25 s, before the one ahead of it or before 0"},
        BrokenLaw{"LightCone",
                  [](Scene& s) {
                      Light light;
                      light.innerConeAngle = 1.0F;
                      light.outerConeAngle = 0.5F;
                      s.lights.push_back(light);
                  },
                  "lights[0]", "has cone angles 1 and 0.5, expected 0 <= inner < outer <= pi / 2"}),
    [](const testing::TestParamInfo<BrokenLaw>& parameter) { return parameter.param.name; });

}  // namespace
}  // namespace rigkiln
