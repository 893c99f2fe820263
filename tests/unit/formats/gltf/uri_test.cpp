#include "formats/gltf/uri.hpp"

#include <gtest/gtest.h>

#include "tests/unit/formats/gltf/gltf_builder.hpp"

namespace rigkiln::gltf {
namespace {

TEST(DataUri, GivesTypeAndBytes) {
    const auto data = decodeDataUri("data:image/png;base64,SGVsbG8=");
    ASSERT_TRUE(data);
    EXPECT_EQ(data->mimeType, "image/png");
    EXPECT_EQ(data->bytes, test::bytesOf("Hello"));
}

TEST(DataUri, NeedsNoPadding) {
    const auto data = decodeDataUri("data:;base64,SGVsbG8");
    ASSERT_TRUE(data);
    EXPECT_EQ(data->bytes, test::bytesOf("Hello"));
}

TEST(DataUri, TypeEndsBeforeItsParameters) {
    EXPECT_EQ(decodeDataUri("data:text/plain;charset=utf-8;base64,")->mimeType, "text/plain");
}

TEST(DataUri, IsNothingWhenNotBase64) {
    EXPECT_FALSE(decodeDataUri("data:text/plain,Hello"));
    EXPECT_FALSE(decodeDataUri("data:;base64,SG*="));
    EXPECT_FALSE(decodeDataUri("data:;base64,SGVsb"));
    EXPECT_FALSE(decodeDataUri("data:;base64"));
}

TEST(PercentEncoding, IsDecodedOnce) {
    EXPECT_EQ(decodePercent("my%20model%2Fa%2520b.bin"), "my model/a%20b.bin");
}

TEST(PercentEncoding, NeedsTwoDigits) {
    EXPECT_FALSE(decodePercent("100%"));
    EXPECT_FALSE(decodePercent("a%2"));
    EXPECT_FALSE(decodePercent("a%zz"));
}

}  // namespace
}  // namespace rigkiln::gltf
