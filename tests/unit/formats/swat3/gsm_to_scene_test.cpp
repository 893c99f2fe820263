#include "formats/swat3/gsm_to_scene.hpp"

#include <cmath>
#include <limits>

#include <glm/geometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/swat3/bone_joints.hpp"
#include "pipeline/animation/pose.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/swat3/swat3_builders.hpp"
#include "tests/unit/formats/swat3/character.hpp"
#include "tests/unit/formats/swat3/scene_request.hpp"

namespace rigkiln::swat3 {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> problems(const Scene& scene) {
    std::vector<std::string> texts;
    for (const SceneProblem& problem : validateScene(scene))
        texts.push_back(problem.where + ": " + problem.problem);
    return texts;
}

/// Positions of all vertices at rest, skinned as a viewer does it.
std::vector<glm::dvec3> skinnedAtRest(const Scene& scene) {
    const std::vector<glm::dmat4> worlds = worldMatrices(scene, restPose(scene));
    const Skin& skin = scene.skins.at(0);
    std::vector<glm::dvec3> places;
    for (const Primitive& primitive : scene.meshes.at(0).primitives) {
        for (std::size_t vertex = 0; vertex < primitive.positions.size(); ++vertex) {
            glm::dvec4 place(0.0);
            for (const InfluenceSet& set : primitive.influenceSets) {
                for (std::size_t i = 0; i < 4; ++i) {
                    const std::size_t slot = set.joints[vertex][i];
                    const double weight = set.weights[vertex][static_cast<glm::length_t>(i)];
                    place += weight * (worlds[skin.joints[slot].value] *
                                       (glm::dmat4(skin.inverseBindMatrices[slot]) *
                                        glm::dvec4(glm::dvec3(primitive.positions[vertex]), 1)));
                }
            }
            places.emplace_back(place);
        }
    }
    return places;
}

TEST(GsmToScene, KeepsTheLawsForCharactersAndWeaponsInAllConventions) {
    for (const Space space : {Space::Model, Space::Bone}) {
        for (const QuaternionSense sense : {QuaternionSense::Conjugated, QuaternionSense::Raw}) {
            Lifting lifting;
            EXPECT_THAT(problems(lifting.lift(corpus::makeCharacter(corpus::planSwt(), {space, sense}))),
                        IsEmpty());
            EXPECT_THAT(problems(lifting.lift(corpus::makeWeapon({space, sense}))), IsEmpty());
        }
    }
}

TEST(GsmToScene, GivesTheSameGeometryWhateverTheConvention) {
    Lifting lifting;
    const Scene reference = lifting.lift(character());
    const std::vector<glm::dvec3> expected = skinnedAtRest(reference);
    for (const Space space : {Space::Model, Space::Bone}) {
        for (const QuaternionSense sense : {QuaternionSense::Conjugated, QuaternionSense::Raw}) {
            const std::vector<glm::dvec3> places =
                skinnedAtRest(lifting.lift(corpus::makeCharacter(corpus::planSwt(), {space, sense})));
            ASSERT_EQ(places.size(), expected.size());
            for (std::size_t i = 0; i < places.size(); ++i)
                ASSERT_LT(glm::distance(places[i], expected[i]), 1e-4) << "vertex " << i << " of 72 inches";
        }
    }
}

TEST(GsmToScene, HasAJointPerBoneInTheOrderOfTheFileAndASkinOverAll) {
    Lifting lifting;
    const Scene scene = lifting.lift(character());
    ASSERT_EQ(scene.joints.size(), 52U);
    EXPECT_EQ(scene.joints[28].name, "Biped R Hand");
    EXPECT_EQ(scene.joints[28].sourceIndex, 28U);
    EXPECT_EQ(scene.skins.at(0).joints.size(), 52U);
    EXPECT_EQ(scene.skins[0].joints[28], IndexOf<Joint>(28));
    EXPECT_EQ(scene.upAxis, UpAxis::ZUp);
}

TEST(GsmToScene, ReportsHowConventionsWereDecidedAndWhichWereNot) {
    Lifting lifting;
    lifting.gsmOptions.set("quat", std::string("conj"));
    lifting.lift(corpus::makeWeapon({}));
    ASSERT_EQ(lifting.diagnostics.issues().size(), 3U) << "and the texture";
    EXPECT_EQ(lifting.diagnostics.issues()[0].kind, &kConventions);
    EXPECT_THAT(lifting.diagnostics.issues()[0].details, testing::StartsWith("space model (barrel "));
    EXPECT_EQ(lifting.diagnostics.issues()[1].kind, &kUndecided);
    EXPECT_EQ(lifting.diagnostics.issues()[1].details, "handed right, grips bone");
}

TEST(GsmToScene, PutsParentsBeforeChildrenThatTheFileHasBefore) {
    GsmFile file = weaponModel();
    std::swap(file.skeletons[0].bones[0], file.skeletons[0].bones[1]);
    Lifting lifting;
    const Scene scene = lifting.lift(file);
    EXPECT_EQ(scene.joints.at(0).name, "Rifle_Root");
    EXPECT_EQ(scene.skins.at(0).joints.at(0), IndexOf<Joint>(1)) << "slots are in the order of the file";
}

TEST(GsmToScene, WritesAPrimitivePerGroupWithItsMaterial) {
    Lifting lifting;
    const Scene scene = lifting.lift(corpus::makeWeapon({}));
    ASSERT_EQ(scene.meshes.at(0).primitives.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(scene.meshes[0].primitives[i].material, IndexOf<Material>(i));
    EXPECT_EQ(scene.meshes[0].primitives[2].indices.size(), 3U) << "MUZZLE is one triangle, and stays";
}

TEST(GsmToScene, PointsNormalsOutward) {
    for (const bool isTurnedRound : {false, true}) {
        GsmFile file = character();
        if (isTurnedRound) {
            for (GsmTriangle& triangle : file.triangles)
                std::swap(triangle.corners[0], triangle.corners[1]);
        }
        Lifting lifting;
        const Scene scene = lifting.lift(file);
        std::size_t along = 0;
        std::size_t all = 0;
        for (const Primitive& primitive : scene.meshes.at(0).primitives) {
            for (std::size_t i = 0; i < primitive.indices.size(); i += 3) {
                const glm::vec3 first = primitive.positions[primitive.indices[i]];
                const glm::vec3 face = glm::cross(primitive.positions[primitive.indices[i + 1]] - first,
                                                  primitive.positions[primitive.indices[i + 2]] - first);
                ++all;
                if (glm::dot(face, primitive.normals[primitive.indices[i]]) > 0) ++along;
            }
        }
        EXPECT_EQ(along, all);
    }
}

TEST(GsmToScene, KeepsWhatOnlyTheFileKnowsAsAttributes) {
    Lifting lifting;
    const Scene scene = lifting.lift(character());
    const Primitive& face = scene.meshes.at(0).primitives.at(1);
    std::vector<std::string> names;
    for (const VertexAttribute& attribute : face.attributes)
        names.push_back(attribute.name);
    EXPECT_THAT(names, ElementsAre("_GSM_HIT", "_GSM_POS", "_GSM_SHARED", "_GSM_UV", "_HITCOLOR"));
    EXPECT_EQ(face.attributes[0].values.at(0), 31 << 10) << "the head's zone";
    EXPECT_EQ(face.attributes[4].values.at(0), 1.0F);
    EXPECT_EQ(face.attributes[4].values.at(1), 0.0F);
    EXPECT_THAT(face.colors, IsEmpty()) << "colours of hit zones are no paint";
}

TEST(GsmToScene, WritesMoreThanFourInfluencesInFurtherSets) {
    GsmFile file = character();
    GsmBlend& blend = file.blends.at(0);
    blend.clear();
    // Blends one position of each of six bones.
    for (std::size_t run = 0; run < 6; ++run)
        blend.push_back({.position = file.runs[run].first, .weight = run == 5 ? 0.5F : 0.1F});
    settle(file);
    Lifting lifting;
    const Scene scene = lifting.lift(file);
    EXPECT_THAT(problems(scene), IsEmpty());
    const Primitive& body = scene.meshes.at(0).primitives.at(0);
    ASSERT_EQ(body.influenceSets.size(), 2U);
    float largest = 0;
    for (const glm::vec4& weights : body.influenceSets[0].weights)
        largest = weights.y > 0 && weights.w > 0 ? weights.x : largest;
    EXPECT_FLOAT_EQ(largest, 0.5F) << "the largest comes first";
}

TEST(GsmToScene, LeavesTheSmallestOfTooManyInfluencesOut) {
    GsmFile file = character();
    GsmBlend& blend = file.blends.at(0);
    blend.clear();
    for (const GsmRun& run : file.runs) {
        if (run.bone == kBlendRun || blend.size() == kMostInfluences + 2) continue;
        blend.push_back({.position = run.first, .weight = static_cast<float>(blend.size() + 1)});
    }
    ASSERT_EQ(blend.size(), 18U);
    settle(file);
    Lifting lifting;
    const Scene scene = lifting.lift(file);
    EXPECT_THAT(problems(scene), IsEmpty());
    ASSERT_TRUE(lifting.diagnostics.has(kManyInfluences));
    const Primitive& body = scene.meshes.at(0).primitives.at(0);
    ASSERT_EQ(body.influenceSets.size(), kMostInfluences / 4);
    std::size_t blended = 0;
    for (std::size_t i = 0; i < body.positions.size(); ++i) {
        if (body.influenceSets[3].weights[i].w == 0) continue;
        ++blended;
        // Of the weights 1 to 18 these are left: 3 to 18, which are 168 together.
        EXPECT_FLOAT_EQ(body.influenceSets[0].weights[i].x, 18.0F / 168);
        EXPECT_FLOAT_EQ(body.influenceSets[3].weights[i].w, 3.0F / 168);
    }
    EXPECT_GT(blended, 0U);
}

TEST(GsmToScene, GivesABlendWithoutWeightsToItsFirstBone) {
    GsmFile file = character();
    for (GsmInfluence& influence : file.blends.at(0))
        influence.weight = 0;
    Lifting lifting;
    EXPECT_THAT(problems(lifting.lift(file)), IsEmpty());
    EXPECT_TRUE(lifting.diagnostics.has(kZeroWeights));
}

TEST(GsmToScene, LeavesOutInfluencesThatSinglePrecisionCallsNothing) {
    GsmFile file = character();
    file.blends.at(0).at(0).weight = 1e30F;
    file.blends[0].at(1).weight = 1e-30F;
    Lifting lifting;
    EXPECT_THAT(problems(lifting.lift(file)), IsEmpty());
}

TEST(GsmToScene, PutsBonesAndGripsThatAreNowhereWhereTheyHang) {
    GsmFile file = weaponModel();
    file.skeletons[0].bones[0].position = {3e38F, 0, 0};
    file.skeletons[0].bones[1].position = {0, 3e38F, 0};
    file.grips.at(0).position = {0, 0, 3e38F};
    file.grips.at(1).rows[4] = std::numeric_limits<float>::infinity();
    Lifting lifting;
    const Scene scene = lifting.lift(file);
    EXPECT_THAT(problems(scene), IsEmpty());
    EXPECT_EQ(scene.joints.at(1).rest.translation, glm::vec3(0.0F));
    EXPECT_EQ(scene.attachments.at(0).local, Transform());
    EXPECT_TRUE(lifting.diagnostics.has(kBoneNotFinite));
    EXPECT_TRUE(lifting.diagnostics.has(kGripMatrix));
}

TEST(GsmToScene, DropsTrianglesAtPlacesThatAreNoNumbers) {
    GsmFile file = weaponModel();
    file.positions.at(0)[1] = std::numeric_limits<float>::quiet_NaN();
    Lifting lifting;
    const Scene scene = lifting.lift(file);
    EXPECT_THAT(problems(scene), IsEmpty());
    EXPECT_TRUE(lifting.diagnostics.has(kVertexNotFinite));
}

TEST(GsmToScene, MirrorsLeftHandedModelsByANodeAbove) {
    Lifting lifting;
    lifting.gsmOptions.set("handed", std::string("left"));
    const Scene scene = lifting.lift(character());
    EXPECT_EQ(scene.joints.at(0).name, kMirrorName);
    EXPECT_EQ(scene.joints[0].rest.scale, glm::vec3(-1, 1, 1));
    EXPECT_EQ(scene.joints[1].parent, IndexOf<Joint>(0));
    EXPECT_THAT(problems(scene), IsEmpty());
    Lifting plain;
    const auto expected = skinnedAtRest(plain.lift(character()));
    const auto mirrored = skinnedAtRest(scene);
    ASSERT_EQ(mirrored.size(), expected.size());
    for (std::size_t i = 0; i < mirrored.size(); ++i)
        ASSERT_LT(glm::distance(mirrored[i] * glm::dvec3(-1, 1, 1), expected[i]), 1e-4);
}

TEST(GsmToScene, HangsSeveralRootsOnOneNode) {
    GsmFile file = weaponModel();
    file.skeletons[0].bones[1].link = kNoBone;
    Lifting lifting;
    const Scene scene = lifting.lift(file);
    EXPECT_EQ(scene.joints.at(0).name, kRootsName);
    EXPECT_EQ(scene.joints.at(2).parent, IndexOf<Joint>(0));
    EXPECT_THAT(problems(scene), IsEmpty());
}

TEST(GsmToScene, HangsGripsOnTheirBones) {
    Lifting lifting;
    const Scene scene = lifting.lift(corpus::makeWeapon({}));
    ASSERT_EQ(scene.attachments.size(), 2U);
    EXPECT_EQ(scene.attachments[0].name, "Grip1");
    EXPECT_EQ(scene.attachments[0].kind, "grip");
    EXPECT_EQ(scene.attachments[0].joint, IndexOf<Joint>(0));
    EXPECT_EQ(scene.attachments[0].local.translation, glm::vec3(-3, 0, -2));
    const glm::quat turned = scene.attachments[1].local.rotation;
    EXPECT_NEAR(2 * std::atan2(turned.z, turned.w), 0.5, 1e-6) << "rows are columns of glTF, no transpose";
}

TEST(GsmToScene, TakesMaterialsByIdAndTexturesByBaseName) {
    Lifting lifting;
    lifting.images.images[foldCase("H:\\SWAT3_cqb\\FINAL_CHARACTERS\\Guy\\Guy_Face.bmp")] = {std::byte{0x89}};
    const Scene scene = lifting.lift(character());
    ASSERT_EQ(scene.materials.size(), 2U);
    EXPECT_EQ(scene.materials[1].name, "FACE");
    EXPECT_EQ(*scene.materials[1].extras.find("special"), Value("face"));
    EXPECT_EQ(*scene.materials[1].extras.find("id"), Value(3));
    EXPECT_TRUE(scene.materials[1].baseColorTexture.has_value());
    EXPECT_EQ(scene.meshes.at(0).primitives.at(1).material, IndexOf<Material>(1));
    EXPECT_TRUE(lifting.diagnostics.has(kTextureNotFound)) << "the body's";
}

TEST(GsmToScene, BlendsMaterialsThatAreNotOpaque) {
    GsmFile file = character();
    file.materials[0].transparency = 0.25F;
    Lifting lifting;
    const Scene scene = lifting.lift(file);
    EXPECT_EQ(scene.materials[0].alphaMode, AlphaMode::Blend);
    EXPECT_FLOAT_EQ(scene.materials[0].baseColorFactor.w, 0.75F);
    EXPECT_EQ(scene.materials[1].alphaMode, AlphaMode::Opaque);
}

constexpr const char* kFacePicture = "H:\\SWAT3_cqb\\FINAL_CHARACTERS\\Guy\\Guy_Face.bmp";

/// Scene of a character whose face has a picture with pixels of the colour key.
Scene withKeyedFace(Lifting& lifting, const GsmFile& file) {
    lifting.images.images[foldCase(kFacePicture)] = {std::byte{0x89}};
    lifting.images.traits[foldCase(kFacePicture)] = {.alpha = AlphaKind::Binary, .isKeyed = true};
    return lifting.lift(file);
}

TEST(GsmToScene, CutsOutThePixelsOfTheColorKey) {
    Lifting lifting;
    const Scene scene = withKeyedFace(lifting, character());
    EXPECT_EQ(scene.materials[1].alphaMode, AlphaMode::Mask);
    EXPECT_EQ(scene.materials[1].alphaCutoff, 0.5F);
    EXPECT_EQ(*scene.materials[1].extras.find("image"), Value("keyed"));
    for (const ImageRecipe& recipe : lifting.images.recipes)
        EXPECT_EQ(recipe.colorKey, (Rgb{255, 0, 255}));
}

TEST(GsmToScene, BlendsAllTheSameWhatIsNotOpaque) {
    GsmFile file = character();
    file.materials[1].transparency = 0.25F;
    Lifting lifting;
    EXPECT_EQ(withKeyedFace(lifting, file).materials[1].alphaMode, AlphaMode::Blend);
}

TEST(GsmToScene, StaysOpaqueWithoutTheColorKey) {
    Lifting lifting;
    lifting.images.images[foldCase(kFacePicture)] = {std::byte{0x89}};
    lifting.images.traits[foldCase(kFacePicture)] = {.alpha = AlphaKind::Smooth};
    const Scene scene = lifting.lift(character());
    EXPECT_EQ(scene.materials[1].alphaMode, AlphaMode::Opaque) << "the game looks at no alpha";
    EXPECT_EQ(scene.materials[1].extras.find("image"), nullptr);
}

TEST(GsmToScene, KnowsMaterialsThatTheGameTreatsApart) {
    EXPECT_EQ(specialUse("MUZZLE"), "muzzle");
    EXPECT_EQ(specialUse("FlashLight"), "flashlight");
    EXPECT_EQ(specialUse("M4_MAG"), "magazine");
    EXPECT_EQ(specialUse("FACE"), "face");
    EXPECT_EQ(specialUse("BODY"), "");
}

}  // namespace
}  // namespace rigkiln::swat3
