#include <array>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "formats/gltf/gltf_format.hpp"
#include "tests/integration/art_folder.hpp"
#include "tests/integration/blender.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/unit/pipeline/reduction/pose_measure.hpp"
#include "tools/cli/exit_code.hpp"

namespace rigkiln::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

/// Gives every test a folder with a model and two clips.
class ReducedClips : public testing::Test {
protected:
    ReducedClips() {
        for (const char* name : {"TROOPER.alo", "TROOPER_IDLE_00.ala", "TROOPER_MOVE_01.ALA"})
            folder.write(name, artFile(std::string("Models/") + name));
    }

    Finished convert(const std::string& output, const std::vector<std::string>& options) const {
        std::vector<std::string> arguments = {
            "convert", "TROOPER.alo", "TROOPER_IDLE_00.ala", "TROOPER_MOVE_01.ALA", "-o", output};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}});
    }

    /// Reads a written file into a scene.
    [[nodiscard]] Scene sceneOf(const std::string& name) const {
        const std::vector<std::byte> bytes = readBytes(folder.path() / name);
        const OptionValues options(gltf::kGltfFormat.options);
        NoFiles companions;
        Diagnostics diagnostics;
        Result<Scene> scene = gltf::kGltfFormat.read(
            {.path = name, .name = name, .bytes = bytes, .options = options, .companions = companions},
            diagnostics);
        EXPECT_TRUE(scene) << scene.error().text();
        return std::move(*scene);
    }

    TemporaryFolder folder;
};

std::size_t keysOf(const Scene& scene) {
    std::size_t keys = 0;
    for (const Clip& clip : scene.clips) {
        for (const JointTracks& tracks : clip.joints)
            keys +=
                tracks.translation.times.size() + tracks.rotation.times.size() + tracks.scale.times.size();
    }
    return keys;
}

TEST_F(ReducedClips, NeverMakeAnOutputLarger) {
    writeArt(folder.path() / "art");
    const Surroundings here{.folder = folder.path(), .environment = {}, .program = {}};
    for (const std::string profile : {"core", "web"}) {
        const Finished finished = runRigkiln({"convert", "art", "-o", profile, "--max-error", "5mm",
                                              "--profile", profile, "--report", profile + ".json"},
                                             here);
        ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
        const Finished whole =
            runRigkiln({"convert", "art", "-o", "all-" + profile, "--profile", profile}, here);
        ASSERT_EQ(whole.exitCode, cli::kDone) << whole.text();
        const Tree all = treeBelow(folder.path() / ("all-" + profile));
        for (const auto& [path, bytes] : treeBelow(folder.path() / profile))
            EXPECT_LE(bytes.size(), all.at(path).size()) << profile << " " << path;
    }
    // The frames of a torch are few, and what describes them is more.
    const nlohmann::json report = nlohmann::json::parse(textOf(folder.path() / "core.json"));
    bool isFound = false;
    for (const nlohmann::json& unit : report.at("units")) {
        if (!unit.at("output").get<std::string>().ends_with("Torch.glb")) continue;
        isFound = true;
        EXPECT_THAT(unit.at("issues").dump(), HasSubstr("reduce.all-keys-kept"));
        const nlohmann::json& clip = unit.at("reduced_clips").at(0);
        EXPECT_EQ(clip.at("keys_after"), clip.at("keys_before"));
        EXPECT_EQ(clip.at("max_error"), 0);
    }
    EXPECT_TRUE(isFound);
}

