#include "pipeline/base/error.hpp"

#include <gtest/gtest.h>

#include "pipeline/base/error_codes.hpp"
#include "pipeline/base/result.hpp"

namespace rigkiln {
namespace {

constexpr ErrorCode kToo{"toy.too-large", ErrorKind::Configuration, "the toy is too large for its box"};

TEST(Error, JoinsFilePlaceAndProblem) {
    EXPECT_EQ(kToo.error("is large").text(), "is large");
    EXPECT_EQ(kToo.in("a.toy", "is large").text(), "a.toy: is large");
    EXPECT_EQ(kToo.at("box[2]", "is large").text(), "box[2]: is large");
    const Error whole = inFile("a.toy", kToo.at("box[2]", "is large"));
    EXPECT_EQ(whole.text(), "a.toy: box[2]: is large");
    EXPECT_EQ(whole.where(), "a.toy: box[2]");
    EXPECT_EQ(whole.textInFile(), "box[2]: is large");
}

TEST(Error, HasTheKindOfItsCode) {
    const Error error = kToo.error("is large");
    EXPECT_EQ(error.code().id, "toy.too-large");
    EXPECT_EQ(error.kind(), ErrorKind::Configuration);
    EXPECT_TRUE(error.is(kToo));
    EXPECT_FALSE(error.is(kDamaged));
}

TEST(Error, KeepsTheFileThatAnInnerCallNamed) {
    EXPECT_EQ(inFile("outer", kToo.in("inner", "is large")), kToo.in("inner", "is large"));
    EXPECT_EQ(inFile("outer", kToo.error("is large")), kToo.in("outer", "is large"));
}

TEST(Error, PutsAnOuterPlaceInFront) {
    EXPECT_EQ(atPlace("shelf", kToo.at("box[2]", "is large")), kToo.at("shelf: box[2]", "is large"));
    EXPECT_EQ(atPlace("shelf", kToo.error("is large")), kToo.at("shelf", "is large"));
    EXPECT_EQ(atPlace("shelf", kToo.in("a.toy", "is large")).text(), "a.toy: shelf: is large");
}

TEST(Error, KeepsItsTextsWithAnotherCode) {
    const Error error = inFile("a.toy", kToo.at("box[2]", "is large")).withCode(kDamaged);
    EXPECT_EQ(error, inFile("a.toy", kDamaged.at("box[2]", "is large")));
    EXPECT_NE(error, inFile("a.toy", kToo.at("box[2]", "is large")));
}

TEST(Error, PlaceholderIsAnInternalError) {
    const Result<int> result = Error{};
    EXPECT_TRUE(result.error().is(kNoResult));
    EXPECT_EQ(result.error().kind(), ErrorKind::Internal);
}

}  // namespace
}  // namespace rigkiln
