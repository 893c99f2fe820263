#include "formats/gltf/gltf_format.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/gltf/gltf_dump.hpp"
#include "tests/unit/formats/gltf/gltf_builder.hpp"

namespace rigkiln::gltf {
namespace {

using test::bytesOf;
using test::GltfBuilder;
using testing::HasSubstr;

TEST(Recognise, KnowsAGlbWhateverItsName) {
    const auto found = kGltfFormat.recognise(bytesOf("glTF\x02"), ".bin");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->kind, AssetKind::Model);
    EXPECT_EQ(found->description, "glTF model (binary)");
}

TEST(Recognise, KnowsJsonByItsNameToo) {
    EXPECT_TRUE(kGltfFormat.recognise(bytesOf("\r\n {\"asset\""), ".GLTF"));
    EXPECT_FALSE(kGltfFormat.recognise(bytesOf("{\"asset\""), ".json"));
    EXPECT_FALSE(kGltfFormat.recognise(bytesOf("[]"), ".gltf"));
    EXPECT_FALSE(kGltfFormat.recognise({}, ".gltf"));
}

TEST(Probe, CountsJointsWithoutReadingBuffers) {
    GltfBuilder builder;
    builder.addSkinnedTriangle();
    builder.json["buffers"] = {{{"byteLength", 9999}, {"uri", "missing.bin"}}};
    const auto probe = kGltfFormat.probe(bytesOf(builder.json.dump()), {});
    ASSERT_TRUE(probe);
    EXPECT_EQ(probe->jointCount, 2U);
}

TEST(Dump, SaysWhereThePartsAre) {
    GltfBuilder builder;
    builder.addRoot({{"name", "a"}, {"mesh", builder.addTriangle()}});
    const auto dump = kGltfFormat.dump(builder.glb());
    ASSERT_TRUE(dump);
    EXPECT_THAT(*dump, HasSubstr("0x00000000 glTF binary, version 2\n0x00000014 JSON: "));
    EXPECT_THAT(*dump, HasSubstr("name: \"a\"\n"));
    EXPECT_THAT(*dump, HasSubstr("BIN: 36 bytes\n"));
    EXPECT_THAT(*dump, HasSubstr("bufferViews[0]: 36 bytes\n"));
}

TEST(Dump, CutsLongTexts) {
    GltfBuilder builder;
    builder.json["asset"]["generator"] = std::string(500, 'x');
    const auto dump = kGltfFormat.dump(bytesOf(builder.gltf()));
    ASSERT_TRUE(dump);
    EXPECT_THAT(*dump, HasSubstr("(500 characters)"));
}

TEST(Read, ReturnsWhatIsWrongInsteadOfThrowing) {
    EXPECT_THAT(test::readFile("{").error, HasSubstr("json at character 2"));
    EXPECT_THAT(test::readFile(bytesOf("glTF")).error, HasSubstr("version at 0x4"));
}

}  // namespace
}  // namespace rigkiln::gltf
