#include "formats/gltf/gltf_file.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/gltf/gltf_buffers.hpp"
#include "formats/gltf/gltf_issues.hpp"
#include "tests/unit/formats/gltf/gltf_builder.hpp"

namespace rigkiln::gltf {
namespace {

using test::FilesBeside;
using test::GltfBuilder;
using test::Json;
using test::ReadBack;
using test::readFile;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(GltfFile, NeedsAVersionTwo) {
    EXPECT_EQ(readFile("{}").error, "asset is missing, expected an object with a version");
    EXPECT_EQ(readFile(R"({"asset":{}})").error, R"(asset.version is missing, expected "2.0")");
    EXPECT_EQ(readFile(R"({"asset":{"version":"1.0"}})").error, "asset.version is '1.0', expected 2.0");
    EXPECT_EQ(readFile(R"({"asset":{"version":"2.0"}})").error, "");
}

TEST(GltfFile, RefusesAMinimumVersionAboveTwo) {
    EXPECT_EQ(readFile(R"({"asset":{"version":"2.0","minVersion":"2.1"}})").error,
              "asset.minVersion is '2.1', 2.0 is read");
}

TEST(GltfFile, RefusesAnUnknownExtensionThatIsRequired) {
    GltfBuilder builder;
    builder.json["extensionsRequired"] = {"KHR_lights_punctual", "KHR_draco_mesh_compression"};
    EXPECT_EQ(readFile(builder).error,
              "extensionsRequired[1] is 'KHR_draco_mesh_compression': the file cannot be read without it");
}

TEST(GltfFile, ReadsWithoutARequiredExtensionThatOnlyChangesMaterials) {
    GltfBuilder builder;
    const std::vector<std::string> names = {"KHR_materials_variants", "KHR_materials_transmission",
                                            "KHR_materials_pbrSpecularGlossiness"};
    builder.json["extensionsRequired"] = names;
    builder.json["extensionsUsed"] = names;
    const ReadBack read = readFile(builder);
    EXPECT_EQ(read.error, "");
    EXPECT_THAT(read.placesOf(kLooksIgnored),
                ElementsAre("extensionsRequired[0]", "extensionsRequired[1]", "extensionsRequired[2]"));
    EXPECT_THAT(read.placesOf(kExtensionIgnored), ElementsAre());
}

TEST(GltfFile, ReportsAnUnknownExtensionThatIsUsed) {
    GltfBuilder builder;
    builder.json["extensionsUsed"] = {"KHR_lights_punctual", "EXT_something"};
    EXPECT_THAT(readFile(builder).placesOf(kExtensionIgnored), ElementsAre("extensionsUsed[1]"));
}

TEST(GltfFile, SaysWhichListIsNone) {
    GltfBuilder builder;
    builder.json["nodes"] = 3;
    EXPECT_EQ(readFile(builder).error, "nodes is a number, expected a list");
    builder.json["nodes"] = {3};
    EXPECT_EQ(readFile(builder).error, "nodes[0] is a number, expected an object");
}

TEST(GltfFile, SaysWhichMemberIsMissing) {
    GltfBuilder builder;
    builder.json["accessors"] = Json::array({Json::object()});
    EXPECT_EQ(readFile(builder).error, "accessors[0].componentType is missing");
}

TEST(GltfFile, RefusesPrimitivesWithoutAttributes) {
    GltfBuilder builder;
    builder.addTriangle();
    builder.json["meshes"][0]["primitives"].push_back({{"attributes", {{"POSITION", "0"}}}});
    EXPECT_EQ(readFile(builder).error,
              "meshes[0].primitives[1].attributes.POSITION is '0', expected a whole number");
}

/// A file that is sound but for one value, and what is said about that.
struct WrongType {
    const char* pointer;
    Json value;
    const char* problem;
};

TEST(GltfFile, NamesTheValueOfAnotherType) {
    const auto problemOf = [](const WrongType& wrong) {
        GltfBuilder builder;
        const std::size_t mesh = builder.addTriangle();
        builder.addRoot({{"mesh", mesh}, {"children", {1, 2}}, {"skin", 0}});
        builder.json["nodes"].push_back({{"translation", {1, 2, 3}}});
        builder.json["nodes"].push_back({{"name", "b"}});
        builder.json["skins"] = {{{"joints", {1, 2}}}};
        builder.json["materials"] = {{{"pbrMetallicRoughness", Json::object()}}};
        builder.json[Json::json_pointer(wrong.pointer)] = wrong.value;
        return readFile(builder).error;
    };
    EXPECT_EQ(problemOf({"/nodes/2/name", "sound", ""}), "");
    EXPECT_EQ(problemOf({"/accessors/0/count", 3.0, ""}), "") << "a whole number with a fraction of zero";
    EXPECT_EQ(problemOf({"/nodes/0/children", {1.0, 2.0}, ""}), "");
    for (const WrongType& wrong : std::vector<WrongType>{
             {"/skins/0/joints", {"x"}, "skins[0].joints[0] is 'x', expected a whole number"},
             {"/skins/0/joints", nullptr, "skins[0].joints is missing, expected a list"},
             {"/accessors/0/count", -1.5, "accessors[0].count is -1.5, expected a whole number"},
             {"/nodes/0/children", {"x", 1}, "nodes[0].children[0] is 'x', expected a whole number"},
             {"/nodes/1/translation", {"a", 1, 2}, "nodes[1].translation[0] is 'a', expected a number"},
             {"/nodes/1/translation", {1, 2}, "nodes[1].translation has 2 numbers, expected 3"},
             {"/nodes/0/mesh", "0", "nodes[0].mesh is '0', expected a whole number"},
             {"/nodes/0/mesh", nullptr, ""},
             {"/scene", "main", "scene is 'main', expected a whole number"},
             {"/meshes/0/primitives", 7, "meshes[0].primitives is 7, expected a list"},
             {"/meshes/0/primitives/0", 7, "meshes[0].primitives[0] is 7, expected an object"},
             {"/meshes/0/primitives/0/attributes", Json::array({0}),
              "meshes[0].primitives[0].attributes is a list, expected an object"},
             {"/meshes/0/primitives/0/targets", Json::array({1}),
              "meshes[0].primitives[0].targets[0] is 1, expected an object"},
             {"/accessors/0/normalized", 1, "accessors[0].normalized is 1, expected true or false"},
             {"/materials/0/pbrMetallicRoughness/baseColorTexture", Json::object({{"index", "0"}}),
              "materials[0].pbrMetallicRoughness.baseColorTexture.index is '0', expected a whole number"},
             {"/materials/0/pbrMetallicRoughness/metallicFactor", "1",
              "materials[0].pbrMetallicRoughness.metallicFactor is '1', expected a number"}})
        EXPECT_EQ(problemOf(wrong), wrong.problem);
}

/// tinygltf says only "'count' property is not a positive integer".
TEST(GltfFile, NamesTheAccessorWithoutElements) {
    GltfBuilder builder;
    builder.addRoot({{"mesh", builder.addTriangle()}});
    for (const int count : {0, -3}) {
        builder.json["accessors"][0]["count"] = count;
        EXPECT_EQ(readFile(builder).error,
                  "accessors[0].count is " + std::to_string(count) + ", expected 1 or more");
    }
}

TEST(GltfFile, RefusesMoreMembersThanAnyFileHas) {
    GltfBuilder builder;
    for (int i = 1; i < 1000; ++i)
        builder.json["x" + std::to_string(i)] = i;
    EXPECT_EQ(readFile(builder).error, "");
    builder.json["x"] = 0;
    EXPECT_EQ(readFile(builder).error, "json has 1001 members, at most 1000 are read");
}

TEST(GltfFile, KeepsExtrasOfAnyShape) {
    GltfBuilder builder;
    builder.addRoot({{"name", "a"}, {"extras", {{"list", {1, {{"deep", nullptr}}}}}}});
    const ReadBack back = readFile(builder);
    ASSERT_EQ(back.error, "");
    EXPECT_EQ(toJson(back.scene.joints[0].extras), R"({"list":[1,{"deep":null}]})");
}

TEST(Buffers, OfAGlbAreItsBinaryChunk) {
    GltfBuilder builder;
    builder.addRoot({{"mesh", builder.addTriangle()}});
    const ReadBack back = readFile(builder.glb());
    ASSERT_EQ(back.error, "");
    EXPECT_EQ(back.scene.meshes[0].primitives[0].positions[1], glm::vec3(1, 0, 0));
}

class BuffersBeside : public testing::Test {
protected:
    /// Error of reading a triangle whose buffer is at `uri`.
    std::string errorWith(const std::string& uri) {
        GltfBuilder builder;
        builder.addRoot({{"mesh", builder.addTriangle()}});
        Json whole = Json::parse(builder.gltf());
        whole["buffers"][0]["uri"] = uri;
        const std::string text = whole.dump();
        back = readFile(std::as_bytes(std::span(text)), files);
        return back.error;
    }

