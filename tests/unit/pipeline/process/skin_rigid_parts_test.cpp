#include "pipeline/process/skin_rigid_parts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/animation/pose.hpp"
#include "pipeline/animation/rest_placement.hpp"
#include "pipeline/process/absorb_scales.hpp"
#include "pipeline/process/merge_scenes.hpp"
#include "pipeline/scene/rigid_skin.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/pose_at.hpp"
#include "tests/support/scene_builder.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Scene skinned(Scene scene, const RigidSkinOptions& options = {}) {
    Diagnostics diagnostics;
    skinRigidParts(scene, options, diagnostics);
    EXPECT_FALSE(diagnostics.has(kRigidSkinNotMade));
    return scene;
}

std::vector<std::string> namesOfJoints(const Scene& scene) {
    std::vector<std::string> names;
    for (const Joint& joint : scene.joints)
        names.push_back(joint.name);
    return names;
}

std::vector<std::string> skinJointNames(const Scene& scene, std::size_t skin) {
    std::vector<std::string> names;
    for (const IndexOf<Joint> joint : scene.skins.at(skin).joints)
        names.push_back(scene.joints[joint.value].name);
    return names;
}

std::vector<std::string> lawsBroken(const Scene& scene) {
    std::vector<std::string> texts;
    for (const SceneProblem& problem : validateScene(scene))
        texts.push_back(problem.where + ": " + problem.problem);
    return texts;
}

/// A moment of a clip, or the rest pose.
struct Moment {
    const Clip* clip = nullptr;
    float time = 0.0F;
};

std::vector<glm::dmat4> worldsAt(const Scene& scene, const Moment& moment) {
    if (moment.clip == nullptr) return worldMatrices(scene, restPose(scene));
    return worldMatricesAt(scene, *moment.clip, moment.time);
}

/// Whether the source shows an instance at a moment.
bool isShown(const Scene& scene, const MeshInstance& instance, const Moment& moment) {
    if (instance.hidden) return false;
    if (moment.clip != nullptr) {
        for (const JointTracks& tracks : moment.clip->joints) {
            if (tracks.joint != instance.joint || tracks.visibility.empty()) continue;
            const auto next = std::ranges::upper_bound(tracks.visibility.times, moment.time);
            const auto key = std::max<std::ptrdiff_t>(next - tracks.visibility.times.begin(), 1) - 1;
            return tracks.visibility.values[static_cast<std::size_t>(key)] != 0;
        }
    }
    return scene.joints[instance.joint.value].visible;
}

/// A corner of a triangle in model space, and the direction that its triangle faces.
struct Corner {
    glm::dvec3 position;
    glm::dvec3 front;
    glm::dvec3 normal;
};

std::vector<Corner> cornersOf(const Scene& scene, const MeshInstance& instance,
                              const std::vector<glm::dmat4>& worlds) {
    const RestPlacement placement(scene, instance, worlds);
    std::vector<Corner> corners;
    for (const Primitive& primitive : scene.meshes[instance.mesh.value].primitives) {
        for (std::size_t i = 0; i < primitive.indices.size(); i += 3) {
            const glm::dvec3 first = placement.position(primitive, primitive.indices[i]);
            const glm::dmat3 turn = placement.turn(primitive, primitive.indices[i]);
            // Renderers turn the triangles of mirrored nodes around.
            const glm::dvec3 front =
                glm::cross(placement.position(primitive, primitive.indices[i + 1]) - first,
                           placement.position(primitive, primitive.indices[i + 2]) - first) *
                (glm::determinant(turn) < 0 ? -1.0 : 1.0);
            for (std::size_t corner = i; corner < i + 3; ++corner) {
                const std::uint32_t vertex = primitive.indices[corner];
                const glm::dvec3 normal = glm::transpose(glm::inverse(placement.turn(primitive, vertex))) *
                                          glm::dvec3(primitive.normals[vertex]);
                corners.push_back({placement.position(primitive, vertex), front, glm::normalize(normal)});
            }
        }
    }
    return corners;
}

double sizeOf(const Scene& scene) {
    double size = 1.0;
    for (const glm::dmat4& world : worldsAt(scene, {}))
        size = std::max(size, glm::length(glm::dvec3(world[3])));
    return size;
}