TEST_F(ReducedClips, StayWithinTheBoundInTheFile) {
    constexpr double kBound = 0.01;
    ASSERT_EQ(convert("full.glb", {}).exitCode, cli::kDone);
    const Finished finished = convert("reduced.glb", {"--max-error", "1cm"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    const Scene full = sceneOf("full.glb");
    const Scene reduced = sceneOf("reduced.glb");
    ASSERT_EQ(full.clips.size(), reduced.clips.size());
    for (std::size_t clip = 0; clip < full.clips.size(); ++clip) {
        EXPECT_EQ(full.clips[clip].duration, reduced.clips[clip].duration);
        const double moved = largestDisplacement(full, full.clips[clip], reduced.clips[clip],
                                                 probePoints(full, {.shell = 0.03}), 120);
        EXPECT_GT(moved, 0);
        EXPECT_LE(moved, kBound);
    }
    EXPECT_LT(keysOf(reduced), keysOf(full) * 3 / 4);
}

TEST_F(ReducedClips, StayWithinTheBoundInBlender) {
    if (blenderProgram().empty()) GTEST_SKIP() << kNoBlender;
    ASSERT_EQ(convert("full.glb", {}).exitCode, cli::kDone);
    ASSERT_EQ(convert("reduced.glb", {"--max-error", "1mm"}).exitCode, cli::kDone);
    const Finished finished =
        comparePosesInBlender(folder.path(), "full.glb", "reduced.glb", "differences.json");
    ASSERT_EQ(finished.exitCode, 0) << finished.text();
    const nlohmann::json clips = nlohmann::json::parse(textOf(folder.path() / "differences.json"));
    ASSERT_THAT(clips, SizeIs(2));
    for (const auto& [name, difference] : clips.items()) {
        EXPECT_GT(difference.at("frames"), 60) << name;
        EXPECT_GT(difference.at("largest"), 0) << name;
        EXPECT_LE(difference.at("largest"), 0.001) << name << ": " << difference;
    }
}

TEST_F(ReducedClips, AreToldInTheReport) {
    const Finished finished = convert("reduced.glb", {"--max-error", "1cm", "--report", "report.json"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(finished.output, HasSubstr("the keys of 2 clips were reduced"));
    EXPECT_THAT(finished.output, HasSubstr(" mm of 10 mm (clip TROOPER_"));
    const nlohmann::json report = nlohmann::json::parse(textOf(folder.path() / "report.json"));
    const nlohmann::json& clips = report.at("units").at(0).at("reduced_clips");
    ASSERT_THAT(clips, SizeIs(2));
    EXPECT_EQ(clips.at(0).at("name"), "TROOPER_IDLE_00");
    EXPECT_GT(clips.at(0).at("keys_before"), clips.at(0).at("keys_after"));
    EXPECT_GT(clips.at(0).at("bytes_before"), clips.at(0).at("bytes_after"));
    EXPECT_EQ(clips.at(0).at("bound"), 0.01);
    EXPECT_LE(clips.at(0).at("max_error"), 0.01);
    EXPECT_LE(clips.at(0).at("p99_error"), clips.at(0).at("max_error"));
    EXPECT_NE(clips.at(0).at("worst_joint"), "");
}

TEST_F(ReducedClips, AreNotToldWhenNobodyAsked) {
    const Finished finished = convert("full.glb", {"--report", "report.json"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(finished.output, Not(HasSubstr("reduced")));
    const nlohmann::json report = nlohmann::json::parse(textOf(folder.path() / "report.json"));
    EXPECT_FALSE(report.at("units").at(0).contains("reduced_clips"));
}

TEST_F(ReducedClips, AreTheSameWhetherTheyWereReducedBeforeOrAfterBinding) {
    const auto run = [&](const std::string& name, const std::string& jobs) {
        folder.write(name + ".yaml", "rigkiln: 1\njobs:\n  files: { uses: scan, root: . }\n" + jobs +
                                         "  out: { uses: export, from: last, path: \"" + name +
                                         "/{name}.glb\" }\n");
        return runRigkiln({"run", name + ".yaml"},
                          {.folder = folder.path(), .environment = {}, .program = {}});
    };
    const std::string reduce = "{ uses: resample, max_error: 5mm, from: ";
    ASSERT_EQ(
        run("before", "  first: " + reduce + "files }\n  last: { uses: bind, models: first, clips: first }\n")
            .exitCode,
        cli::kDone);
    ASSERT_EQ(
        run("after", "  first: { uses: bind, models: files, clips: files }\n  last: " + reduce + "first }\n")
            .exitCode,
        cli::kDone);
    EXPECT_EQ(readBytes(folder.path() / "before/TROOPER.glb"),
              readBytes(folder.path() / "after/TROOPER.glb"));
    ASSERT_EQ(convert("full.glb", {}).exitCode, cli::kDone);
    EXPECT_LT(keysOf(sceneOf("after/TROOPER.glb")), keysOf(sceneOf("full.glb")));
}

TEST_F(ReducedClips, FollowTheHeightOfTheSkeletonWhenAsked) {
    const std::vector<std::string> relative = {"--max-error", "1mm", "--character-height", "1.8m"};
    ASSERT_EQ(convert("small.glb", relative).exitCode, cli::kDone);
    std::vector<std::string> scaled = relative;
    scaled.insert(scaled.end(), {"--scale", "16"});
    ASSERT_EQ(convert("large.glb", scaled).exitCode, cli::kDone);
    EXPECT_EQ(keysOf(sceneOf("small.glb")), keysOf(sceneOf("large.glb")));
}

/// A joint that a cubic spline of three keys turns there and back.
constexpr std::string_view kSplineGltf = R"({
"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
"nodes": [{"name": "arm", "children": [1]}, {"name": "hand", "translation": [1, 0, 0]}],
"animations": [{"name": "wave",
  "channels": [{"sampler": 0, "target": {"node": 0, "path": "rotation"}}],
  "samplers": [{"input": 0, "output": 1, "interpolation": "CUBICSPLINE"}]}],
"accessors": [
  {"bufferView": 0, "componentType": 5126, "count": 3, "type": "SCALAR", "min": [0], "max": [2]},
  {"bufferView": 1, "componentType": 5126, "count": 9, "type": "VEC4"}],
"bufferViews": [{"buffer": 0, "byteLength": 12}, {"buffer": 0, "byteOffset": 12, "byteLength": 144}],
"buffers": [{"uri": "wave.bin", "byteLength": 156}]})";

std::string splineKeys() {
    // Times, then in-tangent, value and out-tangent of each key.
    const std::array<float, 39> numbers = {0, 1, 2,                                   //
                                           0, 0, 0, 0, 0, 0, 0,    1,    0, 0, 0, 0,  //
                                           0, 0, 0, 0, 0, 0, 0.6F, 0.8F, 0, 0, 0, 0,  //
                                           0, 0, 0, 0, 0, 0, 0,    1,    0, 0, 0, 0};
    std::string bytes(sizeof(numbers), '\0');
    std::memcpy(bytes.data(), numbers.data(), sizeof(numbers));
    return bytes;
}

TEST_F(ReducedClips, AreLinesThatFollowSplinesWhenTheRateIsAdaptive) {
    folder.write("wave.gltf", kSplineGltf);
    folder.write("wave.bin", splineKeys());
    const auto write = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"convert", "wave.gltf", "-o"});
        return runRigkiln(options, {.folder = folder.path(), .environment = {}, .program = {}});
    };
    ASSERT_EQ(write({"full.glb"}).exitCode, cli::kDone);
    const Finished finished = write({"lines.glb", "--rate", "adaptive", "--max-error", "1mm"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    const Scene full = sceneOf("full.glb");
    const Scene lines = sceneOf("lines.glb");
    const Track<glm::quat>& track = lines.clips.at(0).joints.at(0).rotation;
    EXPECT_EQ(full.clips.at(0).joints.at(0).rotation.interpolation, Interpolation::CubicSpline);
    EXPECT_EQ(track.interpolation, Interpolation::Linear);
    EXPECT_THAT(track.times, SizeIs(testing::AllOf(testing::Gt(10U), testing::Lt(60U))));
    EXPECT_LE(
        largestDisplacement(full, full.clips[0], lines.clips[0], probePoints(full, {.shell = 0.03}), 999),
        0.001);
}

TEST_F(ReducedClips, AreSplinesWhereThatIsSmallerWhenTheInterpolationIsCubic) {
    folder.write("wave.gltf", kSplineGltf);
    folder.write("wave.bin", splineKeys());
    const auto call = [&](const std::vector<std::string>& arguments) {
        return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}});
    };
    ASSERT_EQ(call({"convert", "wave.gltf", "-o", "full.glb"}).exitCode, cli::kDone);
    ASSERT_EQ(call({"convert", "wave.gltf", "-o", "frames.glb", "--rate", "60fps"}).exitCode, cli::kDone);
    const std::vector<std::string> cubic = {"--max-error", "1mm", "--interpolation", "cubic"};
    const auto optimize = [&](const std::string& from, const std::string& to) {
        std::vector<std::string> arguments = {"optimize", from, "-o", to};
        arguments.insert(arguments.end(), cubic.begin(), cubic.end());
        const Finished finished = call(arguments);
        ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    };
    optimize("frames.glb", "cubic.glb");
    const Scene full = sceneOf("full.glb");
    const Scene splines = sceneOf("cubic.glb");
    const Track<glm::quat>& track = splines.clips.at(0).joints.at(0).rotation;
    EXPECT_EQ(track.interpolation, Interpolation::CubicSpline);
    EXPECT_THAT(track.times, SizeIs(testing::AllOf(testing::Gt(2U), testing::Lt(12U))));
    EXPECT_LE(
        largestDisplacement(full, full.clips[0], splines.clips[0], probePoints(full, {.shell = 0.03}), 999),
        0.0015);
    optimize("cubic.glb", "again.glb");
    EXPECT_EQ(readBytes(folder.path() / "again.glb"), readBytes(folder.path() / "cubic.glb"));

    std::vector<std::string> convert = {"convert", "frames.glb", "-o", "converted.glb"};
    convert.insert(convert.end(), cubic.begin(), cubic.end());
    ASSERT_EQ(call(convert).exitCode, cli::kDone);
    EXPECT_EQ(sceneOf("converted.glb").clips.at(0).joints.at(0).rotation, track);
}

