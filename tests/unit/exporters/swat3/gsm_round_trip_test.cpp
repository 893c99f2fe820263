#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exporters/gltf/gltf_exporter.hpp"
#include "exporters/swat3/gsm_rules.hpp"
#include "formats/gltf/gltf_format.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/process/convert_coordinates.hpp"
#include "tests/support/image_map.hpp"
#include "tests/support/real_files.hpp"
#include "tests/support/scene_builder.hpp"
#include "tests/support/swat3/random_swat3.hpp"
#include "tests/support/swat3/swat3_builders.hpp"
#include "tests/unit/exporters/swat3/gsm_scene.hpp"
#include "tests/unit/formats/swat3/scene_request.hpp"
#include "tools/corpus/swat3/swat3_art.hpp"

namespace rigkiln::swat3_export {
namespace {

using swat3::GsmFile;
using swat3::QuaternionSense;
using swat3::Space;
using testing::IsEmpty;

struct Corner {
    glm::vec3 position{0.0F};
    glm::vec3 normal{0.0F};
    glm::vec2 texCoord{0.0F};
    float hit = 0;
    std::string material;
};

std::vector<Corner> cornersOf(const Scene& scene) {
    std::vector<Corner> corners;
    for (const Mesh& mesh : scene.meshes) {
        for (const Primitive& primitive : mesh.primitives) {
            for (const std::uint32_t index : primitive.indices) {
                corners.push_back({.position = primitive.positions[index],
                                   .normal = primitive.normals[index],
                                   .texCoord = primitive.texCoordSets[0][index],
                                   .hit = primitive.attributes[0].values[index],
                                   .material = primitive.material
                                                   ? scene.materials[primitive.material->value].name
                                                   : "default"});
            }
        }
    }
    return corners;
}

double sizeOf(const Scene& scene) {
    double size = 0;
    for (const Corner& corner : cornersOf(scene))
        size = std::max(size, static_cast<double>(glm::length(corner.position)));
    return size;
}

/// Writes the scene to a GLB and reads it back.
Scene modelThroughGltf(const Scene& scene) {
    Diagnostics diagnostics;
    const OptionValues written(gltf_export::kGltfExporter.options);
    const Result<OutputSet> files =
        gltf_export::kGltfExporter.write(scene, {.fileName = "guy.glb", .options = written}, diagnostics);
    if (!files) {
        ADD_FAILURE() << files.error().text();
        return {};
    }
    std::vector<std::byte> bytes;
    for (const SharedBytes& piece : files->back().pieces)
        bytes.insert(bytes.end(), piece.begin(), piece.end());
    test::ImageMap images;
    const OptionValues options(gltf::kGltfFormat.options);
    Result<Scene> read = gltf::kGltfFormat.read(
        {.path = "guy.glb", .name = "guy", .bytes = bytes, .options = options, .companions = images},
        diagnostics);
    if (!read) {
        ADD_FAILURE() << read.error().text();
        return {};
    }
    return *std::move(read);
}

struct TripOptions {
    double metresPerUnit = 1.0;
    bool hasBase = false;
    bool throughGltf = false;
    swat3::GsmConventionChoices choices{};
};

/// Converts a file to a scene and back, in the conventions that were decided for the file.
struct Trip {
    GsmFile file;
    swat3::GsmConventions conventions;
    Scene before;  ///< scene of the original file
    Diagnostics diagnostics;
    GsmFile rebuilt;
    Scene after;  ///< scene of the rebuilt file, in the same conventions

