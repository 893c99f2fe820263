#include "pipeline/base/shared_bytes.hpp"

#include <span>

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

const std::vector<std::byte> kBytes = {std::byte{1}, std::byte{2}};

TEST(SharedBytes, CopiesShareTheBytes) {
    const SharedBytes one = kBytes;
    const SharedBytes other = one;
    EXPECT_EQ(one.data(), other.data());
}

TEST(SharedBytes, OutlivesWhatItWasCopiedFrom) {
    SharedBytes copy;
    {
        const SharedBytes original = kBytes;
        copy = original;
    }
    EXPECT_EQ(copy, kBytes);
}

TEST(SharedBytes, ComparesByContent) {
    const SharedBytes one = kBytes;
    EXPECT_EQ(one, SharedBytes(kBytes));
    EXPECT_NE(one, SharedBytes(std::vector(2, std::byte{1})));
    EXPECT_NE(one, SharedBytes());
}

TEST(SharedBytes, IsEmptyByDefaultAndForNoBytes) {
    for (const SharedBytes& none : {SharedBytes(), SharedBytes(std::vector<std::byte>())}) {
        EXPECT_TRUE(none.empty());
        EXPECT_EQ(none.size(), 0U);
        EXPECT_EQ(none.begin(), none.end());
        EXPECT_EQ(none, SharedBytes());
    }
}

TEST(SharedBytes, IsTakenWhereASpanIs) {
    const SharedBytes bytes = kBytes;
    const std::span<const std::byte> span = bytes;
    EXPECT_EQ(span.data(), bytes.data());
    EXPECT_EQ(span.size(), 2U);
}

}  // namespace
}  // namespace rigkiln
