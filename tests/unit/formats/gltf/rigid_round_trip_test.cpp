#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <glm/geometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/gltf/gltf_issues.hpp"
#include "formats/gltf/gltf_to_scene.hpp"
#include "pipeline/process/skin_rigid_parts.hpp"
#include "pipeline/scene/compare_scenes.hpp"
#include "pipeline/scene/rigid_skin.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/scene_builder.hpp"
#include "tests/unit/exporters/gltf/scene_builder.hpp"
#include "tests/unit/formats/gltf/gltf_builder.hpp"
#include "tests/validator/random_scene.hpp"

/// Writes rigid parts as one skin to a GLB and reads them back: they must be parts on their joints again.
namespace rigkiln::gltf {
namespace {

using testing::IsEmpty;

constexpr std::uint32_t kRigidSeeds = rigkiln::test::kHasSanitizer ? 12 : 80;

Scene withRigidSkin(Scene scene) {
    Diagnostics diagnostics;
    skinRigidParts(scene, {}, diagnostics);
    return scene;
}

test::ReadBack writtenAndRead(const Scene& scene, const std::string& profile = "core") {
    const Result<OutputSet> set = gltf_export::test::exportScene(scene, {.profile = profile});
    EXPECT_TRUE(set) << (set ? "" : set.error().text());
    return test::readFile(set ? test::joined(set->back()) : std::vector<std::byte>());
}

/// Reads what `change` makes of the written file.
test::ReadBack throughChangedFile(const Scene& scene, const std::function<void(Scene&)>& change) {
    Scene changed = scene;
    change(changed);
    return writtenAndRead(changed);
}

bool hasPart(const Scene& scene) {
    return std::ranges::any_of(scene.instances, [](const MeshInstance& instance) {
        return instance.role == MeshRole::Render && !instance.skin;
    });
}

/// Without scales, which stay in the meshes, and without several instances of a mesh, which become several.
Scene comparable(std::uint32_t seed) {
    Scene scene = gltf_export::test::randomScene(seed);
    for (Joint& joint : scene.joints)
        joint.rest.scale = glm::vec3(1.0F);
    for (Clip& clip : scene.clips) {
        for (JointTracks& tracks : clip.joints) {
            for (glm::vec3& scale : tracks.scale.values)
                scale = glm::abs(scale);
        }
    }
    std::vector<bool> isTaken(scene.meshes.size(), false);
    std::erase_if(scene.instances, [&](const MeshInstance& instance) {
        const bool wasTaken = isTaken[instance.mesh.value];
        isTaken[instance.mesh.value] = true;
        return wasTaken;
    });
    return scene;
}

/// compareScenes wants tangents to be equal to the bit, so they are compared here and then removed. Sorts
/// attachments: those that were joints of a skin come last.
void expectNearTangents(Scene& left, Scene& right) {
    ASSERT_EQ(left.meshes.size(), right.meshes.size());
    for (std::size_t i = 0; i < left.meshes.size(); ++i) {
        ASSERT_EQ(left.meshes[i].primitives.size(), right.meshes[i].primitives.size());
        for (std::size_t p = 0; p < left.meshes[i].primitives.size(); ++p) {
            std::vector<glm::vec4>& was = left.meshes[i].primitives[p].tangents;
            std::vector<glm::vec4>& is = right.meshes[i].primitives[p].tangents;
            ASSERT_EQ(was.size(), is.size());
            for (std::size_t v = 0; v < was.size(); ++v)
                ASSERT_LE(glm::distance(was[v], is[v]), 1e-5F);
            was.clear();
            is.clear();
        }
    }
    for (Scene* scene : {&left, &right})
        std::ranges::stable_sort(scene->attachments, {}, &Attachment::name);
}

TEST(RigidRoundTrip, GivesBackPartsOnTheirJoints) {
    std::size_t compared = 0;
    for (std::uint32_t seed = 0; seed < kRigidSeeds; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Scene scene = comparable(seed);
        if (!hasPart(scene)) continue;
        test::ReadBack nodes = writtenAndRead(scene);
        test::ReadBack skin = writtenAndRead(withRigidSkin(scene));
        ASSERT_EQ(skin.error, "");
        EXPECT_THAT(validateScene(skin.scene), IsEmpty());
        expectNearTangents(nodes.scene, skin.scene);
        EXPECT_THAT(compareScenes(nodes.scene, skin.scene, {.length = 1e-4F, .rotation = 1e-5F}, 10),
                    IsEmpty());
        EXPECT_TRUE(nodes.scene.instances == skin.scene.instances);
        EXPECT_FALSE(skin.diagnostics.has(kRigidSkinKept));
        ++compared;
    }
    EXPECT_GE(compared, kRigidSeeds / 3);
}

TEST(RigidRoundTrip, GivesBackPartsOfPackedFiles) {
    for (std::uint32_t seed = 0; seed < kRigidSeeds / 4; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Scene scene = comparable(seed);
        if (!hasPart(scene)) continue;
        const test::ReadBack back = writtenAndRead(withRigidSkin(scene), "web");
        ASSERT_EQ(back.error, "");
        EXPECT_TRUE(std::ranges::none_of(back.scene.instances, isPartOfRigidSkin));
        EXPECT_EQ(back.scene.joints.size(), scene.joints.size());
        EXPECT_EQ(back.scene.attachments.size(), scene.attachments.size());
    }
}

TEST(RigidRoundTrip, FreesTheSkinOfAModelWithoutParts) {
    Scene scene = rigkiln::test::smallScene();
    scene.instances.pop_back();
    scene.attachments.push_back(
        {.name = "grip", .kind = "grip", .joint = IndexOf<Joint>(2), .local = {}, .extras = {}});
    const test::ReadBack nodes = writtenAndRead(scene);
    const test::ReadBack skin = writtenAndRead(withRigidSkin(scene));
    EXPECT_EQ(skin.scene.joints, nodes.scene.joints);
    EXPECT_EQ(skin.scene.attachments, nodes.scene.attachments);
    EXPECT_EQ(skin.scene.meshes, nodes.scene.meshes);
    // The root, which no vertex follows, stays in the skin.
    EXPECT_EQ(skin.scene.skins[0].joints.size(), 3U);
}

TEST(RigidRoundTrip, KeepsTheSlotsOfSkinsThatShareAMesh) {
    Scene shared = withRigidSkin(rigkiln::test::smallScene());
    ASSERT_TRUE(isAddedAs(shared.joints.back(), kVisibilityJoint));
    shared.instances.resize(1);  // without the part
    shared.skins.resize(1);
    shared.skins[0].joints.emplace_back(shared.joints.size() - 1);  // followed by no vertex
    shared.skins[0].inverseBindMatrices.emplace_back(1.0F);
    const std::size_t slots = shared.skins[0].joints.size();
    ASSERT_LT(writtenAndRead(shared).scene.skins[0].joints.size(), slots) << "alone, the skin is freed";
    shared.skins.push_back(shared.skins[0]);
    shared.skins[1].inverseBindMatrices[0][3].x += 1;
    shared.instances.push_back(shared.instances[0]);
    shared.instances[1].name = "twin";
    shared.instances[1].skin = IndexOf<Skin>(1);
    const test::ReadBack back = writtenAndRead(shared);
    ASSERT_EQ(back.scene.skins.size(), 2U);
    EXPECT_EQ(back.scene.skins[0].joints.size(), slots);
    EXPECT_EQ(back.scene.skins[1].joints.size(), slots);
}

TEST(RigidRoundTrip, TakesTheVisibilityThatSomebodyEdited) {
    const auto edit = [](Scene& scene) {
        JointTracks& leaf = scene.clips[0].joints.back();
        ASSERT_TRUE(isAddedAs(scene.joints[leaf.joint.value], kVisibilityJoint));
        leaf.scale.times = {0.0F, 0.25F};
    };
    const test::ReadBack back = throughChangedFile(withRigidSkin(rigkiln::test::smallScene()), edit);
    const Track<std::uint8_t> expected{
        .interpolation = Interpolation::Step, .times = {0.0F, 0.25F}, .values = {1, 0}};
    ASSERT_EQ(back.scene.clips[0].joints.size(), 2U);
    EXPECT_EQ(back.scene.clips[0].joints[1].visibility, expected);
}

TEST(RigidRoundTrip, AddsVisibilityToAJointThatNothingElseMoves) {
    Scene scene = rigkiln::test::smallScene();
    scene.joints[2].visible = false;
    scene.clips[0].joints.pop_back();
    const auto edit = [](Scene& changed) {
        JointTracks leaf;
        leaf.joint = IndexOf<Joint>(changed.joints.size() - 1);
        leaf.scale = {.interpolation = Interpolation::Step, .times = {0.5F}, .values = {glm::vec3(1)}};
        changed.clips[0].joints.push_back(leaf);
    };
    const test::ReadBack back = throughChangedFile(withRigidSkin(scene), edit);
    ASSERT_EQ(back.scene.clips[0].joints.size(), 2U);
    EXPECT_EQ(back.scene.clips[0].joints[1].joint, IndexOf<Joint>(2));
    EXPECT_EQ(back.scene.clips[0].joints[1].visibility.values, (std::vector<std::uint8_t>{1}));
}

TEST(RigidRoundTrip, KeepsASkinWhosePartWasBent) {
    const auto bend = [](Scene& scene) {
        scene.meshes[1].primitives[0].influenceSets[0].joints[0] = {0, 0, 0, 0};
    };
    const test::ReadBack back = throughChangedFile(withRigidSkin(rigkiln::test::smallScene()), bend);
    EXPECT_TRUE(back.diagnostics.has(kRigidSkinKept));
    EXPECT_TRUE(back.scene.instances[1].skin);
    EXPECT_THAT(validateScene(back.scene), IsEmpty());
}

TEST(RigidRoundTrip, KeepsAddedJointsThatSomebodyUses) {
    const auto use = [](Scene& scene) {
        scene.joints[0].rest.translation = {0, 0, 1};  // the model was moved
        Attachment flag{.name = "flag",
                        .kind = "proxy",
                        .joint = IndexOf<Joint>(scene.joints.size() - 1),
                        .local = {},
                        .extras = {}};
        scene.attachments.push_back(flag);  // below the joint that shows and hides the ring
    };
    const test::ReadBack back = throughChangedFile(withRigidSkin(rigkiln::test::smallScene()), use);
    EXPECT_TRUE(isAddedAs(back.scene.joints.front(), kModelJoint));
    EXPECT_TRUE(isAddedAs(back.scene.joints.back(), kVisibilityJoint));
    ASSERT_EQ(back.scene.attachments.size(), 1U);
    EXPECT_EQ(back.scene.attachments[0].joint, IndexOf<Joint>(back.scene.joints.size() - 1));
    EXPECT_THAT(validateScene(back.scene), IsEmpty());
}

TEST(RigidRoundTrip, KeepsAJointThatMovesAPartByItself) {
    const auto move = [](Scene& scene) {
        JointTracks& leaf = scene.clips[0].joints.back();
        leaf.translation = {.times = {0.0F}, .values = {glm::vec3(0, 0, 1)}};
    };
    const test::ReadBack back = throughChangedFile(withRigidSkin(rigkiln::test::smallScene()), move);
    const Joint& joint = back.scene.joints[back.scene.instances[1].joint.value];
    EXPECT_TRUE(isAddedAs(joint, kVisibilityJoint));
    EXPECT_FALSE(back.scene.clips[0].joints.back().translation.empty());
    EXPECT_FALSE(back.scene.clips[0].joints.back().scale.empty());
}

TEST(RigidRoundTrip, KeepsTheNumbersOfAFileThatIsEdited) {
    const Scene scene = withRigidSkin(rigkiln::test::smallScene());
    const Result<OutputSet> set = gltf_export::test::exportScene(scene);
    ASSERT_TRUE(set);
    test::FilesBeside nothing;
    Diagnostics diagnostics;
    const OptionValues options(kGltfFormat.options);
    const std::vector<std::byte> bytes = test::joined(set->back());
    const PlacedScene placed = readPlacedGltf(
        {.path = "a.glb", .name = "a", .bytes = bytes, .options = options, .companions = nothing},
        diagnostics);
    EXPECT_EQ(placed.scene.joints.size(), scene.joints.size());
    EXPECT_EQ(placed.scene.skins.size(), scene.skins.size());
}

}  // namespace
}  // namespace rigkiln::gltf