    explicit Trip(GsmFile model, const TripOptions& options = {}) : file(std::move(model)) {
        const swat3::Rig rig(file.skeletons);
        conventions = swat3::decideConventions(swat3::RestPose(file, rig), options.choices);
        before = lift(file);
        Scene canonical = before;
        convertCoordinates(canonical, options.metresPerUnit);
        if (options.throughGltf) canonical = modelThroughGltf(canonical);
        const FileSpace space(UpAxis::ZUp, options.metresPerUnit);
        const TargetSkeleton skeleton = targetOf(canonical, file, conventions.reading.sense, space);
        const GsmRequest request{.skeleton = skeleton,
                                 .style = styleOf(file, conventions),
                                 .space = space,
                                 .base = options.hasBase ? &file : nullptr};
        Result<GsmFile> built = buildGsm(canonical, request, diagnostics);
        if (!built) {
            ADD_FAILURE() << built.error().text();
            return;
        }
        const auto bytes = swat3::encodeGsm(*built);
        if (!bytes) {
            ADD_FAILURE() << bytes.error().text();
            return;
        }
        Diagnostics found;
        rebuilt = *swat3::decodeGsm(*bytes, found);
        EXPECT_EQ(rebuilt, *built);
        after = lift(rebuilt);
    }

    /// Reads a model in the conventions decided for the first file.
    [[nodiscard]] Scene lift(const GsmFile& model) const {
        swat3::Lifting lifting;
        for (const swat3::Decision& decision : conventions.decisions)
            lifting.gsmOptions.set(decision.question, std::string(decision.answer));
        return lifting.lift(model);
    }

