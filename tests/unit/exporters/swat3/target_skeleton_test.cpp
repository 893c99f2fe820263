#include "exporters/swat3/target_skeleton.hpp"

#include <glm/geometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exporters/swat3/gsa_export_issues.hpp"
#include "exporters/swat3/stored_frame.hpp"
#include "tests/support/scene_builder.hpp"

namespace rigkiln::swat3_export {
namespace {

using swat3::kNoBone;
using testing::ElementsAre;
using testing::IsEmpty;

/// Joint as in a model read from a file. The place is canonical; the extras store it in the file's axes.
Joint lifted(std::string name, std::uint16_t id, std::optional<std::size_t> parent = std::nullopt,
             glm::vec3 place = glm::vec3(0.0F)) {
    Joint joint = test::joint(std::move(name), parent, place);
    joint.extras.set("id", id);
    joint.extras.set("position", ValueList{Value(place.x), Value(-place.z), Value(place.y)});
    joint.extras.set("rotation", ValueList{Value(0.0F), Value(0.0F), Value(0.0F), Value(1.0F)});
    return joint;
}

/// Adds a skin over the joints and a triangle that follows the first of them alone.
void addSkin(Scene& scene, const std::vector<std::size_t>& joints) {
    Skin skin;
    for (const std::size_t joint : joints) {
        skin.joints.emplace_back(joint);
        skin.inverseBindMatrices.emplace_back(1.0F);
    }
    Primitive primitive = test::triangle();
    primitive.influenceSets.push_back(
        {.joints = {3, {0, 0, 0, 0}}, .weights = std::vector<glm::vec4>(3, glm::vec4(1, 0, 0, 0))});
    MeshInstance instance;
    instance.mesh = IndexOf<Mesh>(scene.meshes.size());
    instance.skin = IndexOf<Skin>(scene.skins.size());
    scene.skins.push_back(std::move(skin));
    scene.meshes.push_back({.name = "body", .primitives = {primitive}, .extras = {}});
    scene.instances.push_back(std::move(instance));
}

/// Makes skeletons and collects the issues.
struct Making {
    SkeletonRequest request{};
    Diagnostics diagnostics{};