std::vector<Moment> momentsOf(const Scene& scene) {
    std::vector<Moment> moments = {{}};
    for (const Clip& clip : scene.clips) {
        for (int i = 0; i <= 7; ++i)
            moments.push_back({&clip, clip.duration * static_cast<float>(i) / 7.0F});
    }
    return moments;
}

/// Corners that lie against each other: the triangles of mirrored parts run the other way round.
std::vector<Corner> sorted(std::vector<Corner> corners) {
    for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
        std::sort(corners.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                  corners.begin() + static_cast<std::ptrdiff_t>(i) + 3,
                  [](const Corner& left, const Corner& right) {
                      return std::tie(left.position.x, left.position.y, left.position.z) <
                             std::tie(right.position.x, right.position.y, right.position.z);
                  });
    }
    return corners;
}

void expectSamePicture(const Scene& before, const Scene& after, const Moment& moment, const Moment& same) {
    const double tolerance = 1e-6 * sizeOf(before);
    const auto worldsBefore = worldsAt(before, moment);
    const auto worldsAfter = worldsAt(after, same);
    ASSERT_EQ(before.instances.size(), after.instances.size());
    for (std::size_t i = 0; i < before.instances.size(); ++i) {
        SCOPED_TRACE("instance " + std::to_string(i));
        const auto expected = sorted(cornersOf(before, before.instances[i], worldsBefore));
        const auto found = sorted(cornersOf(after, after.instances[i], worldsAfter));
        ASSERT_EQ(expected.size(), found.size());
        const bool canHide = !before.instances[i].skin && before.instances[i].role == MeshRole::Render;
        const bool isVisible = !canHide || isShown(before, before.instances[i], moment);
        for (std::size_t c = 0; c < expected.size(); ++c) {
            if (!isVisible) {
                ASSERT_LE(glm::distance(found[c].position, found[0].position), tolerance);
                continue;
            }
            ASSERT_LE(glm::distance(expected[c].position, found[c].position), tolerance);
            ASSERT_LE(glm::distance(expected[c].front, found[c].front),
                      1e-5 * (1 + glm::length(expected[c].front)));
            ASSERT_LE(glm::distance(expected[c].normal, found[c].normal), 1e-4);
        }
    }
    for (std::size_t i = 0; i < before.attachments.size(); ++i) {
        const Attachment& was = before.attachments[i];
        const Attachment& is = after.attachments[i];
        const glm::dmat4 expected = worldsBefore[was.joint.value] * toMatrix(was.local);
        const glm::dmat4 found = worldsAfter[is.joint.value] * toMatrix(is.local);
        for (int column = 0; column < 4; ++column)
            ASSERT_LE(glm::distance(expected[column], found[column]), tolerance * 4) << "attachment " << i;
    }
}

/// Expects both scenes to look the same at rest and at any time.
void expectSamePictures(const Scene& before, const Scene& after) {
    EXPECT_THAT(lawsBroken(after), IsEmpty());
    const auto momentsBefore = momentsOf(before);
    const auto momentsAfter = momentsOf(after);
    ASSERT_EQ(momentsBefore.size(), momentsAfter.size());
    for (std::size_t i = 0; i < momentsBefore.size(); ++i) {
        SCOPED_TRACE("moment " + std::to_string(i));
        expectSamePicture(before, after, momentsBefore[i], momentsAfter[i]);
        if (testing::Test::HasFatalFailure()) return;
    }
}

/// Draws scales of joints, uniform or not, mirrored or not.
class RandomScales {
public:
    explicit RandomScales(std::uint64_t seed) : random_(seed) {}

    bool oneOf(std::uint64_t count) { return random_() % count == 0; }

    glm::vec3 scale() {
        glm::vec3 result(1.0F);
        if (oneOf(3)) result = glm::vec3(oneOf(2) ? 0.5F : 1.25F);
        if (oneOf(4)) result *= glm::vec3(1.0F, 0.75F, 1.5F);
        for (int axis = 0; axis < 3; ++axis) {
            if (oneOf(5)) result[axis] = -result[axis];
        }
        return result;
    }

    /// Scales a joint around its scale at rest.
    void addTrack(const Clip& clip, const glm::vec3& rest, Track<glm::vec3>& track) {
        track = {.times = {0.0F}, .values = {rest * (oneOf(4) ? 1.0F : 0.8F)}};
        if (clip.duration <= 0) return;
        track.times.push_back(clip.duration);
        track.values.push_back(rest);
    }

private:
    std::mt19937_64 random_;
};

