#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/gltf/gltf_to_scene.hpp"
#include "pipeline/process/hide_unseen_parts.hpp"
#include "pipeline/process/skin_rigid_parts.hpp"
#include "pipeline/scene/compare_scenes.hpp"
#include "pipeline/scene/source_visibility.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/unit/exporters/gltf/scene_builder.hpp"
#include "tests/unit/formats/gltf/gltf_builder.hpp"
#include "tests/validator/random_scene.hpp"

/// Writes scenes whose clips all hide a part, and reads them back: the part must be shown at rest again.
namespace rigkiln::gltf {
namespace {

using testing::IsEmpty;

constexpr std::uint32_t kHiddenSeeds = rigkiln::test::kHasSanitizer ? 20 : 60;

test::ReadBack throughFile(const Scene& scene, const std::string& profile) {
    const Result<OutputSet> set = gltf_export::test::exportScene(scene, {.profile = profile});
    EXPECT_TRUE(set) << (set ? "" : set.error().text());
    return test::readFile(set ? test::joined(set->back()) : std::vector<std::byte>());
}

/// The joint of a rigid mesh that is shown at rest.
std::optional<IndexOf<Joint>> jointOfShownPart(const Scene& scene) {
    const auto part = std::ranges::find_if(scene.instances, [&](const MeshInstance& instance) {
        return !instance.skin && !instance.hidden && scene.joints[instance.joint.value].visible;
    });
    return part == scene.instances.end() ? std::nullopt : std::optional(part->joint);
}

void hideInAllClips(Scene& scene, IndexOf<Joint> joint) {
    for (Clip& clip : scene.clips) {
        auto tracks = std::ranges::find(clip.joints, joint, &JointTracks::joint);
        if (tracks == clip.joints.end()) {
            JointTracks added;
            added.joint = joint;
            clip.joints.push_back(std::move(added));
            std::ranges::sort(clip.joints, {}, &JointTracks::joint);
            tracks = std::ranges::find(clip.joints, joint, &JointTracks::joint);
        }
        tracks->visibility = {.interpolation = Interpolation::Step, .times = {0}, .values = {0}};
    }
}

TEST(HiddenRoundTrip, ShowsAtRestWhatOnlyClipsHide) {
    std::size_t compared = 0;
    for (std::uint32_t seed = 0; seed < kHiddenSeeds; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Scene scene = gltf_export::test::randomScene(seed);
        const std::optional<IndexOf<Joint>> joint = jointOfShownPart(scene);
        if (!joint || scene.clips.empty()) continue;
        hideInAllClips(scene, *joint);
        for (const bool isSkin : {false, true}) {
            for (const char* profile : {"core", "full"}) {
                Scene plain = scene;
                Scene hidden = scene;
                hideUnseenParts(hidden);
                ASSERT_FALSE(hidden.joints[joint->value].visible);
                Diagnostics diagnostics;
                if (isSkin) skinRigidParts(plain, {}, diagnostics);
                if (isSkin) skinRigidParts(hidden, {}, diagnostics);
                const test::ReadBack before = throughFile(plain, profile);
                const test::ReadBack after = throughFile(hidden, profile);
                ASSERT_EQ(after.error, "");
                EXPECT_THAT(validateScene(after.scene), IsEmpty());
                EXPECT_THAT(
                    compareScenes(before.scene, after.scene, {.length = 1e-4F, .rotation = 1e-5F}, 10),
                    IsEmpty())
                    << profile << (isSkin ? " as a skin" : "");
                for (const Joint& one : after.scene.joints)
                    EXPECT_EQ(one.extras.find(kShownInSource), nullptr) << one.name;
                ++compared;
            }
        }
    }
    EXPECT_GT(compared, 20U);
}

// Profile web says it once on the joint.
TEST(HiddenRoundTrip, ShowsInClipsWhatAllOfThemShow) {
    Scene scene = gltf_export::test::chainOfJoints(2);
    scene.joints[1].visible = false;
    for (const char* name : {"walk", "run"}) {
        Clip clip = gltf_export::test::clipNamed(name, 1.0F);
        gltf_export::test::tracksOf(clip, 1).visibility = shownTrack();
        scene.clips.push_back(clip);
    }
    const test::ReadBack read = throughFile(scene, "web");
    ASSERT_EQ(read.error, "");
    EXPECT_FALSE(read.scene.joints[1].visible);
    EXPECT_EQ(read.scene.joints[1].extras.find(kShownByClips), nullptr);
    ASSERT_EQ(read.scene.clips.size(), 2U);
    for (const Clip& clip : read.scene.clips) {
        ASSERT_EQ(clip.joints.size(), 1U) << clip.name;
        EXPECT_EQ(clip.joints[0].joint.value, 1U) << clip.name;
        EXPECT_EQ(clip.joints[0].visibility, shownTrack()) << clip.name;
    }
}

// Of a merged scene too, where nothing else says to which model the clip belongs.
TEST(HiddenRoundTrip, ShowsInClipsOfAMergedModelThatMoveNothing) {
    Scene scene = gltf_export::test::chainOfJoints(2);
    Properties part;
    part.set("name", "hero");
    scene.joints[0].extras.set("part", part);
    scene.joints[1].visible = false;
    Clip clip = gltf_export::test::clipNamed("stand", 1.0F);
    gltf_export::test::tracksOf(clip, 1).visibility = shownTrack();
    scene.clips.push_back(clip);
    const test::ReadBack read = throughFile(scene, "web");
    ASSERT_EQ(read.error, "");
    ASSERT_EQ(read.scene.clips.size(), 1U);
    ASSERT_EQ(read.scene.clips[0].joints.size(), 1U);
    EXPECT_EQ(read.scene.clips[0].joints[0].visibility, shownTrack());
}

// Somebody has made the joint visible since: nothing is said of clips any more.
TEST(HiddenRoundTrip, LeavesClipsAloneWhoseJointIsVisible) {
    Scene scene = gltf_export::test::chainOfJoints(1);
    scene.joints[0].extras.set(kShownByClips, true);
    scene.clips.push_back(gltf_export::test::clipNamed("walk", 1.0F));
    EXPECT_EQ(restoreSourceVisibility(scene), 0U);
    EXPECT_EQ(scene.joints[0].extras.find(kShownByClips), nullptr);
    EXPECT_TRUE(scene.clips[0].joints.empty());
}

// The file has a few bytes for each; the tracks would be their product.
TEST(HiddenRoundTrip, AddsNoMoreTracksThanItMay) {
    constexpr std::size_t kJoints = 1024;
    for (const std::size_t clips : {kMostTracksByRecords / kJoints, kMostTracksByRecords / kJoints + 1}) {
        Scene scene;
        for (std::size_t i = 0; i < kJoints; ++i)
            hideAtRest(scene.joints.emplace_back());
        scene.clips.resize(clips);
        const bool isTooMany = clips * kJoints > kMostTracksByRecords;
        EXPECT_EQ(restoreSourceVisibility(scene), isTooMany ? kJoints : 0);
        EXPECT_EQ(scene.clips.back().joints.size(), isTooMany ? 0 : kJoints);
        EXPECT_EQ(scene.joints.back().visible, !isTooMany);
        EXPECT_EQ(scene.joints.back().extras.find(kShownInSource) != nullptr, isTooMany);
    }
}

TEST(HiddenRoundTrip, ReportsRecordsThatAskForMoreTracksThanItMayAdd) {
    constexpr std::size_t kJoints = 1024;
    test::GltfBuilder builder;
    for (std::size_t i = 0; i < kJoints; ++i) {
        builder.addRoot({{"extras", {{"rigkiln_joint", R"({"visible":false,"shown_in_source":true})"}}}});
    }
    const std::size_t times = builder.addFloats({0, 1}, "SCALAR");
    const std::size_t moves = builder.addFloats({0, 0, 0, 1, 0, 0}, "VEC3");
    const test::Json animation = {
        {"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "translation"}}}}}},
        {"samplers", {{{"input", times}, {"output", moves}}}}};
    for (std::size_t i = 0; i < kMostTracksByRecords / kJoints; ++i)
        builder.json["animations"].push_back(animation);
    test::ReadBack back = test::readFile(builder);
    ASSERT_EQ(back.error, "");
    EXPECT_TRUE(back.scene.joints[1].visible);
    EXPECT_EQ(back.scene.clips.back().joints.size(), kJoints);
    builder.json["animations"].push_back(animation);
    back = test::readFile(builder);
    EXPECT_FALSE(back.scene.joints[1].visible);
    EXPECT_EQ(back.scene.clips.back().joints.size(), 1U);
    ASSERT_THAT(back.placesOf(kRecordUnreadable), testing::ElementsAre("shown_in_source"));
    EXPECT_EQ(back.diagnostics.issues().back().details,
              "1024 joints in 257 clips; at most 262144 tracks are added to clips, so the joints stay as at "
              "rest");
}

}  // namespace
}  // namespace rigkiln::gltf
