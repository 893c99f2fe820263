#include "formats/gltf/validate/data_uri.hpp"

#include <gtest/gtest.h>

#include "tests/support/gltf_validation/sound_document.hpp"

namespace rigkiln::gltf_validation {
namespace {

TEST(KindOfUri, TellsRelativePathsFromTheRest) {
    for (const char* uri : {"a.bin", "folder/a.bin", "../a.bin", "a%20b.bin", "a/b:c.bin"})
        EXPECT_EQ(kindOfUri(uri), UriKind::Relative) << uri;
    for (const char* uri :
         {"/a.bin", "//host/a.bin", "http://host/a", "c:/a.bin", "a.bin?b", "a.bin#b", "data:,a"})
        EXPECT_EQ(kindOfUri(uri), UriKind::Other) << uri;
    for (const char* uri : {":a", "1a:b", "a b:c", "data:", "data:a/b;base64,?"})
        EXPECT_EQ(kindOfUri(uri), UriKind::Malformed) << uri;
}

TEST(ReadDataUri, DecodesPercentSigns) {
    const auto data = readDataUri("data:Text/HTML;charset=utf-8,a%20b");
    ASSERT_TRUE(data);
    EXPECT_EQ(data->mimeType, "text/html");
    EXPECT_EQ(data->bytes, test::bytesOfText("a b"));
}

TEST(ReadDataUri, DecodesBase64WithParameters) {
    const auto data = readDataUri("data:a/b;c=d;base64,SGVsbG8=");
    ASSERT_TRUE(data);
    EXPECT_EQ(data->mimeType, "a/b");
    EXPECT_EQ(data->bytes, test::bytesOfText("Hello"));
}

TEST(ReadDataUri, IsTextWithoutAType) {
    EXPECT_EQ(readDataUri("data:,a")->mimeType, "text/plain");
}

TEST(ReadDataUri, RefusesWhatIsMalformed) {
    for (const char* uri :
         {"data:a/b", "data:ab,c", "data:a/b;c,d", "data:a/b;;base64,AA==", "data:a/b,%2", "a.bin"})
        EXPECT_FALSE(readDataUri(uri)) << uri;
}

}  // namespace
}  // namespace rigkiln::gltf_validation
