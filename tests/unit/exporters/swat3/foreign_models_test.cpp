#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "exporters/swat3/gsa_export_issues.hpp"
#include "exporters/swat3/gsa_exporter.hpp"
#include "exporters/swat3/gsm_exporter.hpp"
#include "formats/gltf/gltf_format.hpp"
#include "formats/swat3/swat3_format.hpp"
#include "pipeline/animation/pose.hpp"
#include "pipeline/process/bind_clips.hpp"
#include "pipeline/process/convert_coordinates.hpp"
#include "tests/support/pose_at.hpp"
#include "tests/support/real_files.hpp"

/// Converts models of other authors, found below RIGKILN_SAMPLES_FOLDER, to GSM and GSA and back.
namespace rigkiln::swat3_export {
namespace {

namespace fs = std::filesystem;

constexpr double kTolerance = 1e-3;  ///< fraction of the model's size

std::vector<std::byte> bytesOf(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

Scene read(const FormatModule& format, std::span<const std::byte> bytes, const std::string& name) {
    NoFiles noFiles;
    Diagnostics diagnostics;
    const OptionValues options(format.options);
    Result<Scene> scene = format.read(
        {.path = name, .name = name, .bytes = bytes, .options = options, .companions = noFiles}, diagnostics);
    EXPECT_TRUE(scene) << name << ": " << (scene ? "" : scene.error().text());
    return scene ? std::move(*scene) : Scene{};
}

/// Positions of all triangle corners in the given pose.
std::vector<glm::dvec3> corners(const Scene& scene, const Pose& pose) {
    const std::vector<glm::dmat4> worlds = worldMatrices(scene, pose);
    std::vector<glm::dvec3> places;
    for (const MeshInstance& instance : scene.instances) {
        for (const Primitive& primitive : scene.meshes[instance.mesh.value].primitives) {
            for (const std::uint32_t index : primitive.indices) {
                const glm::dvec4 point(glm::dvec3(primitive.positions[index]), 1.0);
                if (!instance.skin) {
                    places.emplace_back(worlds[instance.joint.value] * point);
                    continue;
                }
                const Skin& skin = scene.skins[instance.skin->value];
                glm::dvec4 sum(0.0);
                for (const InfluenceSet& set : primitive.influenceSets) {
                    for (glm::length_t i = 0; i < 4; ++i) {
                        const std::size_t slot = set.joints[index].at(static_cast<std::size_t>(i));
                        const auto weight = static_cast<double>(set.weights[index][i]);
                        if (weight == 0) continue;
                        sum += weight * (worlds[skin.joints[slot].value] *
                                         (glm::dmat4(skin.inverseBindMatrices[slot]) * point));
                    }
                }
                places.emplace_back(sum);
            }
        }
    }
    return places;
}

double sizeOf(const std::vector<glm::dvec3>& places) {
    glm::dvec3 low = places.front();
    glm::dvec3 high = places.front();
    for (const glm::dvec3& place : places) {
        low = glm::min(low, place);
        high = glm::max(high, place);
    }
    return glm::distance(low, high);
}

/// Largest distance from a corner to the nearest corner of the other model. The order of triangles may
/// differ.
double farthest(const std::vector<glm::dvec3>& from, const std::vector<glm::dvec3>& to) {
    std::vector<glm::dvec3> sorted = to;
    const auto byX = [](const glm::dvec3& left, const glm::dvec3& right) { return left.x < right.x; };
    std::ranges::sort(sorted, byX);
    double worst = 0;
    for (const glm::dvec3& place : from) {
        double nearest = 1e30;
        const auto start = std::ranges::lower_bound(sorted, place, byX);
        for (auto it = start; it != sorted.end() && it->x - place.x < nearest; ++it)
            nearest = std::min(nearest, glm::distance(*it, place));
        for (auto it = start; it != sorted.begin() && place.x - std::prev(it)->x < nearest; --it)
            nearest = std::min(nearest, glm::distance(*std::prev(it), place));
        worst = std::max(worst, nearest);
    }
    return worst;
}

class ForeignModel : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        const char* samples = test::samplesFolder();
        if (samples == nullptr) GTEST_SKIP() << test::kNoSamples;
        path_ = fs::path(samples) / "gltf" / GetParam();
        if (!fs::exists(path_)) GTEST_SKIP() << test::kNotAmongSamples;
        scene_ = read(gltf::kGltfFormat, bytesOf(path_), path_.stem().string());
    }