    FilesBeside files;
    ReadBack back;
};

TEST_F(BuffersBeside, AreReadByTheirPath) {
    files.files["my data/mesh.bin"].resize(36);
    EXPECT_EQ(errorWith("my%20data/./mesh.bin"), "");
    EXPECT_EQ(back.scene.meshes.size(), 1U);
}

TEST_F(BuffersBeside, MayBeLongerThanTheySay) {
    files.files["mesh.bin"].resize(37);
    EXPECT_EQ(errorWith("mesh.bin"), "");
}

TEST_F(BuffersBeside, AreNotShorterThanTheySay) {
    files.files["mesh.bin"].resize(35);
    EXPECT_EQ(errorWith("mesh.bin"), "buffers[0].byteLength is 36, there are 35 bytes");
}

TEST_F(BuffersBeside, ThatAreMissingAreNamed) {
    EXPECT_EQ(errorWith("mesh.bin"), "buffers[0].uri: mesh.bin: there is no such file");
}

TEST_F(BuffersBeside, NeverLeaveTheFolder) {
    files.files["mesh.bin"].resize(36);
    for (const char* uri :
         {"../mesh.bin", "a/../mesh.bin", "%2e%2e/mesh.bin", "/mesh.bin", "%2Fmesh.bin", "..%5Cmesh.bin",
          "C:mesh.bin", "file:mesh.bin", "http://host/mesh.bin", ".", ""}) {
        EXPECT_THAT(errorWith(uri), HasSubstr("expected a path below the file's folder")) << uri;
    }
}

TEST_F(BuffersBeside, NeedWholeEscapes) {
    EXPECT_EQ(errorWith("mesh%2"), "buffers[0].uri is 'mesh%2', expected two digits behind %");
}

/// Gives the same bytes for every path and counts how often it was asked.
class SameBytesBeside final : public FileSource {
public:
    explicit SameBytesBeside(SharedBytes bytes) : bytes_(std::move(bytes)) {}

