#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/containers/containers.hpp"
#include "pipeline/files/file_tree.hpp"
#include "pipeline/images/folder_files.hpp"
#include "tests/support/containers/container_builders.hpp"
#include "tests/support/scratch_folder.hpp"

namespace rigkiln {
namespace {

using namespace containers;
using test::Bytes;
using test::bytesOfText;
using test::textOfBytes;
using testing::ElementsAre;

/// Bytes with the signature of a PNG, followed by any content.
Bytes png(const std::string& content) {
    return bytesOfText("\x89PNG\r\n\x1A\n" + content);
}

class ArchiveImages : public testing::Test {
protected:
    void writeMeg(const std::string& name, const std::vector<MegMember>& members) const {
        folder_.write(name, textOfBytes(encodeMeg(members, MegVersion::One)));
    }
    /// Path, below the folder of the test, of the image that a model finds; "" when there is none.
    std::string find(const std::string& model, const std::string& image,
                     const std::vector<std::string>& roots = {}) {
        FolderFiles files(folders_, images_, folder_.path(model), roots, {}, &tree_);
        const auto found = files.findImage(image);
        return found ? found->path.substr(folder_.path().size() + 1) : "";
    }

    ScratchFolder folder_;
    FileTree tree_{kContainers, {}, std::size_t{1} << 20U};
    ImageFolders folders_{&tree_};
    ImageStore images_{{}, 0, &tree_};
};

TEST_F(ArchiveImages, AreFoundBesideTheModelInItsArchive) {
    writeMeg("a.meg", {{.name = "ART/MODELS/X.ALO"}, {.name = "ART/MODELS/W_X.PNG", .bytes = png("1")}});
    EXPECT_EQ(find("a.meg/ART/MODELS/X.ALO", "w_x.tga"), "a.meg/ART/MODELS/W_X.PNG");
}

TEST_F(ArchiveImages, AreFoundInTheFolderTexturesBesideIt) {
    writeMeg("a.meg", {{.name = "ART/MODELS/X.ALO"}, {.name = "ART/TEXTURES/W_X.PNG", .bytes = png("1")}});
    EXPECT_EQ(find("a.meg/ART/MODELS/X.ALO", "W_X.DDS"), "a.meg/ART/TEXTURES/W_X.PNG");
    EXPECT_EQ(find("a.meg/OTHER/X.ALO", "W_X.DDS"), "");
}

TEST_F(ArchiveImages, AreFoundAnywhereInAnArchiveThatIsSearched) {
    writeMeg("t.meg", {{.name = "B/W_X.PNG", .bytes = png("2")}, {.name = "A/W_X.PNG", .bytes = png("1")}});
    EXPECT_EQ(find("x.alo", "w_x.tga", {folder_.path("t.meg")}), "t.meg/A/W_X.PNG");
    EXPECT_EQ(find("x.alo", "w_x.tga", {folder_.path("t.meg/B")}), "t.meg/B/W_X.PNG");
}

TEST_F(ArchiveImages, AreFoundInArchivesOfAFolderThatIsSearched) {
    writeMeg("data/b.meg", {{.name = "W_X.PNG", .bytes = png("2")}});
    writeMeg("data/a.meg",
             {{.name = "D/W_X.PNG", .bytes = png("1")}, {.name = "D/W_Y.PNG", .bytes = png("3")}});
    folder_.write("data/w_y.png", textOfBytes(png("loose")));
    EXPECT_EQ(find("x.alo", "w_x.tga", {folder_.path("data")}), "data/a.meg/D/W_X.PNG");
    EXPECT_EQ(find("x.alo", "w_y.tga", {folder_.path("data")}), "data/w_y.png");
}

TEST_F(ArchiveImages, AreNotLookedForInArchivesBesideAModel) {
    writeMeg("a.meg", {{.name = "W_X.PNG", .bytes = png("1")}});
    EXPECT_EQ(find("x.alo", "w_x.png"), "");
}

TEST_F(ArchiveImages, AreUnwrapped) {
    folder_.write("w_x.png", textOfBytes(encodeYaz0(png("1"))));
    EXPECT_EQ(find("x.alo", "w_x.png"), "w_x.png");
}

TEST_F(ArchiveImages, AreListedBesideTheModel) {
    writeMeg("a.meg", {{.name = "M/B.PNG", .bytes = png("1")}, {.name = "M/X.ALO"}, {.name = "M/A.DDS"}});
    FolderFiles files(folders_, images_, folder_.path("a.meg/M/X.ALO"), {}, {}, &tree_);
    EXPECT_THAT(files.imagesBeside(), ElementsAre("A.DDS", "B.PNG"));
}

TEST_F(ArchiveImages, PartsOfAModelAreReadFromItsArchive) {
    folder_.write("a.zip", textOfBytes(encodeZip({{.name = "m/x.gltf", .bytes = bytesOfText("{}")},
                                                  {.name = "m/parts/x.bin", .bytes = bytesOfText("part")}})));
    folder_.write("secret.bin", "secret");
    FolderFiles files(folders_, images_, folder_.path("a.zip/m/x.gltf"), {}, {}, &tree_);
    const auto found = files.readBeside("parts/x.bin", 100);
    ASSERT_TRUE(found) << found.error().text();
    EXPECT_EQ(found->path, folder_.path("a.zip/m/parts/x.bin"));
    EXPECT_FALSE(files.readBeside("../../secret.bin", 100));
    EXPECT_FALSE(files.readBeside("parts/y.bin", 100));
}

TEST_F(ArchiveImages, SharedOnesAreReadFromFoldersOfTheArchive) {
    folder_.write("a.zip", textOfBytes(encodeZip({{.name = "m/x.gltf", .bytes = bytesOfText("{}")},
                                                  {.name = "textures/s.png", .bytes = png("1")}})));
    FolderFiles files(folders_, images_, folder_.path("a.zip/m/x.gltf"), {}, {}, &tree_);
    const auto found = files.readShared("../textures/s.png");
    ASSERT_TRUE(found) << found.error().text();
    EXPECT_EQ(found->path, folder_.path("a.zip/textures/s.png"));
    EXPECT_FALSE(files.readShared("../textures/t.png"));
}

}  // namespace
}  // namespace rigkiln
