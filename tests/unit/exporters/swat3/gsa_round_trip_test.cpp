#include <algorithm>
#include <string>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exporters/gltf/gltf_exporter.hpp"
#include "exporters/swat3/build_gsa.hpp"
#include "exporters/swat3/target_skeleton.hpp"
#include "formats/gltf/gltf_format.hpp"
#include "formats/swat3/bone_joints.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/scene_builder.hpp"
#include "tests/support/swat3/random_swat3.hpp"
#include "tests/support/swat3/swat3_builders.hpp"
#include "tests/unit/exporters/swat3/canonical_scenes.hpp"

/// Converts files to a scene and back: bones and clips must come back unchanged.
namespace rigkiln::swat3_export {
namespace {

/// Writes the scene to a GLB and reads it back.
Scene clipsThroughGltf(const Scene& scene, bool hasCompleteClips = false) {
    Diagnostics diagnostics;
    OptionValues writing(gltf_export::kGltfExporter.options);
    writing.set("complete_clips", hasCompleteClips);
    const auto files =
        gltf_export::kGltfExporter.write(scene, {.fileName = "guy.glb", .options = writing}, diagnostics);
    EXPECT_TRUE(files) << (files ? "" : files.error().text());
    std::vector<std::byte> bytes;
    for (const auto& piece : files->back().pieces)
        bytes.insert(bytes.end(), piece.begin(), piece.end());
    test::ImageMap images;
    const OptionValues options(gltf::kGltfFormat.options);
    Result<Scene> read = gltf::kGltfFormat.read(
        {.path = "guy.glb", .name = "guy", .bytes = bytes, .options = options, .companions = images},
        diagnostics);
    EXPECT_TRUE(read) << (read ? "" : read.error().text());
    return std::move(*read);
}

void expectSameRotations(const GsaFile& actual, const GsaFile& expected) {
    ASSERT_EQ(actual.rotations.size(), expected.rotations.size());
    for (std::size_t i = 0; i < actual.rotations.size(); ++i) {
        swat3::Float4 negative = actual.rotations[i];
        for (float& number : negative)
            number = -number;
        ASSERT_TRUE(actual.rotations[i] == expected.rotations[i] || negative == expected.rotations[i])
            << "rotation " << i << ": " << testing::PrintToString(actual.rotations[i]) << " for "
            << testing::PrintToString(expected.rotations[i]);
    }
}

void expectSameClip(const GsaFile& actual, const GsaFile& expected, double tolerance) {
    EXPECT_EQ(actual.animatedBones, expected.animatedBones);
    EXPECT_EQ(actual.unknown0, expected.unknown0);
    EXPECT_EQ(actual.unknown1, expected.unknown1);
    EXPECT_EQ(actual.frameRate, expected.frameRate);
    EXPECT_EQ(actual.versionMinor, expected.versionMinor);
    EXPECT_EQ(actual.hasEventCounts, expected.hasEventCounts);
    EXPECT_EQ(actual.events, expected.events);
    ASSERT_EQ(actual.frames.size(), expected.frames.size());
    for (std::size_t frame = 0; frame < actual.frames.size(); ++frame) {
        for (std::size_t i = 0; i < 3; ++i)
            ASSERT_NEAR(actual.frames[frame].rootPosition[i], expected.frames[frame].rootPosition[i],
                        tolerance)
                << "frame " << frame;
    }
    EXPECT_EQ(actual.frames.front().rootPosition, expected.frames.front().rootPosition)
        << "by which readers know offsets";
    expectSameRotations(actual, expected);
}

/// Expects that the scene's skeleton and clips equal those of the files.
void expectReturned(const Scene& scene, const GsmFile& model, const std::vector<GsaFile>& clips,
                    const Reading& reading) {
    constexpr double kMostDifference = 1e-5;
    Diagnostics diagnostics;
    const FileSpace space(UpAxis::ZUp, reading.metresPerUnit);
    const auto skeleton = makeTargetSkeleton(scene, {.sense = reading.sense, .space = space}, diagnostics);
    ASSERT_TRUE(skeleton) << skeleton.error().text();
    EXPECT_EQ(skeleton->skeletons, model.skeletons);
    ASSERT_EQ(scene.clips.size(), clips.size());
    for (std::size_t i = 0; i < clips.size(); ++i) {
        SCOPED_TRACE(scene.clips[i].name);
        const GsaVersion version = clips[i].hasEventCounts ? GsaVersion::V42 : GsaVersion::V41;
        const auto built = buildGsa(scene, scene.clips[i],
                                    {.skeleton = *skeleton, .space = space, .version = version}, diagnostics);
        ASSERT_TRUE(built) << built.error().text();
        expectSameClip(*built, clips[i], kMostDifference);
    }
    EXPECT_THAT(diagnostics.issues(), testing::IsEmpty());
}

TEST(Swat3RoundTrip, GivesBonesAndClipsOfAllConventionsBackInAnyUnit) {
    for (std::size_t number = 0; number < 4; ++number) {
        for (const double metresPerUnit : {1.0, kInch}) {
            for (const auto& [bones, set] : setsOf(number)) {
                for (const GsmFile& model : set.models) {
                    SCOPED_TRACE(testing::Message()
                                 << "set " << number << ", " << bones << " bones, " << metresPerUnit << " m");
                    const Reading reading{.sense = senseOf(number), .metresPerUnit = metresPerUnit};
                    expectReturned(canonical(model, set.clips, reading), model, set.clips, reading);
                }
            }
        }
    }
}

TEST(Swat3RoundTrip, GivesBonesAndClipsBackThroughGltf) {
    for (std::size_t number = 0; number < 2; ++number) {
        for (const auto& [bones, set] : setsOf(number)) {
            SCOPED_TRACE(testing::Message() << "set " << number << ", " << bones << " bones");
            const Reading reading{.sense = senseOf(number), .metresPerUnit = kInch};
            const Scene scene = canonical(set.models.front(), set.clips, reading);
            for (const bool hasCompleteClips : {false, true}) {
                expectReturned(clipsThroughGltf(scene, hasCompleteClips), set.models.front(), set.clips,
                               reading);
            }
        }
    }
}

TEST(Swat3RoundTrip, GivesLeftHandedModelsBackWithoutTheirMirror) {
    const auto [bones, set] = *setsOf(0).rbegin();
    const Reading reading{.isLeftHanded = true, .metresPerUnit = kInch};
    const Scene scene = canonical(set.models.front(), set.clips, reading);
    ASSERT_EQ(scene.joints.front().name, swat3::kMirrorName);
    expectReturned(scene, set.models.front(), set.clips, reading);
    expectReturned(clipsThroughGltf(scene), set.models.front(), set.clips, reading);
}

TEST(Swat3RoundTrip, GivesHandMadeClipsBack) {
    const GsmFile model = swat3::characterModel();
    const std::vector<GsaFile> clips = {swat3::clip41(), swat3::clip42(), swat3::partialClip()};
    const Reading reading{.metresPerUnit = kInch};
    expectReturned(canonical(model, clips, reading), model, clips, reading);
}

TEST(Swat3RoundTrip, GivesPositionsOfTheRootBackThatAreNoOffsets) {
    GsaFile clip = swat3::clip42();
    for (swat3::GsaFrame& frame : clip.frames)
        frame.rootPosition[2] += 40;
    const GsmFile model = swat3::characterModel();
    expectReturned(canonical(model, {clip}, {}), model, {clip}, {});
}

TEST(Swat3RoundTrip, KeepsTheSkeletonsOfABaseWhateverTheyHold) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        const GsmFile model = swat3::randomGsm(seed);
        for (const double metresPerUnit : {1.0, kInch}) {
            const Reading reading{.metresPerUnit = metresPerUnit};
            const Scene scene = canonical(model, {}, reading);
            Diagnostics diagnostics;
            const auto skeleton = makeTargetSkeleton(
                scene, {.base = &model.skeletons, .space = FileSpace(UpAxis::ZUp, metresPerUnit)},
                diagnostics);
            ASSERT_TRUE(skeleton) << skeleton.error().text();
            ASSERT_EQ(skeleton->skeletons, model.skeletons);
        }
    }
}

