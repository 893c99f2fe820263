#include "exporters/gltf/buffer_packer.hpp"

#include <gtest/gtest.h>

namespace rigkiln::gltf_export {
namespace {

TEST(BufferPacker, SharesAccessorsOfEqualTimes) {
    BufferPacker packer;
    const std::vector<float> times = {0, 1, 2};
    const std::vector<float> others = {0, 1, 3};
    const Index first = packer.addTimes(times);
    EXPECT_NE(packer.addTimes(others), first);
    EXPECT_EQ(packer.addTimes(std::vector<float>(times)), first);
}

TEST(BufferPacker, KeepsEqualBytesOfAnotherTypeApart) {
    BufferPacker packer;
    const std::vector<float> times = {0, 1, 2};
    const std::vector<glm::vec3> keys = {{0, 1, 2}};
    EXPECT_NE(packer.addTimes(times), packer.addKeys(keys));
}

TEST(BufferPacker, GivesVertexStreamsOfOneSizeOneViewWithStride) {
    BufferPacker packer;
    const std::vector<glm::vec3> positions = {{0, 0, 0}, {1, 0, 0}};
    const std::vector<glm::vec3> normals = {{0, 0, 1}, {0, 0, 1}};
    packer.addPositions(positions);
    packer.addVertices(normals);
    Document document;
    packer.finish(document);
    ASSERT_EQ(document.bufferViews.size(), 1U);
    EXPECT_EQ(document.bufferViews[0].byteStride, 12U);
    EXPECT_EQ(document.bufferViews[0].target, ViewTarget::Vertices);
    EXPECT_EQ(document.accessors[1].byteOffset, 24U);
}

TEST(BufferPacker, GivesAnimationAViewWithoutStrideOrTarget) {
    BufferPacker packer;
    packer.addTimes(std::vector<float>{0, 1});
    Document document;
    packer.finish(document);
    EXPECT_EQ(document.bufferViews.at(0).byteStride, 0U);
    EXPECT_EQ(document.bufferViews.at(0).target, ViewTarget::None);
}

TEST(BufferPacker, StartsEveryAccessorAtAMultipleOfFour) {
    BufferPacker packer;
    packer.addIndices(std::vector<std::uint32_t>{0, 1, 2}, 3);
    packer.addIndices(std::vector<std::uint32_t>{2, 1, 0}, 3);
    packer.addKeys(std::vector<std::uint8_t>{1});
    packer.addTimes(std::vector<float>{0});
    Document document;
    packer.finish(document);
    for (const Accessor& accessor : document.accessors) {
        EXPECT_EQ(accessor.byteOffset % 4, 0U);
    }
}

TEST(BufferPacker, PutsImagesBehindEverythingElse) {
    BufferPacker packer;
    const std::vector<std::byte> file(5, std::byte{1});
    Document document;
    document.images.push_back({.name = "i", .mimeType = "image/png"});
    packer.addImage(file, 0);
    packer.addTimes(std::vector<float>{0});
    packer.finish(document);
    EXPECT_EQ(document.images[0].bufferView, 1U);
    EXPECT_EQ(document.bufferViews[1].bytes.joined(), file);
}

TEST(BufferPacker, GivesViewsToTheImagesThatAreStoredAndToNoOthers) {
    BufferPacker packer;
    const std::vector<std::byte> first(5, std::byte{1});
    const std::vector<std::byte> second(5, std::byte{2});
    Document document;
    document.images.resize(3);
    document.images[0].uri = "linked.png";
    EXPECT_EQ(packer.addImage(first, 1), 1U);
    EXPECT_EQ(packer.addImage(second, 2), 2U);
    EXPECT_EQ(packer.addImage(std::vector<std::byte>(first), 3), 1U) << "an equal file";
    packer.finish(document);
    EXPECT_FALSE(document.images[0].bufferView);
    EXPECT_EQ(document.images[1].bufferView, 0U);
    EXPECT_EQ(document.images[2].bufferView, 1U);
    EXPECT_EQ(document.bufferViews.size(), 2U);
}

TEST(BufferPacker, NumbersViewsInTheOrderOfUsages) {
    BufferPacker packer;
    packer.addTimes(std::vector<float>{0, 1});
    packer.addPositions(std::vector<glm::vec3>{{0, 0, 0}});
    packer.addIndices(std::vector<std::uint32_t>{0, 0, 0}, 1);
    Document document;
    packer.finish(document);
    ASSERT_EQ(document.accessors.size(), 3U);
    EXPECT_EQ(document.accessors[0].bufferView, 2U);
    EXPECT_EQ(document.accessors[1].bufferView, 1U);
    EXPECT_EQ(document.accessors[2].bufferView, 0U);
    EXPECT_EQ(document.bufferViews[0].target, ViewTarget::Indices);
    EXPECT_EQ(document.bufferViews[1].target, ViewTarget::Vertices);
    EXPECT_EQ(document.bufferViews[2].target, ViewTarget::None);
}

}  // namespace
}  // namespace rigkiln::gltf_export
