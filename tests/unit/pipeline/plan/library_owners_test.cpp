#include "pipeline/plan/library_owners.hpp"

#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

/// Models and clips of a plan in the making.
class LibraryOwnersOf : public testing::Test {
protected:
    FileTable::Index file(const std::string& name) {
        return files_.add({.path = "/art/" + name, .relative = name});
    }

    void model(const std::string& name, const std::vector<FileTable::Index>& clips,
               std::uint32_t settings = 0) {
        AssetPart part{.model = SourceFile{.file = file(name), .settings = settings}};
        for (const FileTable::Index clip : clips)
            part.clips.push_back({.file = clip});
        assets_.add({.parts = {part}});
    }

    [[nodiscard]] std::vector<std::optional<std::size_t>> owners() {
        const LibraryOwners owners(assets_, tables_);
        std::vector<std::optional<std::size_t>> all;
        for (std::size_t i = 0; i < assets_.size(); ++i)
            all.push_back(owners.ownerOf(i));
        return all;
    }

    using Owners = std::vector<std::optional<std::size_t>>;

    FileTable files_;
    RecentRows<SourceSettings> settings_;
    SourceTables tables_{files_, settings_};
    AssetTable assets_;
};

TEST_F(LibraryOwnersOf, ModelsWithTheSameClipsAreTheFirstByPath) {
    const auto walk = file("walk");
    const auto run = file("run");
    model("c", {walk, run});
    model("a", {walk, run});
    model("b", {walk, run});
    EXPECT_EQ(owners(), (Owners{1, std::nullopt, 1}));
}

TEST_F(LibraryOwnersOf, ModelsWithOtherClipsAreThemselves) {
    const auto walk = file("walk");
    const auto run = file("run");
    model("a", {walk, run});
    model("b", {walk});
    model("c", {run, walk});
    model("d", {});
    model("e", {});
    EXPECT_EQ(owners(), Owners(5)) << "the order of clips is that of the file";
}

TEST_F(LibraryOwnersOf, ModelsThatAreReadOtherwiseAreThemselves) {
    const auto walk = file("walk");
    model("a", {walk}, 0);
    model("b", {walk}, 1);
    model("c", {walk}, 1);
    EXPECT_EQ(owners(), (Owners{std::nullopt, std::nullopt, 1}));
}

TEST_F(LibraryOwnersOf, ModelsWithAProblemOrSeveralPartsAreThemselves) {
    const auto walk = file("walk");
    model("b", {walk});
    AssetPart part{.model = SourceFile{.file = file("a")}, .clips = {{.file = walk}}};
    Asset damaged{.parts = {part}};
    damaged.problem = Error{};
    assets_.add(damaged);
    assets_.add({.parts = {part, part}, .group = MergeGroup{.name = "pack", .folder = {}}});
    model("c", {walk});
    EXPECT_EQ(owners(), (Owners{std::nullopt, std::nullopt, std::nullopt, 0}));
}

TEST_F(LibraryOwnersOf, NothingIsThereWithoutTheOption) {
    model("a", {file("walk")});
    EXPECT_EQ(LibraryOwners().ownerOf(0), std::nullopt);
}

TEST(RelativeTo, LeadsFromTheFolderOfAFileToAnother) {
    EXPECT_EQ(relativeTo("/out/hero.glb", "/out/wolf@library.glb"), "wolf@library.glb");
    EXPECT_EQ(relativeTo("/out/a/hero.glb", "/out/wolf@library.glb"), "../wolf@library.glb");
    EXPECT_EQ(relativeTo("/out/ab/c/hero.glb", "/out/a/b/wolf.glb"), "../../a/b/wolf.glb");
    EXPECT_EQ(relativeTo("/hero.glb", "/out/wolf.glb"), "out/wolf.glb");
    EXPECT_EQ(relativeTo("/out/hero.glb", "/out/hero.glb/wolf.glb"), "hero.glb/wolf.glb");
}

}  // namespace
}  // namespace rigkiln
