#include "formats/gltf/accessor_reader.hpp"

#include <cstdint>
#include <limits>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/gltf/gltf_error.hpp"
#include "tests/unit/formats/gltf/gltf_builder.hpp"

namespace rigkiln::gltf {
namespace {

using test::GltfBuilder;
using test::Json;
using testing::ElementsAre;
using testing::FloatEq;
using testing::HasSubstr;

/// Reads accessors of one file; every read decodes the file anew.
class AccessorReaderTest : public testing::Test {
protected:
    template <class Work>
    auto withReader(Work work) const {
        NoFiles none;
        Diagnostics diagnostics;
        const std::string text = builder.gltf();
        const GltfFile file = decodeGltf(std::as_bytes(std::span(text)), diagnostics);
        const FileBuffers buffers = loadBuffers(file, none);
        AccessorReader reader(file, buffers, text.size());
        return work(reader);
    }
    std::vector<float> floats(std::size_t accessor, std::size_t components) const {
        return withReader([&](AccessorReader& reader) {
            return reader.floats(static_cast<int>(accessor), components, "where");
        });
    }
    std::string errorOf(std::size_t accessor, std::size_t components) const {
        try {
            (void)floats(accessor, components);
        } catch (const GltfError& error) {
            return error.what();
        }
        return "none";
    }