TEST(Swat3RoundTrip, GivesAClipBackThatIsWithoutItsModel) {
    GsaFile clip = swat3::partialClip();
    std::ranges::swap(clip.skeletons[0].bones[1].id, clip.skeletons[0].bones[4].id);
    for (swat3::Bone& bone : clip.skeletons[0].bones)
        if (bone.link == 1) bone.link = 4;
    Scene scene = liftClip(clip);
    convertCoordinates(scene, 1);
    const Scene read = clipsThroughGltf(scene);
    Diagnostics diagnostics;
    const auto skeleton = makeTargetSkeleton(read, {}, diagnostics);
    ASSERT_TRUE(skeleton) << skeleton.error().text();
    ASSERT_EQ(skeleton->skeletons.at(0).bones.size(), 5U);
    EXPECT_EQ(skeleton->skeletons[0].bones[4], clip.skeletons[0].bones[1]);
    const auto built = buildGsa(read, read.clips.at(0), {.skeleton = *skeleton}, diagnostics);
    ASSERT_TRUE(built) << built.error().text();
    expectSameClip(*built, clip, 0);
}

/// Random clip that breaks only those rules of the format which a scene can represent.
GsaFile randomClip(std::uint64_t seed) {
    GsaFile file = swat3::randomGsa(seed);
    file.skeletons.resize(1);
    file.skeletons[0].name = "walk";
    std::vector<std::uint16_t> ids;
    for (swat3::Bone& bone : file.skeletons[0].bones) {
        bone.name = "bone" + std::to_string(bone.id);
        ids.push_back(bone.id);
    }
    std::rotate(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(seed % ids.size()), ids.end());
    if (seed % 3 == 0) ids.clear();
    if (seed % 3 == 1) ids.resize((ids.size() + 1) / 2);
    file.animatedBones = ids;
    file.rotations.resize(file.frames.size() * swat3::rotationsPerFrame(file), {1, 2, 3, 4});
    for (swat3::Float4& rotation : file.rotations) {
        const glm::quat unit =
            glm::normalize(glm::quat(rotation[3] + 0.1F, rotation[0], rotation[1], rotation[2]));
        rotation = {unit.x, unit.y, unit.z, unit.w};
    }
    for (swat3::GsaFrame& frame : file.frames) {
        frame.originPosition = {};
        frame.originRotation = {0, 0, 0, 1};
    }
    file.frames.front().rootPosition = {};
    for (auto& events : file.events)
        events.assign(events.size(), std::string("sound=X\0", 8));
    return file;
}