    Result<TargetSkeleton> make(const Scene& scene) {
        return makeTargetSkeleton(scene, request, diagnostics);
    }
    TargetSkeleton made(const Scene& scene) {
        Result<TargetSkeleton> result = make(scene);
        EXPECT_TRUE(result) << (result ? "" : result.error().text());
        return result ? std::move(*result) : TargetSkeleton();
    }
    std::string errorOf(const Scene& scene) {
        const Result<TargetSkeleton> result = make(scene);
        return result ? "made" : result.error().text();
    }
    std::vector<std::string> detailsOf(const IssueKind& kind) const {
        std::vector<std::string> details;
        for (const Issue& issue : diagnostics.issues()) {
            if (issue.kind == &kind) details.push_back(issue.details);
        }
        return details;
    }
};

std::vector<std::string> namesOf(const TargetSkeleton& skeleton) {
    std::vector<std::string> names;
    for (const swat3::Skeleton& part : skeleton.skeletons) {
        for (const swat3::Bone& bone : part.bones)
            names.push_back(bone.name);
    }
    return names;
}

std::vector<std::uint16_t> linksOf(const TargetSkeleton& skeleton) {
    std::vector<std::uint16_t> links;
    for (const swat3::Bone& bone : skeleton.skeletons.at(0).bones)
        links.push_back(bone.link);
    return links;
}

Scene foreign() {
    Scene scene;
    scene.name = "robot";
    scene.joints = {test::joint("Armature"),
                    test::joint("hips", 0, {0, 1, 0}),
                    test::joint("spine", 1, {0, 1, 0}),
                    test::joint("head", 2, {0, 1, 0}),
                    test::joint("leg", 1, {0.5F, -1, 0}),
                    test::joint("camera", 0)};
    return scene;
}

TEST(TargetSkeleton, OfAForeignSceneIsTheJointsOfTheSkinAndThoseBetween) {
    Scene scene = foreign();
    addSkin(scene, {3, 4});
    Making making;
    const TargetSkeleton skeleton = making.made(scene);
    ASSERT_EQ(skeleton.skeletons.size(), 1U);
    EXPECT_EQ(skeleton.skeletons[0].id, 0);
    EXPECT_EQ(skeleton.skeletons[0].name, "robot");
    EXPECT_THAT(namesOf(skeleton), ElementsAre("hips", "spine", "head", "leg"));
    EXPECT_THAT(linksOf(skeleton), ElementsAre(kNoBone, 0, 1, 0));
    EXPECT_EQ(skeleton.skeletons[0].bones[3].id, 3);
    EXPECT_EQ(skeleton.joints[3], IndexOf<Joint>(4));
    EXPECT_EQ(skeleton.bones[4], 3U);
    EXPECT_FALSE(skeleton.bones[0]);
    EXPECT_THAT(making.detailsOf(kJointDropped), ElementsAre("'camera'"));
}

TEST(TargetSkeleton, HasTheTopmostJointOfASkinAsRootWhenAllOthersAreBelowIt) {
    Scene scene = foreign();
    addSkin(scene, {1, 3});
    EXPECT_THAT(namesOf(Making().made(scene)), ElementsAre("hips", "spine", "head"));
    scene.skins.clear();
    scene.instances.clear();
    addSkin(scene, {3});
    EXPECT_THAT(namesOf(Making().made(scene)), ElementsAre("head"));
}

TEST(TargetSkeleton, HasARootForEachTreeWithJointsOfSkins) {
    Scene scene = foreign();
    scene.joints.push_back(test::joint("prop", 6));
    scene.joints.insert(scene.joints.begin() + 6, test::joint("base"));
    addSkin(scene, {3, 4});
    addSkin(scene, {7});
    EXPECT_THAT(namesOf(Making().made(scene)), ElementsAre("hips", "spine", "head", "leg", "prop"));
}

TEST(TargetSkeleton, IsEveryJointWhereThereIsNoSkin) {
    EXPECT_THAT(namesOf(Making().made(foreign())),
                ElementsAre("Armature", "hips", "spine", "head", "leg", "camera"));
}

TEST(TargetSkeleton, BakesWhatIsAboveTheRoot) {
    Scene scene = foreign();
    scene.joints[0].rest = {
        .translation = {0, 0, 2}, .rotation = test::turn(90, {1, 0, 0}), .scale = glm::vec3(0.5F)};
    addSkin(scene, {3, 4});
    Making making;
    making.request.space = FileSpace(UpAxis::ZUp, 0.25);
    const TargetSkeleton skeleton = making.made(scene);
    // The rotation takes (0, 1, 0) to +z, which is -y in the file.
    const swat3::Float3 root = skeleton.skeletons[0].bones[0].position;
    EXPECT_NEAR(root[0], 0, 1e-6);
    EXPECT_NEAR(root[1], -10, 1e-5);
    EXPECT_NEAR(root[2], 0, 1e-5);
    EXPECT_NEAR(skeleton.skeletons[0].bones[1].position[2], 2, 1e-6) << "the scale is in the lengths";
    for (std::size_t i = 0; i < 4; ++i) {
        const RigidFrame wanted = rigidFrame(skeleton.world[skeleton.joints[i]->value]);
        const RigidFrame bind = rigidFrame(skeleton.bind[i]);
        EXPECT_LT(glm::distance(bind.place, wanted.place), 1e-5) << i;
        EXPECT_LT(angleBetween(bind.rotation, wanted.rotation), 1e-6) << i;
    }
}

TEST(TargetSkeleton, GivesJointsOfTheSameNameNumbers) {
    Scene scene;
    scene.joints = {test::joint("arm"), test::joint("Arm", 0), test::joint("arm_2", 0),
                    test::joint("ARM", 0)};
    Making making;
    EXPECT_THAT(namesOf(making.made(scene)), ElementsAre("arm", "Arm_3", "arm_2", "ARM_4"));
    EXPECT_THAT(making.detailsOf(kBoneRenamed), ElementsAre("'Arm', 'ARM'"));
}

TEST(TargetSkeleton, RefusesNamesThatTheFieldCannotHold) {
    Scene scene;
    scene.joints = {test::joint(std::string(65536, 'a'))};
    EXPECT_THAT(Making().errorOf(scene), testing::HasSubstr("65536 octets, the limit is 65535"));
    scene.joints[0].name.pop_back();
    EXPECT_TRUE(Making().make(scene));
    scene.name = std::string(65536, 'a');
    EXPECT_EQ(Making().errorOf(scene), "skeleton: a name of 65536 octets, the limit is 65535");
    scene.name.pop_back();
    EXPECT_TRUE(Making().make(scene));
}

TEST(TargetSkeleton, RefusesMoreBonesThanThereAreNumbers) {
    Scene scene;
    scene.joints.resize(65535);
    for (std::size_t i = 0; i < scene.joints.size(); ++i)
        scene.joints[i].name = std::to_string(i);
    EXPECT_EQ(Making().errorOf(scene), "skeleton: 65535 bones, the limit is 65534");
    scene.joints.pop_back();
    EXPECT_TRUE(Making().make(scene));
}

TEST(TargetSkeleton, RefusesAnEmptyScene) {
    EXPECT_EQ(Making().errorOf({}), "skeleton: the scene has no joint that could be a bone, 1 is needed");
}

Scene liftedScene() {
    Scene scene;
    scene.name = "edited";
    scene.joints = {lifted("Root", 0, std::nullopt, {0, 40, 0}), lifted("Hand", 7, 0, {3, 2, 1}),
                    lifted("Head", 3, 0, {0, 20, 0})};
    return scene;
}

TEST(TargetSkeleton, OfALiftedSceneHasTheIdsInTheirOrder) {
    Scene scene = liftedScene();
    Properties skeleton;
    skeleton.set("id", 2);
    skeleton.set("name", "SwatGuy");
    Properties gsm;
    gsm.set("skeletons", ValueList{skeleton});
    scene.extras.set("gsm", gsm);
    const TargetSkeleton made = Making().made(scene);
    EXPECT_EQ(made.skeletons.at(0).id, 2);
    EXPECT_EQ(made.skeletons[0].name, "SwatGuy");
    EXPECT_THAT(namesOf(made), ElementsAre("Root", "Head", "Hand"));
    EXPECT_EQ(made.skeletons[0].bones[2].id, 7);
    EXPECT_THAT(linksOf(made), ElementsAre(kNoBone, 0, 0));
    EXPECT_EQ(made.bones[1], 2U);
}

TEST(TargetSkeleton, TakesIdsThatBecameFractionalNumbers) {
    Scene scene = liftedScene();
    scene.joints[2].extras.set("id", 3.0);
    EXPECT_EQ(Making().made(scene).skeletons[0].bones.at(1).id, 3);
}

TEST(TargetSkeleton, RefusesToGuessWhichBoneWasInWhichOfSeveralSkeletons) {
    Scene scene = liftedScene();
    Properties gsm;
    gsm.set("skeletons", ValueList{Properties(), Properties()});
    scene.extras.set("gsm", gsm);
    Making making;
    EXPECT_THAT(making.errorOf(scene), testing::HasSubstr("2 skeletons"));
    making.request.force = true;
    EXPECT_EQ(making.made(scene).skeletons.size(), 1U);
    EXPECT_TRUE(making.diagnostics.has(kSkeletonsJoined));
}

TEST(TargetSkeleton, KeepsStoredNumbersThatStillSayWhereTheJointStands) {
    Scene scene = liftedScene();
    const float nearly = std::nextafter(20.0F, 30.0F);
    scene.joints[2].extras.set("position", ValueList{Value(0), Value(0), Value(nearly)});
    scene.joints[2].extras.set("rotation", ValueList{Value(0), Value(0), Value(0), Value(0.75)});
    const swat3::Bone head = Making().made(scene).skeletons[0].bones.at(1);
    EXPECT_EQ(head.position, (swat3::Float3{0, 0, nearly}));
    EXPECT_EQ(head.rotation, (swat3::Float4{0, 0, 0, 0.75F}));
}

TEST(TargetSkeleton, ReplacesStoredNumbersOfJointsThatWereMoved) {
    Scene scene = liftedScene();
    scene.joints[2].rest.translation.y = 20.001F;
    scene.joints[1].rest.rotation = test::turn(1, {0, 1, 0});
    const TargetSkeleton made = Making().made(scene);
    EXPECT_EQ(made.skeletons[0].bones[1].position, (swat3::Float3{0, 0, 20.001F}));
    const glm::quat turned = scene.joints[1].rest.rotation;
    EXPECT_EQ(made.skeletons[0].bones[2].rotation, (swat3::Float4{0, 0, -turned.y, turned.w}));
    EXPECT_EQ(made.skeletons[0].bones[2].position, (swat3::Float3{3, -1, 2})) << "which stays";
}

TEST(TargetSkeleton, StoresRotationsInTheSenseAskedFor) {
    Scene scene = liftedScene();
    scene.joints[1].rest.rotation = test::turn(30, {1, 0, 0});
    Making making;
    making.request.sense = swat3::QuaternionSense::Raw;
    const glm::quat turned = scene.joints[1].rest.rotation;
    EXPECT_EQ(making.made(scene).skeletons[0].bones[2].rotation, (swat3::Float4{turned.x, 0, 0, turned.w}));
}

TEST(TargetSkeleton, TakesJointsThatReadingPutAboveTheRootsForNothing) {
    Scene scene = liftedScene();
    scene.joints.insert(scene.joints.begin(), test::joint("mirror"));
    scene.joints[0].rest.scale.x = -1;
    scene.joints[1].parent = IndexOf<Joint>(0);
    for (std::size_t i : {2U, 3U})
        scene.joints[i].parent = IndexOf<Joint>(1);
    const TargetSkeleton made = Making().made(scene);
    EXPECT_THAT(namesOf(made), ElementsAre("Root", "Head", "Hand"));
    EXPECT_THAT(linksOf(made), ElementsAre(kNoBone, 0, 0));
    EXPECT_EQ(made.world[0], glm::dmat4(1.0));
    EXPECT_EQ(glm::dvec3(made.world[2][3]), glm::dvec3(3, -1, 42));
    EXPECT_FALSE(made.bones[0]);
}

TEST(TargetSkeleton, RefusesANewJointWithWeight) {
    Scene scene = liftedScene();
    scene.joints.push_back(test::joint("Tail", 0));
    addSkin(scene, {3});
    Making making;
    EXPECT_EQ(making.errorOf(scene),
              "skeleton: 1 joints that vertices follow are none of the 3 bones, 0 is the limit: 'Tail'");
    making.request.force = true;
    EXPECT_EQ(making.made(scene).skeletons[0].bones.size(), 3U);
    EXPECT_THAT(making.detailsOf(kJointWithWeight), ElementsAre("'Tail'"));
}

TEST(TargetSkeleton, LeavesOutANewJointWithoutWeight) {
    Scene scene = liftedScene();
    scene.joints.push_back(test::joint("IK target", 0));
    Making making;
    EXPECT_EQ(making.made(scene).skeletons[0].bones.size(), 3U);
    EXPECT_THAT(making.detailsOf(kJointDropped), ElementsAre("'IK target'"));
}

std::vector<swat3::Skeleton> base() {
    return {{.id = 4,
             .name = "Base",
             .bones = {{.id = 3, .name = "Head", .link = 0, .position = {0, 0, 20}},
                       {.id = 0, .name = "Root", .link = kNoBone, .position = {0, 0, 40}},
                       {.id = 7, .name = "Hand", .link = 0, .position = {3, -1, 2}}}}};
}

TEST(TargetSkeleton, IsTheBaseForJointsOfItsNamesWhateverTheirCase) {
    Scene scene;
    scene.joints = {test::joint("ROOT", std::nullopt, {0, 40, 0}), test::joint("hand", 0, {3, 2, 1}),
                    test::joint("head", 0, {0, 20, 0})};
    const std::vector<swat3::Skeleton> bones = base();
    Making making;
    making.request.base = &bones;
    const TargetSkeleton made = making.made(scene);
    EXPECT_EQ(made.skeletons, bones);
    EXPECT_THAT(made.joints, ElementsAre(IndexOf<Joint>(2), IndexOf<Joint>(0), IndexOf<Joint>(1)));
    EXPECT_THAT(making.diagnostics.issues(), IsEmpty());
}

TEST(TargetSkeleton, OfABaseStandsWhereTheJointsStand) {
    Scene scene = liftedScene();
    scene.joints[1].rest.translation = {4, 2, 1};
    // The base keeps the bone below the root, although the joint has another parent now.
    scene.joints[2].parent = IndexOf<Joint>(1);
    const std::vector<swat3::Skeleton> bones = base();
    Making making;
    making.request.base = &bones;
    const TargetSkeleton made = making.made(scene);
    EXPECT_EQ(made.skeletons[0].bones[2].position, (swat3::Float3{4, -1, 2}));
    EXPECT_EQ(made.skeletons[0].bones[0].link, 0);
    EXPECT_EQ(made.skeletons[0].bones[0].position, (swat3::Float3{4, -1, 22}));
}

TEST(TargetSkeleton, FindsJointsThatBlenderGaveANumber) {
    Scene scene = liftedScene();
    scene.joints[1].name = "Hand.001";
    const std::vector<swat3::Skeleton> bones = base();
    Making making;
    making.request.base = &bones;
    EXPECT_EQ(making.made(scene).skeletons, bones);
    scene.joints[1].extras.set("id", 9);
    EXPECT_EQ(making.errorOf(scene),
              "skeleton: 1 of 3 bones of the template have no joint of their name: 'Hand'");
    scene.joints[1].extras.set("id", 7);
    scene.joints[1].name = "Hand.left";
    EXPECT_FALSE(making.make(scene));
}

TEST(TargetSkeleton, TellsJointsOfTheSameNameApartByTheirIds) {
    std::vector<swat3::Skeleton> bones = base();
    bones[0].bones[0].name = "Hand";
    Scene scene = liftedScene();
    scene.joints[2].name = "Hand";
    Making making;
    making.request.base = &bones;
    EXPECT_THAT(making.made(scene).joints,
                ElementsAre(IndexOf<Joint>(2), IndexOf<Joint>(0), IndexOf<Joint>(1)));
}

TEST(TargetSkeleton, NamesTheBonesThatTheSceneLacks) {
    std::vector<swat3::Skeleton> bones = base();
    for (std::uint16_t i = 0; i < 7; ++i)
        bones[0].bones.push_back(
            {.id = static_cast<std::uint16_t>(20 + i), .name = "Finger" + std::to_string(i), .link = 7});
    Making making;
    making.request.base = &bones;
    EXPECT_EQ(making.errorOf(liftedScene()),
              "skeleton: 7 of 10 bones of the template have no joint of their name: 'Finger0', 'Finger1', "
              "'Finger2', 'Finger3', 'Finger4' and 2 more");
}

TEST(TargetSkeleton, LeavesMissingBonesAsTheBaseHasThemWhenForced) {
    Scene scene = liftedScene();
    scene.joints.erase(scene.joints.begin() + 1);
    scene.joints[0].rest.translation.y = 50;
    const std::vector<swat3::Skeleton> bones = base();
    Making making;
    making.request.base = &bones;
    making.request.force = true;
    const TargetSkeleton made = making.made(scene);
    EXPECT_EQ(made.skeletons[0].bones[2], bones[0].bones[2]);
    EXPECT_FALSE(made.joints[2]);
    EXPECT_EQ(glm::dvec3(made.bind[2][3]), glm::dvec3(3, -1, 52)) << "and goes with its parent";
    EXPECT_THAT(making.detailsOf(kBoneMissing), ElementsAre("'Hand'"));
}

}  // namespace
}  // namespace rigkiln::swat3_export