TEST_F(ReducedClips, StayLinesInProfileWeb) {
    const Finished finished =
        convert("web.glb", {"--max-error", "1mm", "--interpolation", "cubic", "--profile", "web"});
    ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(finished.text(), HasSubstr("interpolation: cubic does not go with keys that the file packs"));
    ASSERT_EQ(convert("lines.glb", {"--max-error", "1mm", "--profile", "web"}).exitCode, cli::kDone);
    EXPECT_EQ(sceneOf("web.glb").clips, sceneOf("lines.glb").clips);
}

TEST_F(ReducedClips, NeedABoundWhenTheInterpolationIsCubic) {
    Finished finished = convert("cubic.glb", {"--interpolation", "cubic"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage) << finished.text();
    EXPECT_THAT(finished.text(),
                HasSubstr("interpolation is cubic, which needs max_error above 0, as in 0.5mm"));
    finished =
        runRigkiln({"optimize", "a.glb", "-o", "b.glb", "--max-error", "0mm", "--interpolation", "cubic"},
                   {.folder = folder.path(), .environment = {}, .program = {}});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage) << finished.text();
    EXPECT_THAT(finished.text(), HasSubstr("is cubic, which needs a --max-error above 0, as in 0.5mm"));
}

TEST_F(ReducedClips, NeedABoundWhenTheRateIsAdaptive) {
    const Finished finished = convert("lines.glb", {"--rate", "adaptive"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage) << finished.text();
    EXPECT_THAT(finished.text(), HasSubstr("rate is adaptive, which needs max_error above 0, as in 0.5mm"));
}

}  // namespace
}  // namespace rigkiln::test
