#include "formats/containers/zstd.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/containers/container_builders.hpp"

namespace rigkiln::containers {
namespace {

using test::Bytes;
using test::problemOf;
using testing::HasSubstr;

Bytes operator+(Bytes left, const Bytes& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

TEST(Zstd, DecodesWhatItEncodes) {
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{3000}, std::size_t{3000000}}) {
        const Bytes bytes = test::packableBytes(size);
        EXPECT_EQ(test::membersOf(kZstdContainer, encodeZstd(bytes)).front().second, bytes);
    }
}

TEST(Zstd, ReadsFramesOneAfterTheOther) {
    const Bytes first = test::packableBytes(500, 1);
    const Bytes second = test::packableBytes(700, 2);
    EXPECT_EQ(test::membersOf(kZstdContainer, encodeZstd(first) + encodeZstd(second)).front().second,
              first + second);
}

TEST(Zstd, PeeksAtTheBeginning) {
    const Bytes bytes = test::packableBytes(400000);
    Bytes packed = encodeZstd(bytes);
    EXPECT_EQ(kZstdContainer.unpackedSize(packed).value(), 400000U);
    packed.resize(std::min(packed.size(), kZstdContainer.peekBytes));
    EXPECT_EQ(kZstdContainer.peek(packed, 64).value(), Bytes(bytes.begin(), bytes.begin() + 64));
}

TEST(Zstd, RefusesAStreamThatEndsTooSoon) {
    Bytes packed = encodeZstd(test::packableBytes(3000));
    packed.pop_back();
    EXPECT_THAT(problemOf(kZstdContainer, packed), HasSubstr("the stream ends after"));
}

TEST(Zstd, RefusesWhatIsLargerThanTheLimits) {
    const Bytes packed = encodeZstd(Bytes(5000000));
    EXPECT_EQ(problemOf(kZstdContainer, packed, {.maximumBytes = 1000}),
              "contentSize at 0x4: says 5000000 bytes when unpacked, at most 1000 (1000 B) are taken");
    EXPECT_THAT(problemOf(kZstdContainer, packed), HasSubstr("at most 1000 times as many are taken"));
}

TEST(Zstd, RefusesWhatGrowsInFramesThatDoNotAddUp) {
    // Each frame keeps to the limit, but not all frames together.
    const Bytes packed = encodeZstd(Bytes(700)) + encodeZstd(Bytes(700));
    EXPECT_THAT(problemOf(kZstdContainer, packed, {.maximumBytes = 1000}),
                HasSubstr("frames at 0x0: hold more than 1000 bytes"));
}

}  // namespace
}  // namespace rigkiln::containers
