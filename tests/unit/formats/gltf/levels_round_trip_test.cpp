#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/bfres/bfres_format.hpp"
#include "pipeline/process/align_rotation_signs.hpp"
#include "pipeline/process/convert_coordinates.hpp"
#include "pipeline/process/resolve_scale_compensation.hpp"
#include "pipeline/scene/compare_scenes.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/unit/exporters/gltf/scene_builder.hpp"
#include "tests/unit/formats/gltf/gltf_builder.hpp"
#include "tests/validator/random_scene.hpp"
#include "tools/corpus/bfres.hpp"

/// Writes levels of detail to a GLB with MSFT_lod and reads them back: the scene must equal that without the
/// extension.
namespace rigkiln::gltf {
namespace {

using testing::HasSubstr;

std::vector<std::byte> toGlb(const Scene& scene, const std::string& profile) {
    const Result<OutputSet> set = gltf_export::test::exportScene(scene, {.profile = profile});
    EXPECT_TRUE(set) << (set ? "" : set.error().text());
    std::vector<std::byte> bytes;
    if (!set) return bytes;
    for (const SharedBytes& piece : set->back().pieces)
        bytes.insert(bytes.end(), piece.begin(), piece.end());
    return bytes;
}

bool usesLevels(const std::vector<std::byte>& glb) {
    const std::string_view text(reinterpret_cast<const char*>(glb.data()), glb.size());
    return text.find(R"("MSFT_lod":{"ids":)") != std::string_view::npos;
}

/// A Wii U model with three levels of each shape, and its clips.
Scene bfresScene() {
    bfres::BfresFile file = corpus::makeBfresFile({bfres::Console::WiiU, 0x04050003});
    for (bfres::Shape& shape : file.models[0].shapes) {
        shape.meshes.resize(3, shape.meshes[0]);
        shape.radii.resize(3, shape.radii[0]);
    }
    const std::vector<std::byte> bytes = bfres::encodeBfres(file);
    test::FilesBeside nothing;
    Diagnostics diagnostics;
    const OptionValues options(bfres::kBfresFormat.options);
    Result<Scene> scene = bfres::kBfresFormat.read(
        {.path = "a.bfres", .name = "a", .bytes = bytes, .options = options, .companions = nothing},
        diagnostics);
    EXPECT_TRUE(scene) << (scene ? "" : scene.error().text());
    if (!scene) return {};
    resolveScaleCompensation(*scene);
    convertCoordinates(*scene, 1.0);
    alignRotationSigns(*scene);
    return std::move(*scene);
}

void expectTheSameByBothProfiles(const Scene& scene) {
    const test::ReadBack full = test::readFile(toGlb(scene, "full"));
    const test::ReadBack core = test::readFile(toGlb(scene, "core"));
    ASSERT_EQ(full.error, "");
    EXPECT_THAT(compareScenes(full.scene, core.scene, {}, 20), testing::IsEmpty());
    EXPECT_TRUE(full.scene.instances == core.scene.instances);
    EXPECT_EQ(full.diagnostics.counts(), core.diagnostics.counts());
}

TEST(LevelsRoundTrip, OfABfresModelGivesItsScene) {
    const Scene scene = bfresScene();
    const std::vector<std::byte> glb = toGlb(scene, "full");
    EXPECT_TRUE(usesLevels(glb));
    const Scene back = test::readFile(glb).scene;
    ASSERT_EQ(back.instances.size(), 3U);
    EXPECT_TRUE(back.instances == scene.instances);
    EXPECT_TRUE(back.meshes == scene.meshes);
    EXPECT_TRUE(back.skins == scene.skins);
    ASSERT_EQ(back.clips.size(), scene.clips.size());
    expectTheSameByBothProfiles(scene);
}

TEST(LevelsRoundTrip, OfRandomScenesGivesTheSameScenes) {
    constexpr std::uint32_t kScenes = rigkiln::test::kHasSanitizer ? 8 : 40;
    std::size_t withLevels = 0;
    for (std::uint32_t seed = 1; seed <= kScenes; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Scene scene = gltf_export::test::randomScene(seed);
        if (usesLevels(toGlb(scene, "full"))) ++withLevels;
        expectTheSameByBothProfiles(scene);
    }
    EXPECT_GT(withLevels, kScenes / 4);
}

TEST(LevelsRoundTrip, WritingAgainGivesTheSameBytes) {
    const Scene once = test::readFile(toGlb(bfresScene(), "full")).scene;
    const std::vector<std::byte> bytes = toGlb(once, "full");
    EXPECT_TRUE(toGlb(test::readFile(bytes).scene, "full") == bytes);
}

/// A file with levels that another program wrote keeps them.
TEST(LevelsRoundTrip, OfOthersKeepsTheirLevelsAndShares) {
    test::GltfBuilder builder;
    builder.addRoot({{"name", "crate"},
                     {"mesh", builder.addTriangle()},
                     {"translation", {1, 2, 3}},
                     {"extensions", {{"MSFT_lod", {{"ids", {1}}}}}},
                     {"extras", {{"MSFT_screencoverage", {0.5, 0.25}}}}});
    builder.addNode({{"name", "crate low"}, {"mesh", builder.addTriangle()}, {"translation", {1, 2, 3}}});
    const Scene scene = test::readFile(builder).scene;
    const std::vector<std::byte> glb = toGlb(scene, "full");
    const std::string text(reinterpret_cast<const char*>(glb.data()), glb.size());
    EXPECT_THAT(text, HasSubstr(R"("MSFT_lod":{"ids":[2]})"));
    EXPECT_THAT(text, HasSubstr(R"("MSFT_screencoverage":[0.5,0.25])"));
    EXPECT_TRUE(test::readFile(glb).scene.instances == scene.instances);
}

TEST(GltfLevelsRoundTrip, GivesNamesAndJointsBackThatWereChangedForEngines) {
    Scene scene = bfresScene();
    // Each level on a joint of its own, as in Alamo models.
    for (MeshInstance& instance : scene.instances) {
        if (instance.skin) continue;
        Joint joint = scene.joints[instance.joint.value];
        joint.name += "_" + std::to_string(scene.joints.size());
        instance.joint = IndexOf<Joint>(scene.joints.size());
        scene.joints.push_back(joint);
    }
    const auto readAgain = [&](const std::string& levels) {
        const Result<OutputSet> set = gltf_export::test::exportScene(scene, {.levels = levels});
        EXPECT_TRUE(set) << (set ? "" : set.error().text());
        return test::readFile(set ? test::joined(set->back()) : std::vector<std::byte>());
    };
    const test::ReadBack beside = readAgain("beside");
    ASSERT_EQ(beside.error, "");
    for (const char* levels : {"unity", "unreal"})
        EXPECT_EQ(compareScenes(beside.scene, readAgain(levels).scene, {}), std::vector<std::string>());
}

}  // namespace
}  // namespace rigkiln::gltf
