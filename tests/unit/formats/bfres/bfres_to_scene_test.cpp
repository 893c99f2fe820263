#include "formats/bfres/bfres_to_scene.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/bfres/base/bfres_issues.hpp"
#include "formats/bfres/bfres_options.hpp"
#include "pipeline/animation/sample_track.hpp"
#include "pipeline/binary/format_error.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/unit/formats/bfres/layouts.hpp"
#include "tools/corpus/bfres.hpp"

namespace rigkiln::bfres {
namespace {

using testing::ElementsAre;

struct Lifted {
    Scene scene;
    Diagnostics diagnostics;
};

Lifted lift(const BfresFile& file, double frameRate = 60, std::string_view patterns = "extras") {
    OptionValues options(kBfresOptions);
    options.set(kFrameRate, frameRate);
    options.set(kTexturePatterns, std::string(patterns));
    NoFiles companions;
    Lifted result;
    result.scene = bfresToScene(
        file, {.path = "x.bfres", .name = "x", .bytes = {}, .options = options, .companions = companions},
        result.diagnostics);
    EXPECT_TRUE(validateScene(result.scene).empty());
    return result;
}

std::vector<std::string> jointNames(const Scene& scene) {
    std::vector<std::string> names;
    for (const Joint& joint : scene.joints)
        names.push_back(joint.name);
    return names;
}

std::size_t countOf(const Diagnostics& diagnostics, const IssueKind& kind) {
    std::size_t count = 0;
    for (const auto& issue : diagnostics.issues())
        count += issue.kind == &kind ? 1 : 0;
    return count;
}

const Clip& clipNamed(const Scene& scene, const std::string& name) {
    for (const Clip& clip : scene.clips) {
        if (clip.name == name) return clip;
    }
    throw std::runtime_error("no clip " + name);
}

const Track<std::uint8_t>& visibilityOf(const Scene& scene, const std::string& clip,
                                        const std::string& joint) {
    for (const JointTracks& tracks : clipNamed(scene, clip).joints) {
        if (scene.joints[tracks.joint.value].name == joint) return tracks.visibility;
    }
    throw std::runtime_error("no tracks of " + joint);
}

TEST(BfresToScene, MakesJointsOfBones) {
    BfresFile file = corpus::makeBfresFile(kWiiU);
    Skeleton& skeleton = *file.models[0].skeleton;
    skeleton.bones[1].flags |= bone_flag::kSegmentScaleCompensate;
    skeleton.bones[2].flags &= ~bone_flag::kVisible;
    skeleton.bones[2].flags |= 6U << 16U;
    const Scene scene = lift(file).scene;
    EXPECT_THAT(jointNames(scene), ElementsAre("Root", "Tip", "Still"));
    EXPECT_EQ(scene.joints[2].parent, IndexOf<Joint>(1));
    EXPECT_EQ(scene.joints[0].rest.translation, glm::vec3(0, 1, 0));
    EXPECT_TRUE(scene.joints[1].compensatesParentScale);
    EXPECT_FALSE(scene.joints[2].visible);
    EXPECT_EQ(toJson(*scene.joints[2].extras.find("billboard")), R"("y_axis_vector")");
    EXPECT_EQ(toJson(*scene.joints[2].extras.find("user_data")),
              R"({"integers":[-1,2],"floats":0.5,"texts":["left",""],"wide":"é","bytes":"010203"})");
}

TEST(BfresToScene, PutsSeveralModelsBelowJointsOfTheirOwn) {
    BfresFile file = corpus::makeBfresFile(kWiiU);
    file.models.push_back(file.models[0]);
    file.models[1].name = "Lid";
    file.models[1].skeleton->bones[0].name = "Base";
    file.skeletalAnimations[0].bones[0].name = "Base";
    const Scene scene = lift(file).scene;
    EXPECT_THAT(jointNames(scene), ElementsAre("Box", "Root", "Tip", "Still", "Lid", "Base", "Tip", "Still"));
    EXPECT_EQ(scene.skins.size(), 2U);
    EXPECT_EQ(scene.materials.size(), 2U);
    EXPECT_EQ(scene.clips[0].joints.front().joint, IndexOf<Joint>(5))
        << "the model that has most of its bones";
}

TEST(BfresToScene, GivesModelsWithoutBonesAJoint) {
    BfresFile file = corpus::makeBfresFile(kWiiU);
    file.models[0].skeleton.reset();
    file.models[0].shapes[0].skinCount = 0;
    file.skeletalAnimations.clear();
    file.boneVisibility.clear();
    const Scene scene = lift(file).scene;
    EXPECT_THAT(jointNames(scene), ElementsAre("Box"));
    ASSERT_EQ(scene.instances.size(), 1U);
    EXPECT_EQ(scene.instances[0].joint, IndexOf<Joint>(0));
}

TEST(BfresToScene, KeepsTheInverseBindMatricesOfTheFile) {
    const BfresFile file = corpus::makeBfresFile(kWiiU);
    const Scene scene = lift(file).scene;
    ASSERT_EQ(scene.skins.size(), 1U);
    EXPECT_EQ(scene.skins[0].joints, (std::vector<IndexOf<Joint>>{IndexOf<Joint>(0)}));
    EXPECT_EQ(scene.skins[0].inverseBindMatrices[0][3], glm::vec4(0, -1, 0, 1));
    EXPECT_EQ(scene.instances[0].skin, IndexOf<Skin>(0));
}

TEST(BfresToScene, NumbersLevelsOfDetailFromTheCoarsest) {
    BfresFile file = corpus::makeBfresFile(kWiiU);
    std::vector<Mesh>& meshes = file.models[0].shapes[0].meshes;
    meshes.push_back(meshes[0]);
    meshes.push_back(meshes[0]);
    const Scene scene = lift(file).scene;
    ASSERT_EQ(scene.instances.size(), 3U);
    EXPECT_EQ(scene.instances[0].levelOfDetail, 2U);
    EXPECT_EQ(scene.instances[2].levelOfDetail, 0U);
    EXPECT_EQ(scene.instances[2].name, "Box__m_lod2");
    EXPECT_EQ(scene.instances[0].variantBase, scene.instances[2].variantBase);
}

TEST(BfresToScene, ReportsKeyShapesOncePerShape) {
    BfresFile file = corpus::makeBfresFile(kWiiU);
    Shape& shape = file.models[0].shapes[0];
    shape.meshes.push_back(shape.meshes[0]);
    shape.keyShapeCount = 2;
    const Lifted lifted = lift(file);
    ASSERT_EQ(countOf(lifted.diagnostics, kKeyShapes), 1U);
    const auto& issues = lifted.diagnostics.issues();
    const auto found = std::ranges::find(issues, &kKeyShapes, &Issue::kind);
    EXPECT_EQ(found->where, "model 'Box' shape 'Box__m'");
    EXPECT_EQ(found->details, "2 key shapes");
}

TEST(BfresToScene, RunsAtTheFrameRateOfTheOption) {
    const Lifted lifted = lift(corpus::makeBfresFile(kWiiU), 30);
    EXPECT_FLOAT_EQ(clipNamed(lifted.scene, "Wave").duration, 20.0F / 30);
    EXPECT_EQ(countOf(lifted.diagnostics, kFrameRateAssumed), 1U);
}

TEST(BfresToScene, ShowsAndHidesBones) {
    const Scene scene = lift(corpus::makeBfresFile(kWiiU), 10).scene;
    const Clip& clip = clipNamed(scene, "HideB");
    ASSERT_EQ(clip.joints.size(), 2U);
    EXPECT_THAT(clip.joints[0].visibility.values, ElementsAre(1)) << "by its base";
    EXPECT_THAT(clip.joints[1].visibility.times, ElementsAre(0.0F, 1.0F, 2.0F));
    EXPECT_THAT(clip.joints[1].visibility.values, ElementsAre(1, 0, 1)) << "bits 101, lowest first";
}

TEST(BfresToScene, JoinsAnimationsOfOneNameAndLength) {
    BfresFile file = corpus::makeBfresFile(kWiiU);
    file.boneVisibility[0].name = "Wave";
    const Scene scene = lift(file).scene;
    EXPECT_EQ(scene.clips.size(), 4U) << "Wave, Turn, Blink, HideM";
    EXPECT_EQ(clipNamed(scene, "Wave").extras.find("parts"), nullptr);
}

bool hasLoop(const Clip& clip) {
    return clip.extras.find("loop") != nullptr;
}

TEST(BfresToScene, HoldsTheShorterAnimationOfOneName) {
    BfresFile file = corpus::makeBfresFile(kWiiU);
    file.skeletalAnimations[0].flags &= ~4U;
    file.boneVisibility[0].name = "Wave";
    file.boneVisibility[0].frameCount = 50;
    file.boneVisibility[0].flags |= 4U;
    const Scene alone = lift(corpus::makeBfresFile(kWiiU), 10).scene;
    const Lifted lifted = lift(file, 10);
    EXPECT_EQ(lifted.scene.clips.size(), 4U);
    const Clip& clip = clipNamed(lifted.scene, "Wave");
    EXPECT_FLOAT_EQ(clip.duration, 5.0F);
    EXPECT_EQ(clip.sourceFrameCount, 51U);
    EXPECT_TRUE(hasLoop(clip)) << "as the longer one";
    EXPECT_EQ(toJson(*clip.extras.find("parts")),
              R"({"skeleton":{"frame_count":20},"bone_visibility":{"frame_count":50,"loop":true}})");
    EXPECT_EQ(clip.joints[0].rotation, clipNamed(alone, "Wave").joints[0].rotation);
    EXPECT_THAT(clip.joints[1].visibility.values, ElementsAre(1, 0, 1));
    EXPECT_EQ(countOf(lifted.diagnostics, kNotRepeated), 0U);
}

TEST(BfresToScene, RepeatsTheShorterAnimationOfOneNameThatLoops) {
    BfresFile file = corpus::makeBfresFile(kWiiU);
    file.skeletalAnimations[0].flags |= 4U;
    file.boneVisibility[0].name = "Wave";
    file.boneVisibility[0].frameCount = 50;
    const Scene alone = lift(corpus::makeBfresFile(kWiiU), 10).scene;
    const Scene scene = lift(file, 10).scene;
    const Clip& clip = clipNamed(scene, "Wave");
    const Clip& once = clipNamed(alone, "Wave");
    EXPECT_FALSE(hasLoop(clip)) << "as the longer one";
    ASSERT_GT(once.joints[0].rotation.times.size(), 2U);
    for (float time = 0; time < 5; time += 0.25F) {
        const glm::quat expected = sampleTrack(once.joints[0].rotation, std::fmod(time, 2.0F));
        EXPECT_NEAR(std::abs(glm::dot(sampleTrack(clip.joints[0].rotation, time), expected)), 1, 1e-6)
            << time;
    }

    // The other way round: visibility repeats below a longer motion.
    file.skeletalAnimations[0].flags &= ~4U;
    file.boneVisibility[0].flags |= 4U;
    file.boneVisibility[0].frameCount = 5;
    file.boneVisibility[0].curves[0].frames = std::vector<std::uint8_t>{0, 2, 5};
    const Clip shown = clipNamed(lift(file, 10).scene, "Wave");
    EXPECT_FLOAT_EQ(shown.duration, 2.0F);
    const Track<std::uint8_t>& visibility = shown.joints[1].visibility;
    ASSERT_GT(visibility.times.size(), 5U);
    EXPECT_EQ(sampleTrack(visibility, 0.3F), 0);
    EXPECT_EQ(sampleTrack(visibility, 0.5F), 1);
    EXPECT_EQ(sampleTrack(visibility, 1.3F), 0);
    EXPECT_EQ(sampleTrack(visibility, 1.6F), 1);
}

TEST(BfresToScene, LetsAnimationsInExtrasAloneNotLengthenAClip) {
    BfresFile file = corpus::makeBfresFile(kWiiU);
    file.patternAnimations[0].name = "Wave";
    file.patternAnimations[0].frameCount = 300;
    const Scene extras = lift(file, 10).scene;
    EXPECT_FLOAT_EQ(clipNamed(extras, "Wave").duration, 2.0F);
    EXPECT_NE(clipNamed(extras, "Wave").extras.find("texture_patterns"), nullptr);
    EXPECT_FLOAT_EQ(clipNamed(lift(file, 10, kPatternShapes).scene, "Wave").duration, 30.0F);
}

TEST(BfresToScene, RepeatsPatternsThatAreShown) {
    BfresFile file = corpus::makeBfresFile(kWiiU);
    file.patternAnimations[0].name = "Wave";
    file.skeletalAnimations[0].frameCount = 50;
    const Scene scene = lift(file, 10, kPatternShapes).scene;
    EXPECT_FLOAT_EQ(clipNamed(scene, "Wave").duration, 5.0F);
    const Track<std::uint8_t>& second = visibilityOf(scene, "Wave", "Box__m_look2");
    EXPECT_THAT(second.times, ElementsAre(0.0F, 1.0F, 2.0F, 3.0F, 4.0F, 5.0F));
    EXPECT_THAT(second.values, ElementsAre(0, 1, 0, 1, 0, 1))
        << "the last of 20 frames is the first of the next";
}

TEST(BfresToScene, HoldsWhatWouldRepeatTooOften) {
    BfresFile file = corpus::makeBfresFile(kWiiU);
    file.skeletalAnimations[0].flags |= 4U;
    file.skeletalAnimations[0].frameCount = 20;
    file.boneVisibility[0].name = "Wave";
    file.boneVisibility[0].frameCount = 0x7FFFFFFF;
    const Lifted lifted = lift(file);
    EXPECT_EQ(countOf(lifted.diagnostics, kNotRepeated), 1U);
    EXPECT_EQ(clipNamed(lifted.scene, "Wave").joints[0].rotation,
              clipNamed(lift(corpus::makeBfresFile(kWiiU)).scene, "Wave").joints[0].rotation);
    // Textures that are shown in turn, too.
    file.skeletalAnimations[0].flags &= ~4U;
    file.patternAnimations[0].name = "Wave";
    const Lifted patterns = lift(file, 10, kPatternShapes);
    EXPECT_EQ(countOf(patterns.diagnostics, kNotRepeated), 1U);
    EXPECT_THAT(visibilityOf(patterns.scene, "Wave", "Box__m_look2").values, ElementsAre(0, 1, 0));
}

TEST(BfresToScene, KeepsPatternsAndMaterialVisibilityInExtras) {
    const Scene scene = lift(corpus::makeBfresFile(kWiiU)).scene;
    EXPECT_EQ(toJson(*clipNamed(scene, "Blink").extras.find("texture_patterns")),
              R"({"frame_count":20,"loop":true,"materials":{"m":{"_a0":{"frames":[0,10,20],)"
              R"("textures":["eye.0","eye.1","eye.2"]},"_n0":{"frames":[0],"textures":["eye.1"]}}}})");
    EXPECT_EQ(toJson(*clipNamed(scene, "HideM").extras.find("material_visibility")),
              R"({"frame_count":20,"materials":{"Root":{"frames":[0],"visible":[true]},)"
              R"("Tip":{"frames":[0,10,20],"visible":[true,false,true]}}})");
}

TEST(BfresToScene, ShowsPatternsAsShapesInTurn) {
    const Lifted lifted = lift(corpus::makeBfresFile(kWiiU), 10, kPatternShapes);
    const Scene& scene = lifted.scene;
    EXPECT_THAT(jointNames(scene), ElementsAre("Root", "Tip", "Still", "Box__m_look0", "Box__m_look1",
                                               "Box__m_look2", "Box__m_look3"));
    ASSERT_EQ(scene.instances.size(), 4U);
    for (std::size_t look = 0; look < 4; ++look) {
        const MeshInstance& instance = scene.instances[look];
        const Joint& joint = scene.joints[instance.joint.value];
        EXPECT_EQ(joint.name, "Box__m_look" + std::to_string(look));
        EXPECT_EQ(joint.parent, IndexOf<Joint>(0));
        EXPECT_EQ(joint.rest, Transform());
        EXPECT_EQ(joint.visible, look == 0);
        EXPECT_EQ(instance.skin, IndexOf<Skin>(0));
        const Primitive& primitive = scene.meshes[instance.mesh.value].primitives.front();
        EXPECT_EQ(primitive.positions, scene.meshes[0].primitives.front().positions);
        EXPECT_EQ(scene.materials[primitive.material->value].name,
                  look == 0 ? "m" : "m_look" + std::to_string(look));
    }
    EXPECT_THAT(visibilityOf(scene, "Blink", "Box__m_look0").values, ElementsAre(0));
    EXPECT_THAT(visibilityOf(scene, "Blink", "Box__m_look2").times, ElementsAre(0.0F, 1.0F, 2.0F));
    EXPECT_THAT(visibilityOf(scene, "Blink", "Box__m_look2").values, ElementsAre(0, 1, 0));
    EXPECT_NE(clipNamed(scene, "Blink").extras.find("texture_patterns"), nullptr);
    EXPECT_EQ(countOf(lifted.diagnostics, kTooManyLooks), 0U);
}

TEST(BfresToScene, ShowsLooksOnlyWhereTheirBoneIsShown) {
    BfresFile file = corpus::makeBfresFile(kWiiU);
    file.boneVisibility[0].baseBits = {2};  // not the bone of the shape
    const Scene scene = lift(file, 10, kPatternShapes).scene;
    EXPECT_THAT(visibilityOf(scene, "HideB", "Box__m_look0").values, ElementsAre(0));
    file.boneVisibility[0].name = "Blink";
    const Scene both = lift(file, 10, kPatternShapes).scene;
    EXPECT_THAT(visibilityOf(both, "Blink", "Box__m_look2").values, ElementsAre(0));
    file.models[0].skeleton->bones[0].flags &= ~bone_flag::kVisible;
    file.boneVisibility.clear();
    const Scene hidden = lift(file, 10, kPatternShapes).scene;
    EXPECT_FALSE(hidden.joints[3].visible);
    EXPECT_THAT(visibilityOf(hidden, "Blink", "Box__m_look2").values, ElementsAre(0));
}

TEST(BfresToScene, MakesLevelsOfEachLook) {
    BfresFile file = corpus::makeBfresFile(kWiiU);
    file.models[0].shapes[0].meshes.push_back(file.models[0].shapes[0].meshes[0]);
    const Scene scene = lift(file, 10, kPatternShapes).scene;
    ASSERT_EQ(scene.instances.size(), 8U);
    EXPECT_EQ(scene.instances[5].name, "Box__m_lod1_look1");
    EXPECT_EQ(scene.instances[5].variantBase, scene.instances[1].variantBase);
    EXPECT_NE(scene.instances[1].variantBase, scene.instances[0].variantBase);
    EXPECT_EQ(scene.instances[5].joint, scene.instances[1].joint);
    EXPECT_EQ(scene.instances[5].levelOfDetail, 0U);
}

TEST(BfresToScene, RefusesMoreTracksOfLooksThanAFileOfItsSizeHas) {
    BfresFile file = corpus::makeBfresFile(kWiiU);
    for (std::size_t i = 0; i < 200; ++i) {
        file.models[0].shapes.push_back(file.models[0].shapes[0]);
        file.patternAnimations.push_back(file.patternAnimations[0]);
        file.patternAnimations.back().name = "Blink" + std::to_string(i);
    }
    EXPECT_EQ(lift(file).scene.instances.size(), 201U);
    EXPECT_THROW(lift(file, 10, kPatternShapes), FormatError);
}

TEST(BfresToScene, TellsOfMaterialsWithTooManyLooks) {
    BfresFile file = corpus::makeBfresFile(kWiiU);
    PatternAnimation one = file.patternAnimations[0];
    one.materials[0].patterns.resize(1);
    one.materials[0].patterns[0].curve = -1;
    for (std::size_t i = 0; i < 300; ++i) {
        one.textures = {"t" + std::to_string(i)};
        file.patternAnimations.push_back(one);
    }
    const Lifted lifted = lift(file, 10, kPatternShapes);
    EXPECT_EQ(countOf(lifted.diagnostics, kTooManyLooks), 1U);
    EXPECT_EQ(lifted.scene.instances.size(), 1U);
    EXPECT_EQ(lifted.scene.joints.size(), 3U);
}

TEST(BfresToScene, NamesWhatItDoesNotConvert) {
    const Lifted lifted = lift(corpus::makeBfresFile(kWiiU));
    EXPECT_EQ(countOf(lifted.diagnostics, kNotConverted), 1U);
    EXPECT_NE(toJson(Value(lifted.scene.extras)).find("note.txt"), std::string::npos);
}

TEST(BfresToScene, GivesAnimationsWithoutSkeletonJointsOfTheirOwn) {
    BfresFile file = corpus::makeBfresFile(kWiiU);
    file.models.clear();
    const Lifted lifted = lift(file);
    EXPECT_THAT(jointNames(lifted.scene), ElementsAre("Root", "Tip", "Still"));
    EXPECT_EQ(countOf(lifted.diagnostics, kBoneMissing), 0U);
    EXPECT_EQ(clipNamed(lifted.scene, "Wave").joints.size(), 2U)
        << "what has neither base nor curves has no track";
}

TEST(BfresToScene, KeepsTracksOfBonesThatAnotherFilesModelMayHave) {
    BfresFile file = corpus::makeBfresFile(kWiiU);
    file.skeletalAnimations[0].bones[2].name = "Wing";
    const Lifted model = lift(file);
    EXPECT_THAT(jointNames(model.scene), ElementsAre("Root", "Tip", "Still"));
    EXPECT_EQ(countOf(model.diagnostics, kBoneMissing), 1U);
    file.models[0].shapes.clear();
    const Lifted animations = lift(file);
    EXPECT_THAT(jointNames(animations.scene), ElementsAre("Root", "Tip", "Still", "Wing"));
    EXPECT_EQ(countOf(animations.diagnostics, kBoneMissing), 1U);
    EXPECT_EQ(clipNamed(animations.scene, "Wave").joints.back().joint, IndexOf<Joint>(3));
}

TEST(BfresToScene, TakesSkinnedShapesWithoutBonesAsTheyAre) {
    BfresFile file = corpus::makeBfresFile(kWiiU);
    file.models[0].skeleton.reset();
    const Scene scene = lift(file).scene;
    ASSERT_EQ(scene.instances.size(), 1U);
    EXPECT_FALSE(scene.instances[0].skin);
    EXPECT_TRUE(scene.meshes[0].primitives[0].influenceSets.empty());
}

TEST(BfresToScene, RefusesMoreVerticesThanAFileOfItsSizeHas) {
    BfresFile file = corpus::makeBfresFile(kWiiU);
    Shape& shape = file.models[0].shapes[0];
    shape.meshes.assign(255, shape.meshes[0]);
    file.models[0].shapes.assign(100, shape);
    try {
        (void)lift(file);
        FAIL() << "was not refused";
    } catch (const FormatError& error) {
        EXPECT_THAT(error.what(),
                    testing::HasSubstr("with it the file has 65538 vertices, more than a file of this "
                                       "size can hold (limit 65536)"));
    }
}

TEST(BfresToScene, NamesSectionsThatAreNotRead) {
    BfresFile file = corpus::makeBfresFile(kWiiU);
    file.unread[static_cast<std::size_t>(Group::Scenes)] = {"Cut", "T\xE9l"};
    const Lifted lifted = lift(file);
    EXPECT_EQ(toJson(*lifted.scene.extras.find("not_converted")),
              R"({"FSCN scenes":["Cut","Tél"],"embedded files":["note.txt"]})");
    const auto& issues = lifted.diagnostics.issues();
    const auto issue = std::ranges::find(issues, &kNotConverted, &Issue::kind);
    ASSERT_NE(issue, issues.end());
    EXPECT_EQ(issue->where, "FSCN scenes");
    EXPECT_EQ(issue->details, "2 sections");
}

TEST(BfresToScene, KeepsShapesOfMaterialsThatAreNotThere) {
    BfresFile file = corpus::makeBfresFile(kWiiU);
    file.models[0].materials.clear();
    const Scene scene = lift(file).scene;
    ASSERT_EQ(scene.instances.size(), 1U);
    EXPECT_EQ(scene.instances[0].name, "Box__m");
    EXPECT_EQ(scene.meshes[0].primitives[0].material, std::nullopt);
    EXPECT_TRUE(scene.materials.empty());
}

TEST(BfresToScene, KeepsCharactersOfTwoUnitsInUserData) {
    BfresFile file = corpus::makeBfresFile(kWiiU);
    const std::u16string lone = {u'a', char16_t{0xD83D}, u'b', char16_t{0xDE00}};
    file.models[0].skeleton->bones[0].userData = {
        {"wide", std::vector<std::u16string>{u"x\U0001F600y", lone}}};
    EXPECT_EQ(toJson(*lift(file).scene.joints[0].extras.find("user_data")),
              "{\"wide\":[\"x\xF0\x9F\x98\x80y\",\"a\xEF\xBF\xBD"
              "b\xEF\xBF\xBD\"]}");
}

// Values that are no numbers differ from themselves.
TEST(BfresToScene, ListsAFrameOnceWhoseKeysAreNoNumbers) {
    BfresFile file = corpus::makeBfresFile(kWiiU);
    Curve& curve = file.materialVisibility[0].curves[0];
    constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
    curve.flags = curveFlags(CurveType::Linear, FrameType::U8, KeyType::Word);
    curve.offsetBits = 0;
    curve.frames = std::vector<std::uint8_t>{0, 10, 10};
    curve.keys = std::vector<float>{0, 0, 1, 0, kNaN, 0};
    EXPECT_EQ(toJson(*clipNamed(lift(file).scene, "HideM").extras.find("material_visibility")),
              R"({"frame_count":20,"materials":{"Root":{"frames":[0],"visible":[true]},)"
              R"("Tip":{"frames":[0,10],"visible":[false,true]}}})");
}

}  // namespace
}  // namespace rigkiln::bfres