/// Random scene with mirrored joints, scales of all kinds and clips that change them.
Scene scaledScene(std::uint64_t seed) {
    Scene scene = test::randomScene(seed);
    RandomScales random(seed);
    for (Joint& joint : scene.joints)
        joint.rest.scale = random.scale();
    for (Clip& clip : scene.clips) {
        for (JointTracks& tracks : clip.joints) {
            if (random.oneOf(5))
                random.addTrack(clip, scene.joints[tracks.joint.value].rest.scale, tracks.scale);
        }
    }
    for (MeshInstance& instance : scene.instances)
        instance.hidden = random.oneOf(8);
    return scene;
}

TEST(SkinRigidParts, LooksTheSameAtAnyTime) {
    std::size_t parts = 0;
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Scene before = test::randomScene(seed);
        const Scene after = skinned(before);
        parts += static_cast<std::size_t>(std::ranges::count_if(after.instances, isPartOfRigidSkin));
        expectSamePictures(before, after);
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(parts, 100U);
}

TEST(SkinRigidParts, LooksTheSameWithMirroredAndScaledJoints) {
    std::size_t sheared = 0;
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Scene before = scaledScene(seed);
        Scene after = before;
        Diagnostics diagnostics;
        skinRigidParts(after, {}, diagnostics);
        if (diagnostics.has(kPlaceSheared)) {
            ++sheared;
            before.attachments.clear();
        }
        expectSamePictures(before, after);
        if (HasFatalFailure()) return;
    }
    EXPECT_LT(sheared, 50U) << "of 150: most scenes compare their attachments";
}

TEST(SkinRigidParts, LeavesNoNegativeScale) {
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Scene scene = skinned(scaledScene(seed));
        if (scene.skins.empty()) continue;
        for (const Joint& joint : scene.joints) {
            for (int axis = 0; axis < 3; ++axis)
                EXPECT_GE(joint.rest.scale[axis], 0.0F) << joint.name;
        }
        for (const Clip& clip : scene.clips) {
            for (const JointTracks& tracks : clip.joints) {
                for (const glm::vec3& scale : tracks.scale.values)
                    EXPECT_GE(std::min({scale.x, scale.y, scale.z}), 0.0F);
            }
        }
    }
}

/// Two rings on a chain of two joints, which a clip turns; a hidden mesh beside the second ring.
Scene rings() {
    Scene scene;
    scene.name = "rings";
    scene.joints = {test::joint("arm"), test::joint("hand", 0, {0, 2, 0})};
    for (std::size_t i = 0; i < 2; ++i) {
        scene.meshes.push_back({.name = "ring", .primitives = {test::triangle()}, .extras = {}});
        MeshInstance instance;
        instance.name = "ring";
        instance.mesh = IndexOf<Mesh>(i);
        instance.joint = IndexOf<Joint>(i);
        scene.instances.push_back(instance);
    }
    Clip clip;
    clip.name = "turn";
    clip.duration = 1.0F;
    JointTracks arm;
    arm.rotation = {.times = {0.0F, 1.0F}, .values = {test::turn(0, {0, 0, 1}), test::turn(90, {0, 0, 1})}};
    clip.joints = {arm};
    scene.clips.push_back(clip);
    return scene;
}

JointTracks blink(std::size_t joint) {
    JointTracks tracks;
    tracks.joint = IndexOf<Joint>(joint);
    tracks.visibility = {.interpolation = Interpolation::Step, .times = {0.0F, 0.5F}, .values = {1, 0}};
    return tracks;
}