    [[nodiscard]] Result<OutputSet> write(const ExporterModule& exporter, bool force,
                                          Diagnostics& diagnostics) const {
        OptionValues options(exporter.options);
        options.set("force", force);
        return exporter.write(scene_, {.fileName = "{clip}", .options = options}, diagnostics);
    }

    fs::path path_;
    Scene scene_;
};

TEST_P(ForeignModel, IsRefusedWithTheRuleThatForbidsIt) {
    Diagnostics diagnostics;
    const Result<OutputSet> model = write(kGsmExporter, false, diagnostics);
    ASSERT_FALSE(model);
    EXPECT_NE(model.error().text().find("bone-count"), std::string::npos) << model.error().text();
    EXPECT_FALSE(write(kGsaExporter, false, diagnostics));
}

TEST_P(ForeignModel, StandsAsItStoodWhenItIsForced) {
    Diagnostics diagnostics;
    const Result<OutputSet> model = write(kGsmExporter, true, diagnostics);
    ASSERT_TRUE(model) << model.error().text();
    Scene back = read(swat3::kGsmFormat, model->front().pieces.front(), "model");
    convertCoordinates(back, 1.0);
    const std::vector<glm::dvec3> expected = corners(scene_, restPose(scene_));
    const std::vector<glm::dvec3> found = corners(back, restPose(back));
    ASSERT_EQ(found.size(), expected.size());
    const double size = sizeOf(expected);
    EXPECT_LE(farthest(expected, found), kTolerance * size);
    EXPECT_LE(farthest(found, expected), kTolerance * size);
}

/// Clips that a GSA cannot hold are reported; all others move every vertex as the source does.
TEST_P(ForeignModel, MovesAsItMovedOrSaysThatItCannot) {
    Diagnostics diagnostics;
    const Result<OutputSet> model = write(kGsmExporter, true, diagnostics);
    const Result<OutputSet> clips = write(kGsaExporter, true, diagnostics);
    ASSERT_TRUE(model && clips);
    ASSERT_EQ(clips->size(), scene_.clips.size());
    std::vector<std::string> lost;
    for (const Issue& issue : diagnostics.issues()) {
        if (issue.kind->id == kTranslationLost.id) lost.push_back(issue.where);
    }
    for (std::size_t c = 0; c < clips->size(); ++c) {
        const Clip& clip = scene_.clips[c];
        const bool isLost = std::ranges::any_of(lost, [&](const std::string& where) {
            return where.find("'" + clip.name + "'") != std::string::npos;
        });
        Scene back = read(swat3::kGsmFormat, model->front().pieces.front(), "model");
        Scene moving = read(swat3::kGsaFormat, (*clips)[c].pieces.front(), "clip");
        swat3::kGsaFormat.adaptClips(back, moving, diagnostics);
        ASSERT_TRUE(bindClips(back, std::move(moving), diagnostics));
        convertCoordinates(back, 1.0);
        double worst = 0;
        const auto frames = static_cast<int>(clip.duration * 10.0F + 0.5F);
        for (int frame = 0; frame <= frames; ++frame) {
            const float time = static_cast<float>(frame) / 10.0F;
            const auto expected = corners(scene_, test::poseAt(scene_, clip, time));
            const auto found = corners(back, test::poseAt(back, back.clips.front(), time));
            worst = std::max(worst, farthest(expected, found) / sizeOf(expected));
        }
        RecordProperty(clip.name, std::to_string(worst));
        if (isLost) {
            EXPECT_GT(worst, kTolerance) << clip.name << " is refused for nothing";
        } else {
            EXPECT_LE(worst, kTolerance) << clip.name;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Samples, ForeignModel,
                         testing::Values("raylib/greenman.glb", "raylib/robot.glb", "Fox/Fox.glb",
                                         "CesiumMan/glTF-Binary/CesiumMan.glb"));

}  // namespace
}  // namespace rigkiln::swat3_export
