#include "pipeline/wayback/encode_checked.hpp"

#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/test_errors.hpp"

namespace rigkiln {
namespace {

using Bytes = std::vector<std::byte>;

/// One number, which takes one byte.
struct Toy {
    int number = 0;
};

Result<Bytes> encodeToy(const Toy& toy) {
    if (toy.number > 255) return test::kInputError.at("number", "is 256, the limit is 255");
    return Bytes{static_cast<std::byte>(toy.number)};
}

Result<Toy> decodeToy(const Bytes& bytes) {
    return Toy{std::to_integer<int>(bytes.front())};
}

bool hasSameParts(const Toy& left, const Toy& right) {
    return left.number == right.number;
}

TEST(EncodeChecked, GivesTheBytesThatComeBack) {
    const auto bytes = encodeChecked(Toy{7}, encodeToy, decodeToy, hasSameParts);
    ASSERT_TRUE(bytes);
    EXPECT_EQ(*bytes, Bytes{std::byte{7}});
}

TEST(EncodeChecked, FailsAsEncodingDoes) {
    const auto bytes = encodeChecked(Toy{256}, encodeToy, decodeToy, hasSameParts);
    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error(), (test::kInputError.at("number", "is 256, the limit is 255")));
}

TEST(EncodeChecked, CallsItAMistakeOfOursWhenTheBytesCannotBeRead) {
    const auto refuse = [](const Bytes& /*bytes*/) -> Result<Toy> {
        return test::kInputError.at("byte 0", "is odd");
    };
    const auto bytes = encodeChecked(Toy{7}, encodeToy, refuse, hasSameParts);
    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error(), (kReadBackDiffers.at("what was written: byte 0", "is odd")));
}

TEST(EncodeChecked, CallsItAMistakeOfOursWhenSomethingElseComesBack) {
    const Error other =
        kReadBackDiffers.at("what was written", "does not come back as it was when it is read again");
    const auto more = [](const Bytes& bytes) -> Result<Toy> {
        return Toy{std::to_integer<int>(bytes.front()) + 1};
    };
    const auto always = [](const Toy& /*left*/, const Toy& /*right*/) { return true; };
    const auto never = [](const Toy& /*left*/, const Toy& /*right*/) { return false; };
    const auto otherBytes = encodeChecked(Toy{7}, encodeToy, more, always);
    ASSERT_FALSE(otherBytes);
    EXPECT_EQ(otherBytes.error(), other);
    const auto otherParts = encodeChecked(Toy{7}, encodeToy, decodeToy, never);
    ASSERT_FALSE(otherParts);
    EXPECT_EQ(otherParts.error(), other);
}

}  // namespace
}  // namespace rigkiln