TEST(SkinRigidParts, PutsOneStaticJointAboveTheRoot) {
    const Scene scene = skinned(rings());
    EXPECT_THAT(namesOfJoints(scene), ElementsAre("rings", "arm", "hand"));
    EXPECT_TRUE(isAddedAs(scene.joints[0], kModelJoint));
    EXPECT_EQ(scene.joints[1].parent, IndexOf<Joint>(0));
    EXPECT_EQ(scene.joints[2].parent, IndexOf<Joint>(1));
    EXPECT_THAT(skinJointNames(scene, 0), ElementsAre("arm", "hand"));
    EXPECT_EQ(scene.skins[0].name, "rings");
    EXPECT_EQ(scene.clips[0].joints[0].joint, IndexOf<Joint>(1));
    for (const MeshInstance& instance : scene.instances) {
        EXPECT_EQ(instance.skin, IndexOf<Skin>(0));
        EXPECT_TRUE(isPartOfRigidSkin(instance));
    }
    EXPECT_EQ(scene.meshes[1].primitives[0].positions[0], glm::vec3(0, 2, 0));
    EXPECT_EQ(scene.meshes[1].primitives[0].influenceSets[0].joints[2], (std::array<std::uint16_t, 4>{1}));
}

TEST(SkinRigidParts, GivesSeveralRootsACommonOne) {
    Scene before = rings();
    before.joints[1].parent.reset();
    before.name.clear();
    const Scene scene = skinned(before);
    EXPECT_THAT(namesOfJoints(scene), ElementsAre("model", "root", "arm", "hand"));
    EXPECT_TRUE(isAddedAs(scene.joints[1], kRootJoint));
    EXPECT_THAT(skinJointNames(scene, 0), ElementsAre("root", "arm", "hand"));
    expectSamePictures(before, scene);
}

TEST(SkinRigidParts, LeavesTheJointsOfTheSourceTheirNames) {
    Scene scene = rings();
    scene.joints[1].parent.reset();
    scene.joints[0].name = "rings";
    scene.joints[1].name = "root";
    EXPECT_THAT(namesOfJoints(skinned(scene)), ElementsAre("rings_", "root_", "rings", "root"));
}

TEST(SkinRigidParts, HidesPartsByTheScaleOfALeaf) {
    Scene before = rings();
    before.clips[0].joints.push_back(blink(1));
    const Scene scene = skinned(before, {.visibilityFloor = 0.001});
    EXPECT_THAT(namesOfJoints(scene), ElementsAre("rings", "arm", "hand", "hand_visibility"));
    const JointTracks& tracks = scene.clips[0].joints[2];
    EXPECT_EQ(tracks.joint, IndexOf<Joint>(3));
    EXPECT_EQ(tracks.scale.interpolation, Interpolation::Step);
    EXPECT_EQ(tracks.scale.times, (std::vector<float>{0.0F, 0.5F}));
    EXPECT_EQ(tracks.scale.values, (std::vector<glm::vec3>{glm::vec3(1), glm::vec3(0.001F)}));
    EXPECT_EQ(scene.instances[0].joint, IndexOf<Joint>(1));
    EXPECT_EQ(scene.instances[1].joint, IndexOf<Joint>(3));
    EXPECT_EQ(scene.joints[3].rest.scale, glm::vec3(1.0F));
    EXPECT_EQ(scene.clips[0].joints[1].visibility, before.clips[0].joints[1].visibility) << "for the record";
}

TEST(SkinRigidParts, HidesPartsAtRest) {
    Scene before = rings();
    before.joints[0].visible = false;
    before.instances[1].hidden = true;
    const Scene scene = skinned(before);
    EXPECT_THAT(namesOfJoints(scene),
                ElementsAre("rings", "arm", "hand", "arm_visibility", "hand_visibility"));
    EXPECT_EQ(scene.joints[3].rest.scale, glm::vec3(0.0F));
    EXPECT_EQ(scene.joints[4].rest.scale, glm::vec3(0.0F));
    expectSamePictures(before, scene);
}

TEST(SkinRigidParts, LeavesSceneAloneWhereOnlyOnePartMoves) {
    Scene scene = rings();
    const RigidSkinOptions automatic{.onlyMoving = true};
    EXPECT_TRUE(isPartOfRigidSkin(skinned(scene, automatic).instances[0])) << "a child moves with its parent";
    scene.clips[0].joints[0].joint = IndexOf<Joint>(1);
    EXPECT_EQ(skinned(scene, automatic), scene);
    EXPECT_NE(skinned(scene), scene);
    scene.clips[0].joints = {blink(0), blink(1)};
    EXPECT_TRUE(isPartOfRigidSkin(skinned(scene, automatic).instances[0])) << "shown and hidden";
    scene.clips.clear();
    EXPECT_EQ(skinned(scene, automatic), scene);
}

