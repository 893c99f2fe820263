#include "formats/alamo/alo_to_scene.hpp"

#include <limits>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/animation/pose.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/alamo/alamo_builders.hpp"
#include "tests/support/format_error_text.hpp"
#include "tests/unit/formats/alamo/scene_request.hpp"

namespace rigkiln::alamo {
namespace {

AloMesh& firstMesh(AloFile& file) {
    return std::get<AloMesh>(file.objects.at(0));
}

TEST(AloToScene, KeepsAllLawsWithEverythingAFileCanHold) {
    for (const AloFile& file : {simpleRigidModel(), skinnedModel(), modelWithEverything()}) {
        Lifting lifting;
        const auto problems = validateScene(lifting.lift(file));
        EXPECT_TRUE(problems.empty()) << problems.front().where << ": " << problems.front().problem;
    }
}

TEST(AloToScene, ReadsMatricesAsRowsOfColumnVectorForm) {
    AloFile file = simpleRigidModel();
    // A rotation by 90 degrees about z, which takes x to y, and a translation to (5, 6, 7).
    file.bones[1].matrix = {0, -1, 0, 5, 1, 0, 0, 6, 0, 0, 1, 7};
    Lifting lifting;
    const Scene scene = lifting.lift(file);
    EXPECT_EQ(scene.joints[1].rest.translation, glm::vec3(5, 6, 7));
    const glm::vec3 turned = scene.joints[1].rest.rotation * glm::vec3(1, 0, 0);
    EXPECT_NEAR(turned.y, 1, 1e-6);
    EXPECT_EQ(scene.upAxis, UpAxis::ZUp);
}

TEST(AloToScene, PutsRigidMeshesOnTheirBoneAndLeavesTheirVerticesInItsSpace) {
    AloFile file = simpleRigidModel();
    Lifting lifting;
    const Scene scene = lifting.lift(file);
    ASSERT_EQ(scene.instances.size(), 1U);
    EXPECT_EQ(scene.instances[0].joint, IndexOf<Joint>(1));
    EXPECT_FALSE(scene.instances[0].skin);
    const Float3 stored = firstMesh(file).subMeshes[0].vertices[1].position;
    EXPECT_EQ(scene.meshes[0].primitives[0].positions[1], glm::vec3(stored[0], stored[1], stored[2]));
}

TEST(AloToScene, TakesSkinnedVerticesAsModelSpaceWhateverBoneTheMeshIsConnectedTo) {
    AloFile file = skinnedModel();
    file.connections.at(0).bone = 2;
    Lifting lifting;
    const Scene scene = lifting.lift(file);
    const auto world = worldMatrices(scene, restPose(scene));
    for (std::size_t j = 0; j < scene.skins.at(0).joints.size(); ++j) {
        const glm::dmat4 product =
            world[scene.skins[0].joints[j].value] * glm::dmat4(scene.skins[0].inverseBindMatrices[j]);
        for (int c = 0; c < 4; ++c) {
            for (int r = 0; r < 4; ++r)
                EXPECT_NEAR(product[c][r], c == r ? 1 : 0, 1e-6);
        }
    }
    EXPECT_TRUE(scene.instances[0].skin.has_value());
    EXPECT_EQ(scene.instances[0].joint, IndexOf<Joint>(2)) << "for its visibility";
}

TEST(AloToScene, SplitsAMeshWhoseSubMeshesDifferInSkinningOrRole) {
    AloFile file = skinnedModel();
    AloSubMesh rigid = firstMesh(file).subMeshes[0];
    rigid.vertexFormat = "alD3dVertNU2";
    rigid.boneMap.reset();
    AloSubMesh collision = rigid;
    collision.material.shader = "MeshCollision.fx";
    firstMesh(file).subMeshes.push_back(rigid);
    firstMesh(file).subMeshes.push_back(collision);
    Lifting lifting;
    const Scene scene = lifting.lift(file);
    ASSERT_EQ(scene.instances.size(), 3U);
    EXPECT_TRUE(scene.instances[0].skin.has_value());
    EXPECT_FALSE(scene.instances[1].skin.has_value());
    EXPECT_EQ(scene.instances[2].role, MeshRole::Collision);
    EXPECT_TRUE(validateScene(scene).empty());
}

TEST(AloToScene, CountsObjectsOverMeshesAndLights) {
    AloFile file = simpleRigidModel();
    const AloObject mesh = file.objects[0];
    AloLight light;
    light.name = "Lamp";
    file.objects = {light, mesh};
    file.connections = {{.object = 0, .bone = 0, .unknownMinis = {}},
                        {.object = 1, .bone = 1, .unknownMinis = {}}};
    Lifting lifting;
    const Scene scene = lifting.lift(file);
    EXPECT_EQ(scene.lights.at(0).joint, IndexOf<Joint>(0));
    EXPECT_EQ(scene.instances.at(0).joint, IndexOf<Joint>(1));
}

TEST(AloToScene, PutsAnUnconnectedObjectOnTheRootAndSaysSo) {
    AloFile file = simpleRigidModel();
    file.connections.clear();
    Lifting lifting;
    EXPECT_EQ(lifting.lift(file).instances.at(0).joint, IndexOf<Joint>(0));
    EXPECT_TRUE(lifting.diagnostics.has(kUnconnectedObject));
}

TEST(AloToScene, LetsTheFirstOfTwoConnectionsCount) {
    AloFile file = simpleRigidModel();
    file.connections.push_back({.object = 0, .bone = 0, .unknownMinis = {}});
    Lifting lifting;
    EXPECT_EQ(lifting.lift(file).instances.at(0).joint, IndexOf<Joint>(1));
    EXPECT_TRUE(lifting.diagnostics.has(kDuplicateConnection));
}

TEST(AloToScene, KeepsRepeatedAndOddBoneNamesAsTheyAre) {
    AloFile file = simpleRigidModel();
    file.bones[0].name = "smoke \t";
    file.bones[1].name = "smoke \t";
    Lifting lifting;
    const Scene scene = lifting.lift(file);
    EXPECT_EQ(scene.joints[0].name, "smoke \t");
    EXPECT_EQ(scene.joints[1].name, "smoke \t");
    EXPECT_EQ(scene.joints[1].sourceIndex, 1U);
}

TEST(AloToScene, MarksHiddenMeshesHelpersAndVariants) {
    AloFile file = simpleRigidModel();
    firstMesh(file).name = "FC_Hull_LOD1_ALT2";
    firstMesh(file).hidden = 1;
    firstMesh(file).collidable = 1;
    firstMesh(file).subMeshes[0].material.shader = "MeshShadowVolume.fx";
    Lifting lifting;
    const MeshInstance instance = lifting.lift(file).instances.at(0);
    EXPECT_TRUE(instance.hidden);
    EXPECT_EQ(instance.role, MeshRole::Shadow);
    EXPECT_EQ(instance.levelOfDetail, 1U);
    EXPECT_EQ(instance.alternative, 2U);
    EXPECT_EQ(instance.variantBase, "fc_hull");
    EXPECT_EQ(toJson(Value(instance.extras)), R"({"collidable":true,"tinted_with_owner_color":true})");
}

TEST(AloToScene, CountsASkinnedMeshOnAnInvisibleBoneAsHidden) {
    AloFile file = skinnedModel();
    file.bones[file.connections[0].bone].visible = 0;
    Lifting lifting;
    const Scene scene = lifting.lift(file);
    EXPECT_TRUE(scene.instances.at(0).hidden);
    EXPECT_FALSE(scene.joints[file.connections[0].bone].visible);
}

TEST(AloToScene, KeepsBillboardModesByName) {
    AloFile file = simpleRigidModel();
    file.bones[1].billboard = 3;
    Lifting lifting;
    EXPECT_EQ(toJson(Value(lifting.lift(file).joints[1].extras)), R"({"billboard":"z_axis_view"})");
    file.bones[1].billboard = 99;
    EXPECT_EQ(toJson(Value(lifting.lift(file).joints[1].extras)), R"({"billboard":99})");
}

TEST(AloToScene, TakesTheNearestTransformOfAShearedMatrixAndSaysSo) {
    AloFile file = simpleRigidModel();
    file.bones[1].matrix = {1, 0.5F, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    Lifting lifting;
    EXPECT_TRUE(validateScene(lifting.lift(file)).empty());
    EXPECT_TRUE(lifting.diagnostics.has(kBadBoneMatrix));
}

TEST(AloToScene, TakesTheRoundingOfARigidMatrixForNoScaleButKeepsARealOne) {
    AloFile file = simpleRigidModel();
    file.bones[1].matrix = {0.9999999F, 0, 0, 0, 0, 1.0000002F, 0, 0, 0, 0, 1.5F, 0};
    Lifting lifting;
    EXPECT_EQ(lifting.lift(file).joints[1].rest.scale, glm::vec3(1, 1, 1.5F));
}

TEST(AloToScene, SurvivesAMatrixThatIsNotFinite) {
    AloFile file = skinnedModel();
    file.bones[1].matrix[5] = std::numeric_limits<float>::quiet_NaN();
    Lifting lifting;
    EXPECT_TRUE(validateScene(lifting.lift(file)).empty());
    EXPECT_TRUE(lifting.diagnostics.has(kBadBoneMatrix));
}

TEST(AloToScene, LeavesOutSubMeshesWithoutATriangle) {
    AloFile file = simpleRigidModel();
    firstMesh(file).subMeshes[0].vertices.clear();
    firstMesh(file).subMeshes[0].indices.clear();
    Lifting lifting;
    const Scene scene = lifting.lift(file);
    EXPECT_TRUE(scene.instances.empty());
    EXPECT_TRUE(lifting.diagnostics.has(kEmptySubMesh));
}

TEST(AloToScene, MakesProxiesAndDazzlesAttachmentsWithAllTheySay) {
    Lifting lifting;
    const AloFile file = modelWithEverything();
    const Scene scene = lifting.lift(file);
    ASSERT_EQ(scene.attachments.size(), file.proxies.size() + file.dazzles.size());
    EXPECT_EQ(scene.attachments[0].kind, "proxy");
    EXPECT_EQ(scene.attachments[0].joint.value, file.proxies[0].bone);
    const Attachment& dazzle = scene.attachments.back();
    EXPECT_EQ(dazzle.kind, "dazzle");
    for (const char* key :
         {"color", "position", "radius", "texture", "texture_cell", "frequency", "phase", "night_only"}) {
        EXPECT_NE(dazzle.extras.find(key), nullptr) << key;
    }
}

TEST(AloToScene, TurnsFullConesOfSpotLightsIntoHalfOnes) {
    AloFile file = simpleRigidModel();
    AloLight light;
    light.type = 2;
    light.hotspot = 0.5F;
    light.falloff = 1.0F;
    light.farAttenuationEnd = 50;
    file.objects.emplace_back(light);
    file.connections.push_back({.object = 1, .bone = 0, .unknownMinis = {}});
    Lifting lifting;
    const Light made = lifting.lift(file).lights.at(0);
    EXPECT_EQ(made.kind, LightKind::Spot);
    EXPECT_EQ(made.innerConeAngle, 0.25F);
    EXPECT_EQ(made.outerConeAngle, 0.5F);
    EXPECT_EQ(made.range, 50.0F);
}

TEST(AloToScene, BringsLightsIntoRangeAndSaysSo) {
    AloFile file = simpleRigidModel();
    AloLight light;
    light.type = 77;
    light.intensity = -3;
    light.color = {2, std::numeric_limits<float>::quiet_NaN(), 0};
    light.falloff = -0.01745F;
    file.objects.emplace_back(light);
    Lifting lifting;
    const Scene scene = lifting.lift(file);
    EXPECT_TRUE(validateScene(scene).empty());
    EXPECT_TRUE(lifting.diagnostics.has(kBadLight));
    EXPECT_EQ(*scene.lights[0].extras.find("type"), Value(77));
}

TEST(AloToScene, RefusesMoreSkinnedBonesThanASkinCanHave) {
    AloFile file = skinnedModel();
    std::vector<std::uint32_t>& map = firstMesh(file).subMeshes[0].boneMap.value();
    map.resize(65'536);
    std::iota(map.begin(), map.end(), 0U);
    Lifting lifting;
    EXPECT_THAT(errorOf([&] { (void)lifting.lift(file); }),
                testing::HasSubstr("bone maps name 65536 bones (limit 65535)"));
}

}  // namespace
}  // namespace rigkiln::alamo