    void expectSameSurface(bool withNormals = true) const {
        const std::vector<Corner> expected = cornersOf(before);
        const std::vector<Corner> found = cornersOf(after);
        ASSERT_EQ(found.size(), expected.size());
        ASSERT_TRUE(!expected.empty() || !withNormals);
        const double size = sizeOf(before);
        for (std::size_t i = 0; i < expected.size(); ++i) {
            ASSERT_LE(glm::distance(expected[i].position, found[i].position), 1e-5 * size) << "corner " << i;
            ASSERT_EQ(expected[i].texCoord, found[i].texCoord) << "corner " << i;
            ASSERT_EQ(expected[i].hit, found[i].hit) << "corner " << i;
            ASSERT_EQ(expected[i].material, found[i].material) << "corner " << i;
            const float cosine = glm::dot(expected[i].normal, found[i].normal);
            if (withNormals) {
                ASSERT_GE(cosine, std::cos(glm::radians(1.0F))) << "corner " << i;
            }
        }
    }
};

std::vector<std::string> findings(const GsmFile& file) {
    std::vector<std::string> texts;
    for (const swat3::Finding& finding : swat3::checkGsm(file))
        texts.push_back(std::string(finding.kind->id) + " " + finding.where + ": " + finding.details);
    return texts;
}

struct GsmTrip : testing::TestWithParam<swat3::Reading> {};

INSTANTIATE_TEST_SUITE_P(Conventions, GsmTrip,
                         testing::Values(swat3::Reading{Space::Model, QuaternionSense::Conjugated},
                                         swat3::Reading{Space::Model, QuaternionSense::Raw},
                                         swat3::Reading{Space::Bone, QuaternionSense::Conjugated},
                                         swat3::Reading{Space::Bone, QuaternionSense::Raw}));

std::vector<GsmFile> corpusModels(const swat3::Reading& reading) {
    return {corpus::makeCharacter(corpus::planSwt(), reading),
            corpus::makeRigidCharacter(corpus::planSwt(), reading),
            corpus::makeCharacter(corpus::planTac(), reading), corpus::makeWeapon(reading)};
}

TEST_P(GsmTrip, KeepsEveryCornerOfTheSurface) {
    for (const GsmFile& file : corpusModels(GetParam()))
        Trip(file).expectSameSurface();
}

TEST_P(GsmTrip, MakesFilesThatAReaderFindsNothingOddAbout) {
    for (const GsmFile& file : corpusModels(GetParam())) {
        ASSERT_THAT(findings(file), IsEmpty());
        EXPECT_THAT(findings(Trip(file).rebuilt), IsEmpty());
    }
}

TEST_P(GsmTrip, KeepsTheSizesOfTheTables) {
    for (const GsmFile& file : corpusModels(GetParam())) {
        const GsmFile rebuilt = Trip(file).rebuilt;
        EXPECT_EQ(rebuilt.effectiveVertices.size(), file.effectiveVertices.size());
        EXPECT_EQ(rebuilt.texCoords.size(), file.texCoords.size());
        EXPECT_EQ(rebuilt.blends.size(), file.blends.size());
        EXPECT_LE(rebuilt.sharedLists.size(), file.sharedLists.size()) << "equal ones are one";
        EXPECT_EQ(rebuilt.groups, file.groups);
    }
}

TEST_P(GsmTrip, KeepsMaterialsTexturesAndGripsToTheBit) {
    for (const GsmFile& file : corpusModels(GetParam())) {
        const GsmFile rebuilt = Trip(file).rebuilt;
        EXPECT_EQ(rebuilt.materials, file.materials);
        EXPECT_EQ(rebuilt.textures, file.textures);
        EXPECT_EQ(rebuilt.grips, file.grips);
        EXPECT_EQ(rebuilt.grippers, file.grippers);
        EXPECT_EQ(rebuilt.skeletons, file.skeletons);
    }
}

TEST_P(GsmTrip, KeepsTheSurfaceThroughAnotherUnit) {
    for (const GsmFile& file : corpusModels(GetParam()))
        Trip(file, {.metresPerUnit = 0.0254}).expectSameSurface();
}

TEST_P(GsmTrip, KeepsTheSurfaceMaterialsAndGripsThroughGltf) {
    for (const GsmFile& file : corpusModels(GetParam())) {
        const Trip trip(file, {.metresPerUnit = 0.0254, .throughGltf = true});
        trip.expectSameSurface();
        EXPECT_EQ(trip.rebuilt.materials, file.materials);
        EXPECT_EQ(trip.rebuilt.textures, file.textures);
        EXPECT_EQ(trip.rebuilt.grips, file.grips);
        EXPECT_EQ(trip.rebuilt.grippers, file.grippers);
        EXPECT_EQ(trip.rebuilt.groups, file.groups);
    }
}

TEST_P(GsmTrip, KeepsTheSurfaceOfClockwiseAndOfLeftHandedModels) {
    for (const bool isClockwise : {false, true}) {
        for (const bool isLeftHanded : {false, true}) {
            TripOptions options;
            options.choices.isClockwise = isClockwise;
            options.choices.isLeftHanded = isLeftHanded;
            const Trip trip(corpus::makeCharacter(corpus::planSwt(), GetParam()), options);
            trip.expectSameSurface();
            EXPECT_TRUE(trip.diagnostics.issues().empty()) << isClockwise << isLeftHanded;
        }
    }
}

TEST_P(GsmTrip, HasNothingToReport) {
    for (const GsmFile& file : corpusModels(GetParam())) {
        const Trip trip(file);
        for (const Issue& issue : trip.diagnostics.issues())
            ADD_FAILURE() << issue.kind->id << " " << issue.where << ": " << issue.details;
        EXPECT_EQ(brokenGsmRules(trip.rebuilt).size(), brokenGsmRules(file).size());
    }
}

TEST(GsmRoundTrip, BringsPositionsInModelSpaceBackToTheBit) {
    for (const GsmFile& file : corpusModels({Space::Model, QuaternionSense::Conjugated})) {
        const GsmFile rebuilt = Trip(file).rebuilt;
        std::vector<swat3::Float3> expected = file.positions;
        std::vector<swat3::Float3> found = rebuilt.positions;
        for (auto* places : {&expected, &found}) {
            std::sort(places->begin(), places->end());
            places->erase(std::unique(places->begin(), places->end()), places->end());
        }
        EXPECT_EQ(found, expected);
    }
}

TEST(GsmRoundTrip, KeepsSmallModelsWithEverything) {
    for (const GsmFile& file :
         {swat3::weaponModel(), swat3::characterModel(), swat3::modelWithEverything()}) {
        const Trip trip(file, {.hasBase = true});
        trip.expectSameSurface();
        EXPECT_EQ(trip.rebuilt.textures, file.textures);
        EXPECT_EQ(trip.rebuilt.materials, file.materials);
        EXPECT_EQ(trip.rebuilt.grips, file.grips);
        EXPECT_EQ(trip.rebuilt.grippers, file.grippers);
        EXPECT_EQ(trip.rebuilt.variant, file.variant);
    }
}

TEST(GsmRoundTrip, KeepsTheSurfaceOfModelsMadeByChance) {
    std::size_t withSurface = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        SCOPED_TRACE(seed);
        const Trip trip(swat3::randomGsm(seed));
        trip.expectSameSurface(false);
        if (!trip.rebuilt.triangles.empty()) ++withSurface;
    }
    EXPECT_GT(withSurface, 100U);
}

TEST(GsmRoundTrip, KeepsTheSurfaceOfSampleFiles) {
    const char* folder = test::samplesFolder();
    if (folder == nullptr) GTEST_SKIP() << test::kNoSamples;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (!equalIgnoringCase(entry.path().extension().string(), ".gsm")) continue;
        SCOPED_TRACE(entry.path().string());
        std::ifstream stream(entry.path(), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        Diagnostics diagnostics;
        const auto file = swat3::decodeGsm(std::as_bytes(std::span(text)), diagnostics);
        if (file) Trip(*file, {.hasBase = true}).expectSameSurface();
    }
}

/// Makes a skeleton with one bone for every joint of a canonical scene.
GsmFile skeletonOf(const Scene& scene) {
    GsmFile file;
    const FileSpace space(UpAxis::ZUp, 1.0);
    swat3::Skeleton& skeleton = file.skeletons.emplace_back();
    for (const Joint& joint : scene.joints) {
        const glm::vec3 place(space.direction(glm::dvec3(joint.rest.translation)));
        const glm::quat turn = space.rotation(joint.rest.rotation);
        skeleton.bones.push_back(
            {.id = static_cast<std::uint16_t>(skeleton.bones.size()),
             .name = joint.name,
             .link = joint.parent ? static_cast<std::uint16_t>(joint.parent->value) : swat3::kNoBone,
             .position = {place.x, place.y, place.z},
             .rotation = {-turn.x, -turn.y, -turn.z, turn.w}});
    }
    return file;
}

TEST(GsmRoundTrip, WritesScenesOfAnyFormatInAllConventions) {
    std::size_t withSurface = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        SCOPED_TRACE(seed);
        Scene scene = test::randomScene(seed);
        scene.upAxis = UpAxis::YUp;
        for (std::size_t i = 0; i < scene.joints.size(); ++i)
            scene.joints[i].sourceIndex = static_cast<std::uint32_t>(i);
        const TargetSkeleton skeleton = targetOf(scene, skeletonOf(scene), QuaternionSense::Conjugated);
        GsmRequest request{.skeleton = skeleton};
        request.style.space = seed % 2 == 0 ? Space::Model : Space::Bone;
        request.style.isClockwise = seed % 3 == 0;
        Diagnostics diagnostics;
        const Result<GsmFile> built = buildGsm(scene, request, diagnostics);
        ASSERT_TRUE(built) << built.error().text();
        const auto bytes = swat3::encodeGsm(*built);
        ASSERT_TRUE(bytes) << bytes.error().text();
        const auto decoded = swat3::decodeGsm(*bytes, diagnostics, swat3::Strictness::Strict);
        ASSERT_TRUE(decoded) << decoded.error().text();
        EXPECT_EQ(*decoded, *built);
        if (!built->triangles.empty()) ++withSurface;
    }
    EXPECT_GT(withSurface, 50U);
}

TEST(GsmRoundTrip, IsTheSameAgainTheSecondTime) {
    const Trip first(corpus::makeCharacter(corpus::planSwt(), {}));
    EXPECT_EQ(Trip(first.rebuilt).rebuilt, first.rebuilt);
}

TEST(GsmRoundTrip, KeepsTheUnitOfTheBlendsLength) {
    GsmFile file = corpus::makeCharacter(corpus::planSwt(), {});
    file.blendStreamLength = static_cast<std::uint16_t>(file.blendStreamLength / 2);
    const Trip trip(file);
    EXPECT_EQ(trip.rebuilt.blendStreamLength, file.blendStreamLength);
    EXPECT_EQ(swat3::blendUnit(trip.rebuilt), swat3::GsmBlendUnit::Shorts);
}

}  // namespace
}  // namespace rigkiln::swat3_export
