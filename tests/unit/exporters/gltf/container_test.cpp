#include "exporters/gltf/gltf_exporter.hpp"
#include "exporters/gltf/write_container.hpp"
#include "tests/unit/exporters/gltf/read_back.hpp"

namespace rigkiln::gltf_export::test {
namespace {

Scene sceneWithMesh() {
    Scene scene = chainOfJoints(2);
    addTriangle(scene, 1, "mesh");
    return scene;
}

TEST(GltfContainer, WritesAGlbAsOneFile) {
    const OutputSet set = exported(sceneWithMesh(), {.fileName = "hero.glb"});
    ASSERT_EQ(set.size(), 1U);
    EXPECT_EQ(set[0].name, "hero.glb");
    const std::string content = joinedBytes(set[0]);
    EXPECT_EQ(content.substr(0, 8), std::string("glTF\2\0\0\0", 8));
    std::uint32_t length = 0;
    std::memcpy(&length, content.data() + 8, sizeof length);
    EXPECT_EQ(length, content.size());
    EXPECT_EQ(content.size() % 4, 0U);
}

TEST(GltfContainer, WritesAGltfWithItsBufferFirst) {
    const OutputSet set = exported(sceneWithMesh(), {.fileName = "hero.gltf"});
    ASSERT_EQ(set.size(), 2U);
    EXPECT_TRUE(set[0].name.starts_with("hero.")) << set[0].name;
    EXPECT_TRUE(set[0].name.ends_with(".bin")) << set[0].name;
    EXPECT_EQ(set[0].name.size(), std::string("hero.0123456789abcdef.bin").size());
    EXPECT_EQ(set[1].name, "hero.gltf");
}

TEST(GltfContainer, ReadsTheSameFromBothContainers) {
    const ReadGltf glb = readBack(sceneWithMesh());
    const ReadGltf gltf = readBack(sceneWithMesh(), {.fileName = "model.gltf"});
    EXPECT_EQ(glb.meshes.at(0).primitives.at(0).indices, gltf.meshes.at(0).primitives.at(0).indices);
    EXPECT_EQ(glb.json.at("accessors"), gltf.json.at("accessors"));
}

TEST(GltfContainer, NamesTheBufferByItsContent) {
    Scene other = sceneWithMesh();
    other.meshes[0].primitives[0].positions[0].x = 5;
    const ExportSettings settings{.fileName = "hero.gltf"};
    EXPECT_EQ(exported(sceneWithMesh(), settings)[0].name, exported(sceneWithMesh(), settings)[0].name);
    EXPECT_NE(exported(sceneWithMesh(), settings)[0].name, exported(other, settings)[0].name);
}

TEST(GltfContainer, EncodesTheBuffersUri) {
    const OutputSet set = exported(sceneWithMesh(), {.fileName = "a b#\xC3\xBC.gltf"});
    const Result<ReadGltf> file = readGltf(set);
    ASSERT_TRUE(file) << file.error().text();
    const auto uri = file->json.at("buffers").at(0).at("uri").get<std::string>();
    EXPECT_TRUE(uri.starts_with("a%20b%23%C3%BC.")) << uri;
}

TEST(GltfContainer, TakesTheContainerFromTheOptionBeforeTheExtension) {
    EXPECT_EQ(exported(sceneWithMesh(), {.fileName = "hero.gltf", .container = "glb"}).size(), 1U);
    EXPECT_EQ(exported(sceneWithMesh(), {.fileName = "hero.GLTF"}).size(), 2U);
}

TEST(GltfContainer, KeepsTheBuffersNameShort) {
    const OutputSet set = exported(sceneWithMesh(), {.fileName = std::string(245, 'x') + ".gltf"});
    EXPECT_LE(set.at(0).name.size(), 230U);
}

TEST(GltfContainer, WritesNoBufferWhenThereIsNoData) {
    const OutputSet glb = exported(chainOfJoints(2), {});
    EXPECT_EQ(joinedBytes(glb[0]).find("BIN"), std::string::npos);
    EXPECT_FALSE(readBack(chainOfJoints(2)).json.contains("buffers"));
    EXPECT_EQ(exported(chainOfJoints(2), {.fileName = "model.gltf"}).size(), 1U);
}

TEST(GltfContainer, WritesAnEmptySceneAsAFile) {
    const ReadGltf file = readBack(Scene{});
    EXPECT_EQ(file.json.at("asset").at("version"), "2.0");
    EXPECT_FALSE(file.json.contains("nodes"));
}

TEST(GltfContainer, WritesTheSameBytesForTheSameScene) {
    Scene scene = chainOfJoints(20);
    addSkinnedTriangle(scene, "body");
    for (const char* name : {"a", "b"}) {
        Clip clip = clipNamed(name, 1.0F);
        tracksOf(clip, 3).translation = {.times = {0, 1}, .values = {{0, 0, 0}, {1, 0, 0}}};
        scene.clips.push_back(clip);
    }
    EXPECT_EQ(joinedBytes(exported(scene, {})[0]), joinedBytes(exported(Scene(scene), {})[0]));
}

TEST(GltfContainer, RefusesAGlbOver4GiBWithSizeAndLimit) {
    EXPECT_TRUE(gltf_export::checkGlbSize(0xFFFFFFFFU));
    const Status status = gltf_export::checkGlbSize(0x100000000U);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().problem,
              "glb would have 4294967296 bytes, limit 4294967295 (32 bits); write .gltf instead");
}

TEST(GltfContainer, NamesTheProgramAsGenerator) {
    const auto generator = readBack(Scene{}).json.at("asset").at("generator").get<std::string>();
    EXPECT_TRUE(generator.starts_with("rigkiln ")) << generator;
}

TEST(GltfExporter, HasDefaultsForAllOptions) {
    const OptionValues options(gltf_export::kGltfExporter.options);
    EXPECT_EQ(options.text("container"), "auto");
    EXPECT_EQ(options.text("profile"), "core");
    EXPECT_TRUE(options.flag("lights"));
    EXPECT_TRUE(options.flag("complete_clips"));
}

}  // namespace
}  // namespace rigkiln::gltf_export::test