TEST(SkinRigidParts, LeavesCollisionAndShadowMeshesOnTheirJoints) {
    Scene before = rings();
    before.instances[0].role = MeshRole::Collision;
    const Scene scene = skinned(before);
    EXPECT_FALSE(scene.instances[0].skin);
    EXPECT_EQ(scene.instances[0].joint, IndexOf<Joint>(1));
    EXPECT_TRUE(scene.instances[1].skin);
    Scene skeleton = rings();
    skeleton.instances.clear();
    EXPECT_EQ(skinned(skeleton), skeleton);
}

TEST(SkinRigidParts, CompletesTheSkinOfAModelWithoutParts) {
    Scene before = test::smallScene();
    before.instances.pop_back();
    const Scene scene = skinned(before);
    EXPECT_THAT(skinJointNames(scene, 0), ElementsAre("arm", "hand", "root"));
    EXPECT_EQ(scene.skins.size(), 1U);
    expectSamePictures(before, scene);
}

TEST(SkinRigidParts, CopiesSharedMeshes) {
    Scene before = rings();
    before.meshes.pop_back();
    before.instances[1].mesh = IndexOf<Mesh>(0);
    const Scene scene = skinned(before);
    EXPECT_EQ(scene.meshes.size(), 2U);
    expectSamePictures(before, scene);
}

TEST(SkinRigidParts, RefusesToMultiplySharedMeshes) {
    Scene scene = rings();
    scene.meshes.pop_back();
    scene.instances[1].mesh = IndexOf<Mesh>(0);
    scene.instances.push_back(scene.instances[1]);
    const Scene before = scene;
    Diagnostics diagnostics;
    skinRigidParts(scene, {}, diagnostics);
    EXPECT_EQ(scene, before);
    ASSERT_EQ(diagnostics.issues().size(), 1U);
    EXPECT_EQ(diagnostics.issues()[0].kind, &kRigidSkinNotMade);
    EXPECT_EQ(diagnostics.issues()[0].details,
              "copies of shared meshes would have 6 vertices, at most the 3 of the scene are added");
}

TEST(SkinRigidParts, LeavesJointsOutOfASkinThatWouldBeTooLarge) {
    Scene before = rings();
    for (std::size_t i = 0; i < 300; ++i)
        before.joints.push_back(test::joint("idle", 0));
    const Scene scene = skinned(before);
    EXPECT_THAT(skinJointNames(scene, 0), ElementsAre("arm", "hand"));
}

TEST(SkinRigidParts, ReportsASkinOfManyJoints) {
    Scene scene = rings();
    for (std::size_t i = 0; i < 300; ++i) {
        scene.joints.push_back(test::joint("finger", 0));
        JointTracks tracks;
        tracks.joint = IndexOf<Joint>(i + 2);
        tracks.translation = {.times = {0.0F}, .values = {glm::vec3(1)}};
        scene.clips[0].joints.push_back(tracks);
    }
    Diagnostics diagnostics;
    skinRigidParts(scene, {}, diagnostics);
    EXPECT_EQ(scene.skins[0].joints.size(), 302U);
    ASSERT_EQ(diagnostics.issues().size(), 1U);
    EXPECT_EQ(diagnostics.issues()[0].kind, &kManySkinJoints);
    EXPECT_EQ(diagnostics.issues()[0].details, "302 joints");
    EXPECT_THAT(lawsBroken(scene), IsEmpty());
}

