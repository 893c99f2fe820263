#include "tools/cli/build_step.hpp"

#include <gtest/gtest.h>

namespace rigkiln::cli {
namespace {

TEST(PathSpelling, IsRelativeBelowTheWorkingFolder) {
    const PathSpelling spelling("/projects/here", {"art/a.alo"});
    EXPECT_EQ(spelling.spell("/projects/here/art/a.alo"), "art/a.alo");
    EXPECT_EQ(spelling.spell("/projects/here"), ".");
    EXPECT_EQ(spelling.spell("/projects/hereafter/a.tga"), "/projects/hereafter/a.tga");
    EXPECT_EQ(spelling.spell("/projects/b.tga"), "/projects/b.tga");
}

TEST(PathSpelling, GoesAsFarUpAsTheCommandLine) {
    const PathSpelling spelling("/projects/here/build", {"../art/a.alo"});
    EXPECT_EQ(spelling.spell("/projects/here/art/a.alo"), "../art/a.alo");
    EXPECT_EQ(spelling.spell("/projects/here/Textures"), "../Textures");
    EXPECT_EQ(spelling.spell("/projects/x"), "/projects/x");
}

TEST(PathSpelling, KeepsAbsolutePathsOfTheCommandLine) {
    const PathSpelling spelling("/projects/here", {"/projects/here/art/a.alo", "b.alo"});
    EXPECT_EQ(spelling.spell("/projects/here/art/a.tga"), "/projects/here/art/a.tga");
    EXPECT_EQ(spelling.spell("/projects/here/b.alo"), "b.alo");
    EXPECT_EQ(PathSpelling("/projects/here", {"/art/a.alo"}).spell("/projects/here/x"), "/projects/here/x");
}

}  // namespace
}  // namespace rigkiln::cli