    [[nodiscard]] std::size_t reads() const { return reads_; }

private:
    std::optional<Found> loadImage(std::string_view /*name*/, const ImageRecipe& /*recipe*/) override {
        return std::nullopt;
    }
    Result<Found> loadBeside(const std::string& path, std::size_t /*limit*/) override {
        ++reads_;
        return Found{.path = path, .bytes = bytes_};
    }

    SharedBytes bytes_;
    std::size_t reads_ = 0;
};

TEST(Buffers, OfOneFileReadItOnce) {
    GltfBuilder builder;
    builder.addRoot({{"mesh", builder.addTriangle()}});
    builder.addRoot({{"mesh", builder.addTriangle()}});
    Json whole = Json::parse(builder.gltf());
    whole["buffers"] = {{{"byteLength", 36}, {"uri", "mesh.bin"}}, {{"byteLength", 72}, {"uri", "mesh.bin"}}};
    whole["bufferViews"][1]["buffer"] = 1;
    std::vector<float> positions(18, 0.0F);
    positions[0] = 2;
    positions[9] = 3;
    const auto bytes = std::as_bytes(std::span(positions));
    SameBytesBeside files(std::vector<std::byte>(bytes.begin(), bytes.end()));
    const std::string text = whole.dump();
    const ReadBack back = readFile(std::as_bytes(std::span(text)), files);
    ASSERT_EQ(back.error, "");
    EXPECT_EQ(back.scene.meshes.at(0).primitives.at(0).positions.at(0), glm::vec3(2, 0, 0));
    EXPECT_EQ(back.scene.meshes.at(1).primitives.at(0).positions.at(0), glm::vec3(3, 0, 0));
    EXPECT_EQ(files.reads(), 1U);
}

TEST(Buffers, OfFilesBesideHaveALimitTogether) {
    // Nothing is written to the memory, so that it takes none.
    const std::shared_ptr<std::byte[]> memory(new std::byte[kMaximumBufferBytes]);
    SameBytesBeside files(SharedBytes::ofFile(std::shared_ptr<const std::byte>(memory, memory.get()),
                                              kMaximumBufferBytes, nullptr));
    GltfBuilder builder;
    for (const char* uri : {"a.bin", "b.bin"})
        builder.json["buffers"].push_back({{"byteLength", 1}, {"uri", uri}});
    static_assert(2 * kMaximumBufferBytes == kMaximumBytesBeside);
    std::string text = builder.json.dump();
    EXPECT_EQ(readFile(std::as_bytes(std::span(text)), files).error, "");
    builder.json["buffers"].push_back({{"byteLength", 1}, {"uri", "c.bin"}});
    text = builder.json.dump();
    EXPECT_EQ(readFile(std::as_bytes(std::span(text)), files).error,
              "buffers[2]: the files beside this one have more than 2147483648 bytes");
}

TEST(GltfIssues, AreAllInTheCatalogue) {
    EXPECT_EQ(std::ranges::count(kIssues, &kMalformed), 1);
    EXPECT_EQ(std::ranges::count(kIssues, &kExtrasLost), 1);
}

}  // namespace
}  // namespace rigkiln::gltf
