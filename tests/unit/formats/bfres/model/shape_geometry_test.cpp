#include "formats/bfres/model/shape_geometry.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/bfres/base/bfres_issues.hpp"
#include "tests/unit/formats/bfres/bytes.hpp"
#include "tests/unit/formats/bfres/issue_kinds.hpp"
#include "tests/unit/formats/bfres/layouts.hpp"
#include "tools/corpus/bfres.hpp"

namespace rigkiln::bfres {
namespace {

using testing::ElementsAre;

/// The generated triangle: positions (0,0,0), (0.5,0,0), (0,0.5,0), normals +Z, all bound to matrix 0.
struct ShapeFixture {
    Layout layout = kWiiU;
    Model model = corpus::makeBfresFile(kWiiU).models.front();
    SkinSlots slots;
    Diagnostics diagnostics;

    explicit ShapeFixture(const Layout& which = kWiiU)
        : layout(which), model(corpus::makeBfresFile(which).models.front()) {}

    VertexArray& vertices() { return model.vertexArrays.front(); }
    Shape& shape() { return model.shapes.front(); }
    Skeleton& skeleton() { return *model.skeleton; }
    /// Byte of a vertex's skin data: matrices in the first two bytes, weights in the next.
    std::byte& skinByte(std::size_t vertex, std::size_t byte) {
        return vertices().buffers[1].bytes[8 * vertex + byte];
    }

    /// Adds an attribute in a buffer of its own.
    void addAttribute(const char* name, std::uint32_t format, std::string_view hex) {
        Bytes bytes = fromHex(hex);
        const auto stride = static_cast<std::uint16_t>(bytes.size() / vertices().vertexCount);
        const auto buffer = static_cast<std::uint8_t>(vertices().buffers.size());
        vertices().attributes.push_back({.name = name, .buffer = buffer, .offset = 0, .format = format});
        vertices().buffers.push_back({.stride = stride, .copies = 1, .bytes = std::move(bytes)});
    }

