#include <gtest/gtest.h>

#include "pipeline/binary/byte_writer.hpp"
#include "tests/unit/formats/swat3/codec_calls.hpp"
#include "tests/unit/formats/swat3/written_fields.hpp"

namespace rigkiln::swat3 {
namespace {

void writeHead(ByteWriter& file) {
    for (const int octet : {0x72, 0xF6, 0x63, 0x1E, 0x5E, 0x47, 0xD2, 0x11, 0x87, 0x99, 0x00, 0x20, 0xAF,
                            0xE6, 0x36, 0xEE, 0x05, 0x04}) {
        file.write(static_cast<std::uint8_t>(octet));  // magic, then version 4.5, the minor one first
    }
    writeShorts(file, {1, 0});  // one skeleton, its id
    writeText(file, "SwatGuy");
    writeShorts(file, {2, 0});  // two bones, the id of the first
    writeText(file, "Biped");
    writeShorts(file, {0xFFFF});               // no parent
    writeFloats(file, {1, 2, 3, 0, 0, 0, 1});  // position, rotation x y z w
    writeShorts(file, {1});
    writeText(file, "Biped Pelvis");
    writeShorts(file, {0});
    writeFloats(file, {4, 5, 6, 0, 1, 0, 0});
}

void writeMesh(ByteWriter& file) {
    writeShorts(file, {3});                   // runs
    writeShorts(file, {0, 0, 1, 0});          // bone, first, count, pad
    writeShorts(file, {1, 1, 1, 9});          //
    writeShorts(file, {0xEEEE, 2, 1, 0});     // the blends: behind two positions, one
    writeShorts(file, {2});                   // positions
    writeFloats(file, {1, 1, 1, 2, 2, 2});    //
    writeShorts(file, {1, 14});               // blends, and the octets of their stream
    writeShorts(file, {2, 0});                // two influences: position 0
    writeFloats(file, {0.75F});               //
    writeShorts(file, {1});                   // and position 1
    writeFloats(file, {0.25F});               //
    writeShorts(file, {1});                   // texture coordinates
    writeFloats(file, {0.5F, -0.5F});         //
    writeShorts(file, {3});                   // effective vertices
    writeShorts(file, {0, 0, 0, 0x7C00});     // texture coordinate, position, shared list, hit
    writeShorts(file, {0, 1, 0, 0x03E0});     //
    writeShorts(file, {0, 2, 0, 0x001F});     // position 2 is blend 0
    writeShorts(file, {1, 0, 1, 2, 0xABCD});  // one triangle: corners, pad
    writeShorts(file, {1, 4, 0, 1, 0});       // one group: material, first, count, pad
    file.write(std::uint32_t{2});             // shorts of the shared lists, 32 bits
    writeShorts(file, {1, 1, 0});             // one list of one triangle: 0
}

void writeMaterials(ByteWriter& file) {
    writeShorts(file, {1});           // textures
    writeText(file, "A\\B.bmp");      // none of the NULs is counted
    writeShorts(file, {0});           // the two NULs
    writeShorts(file, {1, 4});        // one material, its id
    writeText(file, "FACE");          //
    writeShorts(file, {1, 1, 0, 5});  // one map: slot 1, texture 0; the unknown number
    writeFloats(file, {0.1F, 0.2F, 0.3F, 0.4F, 0.5F, 0.6F, 0.7F, 0.8F, 0.9F, 0.25F, 0.125F});
    file.write(std::uint8_t{1});  // two-sided
    writeFloats(file, {0.375F, 0.625F, 0.875F});
}

Bytes handMadeModel() {
    ByteWriter file;
    writeHead(file);
    writeMesh(file);
    writeMaterials(file);
    writeShorts(file, {1});  // grips
    writeText(file, "Grip1");
    writeFloats(file, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});  // three rows, then the fourth
    writeShorts(file, {1, 0});                                   // its bone; no grippers
    return std::move(file).finish();
}

TEST(GsmBytes, DecodeToTheFieldsInTheOrderOfTheFile) {
    const GsmFile file = decoded<GsmFile>(handMadeModel());
    EXPECT_EQ(file.versionMajor, 4);
    EXPECT_EQ(file.versionMinor, 5);
    EXPECT_EQ(file.variant, (GsmVariant{.hasMarker = false, .hasUnknownWithoutMaps = true}));
    ASSERT_EQ(file.skeletons.size(), 1U);
    EXPECT_EQ(file.skeletons[0].name, "SwatGuy");
    EXPECT_EQ(
        file.skeletons[0].bones,
        (std::vector<Bone>{
            {.id = 0, .name = "Biped", .link = kNoBone, .position = {1, 2, 3}, .rotation = {0, 0, 0, 1}},
            {.id = 1, .name = "Biped Pelvis", .link = 0, .position = {4, 5, 6}, .rotation = {0, 1, 0, 0}}}));
    EXPECT_EQ(file.runs, (std::vector<GsmRun>{{.bone = 0, .first = 0, .count = 1, .pad = 0},
                                              {.bone = 1, .first = 1, .count = 1, .pad = 9},
                                              {.bone = kBlendRun, .first = 2, .count = 1, .pad = 0}}));
    EXPECT_EQ(file.positions, (std::vector<Float3>{{1, 1, 1}, {2, 2, 2}}));
    EXPECT_EQ(file.blends,
              (std::vector<GsmBlend>{{{.position = 0, .weight = 0.75F}, {.position = 1, .weight = 0.25F}}}));
    EXPECT_EQ(file.texCoords, (std::vector<Float2>{{0.5F, -0.5F}}));
    EXPECT_EQ(file.effectiveVertices, (std::vector<GsmEffectiveVertex>{
                                          {.texCoord = 0, .position = 0, .sharedList = 0, .hit = 0x7C00},
                                          {.texCoord = 0, .position = 1, .sharedList = 0, .hit = 0x03E0},
                                          {.texCoord = 0, .position = 2, .sharedList = 0, .hit = 0x001F}}));
    EXPECT_EQ(file.triangles, (std::vector<GsmTriangle>{{.corners = {0, 1, 2}, .pad = 0xABCD}}));
    EXPECT_EQ(file.groups, (std::vector<GsmGroup>{{.material = 4, .first = 0, .count = 1, .pad = 0}}));
    EXPECT_EQ(file.sharedStreamShorts, 2U);
    EXPECT_EQ(file.sharedLists, (std::vector<std::vector<std::uint16_t>>{{0}}));
}

TEST(GsmBytes, DecodeToTheMaterialsAndGripsInTheOrderOfTheFile) {
    const GsmFile file = decoded<GsmFile>(handMadeModel());
    EXPECT_EQ(file.textures, (std::vector<GsmTexture>{{.name = "A\\B.bmp", .countedNuls = 0}}));
    GsmMaterial material;
    material.id = 4;
    material.name = "FACE";
    material.maps = {{.slot = 1, .texture = 0}};
    material.unknown = 5;
    material.diffuse = {0.1F, 0.2F, 0.3F};
    material.ambient = {0.4F, 0.5F, 0.6F};
    material.specular = {0.7F, 0.8F, 0.9F};
    material.opacityFalloff = 0.25F;
    material.transparency = 0.125F;
    material.twoSided = 1;
    material.selfIllumination = 0.375F;
    material.shininess = 0.625F;
    material.shineStrength = 0.875F;
    EXPECT_EQ(file.materials, (std::vector<GsmMaterial>{material}));
    EXPECT_EQ(
        file.grips,
        (std::vector<GsmGrip>{
            {.name = "Grip1", .rows = {1, 2, 3, 4, 5, 6, 7, 8, 9}, .position = {10, 11, 12}, .bone = 1}}));
    EXPECT_TRUE(file.grippers.empty());
}

TEST(GsmBytes, EncodeToThemselves) {
    const Bytes bytes = handMadeModel();
    EXPECT_EQ(encoded(decoded<GsmFile>(bytes)), bytes);
}

TEST(GsmBytes, HaveTheSizeThatTheLayoutGives) {
    // Sizes of header, skeletons, runs, positions, blends, texture coordinates, effective vertices,
    // triangles, groups, shared lists, textures, materials, grips, grippers.
    const std::size_t size = 18 + (2 + 2 + 9 + 2 + 39 + 46) + 26 + 26 + 18 + 10 + 26 + 10 + 10 + 10 +
                             (2 + 11) + (2 + 65 + 4 + 4) + (2 + 57) + 2;
    EXPECT_EQ(handMadeModel().size(), size);
}

}  // namespace
}  // namespace rigkiln::swat3