    GltfBuilder builder;
};

TEST_F(AccessorReaderTest, ReadsFloats) {
    EXPECT_THAT(floats(builder.addFloats({1, 2, 3, 4, 5, 6}, "VEC3"), 3), ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST_F(AccessorReaderTest, WidensIntegers) {
    const std::size_t signedBytes = builder.addAccessor<std::int8_t>({-128, 127}, "SCALAR", 5120);
    const std::size_t words = builder.addAccessor<std::uint16_t>({65535}, "SCALAR", 5123);
    EXPECT_THAT(floats(signedBytes, 1), ElementsAre(-128, 127));
    EXPECT_THAT(floats(words, 1), ElementsAre(65535));
}

TEST_F(AccessorReaderTest, NormalisedIntegersAreFractionsOfTheLargest) {
    const std::size_t shorts = builder.addAccessor<std::int16_t>({32767, -32767, -32768, 0}, "SCALAR", 5122);
    const std::size_t bytes = builder.addAccessor<std::uint8_t>({255, 51}, "SCALAR", 5121);
    builder.json["accessors"][shorts]["normalized"] = true;
    builder.json["accessors"][bytes]["normalized"] = true;
    EXPECT_THAT(floats(shorts, 1), ElementsAre(1, -1, -1, 0));
    EXPECT_THAT(floats(bytes, 1), ElementsAre(1, FloatEq(0.2F)));
}

TEST_F(AccessorReaderTest, FollowsTheStrideOfTheView) {
    const std::size_t accessor = builder.addFloats({1, 2, 9, 3, 4, 9}, "VEC2");
    builder.json["bufferViews"][0]["byteStride"] = 12;
    builder.json["accessors"][accessor]["count"] = 2;
    EXPECT_THAT(floats(accessor, 2), ElementsAre(1, 2, 3, 4));
}

TEST_F(AccessorReaderTest, WithoutAViewAllIsZero) {
    const std::size_t accessor = builder.addFloats({1, 2}, "VEC2");
    builder.json["accessors"][accessor].erase("bufferView");
    EXPECT_THAT(floats(accessor, 2), ElementsAre(0, 0));
}

TEST_F(AccessorReaderTest, SparseElementsReplaceThoseOfTheView) {
    const std::size_t accessor = builder.addFloats({1, 2, 3, 4}, "SCALAR");
    const std::vector<std::uint8_t> indices = {1, 3};
    const std::vector<float> values = {20, 40};
    builder.json["accessors"][accessor]["sparse"] = {
        {"count", 2},
        {"indices",
         {{"bufferView", builder.addView(std::as_bytes(std::span(indices)))}, {"componentType", 5121}}},
        {"values", {{"bufferView", builder.addView(std::as_bytes(std::span(values)))}}}};
    EXPECT_THAT(floats(accessor, 1), ElementsAre(1, 20, 3, 40));
}

TEST_F(AccessorReaderTest, SparseIndicesAreElementsOfTheAccessor) {
    const std::size_t accessor = builder.addFloats({1, 2}, "SCALAR");
    const std::vector<std::uint8_t> indices = {2};
    const std::vector<float> values = {20};
    builder.json["accessors"][accessor]["sparse"] = {
        {"count", 1},
        {"indices",
         {{"bufferView", builder.addView(std::as_bytes(std::span(indices)))}, {"componentType", 5121}}},
        {"values", {{"bufferView", builder.addView(std::as_bytes(std::span(values)))}}}};
    EXPECT_EQ(errorOf(accessor, 1), "accessors[0].sparse.indices[0] is 2, the accessor has 2 elements");
}

TEST_F(AccessorReaderTest, SparseElementsAreNoMoreThanThoseOfTheAccessor) {
    const std::size_t accessor = builder.addFloats({1, 2}, "SCALAR");
    builder.json["accessors"][accessor]["sparse"] = {
        {"count", 3},
        {"indices", {{"bufferView", 0}, {"componentType", 5121}}},
        {"values", {{"bufferView", 0}}}};
    EXPECT_EQ(errorOf(accessor, 1), "accessors[0].sparse.count is 3, the accessor has 2 elements");
}

TEST_F(AccessorReaderTest, SparseIndicesAreUnsignedIntegers) {
    const std::size_t accessor = builder.addFloats({1, 2}, "SCALAR");
    builder.json["accessors"][accessor]["sparse"] = {
        {"count", 1},
        {"indices", {{"bufferView", 0}, {"componentType", 5122}}},
        {"values", {{"bufferView", 0}}}};
    EXPECT_EQ(errorOf(accessor, 1),
              "accessors[0].sparse.indices.componentType is 5122, expected 5121, 5123 or 5125");
}

TEST_F(AccessorReaderTest, RefusesElementsBehindTheView) {
    const std::size_t accessor = builder.addFloats({1, 2, 3}, "SCALAR");
    builder.json["accessors"][accessor]["count"] = 4;
    EXPECT_EQ(errorOf(accessor, 1),
              "accessors[0] has 4 elements of 4 bytes from byte 0 on, bufferViews[0] has room for 3");
}

TEST_F(AccessorReaderTest, RefusesAnOffsetBehindTheView) {
    const std::size_t accessor = builder.addFloats({1, 2, 3}, "SCALAR");
    builder.json["accessors"][accessor]["byteOffset"] = 4294967292U;
    EXPECT_THAT(errorOf(accessor, 1), HasSubstr("from byte 4294967292 on, bufferViews[0] has room for 0"));
}

TEST_F(AccessorReaderTest, RefusesAViewBehindTheBuffer) {
    const std::size_t accessor = builder.addFloats({1, 2, 3}, "SCALAR");
    builder.json["bufferViews"][0]["byteLength"] = 16;
    EXPECT_EQ(errorOf(accessor, 1), "bufferViews[0] has 16 bytes from byte 0 on, buffers[0] has 12");
}

TEST_F(AccessorReaderTest, RefusesAnotherNumberOfComponents) {
    EXPECT_EQ(errorOf(builder.addFloats({1, 2}, "VEC2"), 3),
              "where is accessor 0, which has 2 components, expected 3");
}

TEST_F(AccessorReaderTest, RefusesMatricesThatAreNotFourByFour) {
    const std::size_t accessor = builder.addFloats({1, 2, 3, 4, 5, 6, 7, 8, 9}, "SCALAR");
    builder.json["accessors"][accessor]["count"] = 1;
    builder.json["accessors"][accessor]["type"] = "MAT3";
    EXPECT_EQ(errorOf(accessor, 9), "where is accessor 0, which has 0 components, expected 9");
}

TEST_F(AccessorReaderTest, RefusesAStrideBelowTheSizeOfAnElement) {
    const std::size_t accessor = builder.addFloats({1, 2, 3, 4}, "VEC2");
    builder.json["bufferViews"][0]["byteStride"] = 4;
    EXPECT_EQ(errorOf(accessor, 2), "bufferViews[0].byteStride is 4, an element of accessors[0] has 8 bytes");
    builder.json["bufferViews"][0]["byteStride"] = 8;
    EXPECT_EQ(errorOf(accessor, 2), "none");
}

TEST_F(AccessorReaderTest, RefusesAnUnknownComponentType) {
    const std::size_t accessor = builder.addFloats({1}, "SCALAR");
    builder.json["accessors"][accessor]["componentType"] = 5124;
    EXPECT_THAT(errorOf(accessor, 1), HasSubstr("accessors[0].componentType is 5124"));
}

TEST_F(AccessorReaderTest, RefusesCountsThatTheBytesOfTheFileDoNotJustify) {
    const std::size_t accessor = builder.addFloats({1}, "SCALAR");
    builder.json["accessors"][accessor].erase("bufferView");
    builder.json["accessors"][accessor]["count"] = 2000000000;
    EXPECT_EQ(errorOf(accessor, 1),
              "accessors[0].count is 2000000000: with it more than 67108864 bytes would be decoded");
}

TEST_F(AccessorReaderTest, CountsWhatIsDecodedAgainAndAgain) {
    const std::size_t accessor = builder.addFloats({1}, "SCALAR");
    builder.json["accessors"][accessor].erase("bufferView");
    builder.json["accessors"][accessor]["count"] = 10000000;
    EXPECT_THROW(withReader([&](AccessorReader& reader) {
                     for (int i = 0; i < 2; ++i)
                         (void)reader.floats(static_cast<int>(accessor), 1, "where");
                     return 0;
                 }),
                 GltfError);
}

TEST_F(AccessorReaderTest, ReadsIndicesOfAllWidths) {
    const std::size_t bytes = builder.addAccessor<std::uint8_t>({255}, "SCALAR", 5121);
    const std::size_t words = builder.addAccessor<std::uint16_t>({65535}, "SCALAR", 5123);
    const std::size_t longs = builder.addAccessor<std::uint32_t>({4294967295U}, "SCALAR", 5125);
    withReader([&](AccessorReader& reader) {
        EXPECT_THAT(reader.integers(static_cast<int>(bytes), 1, 4, "where"), ElementsAre(255));
        EXPECT_THAT(reader.integers(static_cast<int>(words), 1, 4, "where"), ElementsAre(65535));
        EXPECT_THAT(reader.integers(static_cast<int>(longs), 1, 4, "where"), ElementsAre(4294967295U));
        return 0;
    });
}

TEST_F(AccessorReaderTest, IndicesAreNoFloats) {
    const std::size_t accessor = builder.addFloats({1}, "SCALAR");
    EXPECT_THROW(withReader([&](AccessorReader& reader) {
                     return reader.integers(static_cast<int>(accessor), 1, 4, "where");
                 }),
                 GltfError);
}

}  // namespace
}  // namespace rigkiln::gltf
