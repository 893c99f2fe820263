#include "pipeline/images/folder_files.hpp"

#include <filesystem>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/scratch_folder.hpp"

namespace rigkiln {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kPng = "\x89PNG\r\n\x1A\n png"sv;
constexpr std::string_view kJpeg = "\xFF\xD8\xFF\xE0 jpeg"sv;

class FolderFilesTest : public testing::Test {
protected:
    std::optional<FileSource::Found> find(std::string_view name, const std::vector<std::string>& roots = {}) {
        FolderFiles files(folders_, images_, folder_.path("Art/Models/hero.alo"), roots);
        return files.findImage(name);
    }
    /// Path of the found image below the scratch folder, marked when the image is unusable.
    std::string found(std::string_view name, const std::vector<std::string>& roots = {}) {
        const auto image = find(name, roots);
        if (!image) return "nothing";
        return image->path.substr(folder_.path().size() + 1) + (image->bytes.empty() ? " (unusable)" : "");
    }

    ScratchFolder folder_;
    ImageFolders folders_;
    ImageStore images_{{}, 0};
};

TEST_F(FolderFilesTest, FindsTheNameAsGivenWithoutCase) {
    folder_.write("Art/Models/Skin.PNG", kPng);
    EXPECT_EQ(found("SKIN.png"), "Art/Models/Skin.PNG");
    EXPECT_EQ(find("skin.png")->bytes.size(), kPng.size());
}

TEST_F(FolderFilesTest, SwapsTheExtension) {
    folder_.write("Art/Models/a.jpg", kJpeg);
    folder_.write("Art/Models/b.jpeg", kJpeg);
    EXPECT_EQ(found("a.dds"), "Art/Models/a.jpg");
    EXPECT_EQ(found("b.tga"), "Art/Models/b.jpeg");
}

TEST_F(FolderFilesTest, SearchesOwnFolderThenTexturesBesideThenRoots) {
    folder_.write("root/a.png", kPng);
    folder_.write("root/b.png", kPng);
    folder_.write("root/c.png", kPng);
    folder_.write("Art/TEXTURES/a.png", kPng);
    folder_.write("Art/TEXTURES/b.png", kPng);
    folder_.write("Art/Models/a.png", kPng);
    const std::vector<std::string> roots = {folder_.path("root")};
    EXPECT_EQ(found("a.png", roots), "Art/Models/a.png");
    EXPECT_EQ(found("b.png", roots), "Art/TEXTURES/b.png");
    EXPECT_EQ(found("c.png", roots), "root/c.png");
}

TEST_F(FolderFilesTest, OnlyTheBaseNameCounts) {
    folder_.write("Art/Models/a.png", kPng);
    folder_.write("secret.png", kPng);
    EXPECT_EQ(found("C:\\work\\art\\a.png"), "Art/Models/a.png");
    EXPECT_EQ(found("../../secret.png"), "nothing");
    EXPECT_EQ(found(".."), "nothing");
    EXPECT_EQ(found(""), "nothing");
    EXPECT_EQ(found("a.png\0.dds"sv), "nothing");
}

TEST_F(FolderFilesTest, TellsWhyAnImageCannotBeUsed) {
    folder_.write("Art/Models/a.dds", "DDS ");
    EXPECT_EQ(found("a.tga"), "Art/Models/a.dds (unusable)");
    EXPECT_EQ(find("a.tga")->problem, "is no image of a known format");
}

TEST_F(FolderFilesTest, RemembersWhatWasNowhere) {
    folder_.write("Art/Models/there.png", kPng);
    folder_.write("Art/Models/broken.dds", "DDS ");
    FolderFiles files(folders_, images_, folder_.path("Art/Models/hero.alo"), {"/shared"});
    for (const char* name : {"Skin.DDS", "C:\\art\\hat.tga", "there.png", "broken.dds", "skin.dds"})
        static_cast<void>(files.findImage(name));
    EXPECT_THAT(files.missingImages(), testing::ElementsAre("hat.tga", "skin.dds"));
    EXPECT_THAT(files.imageFolders(), testing::ElementsAre(folder_.path("Art/Models"), "/shared"));
}

TEST_F(FolderFilesTest, PrefersAUsableImageElsewhere) {
    folder_.write("Art/Models/a.dds", "DDS ");
    folder_.write("root/a.png", kPng);
    EXPECT_EQ(found("a.dds", {folder_.path("root")}), "root/a.png");
}

TEST_F(FolderFilesTest, TheBytesDecideNotTheName) {
    folder_.write("Art/Models/a.dds", kPng);
    folder_.write("Art/Models/b.png", "not one");
    EXPECT_EQ(found("a.dds"), "Art/Models/a.dds");
    EXPECT_EQ(found("b.png"), "Art/Models/b.png (unusable)");
}

TEST_F(FolderFilesTest, OfNamesThatDifferInCaseTakesTheFirst) {
    folder_.write("Art/Models/b.png", kPng);
    folder_.write("Art/Models/B.png", kPng);
    EXPECT_EQ(found("b.png"), "Art/Models/B.png");
}

TEST_F(FolderFilesTest, DoesNotFollowLinks) {
    folder_.write("secret.png", kPng);
    folder_.write("Art/Models/x", "");
    std::filesystem::create_symlink(folder_.path("secret.png"), folder_.path("Art/Models/a.png"));
    EXPECT_EQ(found("a.png"), "Art/Models/a.png (unusable)");
}

/// Tests files that the asset refers to by path.
class FilesBesideTest : public FolderFilesTest {
protected:
    /// Content of the file, or the reason why it cannot be read.
    std::string beside(std::string_view path, std::size_t limit = 100) {
        FolderFiles files(folders_, images_, folder_.path("Art/Models/hero.gltf"), {});
        const Result<FileSource::Found> found = files.readBeside(path, limit);
        if (!found) return found.error().problem;
        std::string content;
        for (const std::byte byte : found->bytes)
            content += static_cast<char>(byte);
        return content;
    }
};

/// Tests images in the shared folder, which the asset refers to by relative path.
class SharedImagesTest : public FolderFilesTest {
protected:
    std::string shared(std::string_view path) {
        FolderFiles files(folders_, images_, folder_.path("out/a/b/hero.gltf"), {});
        const Result<FileSource::Found> found = files.readShared(path);
        return found ? found->path.substr(folder_.path().size() + 1) : found.error().text();
    }
};

TEST_F(SharedImagesTest, StandInTexturesInOrAboveTheFolderOfTheModel) {
    folder_.write("out/textures/x.png", kPng);
    folder_.write("out/a/b/textures/y.png", kPng);
    EXPECT_EQ(shared("../../textures/x.png"), "out/textures/x.png");
    EXPECT_EQ(shared("textures/y.png"), "out/a/b/textures/y.png");
}

TEST_F(SharedImagesTest, AreWhereTheFileSaysAndNowhereElse) {
    folder_.write("out/textures/x.png", kPng);
    EXPECT_EQ(shared("../textures/x.png"), "there is no image '../textures/x.png'");
    EXPECT_EQ(shared("../../textures/X.png"), "there is no image '../../textures/X.png'");
}

TEST_F(SharedImagesTest, AreNoLinksAndNotBehindOne) {
    folder_.write("secret/x.png", kPng);
    folder_.write("out/textures/y.png", kPng);
    std::filesystem::create_symlink(folder_.path("secret/x.png"), folder_.path("out/textures/x.png"));
    std::filesystem::create_directories(folder_.path("out/a"));
    std::filesystem::create_directory_symlink(folder_.path("secret"), folder_.path("out/a/textures"));
    EXPECT_EQ(shared("../../textures/x.png"), "there is no image '../../textures/x.png'");
    EXPECT_EQ(shared("../textures/x.png"), "there is no image '../textures/x.png'");
}

TEST_F(SharedImagesTest, AreImages) {
    folder_.write("out/textures/x.png", "a secret");
    EXPECT_EQ(shared("../../textures/x.png"),
              folder_.path("out/textures/x.png") + ": is no image of a known format");
}

TEST_F(FilesBesideTest, StandInTheFolderOfTheAssetAndBelow) {
    folder_.write("Art/Models/hero.bin", "one"sv);
    folder_.write("Art/Models/data/hero.bin", "two"sv);
    EXPECT_EQ(beside("hero.bin"), "one");
    EXPECT_EQ(beside("data/hero.bin"), "two");
}

TEST_F(FilesBesideTest, AreNamedWhenTheyAreMissing) {
    folder_.write("Art/Models/hero.gltf", "{}"sv);
    EXPECT_EQ(beside("hero.bin"), "cannot be read: No such file or directory");
}

TEST_F(FilesBesideTest, AreNotLongerThanTheLimit) {
    folder_.write("Art/Models/hero.bin", "four"sv);
    EXPECT_EQ(beside("hero.bin", 4), "four");
    EXPECT_NE(beside("hero.bin", 3), "four");
}

TEST_F(FilesBesideTest, MayBeLinksBelowTheFolderOnly) {
    folder_.write("Art/secret.bin", "secret"sv);
    folder_.write("Art/Models/data/hero.bin", "two"sv);
    std::filesystem::create_symlink("data/hero.bin", folder_.path("Art/Models/inside.bin"));
    std::filesystem::create_symlink("../secret.bin", folder_.path("Art/Models/outside.bin"));
    std::filesystem::create_directory_symlink("..", folder_.path("Art/Models/up"));
    EXPECT_EQ(beside("inside.bin"), "two");
    EXPECT_THAT(beside("outside.bin"), testing::HasSubstr("which is not below the file's folder"));
    EXPECT_THAT(beside("up/secret.bin"), testing::HasSubstr("which is not below the file's folder"));
}

}  // namespace
}  // namespace rigkiln
