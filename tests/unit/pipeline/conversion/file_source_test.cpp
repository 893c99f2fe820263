#include "pipeline/conversion/file_source.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rigkiln {
namespace {

using testing::HasSubstr;

/// Returns the path that was requested.
class EveryPath final : public FileSource {
public:
    std::optional<Found> loadImage(std::string_view /*name*/, const ImageRecipe& /*recipe*/) override {
        return std::nullopt;
    }

private:
    Result<Found> loadBeside(const std::string& path, std::size_t /*limit*/) override {
        return Found{path, {}};
    }
    std::optional<Found> loadShared(std::size_t levelsUp, const std::string& folder,
                                    const std::string& name) override {
        const bool isBroken = name == "broken.png";
        return Found{.path = std::to_string(levelsUp) + " " + folder + " " + name,
                     .bytes = isBroken ? SharedBytes() : SharedBytes(std::vector(1, std::byte{1})),
                     .problem = isBroken ? "is broken" : ""};
    }
};

TEST(NoFiles, FindsNoImage) {
    NoFiles files;
    EXPECT_FALSE(files.findImage("skin.tga").has_value());
}

TEST(NoFiles, HasNothingBesideTheAsset) {
    NoFiles files;
    const auto found = files.readBeside("mesh.bin", 1);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().text(), "there is no file 'mesh.bin' beside this one");
}

TEST(FileSource, AsksForCleanPaths) {
    EveryPath files;
    EXPECT_EQ(files.readBeside("./a//b/./mesh.bin", 1)->path, "a/b/mesh.bin");
    EXPECT_EQ(files.readBeside("..a/b..", 1)->path, "..a/b..");
}

TEST(FileSource, NeverLeavesTheFolderOfTheAsset) {
    EveryPath files;
    const std::string_view withZero("a\0b", 3);
    for (const std::string_view path :
         {std::string_view("../a"), std::string_view("a/../../b"), std::string_view("/a"),
          std::string_view("C:a"), std::string_view("a\\b"), std::string_view("http://host/a"), withZero,
          std::string_view(""), std::string_view(".")}) {
        const auto found = files.readBeside(path, 1);
        ASSERT_FALSE(found) << path;
        EXPECT_THAT(found.error().problem, HasSubstr("expected a path below the file's folder"));
    }
}

TEST(FileSource, AsksForSharedImagesByLevelAndName) {
    EveryPath files;
    EXPECT_EQ(files.readShared("textures/a.png")->path, "0 textures a.png");
    EXPECT_EQ(files.readShared("../../Textures/a.png")->path, "2 Textures a.png");
}

TEST(FileSource, HasNoOtherWayOutOfTheFolderThanToSharedImages) {
    EveryPath files;
    const std::string_view withZero("../textures/a\0b", 15);
    for (const std::string_view path :
         {std::string_view("a.png"), std::string_view("../a.png"), std::string_view("../secret/a.png"),
          std::string_view("../textures"), std::string_view("../textures/"),
          std::string_view("../textures/x/a.png"), std::string_view("../textures/../a.png"),
          std::string_view("../x/../textures/a.png"), std::string_view("/textures/a.png"),
          std::string_view("..//textures/a.png"), std::string_view("..\\textures\\a.png"),
          std::string_view("../C:/textures/a.png"), withZero, std::string_view("")}) {
        const auto found = files.readShared(path);
        ASSERT_FALSE(found) << path;
        EXPECT_THAT(found.error().problem, HasSubstr("leads to no file in a folder 'textures'"));
    }
}

TEST(FileSource, TellsWhySharedImagesCannotBeUsed) {
    EveryPath files;
    EXPECT_EQ(files.readShared("../textures/broken.png").error().text(), "1 textures broken.png: is broken");
    NoFiles none;
    EXPECT_EQ(none.readShared("../textures/a.png").error().text(), "there is no image '../textures/a.png'");
}

}  // namespace
}  // namespace rigkiln
