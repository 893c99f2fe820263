#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pipeline/reduction/reduce_clip.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/unit/exporters/gltf/scene_builder.hpp"
#include "tests/unit/pipeline/reduction/random_rig.hpp"
#include "tests/validator/random_scene.hpp"

/// Writes glTF documents of all kinds to the folder $RIGKILN_SAMPLES, for the validator to read.
namespace rigkiln::gltf_export::test {
namespace {

constexpr std::uint32_t kSeeds = 60;

std::filesystem::path samplesFolder() {
    const char* folder = std::getenv("RIGKILN_SAMPLES");  // NOLINT(concurrency-mt-unsafe): one thread
    return folder == nullptr ? std::filesystem::path() : std::filesystem::path(folder);
}

void writeSet(const OutputSet& set) {
    for (const OutputFile& file : set) {
        const std::filesystem::path folder =
            file.isShared ? samplesFolder() / kSharedFolder : samplesFolder();
        std::filesystem::create_directories(folder);
        std::ofstream stream(folder / file.name, std::ios::binary);
        for (const SharedBytes& piece : file.pieces) {
            stream.write(reinterpret_cast<const char*>(piece.data()),
                         static_cast<std::streamsize>(piece.size()));
        }
        stream.close();
        ASSERT_TRUE(stream) << file.name;
    }
}

void writeSample(const Scene& scene, const ExportSettings& settings) {
    const std::vector<SceneProblem> problems = validateScene(scene);
    ASSERT_TRUE(problems.empty()) << settings.fileName << ": " << problems.front().where << ": "
                                  << problems.front().problem;
    const Result<OutputSet> set = exportScene(scene, settings);
    ASSERT_TRUE(set) << settings.fileName << ": " << set.error().text();
    writeSet(*set);
}

class ValidatorSamples : public testing::Test {
protected:
    static void SetUpTestSuite() {
        ASSERT_FALSE(samplesFolder().empty()) << "RIGKILN_SAMPLES names no folder";
        std::filesystem::remove_all(samplesFolder());
        std::filesystem::create_directories(samplesFolder());
    }
};

TEST_F(ValidatorSamples, WritesAnEmptyScene) {
    writeSample(Scene{}, {.fileName = "empty.glb"});
    writeSample(Scene{}, {.fileName = "empty.gltf"});
}

TEST_F(ValidatorSamples, WritesJointsWithoutData) {
    writeSample(chainOfJoints(3), {.fileName = "joints.glb"});
}

TEST_F(ValidatorSamples, WritesASkinOf300Joints) {
    Scene scene = chainOfJoints(300);
    addSkinnedTriangle(scene, "body");
    writeSample(scene, {.fileName = "skin300.glb"});
}

TEST_F(ValidatorSamples, WritesClipsThatDoNotMove) {
    Scene scene = chainOfJoints(3);
    scene.clips = {clipNamed("still", 1.5F), clipNamed("still", 0.0F), clipNamed("", 1.0F / 3.0F)};
    writeSample(scene, {.fileName = "still.glb"});
}

TEST_F(ValidatorSamples, WritesPngsThatAskForColourCorrection) {
    Scene scene = chainOfJoints(1);
    addTriangle(scene, 0, "mesh");
    Primitive& primitive = scene.meshes[0].primitives[0];
    primitive.texCoordSets = {{{0, 0}, {1, 0}, {0, 1}}};
    primitive.material = IndexOf<Material>(0);
    scene.textures.resize(1);
    scene.textures[0] = {.sourceName = "t",
                         .mimeType = "image/png",
                         .encoded = tinyPng(pngChunk("gAMA", std::string("\0\1\x86\xa0", 4)))};
    scene.materials.resize(1);
    scene.materials[0].baseColorTexture = TextureUse{};
    writeSample(scene, {.fileName = "gamma.glb"});
}

TEST_F(ValidatorSamples, WritesWebp) {
    Scene scene = chainOfJoints(1);
    addTriangle(scene, 0, "mesh");
    scene.textures.push_back({.sourceName = "a.tga", .mimeType = "image/webp", .encoded = tinyWebp()});
    scene.meshes[0].primitives[0].texCoordSets = {{{0, 0}, {1, 0}, {0, 1}}};
    scene.meshes[0].primitives[0].material = IndexOf<Material>(0);
    scene.materials.resize(1);
    scene.materials[0].baseColorTexture = TextureUse{};
    writeSample(scene, {.fileName = "webp.glb"});
    writeSample(scene, {.fileName = "webp_linked.gltf"});
}

TEST_F(ValidatorSamples, WritesFileNamesThatNeedEncoding) {
    Scene scene = chainOfJoints(1);
    addTriangle(scene, 0, "mesh");
    scene.textures.push_back(
        {.sourceName = "100% wool#\xC3\xBC?.tga", .mimeType = "image/png", .encoded = tinyPng()});
    scene.meshes[0].primitives[0].texCoordSets = {{{0, 0}, {1, 0}, {0, 1}}};
    scene.meshes[0].primitives[0].material = IndexOf<Material>(0);
    scene.materials.resize(1);
    scene.materials[0].baseColorTexture = TextureUse{};
    writeSample(scene, {.fileName = "a b#%\xC3\xBC.gltf"});
}

TEST_F(ValidatorSamples, WritesRotationsAtTheEdgeOfTheirTolerance) {
    Scene scene = chainOfJoints(1);
    Clip clip = clipNamed("turn", 1.0F);
    const glm::quat off(1.0F - kRotationKeyTolerance * 0.9F, 0, 0, 0);
    tracksOf(clip, 0).rotation = {.times = {0, 1},
                                  .values = {off, glm::quat(0, 1.0F + kRotationKeyTolerance * 0.9F, 0, 0)}};
    scene.clips.push_back(clip);
    writeSample(scene, {.fileName = "rotations.glb"});
}

TEST_F(ValidatorSamples, WritesClipsThatWereReducedToSplines) {
    std::size_t splines = 0;
    for (std::uint32_t number = 0; number < kSeeds; ++number) {
        SCOPED_TRACE("rig " + std::to_string(number));
        Scene scene = randomRig(number);
        Diagnostics diagnostics;
        reduceClip(scene, scene.clips.front(), probePoints(scene, {}), 0.0001, diagnostics,
                   {.samplesCurves = false, .fitsSplines = true});
        for (const JointTracks& tracks : scene.clips.front().joints) {
            if (tracks.rotation.interpolation == Interpolation::CubicSpline) ++splines;
        }
        writeSample(scene, {.fileName = "splines" + std::to_string(number) + ".glb"});
    }
    EXPECT_GT(splines, 10U);
}

/// Random scenes are too large for 16-bit positions, so these samples are made by hand.
TEST_F(ValidatorSamples, WritesVerticesAsIntegers) {
    Scene rigid = chainOfJoints(2);
    addTriangle(rigid, 1, "mesh");
    writeSample(rigid, {.fileName = "integers.glb", .profile = "web"});
    Scene skinned = chainOfJoints(2);
    addSkinnedTriangle(skinned, "mesh");
    writeSample(skinned, {.fileName = "skinned_integers.gltf", .profile = "web"});
    writeSample(Scene{}, {.fileName = "empty_web.glb", .profile = "web"});
}

/// Writes rigid levels that a clip hides, and skinned levels.
TEST_F(ValidatorSamples, WritesLevelsOfDetail) {
    Scene scene = chainOfJoints(2);
    for (const std::uint32_t level : {0U, 1U, 2U}) {
        const std::string name = "hull" + std::to_string(level);
        for (const std::size_t number : {addTriangle(scene, 1, name), addSkinnedTriangle(scene, name)}) {
            scene.instances[number].levelOfDetail = level;
            scene.instances[number].variantBase = scene.instances[number].skin ? "body" : "hull";
        }
    }
    Clip clip = clipNamed("blink", 1.0F);
    tracksOf(clip, 1).visibility = {
        .interpolation = Interpolation::Step, .times = {0.0F, 0.5F}, .values = {1, 0}};
    scene.clips.push_back(clip);
    writeSample(scene, {.fileName = "levels.glb", .profile = "full"});
    writeSample(scene, {.fileName = "levels_beside.glb"});
    writeSample(scene, {.fileName = "levels_files.glb", .levels = "files"});
}

TEST_F(ValidatorSamples, WritesRandomScenesInAllWays) {
    for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Scene scene = randomScene(seed);
        const std::string stem = "random" + std::to_string(seed);
        writeSample(scene, {.fileName = stem + ".glb"});
        writeSample(scene, {.fileName = stem + "_full.gltf", .profile = "full"});
        writeSample(scene, {.fileName = stem + "_embedded.gltf", .textureFiles = "embed"});
        writeSample(scene, {.fileName = stem + "_linked.glb", .textureFiles = "link"});
        writeSample(scene, {.fileName = stem + "_web.glb", .profile = "web"});
        writeSample(scene, {.fileName = stem + "_web.gltf", .profile = "web"});
        writeSample(scene, {.fileName = stem + "_plain.glb", .lights = false, .completeClips = false});
    }
}

}  // namespace
}  // namespace rigkiln::gltf_export::test
