#include "pipeline/base/file_name.hpp"

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

TEST(SplitName, PartsNameAndExtension) {
    EXPECT_EQ(splitName("/a.b/hero.v2.ALO").name, "hero.v2");
    EXPECT_EQ(splitName("/a.b/hero.v2.ALO").extension, ".ALO");
    EXPECT_EQ(splitName("/a.b/hero").extension, "");
    EXPECT_EQ(splitName("/a/.hidden").name, ".hidden");
}

}  // namespace
}  // namespace rigkiln
