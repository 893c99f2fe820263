#include "pipeline/plan/unread_files.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pipeline/base/file_name.hpp"
#include "tests/support/scripted_format/scripted_format.hpp"
#include "tests/support/test_errors.hpp"

namespace rigkiln {
namespace {

class UnreadFiles : public testing::Test {
protected:
    /// Adds a clip that no model took.
    FileTable::Index clip(const std::string& path) {
        const FileTable::Index file = files_.add({.path = path, .relative = path.substr(1)});
        files_.setKind(file, {.format = &scripted::kClipFormat});
        files_.setAssetName(file, splitName(splitPath(path).name).name);
        assets_.add({.parts = {AssetPart{.clips = {{.file = file}}}}});
        return file;
    }

    FileTable files_;
    AssetTable assets_;
};

TEST_F(UnreadFiles, TakeTheirClipsAndSayWhy) {
    clip("/a/hero_walk.sclip");
    const FileTable::Index other = clip("/a/villain_run.sclip");
    const std::vector<Error> unread = {test::kInputError.in("/a/Hero.smodel", "permission denied")};
    const AssetTable taken = takeClipsOfUnread(assets_, files_, unread);
    ASSERT_EQ(taken.size(), 1U);
    ASSERT_TRUE(taken[0].problem);
    EXPECT_EQ(taken[0].problem->file, "/a/Hero.smodel");
    ASSERT_EQ(assets_.size(), 1U);
    EXPECT_EQ(assets_[0].mainSource().file, other);
    EXPECT_FALSE(assets_[0].problem);
}

TEST_F(UnreadFiles, TakeNoClipsOfOtherFolders) {
    clip("/b/hero_walk.sclip");
    const std::vector<Error> unread = {test::kInputError.in("/a/hero.smodel", "permission denied")};
    EXPECT_TRUE(takeClipsOfUnread(assets_, files_, unread).empty());
    EXPECT_EQ(assets_.size(), 1U);
}

TEST_F(UnreadFiles, GiveTheirErrorToAssetsWithoutOne) {
    const FileTable::Index first = clip("/a/hero_walk.sclip");
    clip("/a/hero_run.sclip");
    failUncertain(assets_, {{first, test::kInputError.in("/a/hero_walk.sclip", "read error")}});
    ASSERT_TRUE(assets_[0].problem);
    EXPECT_EQ(assets_[0].problem->problem, "read error");
    EXPECT_FALSE(assets_[1].problem);
    failUncertain(assets_, {{first, test::kInputError.in("/a/hero_walk.sclip", "another")}});
    EXPECT_EQ(assets_[0].problem->problem, "read error");
}

}  // namespace
}  // namespace rigkiln
