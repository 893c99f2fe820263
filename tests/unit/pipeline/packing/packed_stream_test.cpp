#include "pipeline/packing/packed_stream.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>

#include <gmock/gmock.h>

namespace rigkiln {
namespace {

using Bytes = std::vector<std::byte>;

/// Bytes that differ little from their neighbours, like those of real files.
Bytes slowBytes(std::size_t count, std::uint32_t seed) {
    std::mt19937 random(seed);
    Bytes bytes(count);
    std::uint32_t value = 0;
    for (std::byte& byte : bytes) {
        value += static_cast<std::uint32_t>(random() % 3);
        byte = static_cast<std::byte>(value);
    }
    return bytes;
}

template <class Number>
Bytes bytesOf(const std::vector<Number>& numbers) {
    const auto bytes = std::as_bytes(std::span(numbers));
    return {bytes.begin(), bytes.end()};
}

TEST(PackedStream, NamesModesAndFiltersAsTheExtensionDoes) {
    std::vector<std::string_view> modes(kStreamModes.size());
    std::ranges::transform(kStreamModes, modes.begin(), [](StreamMode mode) { return nameOf(mode); });
    EXPECT_THAT(modes, testing::UnorderedElementsAre("ATTRIBUTES", "TRIANGLES", "INDICES"));
    std::vector<std::string_view> filters(kStreamFilters.size());
    std::ranges::transform(kStreamFilters, filters.begin(),
                           [](StreamFilter filter) { return nameOf(filter); });
    EXPECT_THAT(filters, testing::UnorderedElementsAre("NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL"));
}

TEST(PackedStream, GivesAttributesBackWhateverTheirNumberAndSize) {
    for (const std::uint64_t stride : {4U, 8U, 12U, 64U, 256U}) {
        for (const std::uint64_t count : {1U, 15U, 16U, 17U, 255U, 257U, 1000U}) {
            const StreamShape shape{.stride = stride, .count = count};
            const Bytes elements = slowBytes(static_cast<std::size_t>(shape.sizeBytes()), 7);
            const Bytes packed = packStream(shape, elements);
            EXPECT_EQ(unpackStream(shape, packed), elements) << stride << " x " << count;
            EXPECT_LE(count, mostElements(shape, packed.size()));
        }
    }
}

TEST(PackedStream, NeverHoldsMoreThanItsLimitSays) {
    for (const StreamMode mode : {StreamMode::Attributes, StreamMode::Triangles, StreamMode::Indices}) {
        const StreamShape shape{.mode = mode, .stride = 4, .count = 30'000};
        const Bytes packed = packStream(shape, Bytes(static_cast<std::size_t>(shape.sizeBytes())));
        EXPECT_LE(shape.count, mostElements(shape, packed.size())) << static_cast<int>(mode);
    }
}

TEST(PackedStream, GivesTrianglesBackUpToTheRotationOfTheirCorners) {
    for (const std::uint64_t stride : {2U, 4U}) {
        const std::vector<std::uint32_t> indices = {0, 1, 2, 2, 1, 3, 3, 1, 4, 9, 8, 7};
        Bytes elements(indices.size() * stride);
        for (std::size_t i = 0; i < indices.size(); ++i)
            std::memcpy(elements.data() + i * stride, &indices[i], stride);
        const StreamShape shape{.mode = StreamMode::Triangles, .stride = stride, .count = indices.size()};
        const auto unpacked = unpackStream(shape, packStream(shape, elements));
        ASSERT_TRUE(unpacked);
        for (std::size_t first = 0; first < indices.size(); first += 3) {
            std::vector<std::uint32_t> corners(3);
            for (std::size_t c = 0; c < 3; ++c)
                std::memcpy(&corners[c], unpacked->data() + (first + c) * stride, stride);
            std::vector<std::uint32_t> expected(indices.begin() + static_cast<std::ptrdiff_t>(first),
                                                indices.begin() + static_cast<std::ptrdiff_t>(first) + 3);
            bool isSame = false;
            for (int turn = 0; turn < 3; ++turn) {
                isSame = isSame || corners == expected;
                std::rotate(expected.begin(), expected.begin() + 1, expected.end());
            }
            EXPECT_TRUE(isSame) << "triangle " << first / 3;
        }
    }
}

TEST(PackedStream, HasTheHeadersOfTheExtension) {
    EXPECT_EQ(packStream({.stride = 4, .count = 1}, Bytes(4)).front(), std::byte{0xA0});
    EXPECT_EQ(packStream({.mode = StreamMode::Triangles, .stride = 2, .count = 3},
                         bytesOf<std::uint16_t>({0, 1, 2}))
                  .front(),
              std::byte{0xE1});
    EXPECT_EQ(
        packStream({.mode = StreamMode::Indices, .stride = 2, .count = 3}, bytesOf<std::uint16_t>({0, 1, 2}))
            .front(),
        std::byte{0xD1});
}

TEST(PackedStream, RefusesEveryPrefixAndAnyTail) {
    const StreamShape shape{.stride = 8, .count = 100};
    Bytes packed = packStream(shape, slowBytes(800, 3));
    for (std::size_t size = 0; size < packed.size(); ++size)
        EXPECT_FALSE(unpackStream(shape, std::span(packed).first(size))) << size;
    packed.push_back(std::byte{0});
    EXPECT_FALSE(unpackStream(shape, packed));
}

TEST(PackedStream, KnowsWhichShapesThereAre) {
    EXPECT_TRUE(isStreamShape({.stride = 256, .count = 1}));
    EXPECT_FALSE(isStreamShape({.stride = 260, .count = 1}));
    EXPECT_FALSE(isStreamShape({.stride = 6, .count = 1}));
    EXPECT_FALSE(isStreamShape({.stride = 0, .count = 1}));
    EXPECT_FALSE(isStreamShape({.filter = StreamFilter::Octahedral, .stride = 12, .count = 1}));
    EXPECT_FALSE(isStreamShape({.filter = StreamFilter::Quaternion, .stride = 4, .count = 1}));
    EXPECT_TRUE(isStreamShape({.filter = StreamFilter::Exponential, .stride = 12, .count = 1}));
    EXPECT_FALSE(isStreamShape({.mode = StreamMode::Triangles, .stride = 8, .count = 3}));
    EXPECT_FALSE(isStreamShape(
        {.mode = StreamMode::Indices, .filter = StreamFilter::Exponential, .stride = 4, .count = 3}));
}

}  // namespace
}  // namespace rigkiln
