#include "pipeline/conversion/clip_file_names.hpp"

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

TEST(ClipFileNames, PutTheClipIntoThePattern) {
    ClipFileNames names("hero_{clip}.gsa");
    EXPECT_TRUE(names.hasPlaceholder());
    EXPECT_EQ(names.next("walk"), "hero_walk.gsa");
}

TEST(ClipFileNames, GiveEachNameOnceWithoutCase) {
    ClipFileNames names("{clip}.gsa");
    EXPECT_EQ(names.next("walk"), "walk.gsa");
    EXPECT_EQ(names.next("Walk"), "Walk_2.gsa");
    EXPECT_EQ(names.next("WALK"), "WALK_3.gsa");
    EXPECT_EQ(names.next("walk_2"), "walk_2_2.gsa");
}

TEST(ClipFileNames, GiveThePatternWhereItHasNoPlace) {
    ClipFileNames names("hero.gsa");
    EXPECT_FALSE(names.hasPlaceholder());
    EXPECT_EQ(names.next("walk"), "hero.gsa");
}

TEST(ClipFileNames, AreNoFoldersOrDrives) {
    EXPECT_EQ(clipFileName("a/b\\c:d*e"), "a_b_c_d_e");
    EXPECT_EQ(clipFileName(".."), "");
    EXPECT_EQ(clipFileName(""), "");
}

}  // namespace
}  // namespace rigkiln
