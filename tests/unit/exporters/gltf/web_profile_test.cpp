#include <string>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "exporters/gltf/gltf_exporter.hpp"
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

Written writeWeb(const Scene& scene) {
    const Result<OutputSet> set = test::exportScene(scene, {.fileName = "a.gltf", .profile = "web"});
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
