#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "exporters/gltf/gltf_exporter.hpp"
#include "exporters/gltf/quantisation.hpp"
#include "tests/support/gltf_reader/gltf_reader.hpp"
#include "tests/unit/exporters/gltf/scene_builder.hpp"

namespace rigkiln::gltf_export {
namespace {

using nlohmann::json;
using testing::ElementsAre;

/// JSON of a .gltf file of profile web, and the size of its buffer.
struct Written {
    json document{};
    std::size_t bufferBytes = 0;
};

Written writeWeb(const Scene& scene, const std::string& profile = "web") {
    const Result<OutputSet> set = test::exportScene(scene, {.fileName = "a.gltf", .profile = profile});
    EXPECT_TRUE(set) << (set ? "" : set.error().text());
    if (!set) return {};
    return {.document = json::parse(rigkiln::test::joinedBytes(set->back())),
            .bufferBytes = set->size() > 1 ? set->front().sizeBytes() : 0};
}

/// A strip with enough vertices for packed streams to be smaller than their data.
Scene strip() {
    Scene scene = test::chainOfJoints(2);
    test::addTriangle(scene, 1, "strip");
    Primitive& primitive = scene.meshes[0].primitives[0];
    primitive = {};
    for (std::uint32_t i = 0; i < 200; ++i) {
        primitive.positions.emplace_back(static_cast<float>(i / 2) * 0.01F, static_cast<float>(i % 2), 0.0F);
        primitive.normals.emplace_back(0, 0, 1);
        if (i >= 2) primitive.indices.insert(primitive.indices.end(), {i - 2, i - 1 + i % 2, i - i % 2});
    }
    return scene;
}

TEST(WebProfile, SaysWhatReadersNeed) {
    const json document = writeWeb(strip()).document;
    EXPECT_THAT(document.at("extensionsRequired"),
                ElementsAre("EXT_meshopt_compression", "KHR_mesh_quantization"));
    EXPECT_EQ(document.at("extensionsUsed"), document.at("extensionsRequired"));
}

TEST(WebProfile, SaysTheSizesOfBothBuffers) {
    const Written written = writeWeb(strip());
    const json& buffers = written.document.at("buffers");
    ASSERT_EQ(buffers.size(), 2U);
    EXPECT_EQ(buffers[0].at("byteLength"), written.bufferBytes);
    EXPECT_FALSE(buffers[1].contains("uri"));
    EXPECT_EQ(buffers[1].at("extensions").at("EXT_meshopt_compression").at("fallback"), true);
    std::size_t unpacked = 0;
    for (const json& view : written.document.at("bufferViews")) {
        if (!view.contains("extensions")) continue;
        const json& stream = view.at("extensions").at("EXT_meshopt_compression");
        EXPECT_EQ(view.at("buffer"), 1);
        EXPECT_EQ(view.at("byteLength"),
                  stream.at("count").get<std::size_t>() * stream.at("byteStride").get<std::size_t>());
        EXPECT_EQ(view.value("byteOffset", std::size_t{0}), unpacked);
        EXPECT_LE(stream.value("byteOffset", std::size_t{0}) + stream.at("byteLength").get<std::size_t>(),
                  written.bufferBytes);
        EXPECT_LT(stream.at("byteLength"), view.at("byteLength"));
        unpacked += (view.at("byteLength").get<std::size_t>() + 3) / 4 * 4;
    }
    EXPECT_GT(unpacked, 0U);
    EXPECT_EQ(buffers[1].at("byteLength"), unpacked);
}

TEST(WebProfile, SortsTrianglesUnlessOneCoversAnother) {
    Scene scene = strip();
    Primitive& primitive = scene.meshes[0].primitives[0];
    const std::vector<std::uint32_t> sorted = primitive.indices;
    const std::size_t triangles = sorted.size() / 3;
    for (std::size_t i = 0; i < triangles; ++i) {
        constexpr std::size_t kStride = 61;  // has no factor in common with the 198 triangles
        std::copy_n(sorted.begin() + static_cast<std::ptrdiff_t>(3 * (i * kStride % triangles)), 3,
                    primitive.indices.begin() + static_cast<std::ptrdiff_t>(3 * i));
    }
    primitive.material = IndexOf<Material>(0);
    scene.materials.resize(1);
    const std::size_t opaque = writeWeb(scene).bufferBytes;
    scene.materials[0].alphaMode = AlphaMode::Blend;
    EXPECT_GT(writeWeb(scene).bufferBytes, opaque + 100);
    scene.materials[0].extras.set(kBlending, kAdditive);
    EXPECT_EQ(writeWeb(scene).bufferBytes, opaque);
}

TEST(WebProfile, NumbersJointsOnceWhereNumbersArePlaces) {
    Scene scene = test::chainOfJoints(3);
    for (std::uint32_t i = 0; i < 3; ++i)
        scene.joints[i].sourceIndex = i;
    const auto numbered = [&](const char* profile) {
        const json document = writeWeb(scene, profile).document;
        EXPECT_EQ(document.at("asset").at("extras").at("rigkiln").contains("joint_numbers"),
                  !document.at("nodes").at(2).contains("extras"));
        return !document.at("nodes").at(2).contains("extras");
    };
    EXPECT_TRUE(numbered("web"));
    EXPECT_FALSE(numbered("core"));
    scene.joints[1].extras.set("source_index", 1);
    EXPECT_FALSE(numbered("web")) << "would be taken for the number of the joint";
    scene.joints[1].extras = {};
    scene.joints[1].sourceIndex = 2;
    EXPECT_FALSE(numbered("web"));
    scene.joints[1].sourceIndex.reset();
    EXPECT_FALSE(numbered("web"));
}

TEST(WebProfile, LeavesWhatWouldGrow) {
    const json document = writeWeb(test::chainOfJoints(1)).document;
    EXPECT_FALSE(document.contains("extensionsRequired"));
    EXPECT_FALSE(document.contains("buffers"));
}

TEST(WebProfile, TellsHowFarPositionsWereMoved) {
    OptionValues options(kGltfExporter.options);
    options.set("profile", std::string("web"));
    Diagnostics diagnostics;
    WriteFigures figures;
    ASSERT_TRUE(kGltfExporter.write(strip(), {.fileName = "a.glb", .options = options, .figures = &figures},
                                    diagnostics));
    ASSERT_TRUE(figures.positionError);
    EXPECT_GT(*figures.positionError, 0);
    EXPECT_LE(*figures.positionError, 1e-4);

    WriteFigures none;
    const OptionValues core(kGltfExporter.options);
    ASSERT_TRUE(
        kGltfExporter.write(strip(), {.fileName = "a.glb", .options = core, .figures = &none}, diagnostics));
    EXPECT_FALSE(none.positionError);
}

/// The largest rounding (metres) with these options, and the accessors.
struct Rounding {
    double largest = 0;
    json accessors{};
};

Rounding roundingOf(const Scene& scene, double error, std::int64_t bits) {
    OptionValues options(kGltfExporter.options);
    options.set("profile", std::string("web"));
    options.set("position_error", error);
    options.set("position_bits", bits);
    Diagnostics diagnostics;
    WriteFigures figures;
    const Result<OutputSet> set = kGltfExporter.write(
        scene, {.fileName = "a.gltf", .options = options, .figures = &figures}, diagnostics);
    if (!set) return {};
    return {.largest = figures.positionError.value_or(-1),
            .accessors = json::parse(rigkiln::test::joinedBytes(set->back())).at("accessors")};
}

TEST(WebProfile, TakesBitsOverTheLongestSideForLargeModels) {
    Scene scene = strip();
    for (glm::vec3& position : scene.meshes[0].primitives[0].positions)
        position = position * 777.0F + 0.123F;
    constexpr double kSide = 777.0 * 1.0;  // of the x axis it is 0.99
    EXPECT_LE(roundingOf(scene, 1e-4, 0).largest, 1e-4);
    for (const int bits : {12, 14, 16}) {
        const double largest = roundingOf(scene, 1e-4, bits).largest;
        EXPECT_GT(largest, 1e-3);
        EXPECT_LE(largest, kSide / (std::ldexp(1.0, bits) - 1) * kHalfDiagonal) << bits;
    }
    EXPECT_EQ(roundingOf(scene, 0, 14).largest, 0) << "nothing may move";
}

TEST(WebProfile, LeavesTwelveBitsHoweverLargeTheBoundIs) {
    const double largest = roundingOf(strip(), 1000, 0).largest;
    EXPECT_GT(largest, 0);
    EXPECT_LE(largest, 1.0 / 4095 * kHalfDiagonal);
}

TEST(WebProfile, MakesOneVertexOfThoseThatRoundingMakesEqual) {
    Scene scene = strip();
    Primitive& primitive = scene.meshes[0].primitives[0];
    primitive.positions.resize(3);
    primitive.positions.push_back(primitive.positions[2] + glm::vec3(1e-7F, 0, 0));
    primitive.normals.resize(4);
    primitive.indices = {0, 1, 2, 1, 0, 3};
    EXPECT_EQ(roundingOf(scene, 1e-4, 0).accessors.at(1).at("count"), 3);
    EXPECT_EQ(roundingOf(scene, 0, 0).accessors.at(1).at("count"), 4);
}

TEST(WebProfile, PutsScatteredTrianglesInOrder) {
    const auto streamBytes = [](const Scene& scene) {
        const json document = writeWeb(scene).document;
        std::size_t bytes = 0;
        for (const json& view : document.at("bufferViews")) {
            if (!view.contains("extensions")) continue;
            bytes += view.at("extensions").at("EXT_meshopt_compression").at("byteLength").get<std::size_t>();
        }
        return bytes;
    };
    Scene sorted = strip();
    Scene scattered = strip();
    std::vector<std::uint32_t>& indices = scattered.meshes[0].primitives[0].indices;
    std::mt19937 random(3);
    for (std::size_t last = indices.size() / 3 - 1; last > 0; --last) {
        const std::size_t other = random() % last;
        std::swap_ranges(indices.begin() + static_cast<std::ptrdiff_t>(last * 3),
                         indices.begin() + static_cast<std::ptrdiff_t>(last * 3 + 3),
                         indices.begin() + static_cast<std::ptrdiff_t>(other * 3));
    }
    EXPECT_LE(streamBytes(scattered), streamBytes(sorted) * 11 / 10) << "strips put them in order again";
}

TEST(WebProfile, TakesIntegersWhereTheyAndTheirNodeAreSmaller) {
    const auto isInteger = [](const Scene& scene) {
        return roundingOf(scene, 1e-4, 0).accessors.at(1).at("componentType") == 5123;
    };
    Scene scene = strip();
    EXPECT_FALSE(isInteger(scene));
    Primitive& primitive = scene.meshes[0].primitives[0];
    std::mt19937 random(7);
    std::uniform_real_distribution<float> within(-1, 1);
    primitive.normals.clear();
    while (primitive.positions.size() < 4000)
        primitive.positions.emplace_back(within(random), within(random), within(random));
    EXPECT_TRUE(isInteger(scene));
}

TEST(WebProfile, HoldsNoBytesOfSources) {
    Scene scene = strip();
    scene.source = SourceCopy{.format = "gsm", .bytes = std::vector<std::byte>(64, std::byte{7})};
    EXPECT_FALSE(writeWeb(scene).document.at("asset").at("extras").at("rigkiln").contains("source_view"));
}

TEST(WebProfile, RoundsAtABoundOfNothingNothing) {
    OptionValues options(kGltfExporter.options);
    options.set("profile", std::string("web"));
    options.set("position_error", 0.0);
    Diagnostics diagnostics;
    WriteFigures figures;
    ASSERT_TRUE(kGltfExporter.write(strip(), {.fileName = "a.glb", .options = options, .figures = &figures},
                                    diagnostics));
    EXPECT_EQ(figures.positionError, 0.0);
}

}  // namespace
}  // namespace rigkiln::gltf_export
