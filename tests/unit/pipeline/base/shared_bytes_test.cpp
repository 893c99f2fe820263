#include "pipeline/base/shared_bytes.hpp"

#include <span>
#include <string>
#include <utility>

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

TEST(SharedBytes, TakesATextWithoutACopy) {
    std::string text(100, 'a');
    const char* const place = text.data();
    const SharedBytes bytes(std::move(text));
    EXPECT_EQ(static_cast<const void*>(bytes.data()), place);
    EXPECT_EQ(bytes.size(), 100U);
}

TEST(SharedBytes, PartsShareTheBytesAndKeepThem) {
    SharedBytes all = std::vector(4, std::byte{7});
    const std::byte* const place = all.data();
    const SharedBytes part = all.part(1, 2);
    EXPECT_TRUE(all.part(4, 0).empty());
    EXPECT_NE(all.part(0, 3), all);
    all = SharedBytes();
    EXPECT_EQ(part.data(), place + 1);
    EXPECT_EQ(part, SharedBytes(std::vector(2, std::byte{7})));
}

TEST(SharedBytes, AreNoneOnceTheyAreMoved) {
    SharedBytes one = kBytes;
    const SharedBytes other = std::move(one);
    EXPECT_EQ(other, kBytes);
    EXPECT_TRUE(one.empty());  // NOLINT(bugprone-use-after-move): what is left is tested
    EXPECT_EQ(one.begin(), one.end());
    EXPECT_EQ(one.size(), 0U);
}

TEST(SharedBytes, ComparesByContent) {
    const SharedBytes one = kBytes;
    EXPECT_EQ(one, SharedBytes(kBytes));
    EXPECT_NE(one, SharedBytes(std::vector(2, std::byte{1})));
    EXPECT_NE(one, SharedBytes());
}

TEST(SharedBytes, IsEmptyByDefaultAndForNoBytes) {
    for (const SharedBytes& none :
         {SharedBytes(), SharedBytes(std::vector<std::byte>()), SharedBytes(std::string())}) {
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
