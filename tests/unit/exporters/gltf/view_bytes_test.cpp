#include "exporters/gltf/view_bytes.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/heap_scratch.hpp"

namespace rigkiln::gltf_export {
namespace {

using Bytes = std::vector<std::byte>;

constexpr std::size_t kBlock = ViewBuilder::kBlockBytes;

Bytes bytesOf(std::size_t count, int value) {
    return Bytes(count, static_cast<std::byte>(value));
}

TEST(ViewBuilder, KeepsWhatIsAppendedAtOnceInOneBlock) {
    constexpr std::size_t kSize = 600;
    ViewBuilder builder;
    for (int i = 0; i < 100; ++i)
        builder.append(bytesOf(kSize, i));
    EXPECT_EQ(builder.size(), 100 * kSize);
    const ViewBytes view = builder.take();
    EXPECT_EQ(view.size(), 100 * kSize);
    EXPECT_EQ(view.blocks().size(), 4U);
    for (std::size_t i = 0; i < 100; ++i) {
        const std::span<const std::byte> from = view.from(i * kSize);
        ASSERT_GE(from.size(), kSize);
        EXPECT_TRUE(std::ranges::equal(from.first(kSize), bytesOf(kSize, static_cast<int>(i))));
    }
}

TEST(ViewBuilder, FindsBytesWhileItIsAtWork) {
    ViewBuilder builder;
    builder.append(bytesOf(kBlock, 1));
    builder.append(bytesOf(8, 2));
    EXPECT_EQ(builder.from(0).size(), kBlock);
    EXPECT_EQ(builder.from(kBlock)[0], std::byte{2});
    EXPECT_EQ(builder.from(kBlock + 7).size(), 1U);
}

TEST(ViewBuilder, GivesWhatIsLargeABlockOfItsOwn) {
    ViewBuilder builder;
    builder.append(bytesOf(4, 1));
    builder.append(bytesOf(3 * kBlock, 2));
    builder.append(bytesOf(ViewBuilder::kOwnBlockBytes, 3));
    builder.append(bytesOf(4, 4));
    const ViewBytes view = builder.take();
    ASSERT_EQ(view.blocks().size(), 4U);
    EXPECT_EQ(view.blocks()[1].size(), 3 * kBlock);
    EXPECT_EQ(view.blocks()[2].size(), ViewBuilder::kOwnBlockBytes);
}

TEST(ViewBuilder, AlignsInTheViewWhateverItsBlocksAre) {
    constexpr std::size_t kOdd = ViewBuilder::kOwnBlockBytes + 1;
    ViewBuilder builder;
    builder.append(bytesOf(kOdd, 1));
    builder.align();
    EXPECT_EQ(builder.size(), kOdd + 3);
    builder.align();
    EXPECT_EQ(builder.size(), kOdd + 3);
    builder.append(bytesOf(1, 2));
    builder.align();
    builder.append(bytesOf(kOdd, 3));
    EXPECT_EQ(builder.from(kOdd)[0], std::byte{0});
    EXPECT_EQ(builder.from(kOdd + 3)[0], std::byte{2});
    EXPECT_EQ(builder.from(kOdd + 6)[0], std::byte{0});
    EXPECT_EQ(builder.from(kOdd + 7).size(), kOdd);
    EXPECT_EQ(builder.take().size(), 2 * kOdd + 7);
}

TEST(ViewBuilder, IsOneBlockWhereItHasToBe) {
    ViewBuilder builder;
    builder.makeWhole();
    for (int i = 0; i < 40; ++i)
        builder.append(bytesOf(4096, i));
    EXPECT_EQ(builder.take().blocks().size(), 1U);
}

TEST(ViewBuilder, IsEmptyOnceItsBytesAreTaken) {
    ViewBuilder builder;
    builder.reserve(4);
    EXPECT_TRUE(builder.empty());
    builder.append(bytesOf(4, 1));
    EXPECT_EQ(builder.take().size(), 4U);
    EXPECT_TRUE(builder.empty());
    EXPECT_TRUE(builder.take().empty());
}

class ScratchBlocks : public testing::Test {
protected:
    void SetUp() override { builder_.use(&scratch_); }

    rigkiln::test::HeapScratch scratch_{3000};
    ViewBuilder builder_;
};

TEST_F(ScratchBlocks, AreTheSameBytes) {
    ViewBuilder inMemory;
    for (int i = 0; i < 1000; ++i) {
        const Bytes bytes = bytesOf(static_cast<std::size_t>(i) * 7 % 1500 + 1, i);
        for (ViewBuilder* builder : {&builder_, &inMemory}) {
            builder->align();
            builder->append(bytes);
        }
    }
    const Bytes huge = bytesOf(2 * ViewBuilder::kScratchBlockBytes, 3);
    builder_.append(huge);
    inMemory.append(huge);
    EXPECT_EQ(builder_.size(), inMemory.size());
    EXPECT_EQ(builder_.from(0)[0], std::byte{0});
    const ViewBytes view = builder_.take();
    EXPECT_EQ(view.joined(), inMemory.take().joined());
    EXPECT_FALSE(view.blocks().front().isOfFile());
    EXPECT_TRUE(std::ranges::all_of(view.blocks().subspan(1), &SharedBytes::isOfFile));
    EXPECT_TRUE(builder_.empty());
}

TEST_F(ScratchBlocks, HoldWhatIsAppendedAtOnce) {
    constexpr std::size_t kSize = 1001;
    for (int i = 0; i < 600; ++i)
        builder_.append(bytesOf(kSize, i));
    const ViewBytes view = builder_.take();
    EXPECT_EQ(view.blocks().size(), 4U);
    for (std::size_t i = 0; i < 600; ++i) {
        const std::span<const std::byte> from = view.from(i * kSize);
        ASSERT_GE(from.size(), kSize);
        EXPECT_TRUE(std::ranges::equal(from.first(kSize), bytesOf(kSize, static_cast<int>(i))));
        if (i % 100 == 0) view.rest();
    }
}

TEST_F(ScratchBlocks, StayInMemoryWhereTheDiskDoesNotTakeThem) {
    rigkiln::test::HeapScratch none(10, true);
    ViewBuilder builder;
    builder.use(&none);
    builder.append(bytesOf(8, 1));
    builder.append(bytesOf(kBlock, 2));
    builder.append(bytesOf(8, 3));
    Bytes expected = bytesOf(8, 1);
    expected.resize(8 + kBlock, std::byte{2});
    expected.resize(16 + kBlock, std::byte{3});
    EXPECT_EQ(builder.take().joined(), SharedBytes(expected));
}

TEST(ViewBytes, JoinsItsBlocksInTheirOrder) {
    ViewBuilder builder;
    builder.append(bytesOf(kBlock, 1));
    builder.append(bytesOf(2, 2));
    Bytes expected = bytesOf(kBlock, 1);
    expected.resize(kBlock + 2, std::byte{2});
    EXPECT_EQ(builder.take().joined(), SharedBytes(expected));
    EXPECT_TRUE(ViewBytes().joined().empty());
}

TEST(ViewBytes, SharesBytesThatAreOneBlock) {
    const SharedBytes bytes = bytesOf(10, 1);
    EXPECT_EQ(ViewBytes(bytes).joined().data(), bytes.data());
}

}  // namespace
}  // namespace rigkiln::gltf_export
