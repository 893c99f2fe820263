#include "pipeline/binary/guarded.hpp"

#include <gtest/gtest.h>

#include "tests/support/test_errors.hpp"

namespace rigkiln {
namespace {

int throwFormatError() {
    throw FormatError("bone[3].name", 0x1A4, "needs 12 bytes: 5 are left in chunk");
}

TEST(Guarded, ReturnsTheResult) {
    EXPECT_EQ(guarded<int>([] { return 7; }).value(), 7);
}

TEST(Guarded, GivesAFormatErrorThePlaceOfTheField) {
    EXPECT_EQ(guarded<int>(throwFormatError).error(),
              kDamaged.at("bone[3].name at 0x1A4", "needs 12 bytes: 5 are left in chunk"));
}

TEST(Guarded, GivesAFormatErrorTheCodeAskedFor) {
    EXPECT_TRUE(guarded<int>(throwFormatError, test::kInputError).error().is(test::kInputError));
}

TEST(Guarded, GivesAnEncodeErrorThePlaceOfTheField) {
    const auto encode = []() -> int { throw EncodeError("bone[3].name", "has 70 bytes, limit 63"); };
    EXPECT_EQ(guarded<int>(encode).error(), kNotRepresentable.at("bone[3].name", "has 70 bytes, limit 63"));
}

}  // namespace
}  // namespace rigkiln
