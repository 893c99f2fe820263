#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/bfres/file/bfres_file.hpp"
#include "formats/bfres/textures/texture_image.hpp"
#include "formats/containers/containers.hpp"
#include "formats/image/png.hpp"
#include "formats/registry.hpp"
#include "pipeline/files/file_tree.hpp"
#include "pipeline/images/folder_files.hpp"
#include "pipeline/plan/scan.hpp"
#include "tests/support/containers/container_builders.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tools/corpus/bfres_texture.hpp"

namespace rigkiln {
namespace {

using namespace containers;
using bfres::Texture;
using test::Bytes;
using test::textOfBytes;
using testing::ElementsAre;

/// Tests textures inside model files; models find them through the same store as all images.
class FileImages : public testing::Test {
protected:
    static Bytes modelWith(std::vector<Texture> textures) {
        bfres::BfresFile file{.layout = {}, .name = "model"};
        file.textures = std::move(textures);
        return encodeBfres(file);
    }
    static Texture texture(const std::string& name, std::uint8_t shade) {
        return corpus::makeTexture({.name = name, .format = 0x1A, .width = 4, .height = 4},
                                   Bytes(64, std::byte{shade}));
    }
    static Texture withoutPixels(Texture texture) {
        texture.image.reset();
        return texture;
    }

    std::string write(const std::string& name, const Bytes& bytes) const {
        return folder_.write(name, textOfBytes(bytes));
    }
    FolderFiles filesOf(const std::string& model, const TextureSettings& settings = {},
                        const std::vector<std::string>& roots = {}) {
        return {folders_, images_, folder_.path(model), roots, settings, &tree_};
    }
    /// Path, below the folder of the test, of the image that a model finds, followed by its problem when it
    /// cannot be used. "" when there is none.
    std::string find(const std::string& model, const std::string& image,
                     const std::vector<std::string>& roots = {}) {
        FolderFiles files = filesOf(model, {}, roots);
        const auto found = files.findImage(image);
        if (!found) return "";
        const std::string path = found->path.substr(folder_.path().size() + 1);
        return found->bytes.empty() ? path + ": " + found->problem : path;
    }
    static Image pixelsOf(const SharedBytes& png) {
        Diagnostics diagnostics;
        const Result<Image> image = images::kPngFormat.read(png, diagnostics);
        EXPECT_TRUE(image) << image.error().text();
        return image ? *image : Image{};
    }

