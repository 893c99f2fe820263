#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exporters/swat3/gsm_export_issues.hpp"
#include "tests/support/swat3/swat3_builders.hpp"
#include "tests/unit/exporters/swat3/gsm_scene.hpp"

namespace rigkiln::swat3_export {
namespace {

using swat3::GsmFile;
using testing::ElementsAre;

Primitive withoutHits() {
    Primitive primitive = oneTriangle();
    primitive.attributes.clear();
    return primitive;
}

Primitive with(std::string name, std::uint32_t components, std::vector<float> values) {
    Primitive primitive = withoutHits();
    primitive.attributes.push_back(
        {.name = std::move(name), .components = components, .values = std::move(values)});
    return primitive;
}

std::vector<std::uint16_t> hits(const GsmFile& file) {
    std::vector<std::uint16_t> hits;
    for (const swat3::GsmEffectiveVertex& vertex : file.effectiveVertices)
        hits.push_back(vertex.hit);
    return hits;
}

/// Model with the scene's triangle and hit zones 100, 101, 102 at its corners, slightly moved.
GsmFile model() {
    GsmFile file;
    file.skeletons = {{.id = 0, .name = "Box", .bones = {{.id = 0, .name = "Root"}}}};
    file.runs = {{.bone = 0, .first = 0, .count = 3}};
    file.positions = {{0.1F, 0, 0}, {0.9F, 0, 0.1F}, {0.1F, 0.1F, 0.9F}};
    file.texCoords = {{0, 0}};
    file.effectiveVertices = {
        {.position = 0, .hit = 100}, {.position = 1, .hit = 101}, {.position = 2, .hit = 102}};
    file.triangles = {{.corners = {0, 1, 2}}};
    file.sharedLists = {{0}};
    return file;
}

TEST(GsmHits, AreTheNumbersOfTheirAttribute) {
    HandScene hand;
    hand.addMesh(with("_GSM_HIT", 1, {31744, 65535, 0.4F}));
    EXPECT_THAT(hits(hand.build()), ElementsAre(31744, 65535, 0));
}

TEST(GsmHits, AreRoundedAndHeldWithinSixteenBits) {
    HandScene hand;
    hand.addMesh(with("_GSM_HIT", 1, {-3, 70000, 6.6F}));
    EXPECT_THAT(hits(hand.build()), ElementsAre(0, 65535, 7));
}

TEST(GsmHits, AreTheColoursWhereThereAreNoNumbers) {
    HandScene hand;
    hand.addMesh(with("_HITCOLOR", 3, {1, 0, 0, 0, 1, 0, 0, 0.5F, 1}));
    EXPECT_THAT(hits(hand.build()), ElementsAre(0x7C00, 0x03E0, (16 << 5) | 31));
}

TEST(GsmHits, TakeColoursOfFourComponents) {
    HandScene hand;
    hand.addMesh(with("_HITCOLOR", 4, {1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1}));
    EXPECT_THAT(hits(hand.build()), ElementsAre(0x7C00, 0x03E0, 0x001F));
}

TEST(GsmHits, TakeNumbersBeforeColours) {
    HandScene hand;
    Primitive primitive = with("_GSM_HIT", 1, {1, 2, 3});
    primitive.attributes.push_back(
        {.name = "_HITCOLOR", .components = 3, .values = std::vector<float>(9, 1.0F)});
    hand.addMesh(primitive);
    EXPECT_THAT(hits(hand.build()), ElementsAre(1, 2, 3));
}

TEST(GsmHits, AreThoseOfTheNearestVertexOfTheBase) {
    HandScene hand;
    const GsmFile base = model();
    hand.base = &base;
    hand.addMesh(withoutHits());
    EXPECT_THAT(hits(hand.build()), ElementsAre(100, 101, 102));
    EXPECT_THAT(hand.details(kHitFromNearest), ElementsAre("vertices: 3 of 3"));
}

TEST(GsmHits, AreThoseOfTheNamedModelBeforeTheBase) {
    HandScene hand;
    const GsmFile base = model();
    GsmFile source = model();
    for (swat3::GsmEffectiveVertex& vertex : source.effectiveVertices)
        vertex.hit = static_cast<std::uint16_t>(vertex.hit + 100);
    hand.base = &base;
    hand.hitSource = &source;
    hand.addMesh(withoutHits());
    EXPECT_THAT(hits(hand.build()), ElementsAre(200, 201, 202));
}

TEST(GsmHits, TakeTheFirstOfVerticesInOnePlace) {
    HandScene hand;
    GsmFile base = model();
    base.positions.assign(3, {0, 0, 0});
    hand.base = &base;
    hand.addMesh(withoutHits());
    EXPECT_THAT(hits(hand.build()), ElementsAre(100, 100, 100));
}

TEST(GsmHits, TakeTheNearestPlaceOnEitherSide) {
    HandScene hand;
    GsmFile base = model();
    base.positions = {{-5, 0, 0}, {0.2F, 0, 5}, {5, 0, 0}};
    hand.base = &base;
    hand.addMesh(trianglesAt({{-3, 0, 0}, {3, 0, 0}, {0, 3, 0}}));
    hand.scene.meshes[0].primitives[0].attributes.clear();
    EXPECT_THAT(hits(hand.build()), ElementsAre(100, 102, 101));
}

TEST(GsmHits, TakeTheNearestPlaceWhicheverWayTheModelIsLong) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        HandScene hand;
        GsmFile base = model();
        for (std::size_t i = 0; i < 3; ++i) {
            base.positions[i] = {0.25F, 0.25F, 0.25F};
            base.positions[i].at(axis) = static_cast<float>(i) * 10;
        }
        std::vector<glm::vec3> points;
        for (const swat3::Float3& place : base.positions)
            points.emplace_back(place[0] + 1, place[2] + 1, -place[1] - 1);
        hand.base = &base;
        hand.addMesh(trianglesAt(points));
        hand.scene.meshes[0].primitives[0].attributes.clear();
        EXPECT_THAT(hits(hand.build()), ElementsAre(100, 101, 102));
    }
}

TEST(GsmHits, AreZeroWithAnIssueWhenNobodyKnowsThem) {
    HandScene hand;
    hand.addMesh(withoutHits());
    EXPECT_THAT(hits(hand.build()), ElementsAre(0, 0, 0));
    EXPECT_THAT(hand.details(kHitMissing), ElementsAre("vertices: 3 of 3"));
}

TEST(GsmHits, AreAnErrorWhenStrictAndNobodyKnowsThem) {
    HandScene hand;
    hand.strict = true;
    hand.addMesh(withoutHits());
    EXPECT_EQ(hand.problem(),
              "vertices: 3 of 3 have no hit zone: give them the attribute _GSM_HIT or _HITCOLOR, or name a "
              "model to take it from");
}

TEST(GsmHits, AreNoErrorWhenStrictAndTheBaseKnowsThem) {
    HandScene hand;
    const GsmFile base = model();
    hand.base = &base;
    hand.strict = true;
    hand.addMesh(withoutHits());
    EXPECT_EQ(hand.problem(), "no problem");
}

}  // namespace
}  // namespace rigkiln::swat3_export