    Primitive make() {
        const BindPose bindPose(skeleton());
        return makePrimitive({.shape = shape(),
                              .vertices = vertices(),
                              .bindPose = bindPose,
                              .layout = layout,
                              .isSkinned = shape().skinCount > 0},
                             shape().meshes.front(), slots, "shape", diagnostics);
    }
};

TEST(BfresShapeGeometry, ReadsEveryStreamOfBothConsoles) {
    for (const Layout& layout : corpus::bfresLayouts()) {
        ShapeFixture fixture(layout);
        const Primitive primitive = fixture.make();
        EXPECT_THAT(primitive.positions,
                    ElementsAre(glm::vec3(0), glm::vec3(0.5F, 0, 0), glm::vec3(0, 0.5F, 0)));
        EXPECT_THAT(primitive.normals,
                    ElementsAre(glm::vec3(0, 0, 1), glm::vec3(0, 0, 1), glm::vec3(0, 0, 1)));
        EXPECT_THAT(primitive.indices, ElementsAre(0U, 1U, 2U));
        ASSERT_EQ(primitive.texCoordSets.size(), 1U);
        EXPECT_EQ(primitive.texCoordSets[0].size(), 3U);
        ASSERT_EQ(primitive.influenceSets.size(), 1U);
        EXPECT_EQ(primitive.influenceSets[0].weights[1], glm::vec4(1, 0, 0, 0));
        EXPECT_TRUE(fixture.diagnostics.issues().empty()) << layout.versionText();
    }
}

TEST(BfresShapeGeometry, ReadsNoAttributeOfABufferThatIsNotThere) {
    ShapeFixture fixture;
    for (VertexAttribute& attribute : fixture.vertices().attributes) {
        if (attribute.name == "_n0")
            attribute.buffer = static_cast<std::uint8_t>(fixture.vertices().buffers.size());
    }
    const Primitive primitive = fixture.make();
    EXPECT_EQ(primitive.positions.size(), 3U);
    EXPECT_TRUE(primitive.normals.empty());
    EXPECT_THAT(kindsOf(fixture.diagnostics), ElementsAre(kNoVertexBuffer.id));
}

TEST(BfresShapeGeometry, LeavesVerticesOfSmoothMatricesWhereTheyAre) {
    ShapeFixture fixture;
    for (std::size_t vertex = 0; vertex < 3; ++vertex)
        fixture.skinByte(vertex, 0) = std::byte{1};
    EXPECT_EQ(fixture.make().positions[0], glm::vec3(0, 0, 0));
    EXPECT_THAT(fixture.slots.all(), ElementsAre(testing::Pair(1, 0)));
}

TEST(BfresShapeGeometry, BringsVerticesOfRigidMatricesToModelSpace) {
    ShapeFixture fixture;
    fixture.shape().skinCount = 1;
    for (std::size_t vertex = 0; vertex < 3; ++vertex)
        fixture.skinByte(vertex, 0) = std::byte{2};
    const Primitive primitive = fixture.make();
    EXPECT_EQ(primitive.positions[0], glm::vec3(0, 3, 0)) << "three bones, each one above the other";
    EXPECT_EQ(primitive.positions[1], glm::vec3(0.5F, 3, 0));
    EXPECT_EQ(primitive.normals[0], glm::vec3(0, 0, 1));
}

TEST(BfresShapeGeometry, TurnsNormalsOfRigidMatricesToo) {
    ShapeFixture fixture;
    fixture.shape().skinCount = 1;
    fixture.skeleton().bones[2].rotation = {0, 1.57079637F, 0, 1};
    fixture.skeleton().bones[2].scale = {1, 1, 4};
    for (std::size_t vertex = 0; vertex < 3; ++vertex)
        fixture.skinByte(vertex, 0) = std::byte{2};
    EXPECT_NEAR(fixture.make().normals[0].x, 1, 1e-6);
}

TEST(BfresShapeGeometry, SumsTheWeightsOfOneBone) {
    ShapeFixture fixture;
    fixture.skinByte(0, 1) = std::byte{0};  // the same matrix twice
    fixture.skinByte(0, 2) = std::byte{100};
    fixture.skinByte(0, 3) = std::byte{155};
    EXPECT_EQ(fixture.make().influenceSets[0].weights[0], glm::vec4(1, 0, 0, 0));
    fixture.skinByte(0, 1) = std::byte{1};
    const Primitive two = fixture.make();
    EXPECT_FLOAT_EQ(two.influenceSets[0].weights[0].x, 100.0F / 255);
    EXPECT_FLOAT_EQ(two.influenceSets[0].weights[0].y, 155.0F / 255);
}

TEST(BfresShapeGeometry, MendsInfluencesThatLeadNowhere) {
    ShapeFixture fixture;
    fixture.skinByte(0, 0) = std::byte{77};
    fixture.skinByte(1, 2) = std::byte{0};
    const Primitive primitive = fixture.make();
    for (const glm::vec4& weights : primitive.influenceSets[0].weights)
        EXPECT_EQ(weights, glm::vec4(1, 0, 0, 0));
    ASSERT_THAT(kindsOf(fixture.diagnostics), ElementsAre(kBadInfluence.id));
    EXPECT_EQ(fixture.diagnostics.issues()[0].details, "2 of 3 vertices");
}

TEST(BfresShapeGeometry, KeepsShapesThatHangOnABoneInItsSpace) {
    ShapeFixture fixture;
    fixture.shape().skinCount = 0;
    fixture.shape().bone = 2;
    const Primitive primitive = fixture.make();
    EXPECT_EQ(primitive.positions[0], glm::vec3(0));
    EXPECT_TRUE(primitive.influenceSets.empty());
    EXPECT_TRUE(fixture.slots.all().empty());
}

TEST(BfresShapeGeometry, MendsPositionsAndNormals) {
    ShapeFixture fixture;
    const std::array<std::uint8_t, 4> notANumber = {0x7F, 0xC0, 0, 0};
    for (std::size_t i = 0; i < 4; ++i) {
        fixture.vertices().buffers[0].bytes[i] = std::byte{notANumber[i]};
        for (std::size_t vertex = 0; vertex < 3; ++vertex)
            fixture.vertices().buffers[0].bytes[16 * vertex + 12 + i] = std::byte{0};
    }
    const Primitive primitive = fixture.make();
    EXPECT_EQ(primitive.positions[0], glm::vec3(0));
    EXPECT_EQ(primitive.normals[0], glm::vec3(0, 0, 1)) << "from the triangle";
    EXPECT_THAT(kindsOf(fixture.diagnostics), ElementsAre(kVertexNotFinite.id, kZeroNormal.id));
}

TEST(BfresShapeGeometry, ReadsColors) {
    ShapeFixture bytes;
    bytes.addAttribute("_c0", 0x00A, "ff000033 00ff00ff 0000ff00");
    EXPECT_THAT(bytes.make().colors,
                ElementsAre(glm::vec4(1, 0, 0, 0.2F), glm::vec4(0, 1, 0, 1), glm::vec4(0, 0, 1, 0)));
    EXPECT_TRUE(bytes.diagnostics.issues().empty());
    ShapeFixture floats;
    floats.addAttribute("_c0", 0x80D, "40000000 bf800000  3f000000 3e800000  7fc00000 3e800000");
    EXPECT_THAT(floats.make().colors,
                ElementsAre(glm::vec4(1, 0, 1, 1), glm::vec4(0.5F, 0.25F, 1, 1), glm::vec4(1, 0.25F, 1, 1)))
        << "white where there is nothing";
    ASSERT_THAT(kindsOf(floats.diagnostics), ElementsAre(kVertexNotFinite.id));
    EXPECT_THAT(floats.diagnostics.issues()[0].details, testing::StartsWith("1 of 3 "));
}

TEST(BfresShapeGeometry, ReadsTangents) {
    ShapeFixture fixture;
    fixture.addAttribute("_t0", 0x20A, "7f00007f 007f0081 0000007f");
    const Primitive primitive = fixture.make();
    ASSERT_EQ(primitive.tangents.size(), 3U);
    EXPECT_EQ(primitive.tangents[0], glm::vec4(1, 0, 0, 1));
    EXPECT_EQ(primitive.tangents[1], glm::vec4(0, 1, 0, -1)) << "the fourth component is only a sign";
    EXPECT_EQ(primitive.tangents[2].z, 0) << "across the normal where there is no direction";
    EXPECT_FLOAT_EQ(glm::length(glm::vec3(primitive.tangents[2])), 1);
    EXPECT_EQ(primitive.tangents[2].w, 1);
    EXPECT_TRUE(fixture.diagnostics.issues().empty());
}

TEST(BfresShapeGeometry, KeepsFurtherColorsAsAttributesOfTheirOwn) {
    ShapeFixture fixture;
    fixture.addAttribute("_c1", 0x80D, "40000000 bf800000  3f000000 3e800000  7fc00000 3e800000");
    fixture.addAttribute("_c2", 0x00A, "ff000033 00ff00ff 0000ff00");
    const Primitive primitive = fixture.make();
    EXPECT_TRUE(primitive.colors.empty());
    ASSERT_EQ(primitive.attributes.size(), 2U);
    EXPECT_EQ(primitive.attributes[0].name, "_C1");
    EXPECT_EQ(primitive.attributes[0].components, 4U);
    EXPECT_THAT(primitive.attributes[0].values, ElementsAre(2, -1, 0, 0, 0.5F, 0.25F, 0, 0, 0, 0.25F, 0, 0))
        << "not clamped, and 0 where there is nothing";
    EXPECT_EQ(primitive.attributes[1].name, "_C2");
    EXPECT_THAT(primitive.attributes[1].values, ElementsAre(1, 0, 0, 0.2F, 0, 1, 0, 1, 0, 0, 1, 0));
    ASSERT_THAT(kindsOf(fixture.diagnostics), ElementsAre(kVertexNotFinite.id));
    EXPECT_EQ(fixture.diagnostics.issues()[0].details, "1 of 3 vertices");
}

TEST(BfresShapeGeometry, LeavesOutTrianglesOfVerticesThatAreNotThere) {
    ShapeFixture fixture;
    Mesh& mesh = fixture.shape().meshes[0];
    mesh.indexCount = 6;
    mesh.indices.bytes = fromHex("0000 0001 0003 0000 0001 0002");
    const Primitive primitive = fixture.make();
    EXPECT_THAT(primitive.indices, ElementsAre(0U, 1U, 2U));
    ASSERT_THAT(kindsOf(fixture.diagnostics), ElementsAre(kBadIndex.id));
    EXPECT_EQ(fixture.diagnostics.issues()[0].details, "1 triangles (limit 3 vertices)");
}

TEST(BfresShapeGeometry, TellsWhyThereIsNothing) {
    ShapeFixture lines;
    lines.shape().meshes[0].primitive = 2;
    EXPECT_TRUE(lines.make().indices.empty());
    EXPECT_THAT(kindsOf(lines.diagnostics), ElementsAre(kNoTriangles.id));
    ShapeFixture odd;
    odd.vertices().attributes[0].format = 0x7777;
    EXPECT_TRUE(odd.make().indices.empty());
    EXPECT_THAT(kindsOf(odd.diagnostics), ElementsAre(kUnknownVertexFormat.id, kNoPositions.id));
}

}  // namespace
}  // namespace rigkiln::bfres
