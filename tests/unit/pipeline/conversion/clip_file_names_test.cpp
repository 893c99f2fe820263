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

TEST(ClipFileNames, GiveEachNameOnceWithoutTheFormOfUnicode) {
    ClipFileNames names("{clip}.gsa");
    EXPECT_EQ(names.next("caf\u00E9"), "caf\u00E9.gsa");
    EXPECT_EQ(names.next("CAFE\u0301"), "CAFE\u0301_2.gsa");
}

TEST(ClipFileNames, GiveThePatternWhereItHasNoPlace) {
    ClipFileNames names("hero.gsa");
    EXPECT_FALSE(names.hasPlaceholder());
    EXPECT_EQ(names.next("walk"), "hero.gsa");
}

TEST(ClipFileNames, HaveNothingThatASystemRefuses) {
    ClipFileNames names("{clip}.gsa");
    EXPECT_EQ(names.next("a/b\\c:d*e"), "a_b_c_d_e.gsa");
    EXPECT_EQ(names.next("../up"), ".._up.gsa");
    EXPECT_EQ(names.next("con"), "_con.gsa");
    EXPECT_EQ(names.next(""), "_.gsa");
}

TEST(ClipFileNames, DifferWhereWhatIsRefusedWasTheDifference) {
    ClipFileNames names("{clip}.gsa");
    EXPECT_EQ(names.next("a/b"), "a_b.gsa");
    EXPECT_EQ(names.next("a:b"), "a_b_2.gsa");
}

TEST(ClipFileNames, BesideAMainFileLeaveItsNameAlone) {
    ClipFileNames names = ClipFileNames::beside("hero.glb", "{clip}");
    EXPECT_EQ(names.next("Hero"), "Hero_2.glb");
    EXPECT_EQ(names.next("walk"), "walk.glb");
    EXPECT_EQ(names.next("../hero"), ".._hero.glb");
}

TEST(ClipFileNames, BesideAMainFileTakeItsNameAsItIs) {
    EXPECT_EQ(ClipFileNames::beside("hero.glb", "{main}@{clip}").next("walk"), "hero@walk.glb");
    EXPECT_EQ(ClipFileNames::beside("hero.gltf", "{clip}-{main}").next("walk"), "walk-hero.gltf");
    EXPECT_EQ(ClipFileNames::beside("{clip}.glb", "{main}_{clip}").next("walk"), "{clip}_walk.glb");
    EXPECT_EQ(ClipFileNames::beside("{main}", "{main}.{clip}").next("walk"), "{main}.walk");
}

TEST(ClipFilePattern, FitsTheFilesOfClips) {
    const ClipFilePattern pattern = clipFilesBeside("hero.glb", "{main}@{clip}");
    EXPECT_TRUE(fits(pattern, "hero@walk.glb"));
    EXPECT_FALSE(fits(pattern, "hero@.glb"));
    EXPECT_FALSE(fits(pattern, "hero.glb"));
    EXPECT_FALSE(fits(pattern, "hero@a/b.glb"));
    EXPECT_FALSE(fits(clipFilesOf("a{clip}a"), "aa"));
}

TEST(ClipFilePattern, HasThePlaceOfAClipOnce) {
    EXPECT_TRUE(isClipFilePattern("{main}@{clip}"));
    EXPECT_FALSE(isClipFilePattern("{main}"));
    EXPECT_FALSE(isClipFilePattern("{clip}{clip}"));
}

}  // namespace
}  // namespace rigkiln