TEST(SkinRigidParts, RefusesMoreJointsThanInfluencesCanName) {
    Scene scene = rings();
    scene.joints.resize(70'000, test::joint("idle", 0));
    Diagnostics diagnostics;
    skinRigidParts(scene, {}, diagnostics);
    EXPECT_TRUE(scene.skins.empty());
    ASSERT_EQ(diagnostics.issues().size(), 1U);
    EXPECT_EQ(diagnostics.issues()[0].details, "a skin of up to 70003 joints, at most 65535 can be written");
}

TEST(SkinRigidParts, MakesOneSkinForEachModelOfAMergedScene) {
    Diagnostics diagnostics;
    std::vector<ScenePart> parts(2);
    parts[0] = {.name = "first", .scene = rings()};
    parts[1] = {.name = "second", .scene = rings()};
    const Scene before = mergeScenes(std::move(parts), "both", diagnostics);
    const Scene scene = skinned(before);
    ASSERT_EQ(scene.skins.size(), 2U);
    EXPECT_THAT(skinJointNames(scene, 0), ElementsAre("first", "arm", "hand"));
    EXPECT_THAT(skinJointNames(scene, 1), ElementsAre("second", "arm", "hand"));
    expectSamePictures(before, scene);
}

TEST(SkinRigidParts, KeepsAPartThatIsFlatAtRest) {
    Scene before = rings();
    before.joints[1].rest.scale = {1, 0, 1};
    JointTracks grow;
    grow.joint = IndexOf<Joint>(1);
    grow.scale = {.times = {0.0F, 1.0F}, .values = {glm::vec3(1, 0, 1), glm::vec3(1)}};
    before.clips[0].joints.push_back(grow);
    const Scene scene = skinned(before);
    EXPECT_EQ(scene.joints[2].rest.scale, glm::vec3(1, 0, 1));
    EXPECT_EQ(scene.meshes[1].primitives[0].positions[2], glm::vec3(0, 3, 0)) << "not collapsed";
    EXPECT_THAT(lawsBroken(scene), IsEmpty());
}

TEST(AbsorbScales, ReportsAJointThatIsMirroredByAClip) {
    Scene before = rings();
    JointTracks flip;
    flip.joint = IndexOf<Joint>(1);
    flip.scale = {.times = {0.0F, 1.0F}, .values = {glm::vec3(1), glm::vec3(-1, 1, 1)}};
    before.clips[0].joints.push_back(flip);
    Scene scene = before;
    Diagnostics diagnostics;
    skinRigidParts(scene, {}, diagnostics);
    ASSERT_EQ(diagnostics.issues().size(), 1U);
    EXPECT_EQ(diagnostics.issues()[0].kind, &kMirrorKept);
    EXPECT_EQ(diagnostics.issues()[0].where, "joint 'hand'");
    EXPECT_EQ(scene.clips[0].joints[1].scale, flip.scale);
}

TEST(AbsorbScales, ReportsShearOfAnAttachment) {
    Scene scene = rings();
    scene.clips.clear();
    scene.joints[1].rest.scale = {1, 2, 1};
    Attachment attachment{
        .name = "muzzle", .kind = "proxy", .joint = IndexOf<Joint>(1), .local = {}, .extras = {}};
    attachment.local.rotation = test::turn(45, {0, 0, 1});
    scene.attachments = {attachment};
    Diagnostics diagnostics;
    skinRigidParts(scene, {}, diagnostics);
    ASSERT_EQ(diagnostics.issues().size(), 1U);
    EXPECT_EQ(diagnostics.issues()[0].kind, &kPlaceSheared);
    EXPECT_EQ(diagnostics.issues()[0].where, "attachment 'muzzle'");
}

TEST(AbsorbScales, ChangesNoBitWithoutScales) {
    Scene before = test::randomScene(7);
    Scene scene = before;
    Diagnostics diagnostics;
    absorbScales(scene, findJointMoves(scene), diagnostics);
    EXPECT_EQ(scene, before);
}

TEST(AbsorbScales, MirrorsQuantisedRotationsExactly) {
    Scene scene = rings();
    scene.joints[0].rest.scale = {-1, 1, 1};
    JointTracks hand;
    hand.joint = IndexOf<Joint>(1);
    const glm::quat key(3.0F / 32767, 5.0F / 32767, 32766.0F / 32767, 7.0F / 32767);
    hand.rotation = {.times = {0.0F}, .values = {key}};
    scene.clips[0].joints.push_back(hand);
    Diagnostics diagnostics;
    absorbScales(scene, findJointMoves(scene), diagnostics);
    EXPECT_EQ(scene.clips[0].joints[1].rotation.values[0], glm::quat(key.w, key.x, -key.y, -key.z));
    EXPECT_EQ(scene.joints[0].rest.scale, glm::vec3(1.0F));
    EXPECT_EQ(scene.joints[1].rest.translation, glm::vec3(0, 2, 0));
    EXPECT_EQ(scene.meshes[0].primitives[0].positions[1], glm::vec3(-1, 0, 0));
    EXPECT_EQ(scene.meshes[0].primitives[0].indices, (std::vector<std::uint32_t>{0, 2, 1}));
}

}  // namespace
}  // namespace rigkiln