TEST(Swat3RoundTrip, GivesClipsByChanceBack) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        const GsaFile clip = randomClip(seed);
        const FileSpace space(UpAxis::ZUp, kInch);
        Scene scene = liftClip(clip);
        convertCoordinates(scene, kInch);
        ASSERT_THAT(validateScene(scene), testing::IsEmpty());
        Diagnostics diagnostics;
        const auto skeleton =
            makeTargetSkeleton(scene, {.base = &clip.skeletons, .space = space}, diagnostics);
        ASSERT_TRUE(skeleton) << skeleton.error().text();
        ASSERT_EQ(skeleton->skeletons, clip.skeletons);
        const GsaVersion version = clip.hasEventCounts ? GsaVersion::V42 : GsaVersion::V41;
        const auto built = buildGsa(scene, scene.clips[0],
                                    {.skeleton = *skeleton, .space = space, .version = version}, diagnostics);
        ASSERT_TRUE(built) << built.error().text();
        // Rounding error of places up to 256 from the origin.
        expectSameClip(*built, clip, 1e-4);
    }
}

TEST(BuildGsa, KeepsTheLawsForScenesByChance) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        const Scene scene = test::randomScene(seed);
        Diagnostics diagnostics;
        const FileSpace space(UpAxis::ZUp, kInch);
        const auto skeleton = makeTargetSkeleton(scene, {.space = space, .force = true}, diagnostics);
        ASSERT_TRUE(skeleton) << skeleton.error().text();
        for (const Clip& clip : scene.clips) {
            const auto built =
                buildGsa(scene, clip, {.skeleton = *skeleton, .space = space, .force = true}, diagnostics);
            ASSERT_TRUE(built) << built.error().text();
            EXPECT_TRUE(swat3::encodeGsa(*built));
            EXPECT_THAT(swat3::checkGsa(*built),
                        testing::Each(testing::Field(&swat3::Finding::breaksRule, false)));
        }
    }
}

}  // namespace
}  // namespace rigkiln::swat3_export