    ScratchFolder folder_;
    ImageFormats formats_ = allImageFormats();
    FileTree tree_{kContainers, {}, std::size_t{1} << 20U, formats_.folders};
    ImageFolders folders_{&tree_};
    ImageStore images_{formats_, std::size_t{1} << 20U, &tree_};
};

TEST_F(FileImages, AreFoundInTheModelsOwnFile) {
    const Texture skin = texture("skin", 0x40);
    write("a.bfres", modelWith({skin}));
    FolderFiles files = filesOf("a.bfres");
    const auto found = files.findImage("skin.ftex", {.needsTraits = true});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->path, folder_.path("a.bfres/skin.ftex"));
    EXPECT_EQ(pixelsOf(found->bytes), *decodeTexture(skin, *skin.image));
    EXPECT_EQ(found->traits, (ImageTraits{.width = 4, .height = 4, .alpha = AlphaKind::Smooth}));
}

TEST_F(FileImages, GoThroughTheRecipe) {
    write("a.bfres", modelWith({texture("skin", 0x40)}));
    const ImageRecipe recipe{.content = ImageContent::Normal, .alpha = ImageAlpha::Dropped};
    const auto found = filesOf("a.bfres", {.flipGreen = true}).findImage("skin.ftex", recipe);
    ASSERT_TRUE(found);
    const Image image = pixelsOf(found->bytes);
    EXPECT_EQ(image.pixels[0], 0x40);
    EXPECT_EQ(image.pixels[1], 0xBF) << "green is turned over";
    EXPECT_EQ(image.pixels[3], 0xFF);
    const auto smaller = filesOf("a.bfres", {.maximumSide = 2}).findImage("skin.ftex", recipe);
    ASSERT_TRUE(smaller);
    EXPECT_EQ(pixelsOf(smaller->bytes).width, 2U);
}

TEST_F(FileImages, AreMadeOnce) {
    write("a.bfres", modelWith({texture("skin", 0x40)}));
    const std::string path = folder_.path("a.bfres/skin.ftex");
    EXPECT_EQ(images_.load(path), images_.load(path));
}

TEST_F(FileImages, AreFoundInTheFileThatBelongsToTheModel) {
    write("a.sbfres", encodeYaz0(modelWith({withoutPixels(texture("skin", 0))})));
    write("a.Tex1.sbfres", encodeYaz0(modelWith({texture("skin", 0x40)})));
    EXPECT_EQ(find("a.sbfres", "skin.ftex"), "a.Tex1.sbfres/skin.ftex");
}

TEST_F(FileImages, AreFoundInAnArchive) {
    write("a.szs", encodeYaz0(encodeSarc({{.name = "Output.bfres", .bytes = modelWith({texture("skin", 1)})}},
                                         std::endian::big)));
    write("b.szs", encodeYaz0(modelWith({texture("body", 1)})));
    EXPECT_EQ(find("a.szs/Output.bfres", "skin.ftex"), "a.szs/Output.bfres/skin.ftex");
    EXPECT_EQ(find("b.szs", "body.ftex"), "b.szs/body.ftex");
}

TEST_F(FileImages, AreFoundInFilesThatAreSearched) {
    const std::string file = write("t/one.sbfres", encodeYaz0(modelWith({texture("skin", 1)})));
    write("t/two.szs", encodeYaz0(encodeSarc({{.name = "x.bfres", .bytes = modelWith({texture("eye", 1)})}},
                                             std::endian::big)));
    EXPECT_EQ(find("m/a.bfres", "skin.ftex", {folder_.path("t")}), "t/one.sbfres/skin.ftex");
    EXPECT_EQ(find("m/a.bfres", "eye.ftex", {folder_.path("t")}), "t/two.szs/x.bfres/eye.ftex");
    EXPECT_EQ(find("m/a.bfres", "skin.ftex", {file}), "t/one.sbfres/skin.ftex");
}

TEST_F(FileImages, ComeBeforeLooseOnes) {
    write("a.bfres", modelWith({texture("skin", 1)}));
    write("skin.png", images::encodePng({.width = 1, .height = 1, .pixels = {1, 2, 3, 4}}));
    write("eye.0.png", images::encodePng({.width = 1, .height = 1, .pixels = {1, 2, 3, 4}}));
    EXPECT_EQ(find("a.bfres", "skin.ftex"), "a.bfres/skin.ftex");
    EXPECT_EQ(find("a.bfres", "eye.0.ftex"), "eye.0.png") << "which somebody has put there";
}

TEST_F(FileImages, ThatHaveNoPixelsAnywhereSaySo) {
    write("a.bfres", modelWith({withoutPixels(texture("skin", 0))}));
    EXPECT_EQ(find("a.bfres", "skin.ftex"),
              "a.bfres/skin.ftex: member 'skin.ftex': its pixels are in another file");
    EXPECT_EQ(find("a.bfres", "eye.ftex"), "");
}

TEST_F(FileImages, OfADamagedFileSaySo) {
    write("a.bfres", modelWith({withoutPixels(texture("skin", 0))}));
    Bytes damaged = modelWith({texture("skin", 1)});
    damaged.pop_back();
    write("a.Tex1.bfres", damaged);
    EXPECT_THAT(find("a.bfres", "skin.ftex"), testing::HasSubstr("fileSize"));
}

TEST_F(FileImages, AreLookedForInTheFileWhenTheirNameSaysSo) {
    write("a.bfres", modelWith({texture("skin", 1)}));
    FolderFiles files = filesOf("a.bfres");
    EXPECT_FALSE(files.findImage("skin.tga"));
    EXPECT_THAT(files.imageFolders(), ElementsAre(folder_.path()));
    EXPECT_FALSE(files.findImage("eye.ftex"));
    EXPECT_THAT(files.imageFolders(), ElementsAre(folder_.path("a.bfres"), folder_.path()));
    EXPECT_THAT(files.missingImages(), ElementsAre("eye.ftex", "skin.tga"));
}

TEST_F(FileImages, LeaveTheirFilesFilesToEveryoneElse) {
    write("a.bfres", modelWith({texture("skin", 1)}));
    EXPECT_FALSE(tree_.archiveFolderAt(folder_.path("a.bfres")));
    EXPECT_EQ(*tree_.archiveAt(folder_.path("a.bfres")), nullptr);
    const auto scanned = scan({.root = folder_.path(), .include = {"**"}, .exclude = {}, .archives = &tree_});
    ASSERT_TRUE(scanned) << scanned.error().text();
    ASSERT_EQ(scanned->files.size(), 1U);
    EXPECT_EQ(scanned->files[0].relative, "a.bfres");
}

}  // namespace
}  // namespace rigkiln
