#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <gmock/gmock.h>

#include "formats/gltf/gltf_format.hpp"
#include "pipeline/process/align_rotation_signs.hpp"
#include "pipeline/reading/reduce_scene.hpp"
#include "tests/integration/gltf_pose.hpp"
#include "tests/support/gltf_reader/gltf_reader.hpp"
#include "tests/support/real_files.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/unit/exporters/gltf/scene_builder.hpp"
#include "tests/unit/pipeline/reduction/random_rig.hpp"

/// Tests the promise of max_error with written files. One file has all keys, the other the reduced keys, and
/// both are posed as a viewer does. Measures vertices where there are any, otherwise points around the
/// joints.
namespace rigkiln::test {
namespace {

constexpr double kShell = 0.03;
constexpr std::uint32_t kRigs = 500;
constexpr std::uint32_t kPerTest = 50;
/// All rigs run the same code, and a sanitizer makes them fifteen times as slow, so it tests every tenth.
constexpr std::uint32_t kStep = kHasSanitizer ? 10 : 1;

std::vector<glm::dmat4> restWorlds(const Scene& scene) {
    std::vector<glm::dmat4> worlds;
    for (const Joint& joint : scene.joints) {
        const glm::dmat4 local = glm::translate(glm::dmat4(1), glm::dvec3(joint.rest.translation)) *
                                 glm::mat4_cast(glm::dquat(joint.rest.rotation)) *
                                 glm::scale(glm::dmat4(1), glm::dvec3(joint.rest.scale));
        worlds.push_back(joint.parent ? worlds[joint.parent->value] * local : local);
    }
    return worlds;
}

/// Adds a triangle at every joint; its vertices follow the joint and its parent.
void addSkin(Scene& scene) {
    const std::vector<glm::dmat4> worlds = restWorlds(scene);
    Primitive primitive;
    InfluenceSet influences;
    Skin skin;
    for (std::size_t joint = 0; joint < scene.joints.size(); ++joint) {
        skin.joints.emplace_back(joint);
        skin.inverseBindMatrices.emplace_back(glm::inverse(worlds[joint]));
        const auto parent = scene.joints[joint].parent.value_or(IndexOf<Joint>(joint)).value;
        for (const float reach : {0.02F, 0.1F, 0.2F}) {
            const glm::dvec4 place = worlds[joint] * glm::dvec4(reach, 0.25F - reach, reach / 2, 1);
            primitive.indices.push_back(static_cast<std::uint32_t>(primitive.positions.size()));
            primitive.positions.emplace_back(glm::dvec3(place));
            influences.joints.push_back(
                {static_cast<std::uint16_t>(joint), static_cast<std::uint16_t>(parent), 0, 0});
            const float own = parent == joint ? 1.0F : 0.75F;
            influences.weights.emplace_back(own, 1.0F - own, 0.0F, 0.0F);
            if (parent == joint) influences.joints.back()[1] = 0;
        }
    }
    primitive.influenceSets.push_back(influences);
    scene.meshes.push_back({.name = "body", .primitives = {primitive}, .extras = {}});
    scene.skins.push_back(skin);
    MeshInstance instance;
    instance.name = "body";
    instance.mesh = IndexOf<Mesh>(scene.meshes.size() - 1);
    instance.skin = IndexOf<Skin>(scene.skins.size() - 1);
    scene.instances.push_back(instance);
}

OutputSet exported(const Scene& scene, const std::string& profile) {
    Result<OutputSet> set = gltf_export::test::exportScene(scene, {.profile = profile});
    EXPECT_TRUE(set) << (set ? "" : set.error().text());
    return set ? std::move(*set) : OutputSet{};
}

ReadGltf written(const Scene& scene) {
    Result<ReadGltf> file = readGltf(exported(scene, "core"));
    EXPECT_TRUE(file) << (file ? "" : file.error().text());
    return file ? std::move(*file) : ReadGltf{};
}

Scene sceneOf(const std::vector<std::byte>& bytes) {
    const OptionValues options(gltf::kGltfFormat.options);
    NoFiles companions;
    Diagnostics diagnostics;
    Result<Scene> scene = gltf::kGltfFormat.read(
        {.path = "rig.glb", .name = "rig.glb", .bytes = bytes, .options = options, .companions = companions},
        diagnostics);
    EXPECT_TRUE(scene) << (scene ? "" : scene.error().text());
    if (!scene) return {};
    alignRotationSigns(*scene);
    return std::move(*scene);
}

/// Writes a file with packed keys, unpacks it with our own reader, and writes it again without packing.
ReadGltf writtenPacked(const Scene& scene) {
    const OutputSet set = exported(scene, "web");
    std::vector<std::byte> bytes;
    for (const SharedBytes& piece : set.back().pieces)
        bytes.insert(bytes.end(), piece.begin(), piece.end());
    return written(sceneOf(bytes));
}

/// Times to compare: 240 in each second, all key times of both animations, and the floats just before them.
std::set<float> timesToLookAt(const ReadAnimation& left, const ReadAnimation& right) {
    std::set<float> times = {0.0F};
    const float end = std::max(durationOf(left), durationOf(right));
    for (int frame = 0; static_cast<float>(frame) / 240 < end; ++frame)
        times.insert(static_cast<float>(frame) / 240);
    for (const ReadAnimation* animation : {&left, &right}) {
        for (const ReadChannel& channel : animation->channels) {
            for (const float time : channel.times)
                times.insert({time, std::nextafter(time, 0.0F)});
        }
    }
    return times;
}

/// Points of one pose: the vertices of meshes, or, when `shell` is set, three points at that distance from
/// every joint.
std::vector<glm::dvec3> points(const ReadGltf& file, std::optional<double> shell,
                               const std::vector<glm::dmat4>& rest, const std::vector<glm::dmat4>& worlds) {
    std::vector<glm::dvec3> all;
    for (std::size_t node = 0; node < file.nodes.size(); ++node) {
        if (!shell && file.nodes[node].mesh >= 0) {
            const std::vector<glm::dvec3> vertices = placedVertices(file, node, 0, worlds);
            all.insert(all.end(), vertices.begin(), vertices.end());
        }
        for (int axis = 0; shell && axis < 3; ++axis) {
            glm::dvec4 point(0, 0, 0, 1);
            point[axis] = *shell / glm::length(glm::dvec3(rest[node][axis]));
            all.emplace_back(worlds[node] * point);
        }
    }
    return all;
}

/// Largest distance between points of both files, over all animations.
double largestDistance(const ReadGltf& full, const ReadGltf& reduced, std::optional<double> shell) {
    EXPECT_EQ(reduced.nodes.size(), full.nodes.size());
    EXPECT_EQ(reduced.animations.size(), full.animations.size());
    const std::vector<glm::dmat4> rest = nodeWorlds(full, nullptr, 0);
    double largest = 0;
    for (std::size_t number = 0; number < full.animations.size(); ++number) {
        const ReadAnimation& left = full.animations[number];
        const ReadAnimation& right = reduced.animations.at(number);
        EXPECT_EQ(durationOf(right), durationOf(left));
        for (const float time : timesToLookAt(left, right)) {
            const std::vector<glm::dvec3> was = points(full, shell, rest, nodeWorlds(full, &left, time));
            const std::vector<glm::dvec3> is =
                points(reduced, shell, rest, nodeWorlds(reduced, &right, time));
            for (std::size_t i = 0; i < was.size(); ++i)
                largest = std::max(largest, glm::distance(was[i], is.at(i)));
        }
    }
    return largest;
}

enum class Keys : std::uint8_t { Lines, Splines, Packed };

/// Largest distance between points of a scene and of the same scene with reduced keys.
double distanceAfter(Scene scene, ReductionSettings settings, Keys keys, std::optional<double> shell) {
    const ReadGltf full = written(scene);
    settings.fitsSplines = keys == Keys::Splines;
    settings.packsKeys = keys == Keys::Packed;
    const std::vector<std::optional<ReductionSettings>> ofClips(scene.clips.size(), settings);
    Diagnostics diagnostics;
    (void)reduceScene(scene, ofClips, diagnostics);
    return largestDistance(full, keys == Keys::Packed ? writtenPacked(scene) : written(scene), shell);
}

/// The parameter is the number of the first of fifty rigs.
class WrittenBounds : public testing::TestWithParam<std::uint32_t> {
protected:
    static void expectNear(Keys keys) {
        std::size_t rigs = 0;
        std::size_t rigsThatUseTheBound = 0;
        for (std::uint32_t number = GetParam(); number < GetParam() + kPerTest; number += kStep) {
            SCOPED_TRACE(testing::Message() << "rig " << number);
            constexpr std::array kBounds = {0.0001, 0.0005, 0.01};
            const double bound = kBounds.at(number % kBounds.size());
            const double distance = distanceOf(number, bound, keys);
            EXPECT_LE(distance, bound);
            ++rigs;
            if (distance > bound / 2) ++rigsThatUseTheBound;
        }
        EXPECT_GT(rigsThatUseTheBound, rigs / 3);
    }

private:
    static double distanceOf(std::uint32_t number, double bound, Keys keys) {
        Scene scene = randomRig(number);
        // Files with packed keys have rounded vertices too, which would add to the distance.
        const bool hasSkin = number % 2 == 1 && keys != Keys::Packed;
        if (hasSkin) addSkin(scene);
        return distanceAfter(std::move(scene), {.maxError = bound, .shell = kShell}, keys,
                             hasSkin ? std::nullopt : std::optional(kShell));
    }
};

TEST_P(WrittenBounds, HoldForLines) {
    expectNear(Keys::Lines);
}

TEST_P(WrittenBounds, HoldForSplines) {
    expectNear(Keys::Splines);
}

TEST_P(WrittenBounds, HoldForPackedKeys) {
    expectNear(Keys::Packed);
}

/// Characters made by others, which are not part of the project.
class WrittenBoundsOfSamples : public testing::TestWithParam<const char*> {};

TEST_P(WrittenBoundsOfSamples, Hold) {
    const char* folder = samplesFolder();
    if (folder == nullptr) GTEST_SKIP() << kNoSamples;
    const std::filesystem::path path = std::filesystem::path(folder) / "gltf" / GetParam();
    if (!std::filesystem::exists(path)) GTEST_SKIP() << kNotAmongSamples;
    const Scene scene = sceneOf(readBytes(path));
    constexpr double kHeight = 1.8;
    const double scale = skeletonExtent(scene) / kHeight;
    for (const double bound : {0.0001, 0.00017, 0.0005}) {
        for (const Keys keys : {Keys::Lines, Keys::Splines, Keys::Packed}) {
            const double distance = distanceAfter(
                scene, {.maxError = bound, .shell = kShell, .characterHeight = kHeight, .shellOnly = true},
                keys, kShell * scale);
            EXPECT_LE(distance / scale, bound) << static_cast<int>(keys);
            EXPECT_GT(distance / scale, bound / 2) << static_cast<int>(keys);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Files, WrittenBoundsOfSamples,
                         testing::Values("CesiumMan/glTF-Binary/CesiumMan.glb", "Fox/Fox.glb",
                                         "raylib/greenman.glb", "raylib/robot.glb"));

INSTANTIATE_TEST_SUITE_P(Rigs, WrittenBounds, testing::Range(0U, kRigs, kPerTest));

}  // namespace
}  // namespace rigkiln::test
