#include "pipeline/wayback/clip_outputs.hpp"

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

TEST(CheckClipOutputs, WantsAPlaceholderForSeveralClips) {
    EXPECT_TRUE(checkClipOutputs(ClipFileNames("a.gsa"), 1, "GSA"));
    EXPECT_TRUE(checkClipOutputs(ClipFileNames("{clip}.gsa"), 2, "GSA"));
    const Status refused = checkClipOutputs(ClipFileNames("a.gsa"), 2, "GSA");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().text(),
              "has 2 animations, and a GSA holds one; put {clip} into the name of the output, or give a "
              "folder");
}

}  // namespace
}  // namespace rigkiln
