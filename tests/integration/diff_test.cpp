#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "formats/registry.hpp"
#include "pipeline/binary/byte_writer.hpp"
#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/corpus/files.hpp"

namespace rigkiln::test {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

constexpr int kSame = 0;
constexpr int kDifferent = 1;

/// Gives every test generated art, and `full.glb`: a model with its textures and two clips.
class Diff : public testing::Test {
protected:
    Diff() {
        writeArt(folder.path(), {.sets = 1, .damaged = false});
        EXPECT_EQ(convert("full.glb").exitCode, cli::kDone);
    }

    [[nodiscard]] Finished rigkiln(const std::vector<std::string>& arguments) const {
        return runRigkiln(arguments, {.folder = folder.path() / "Models", .environment = {}, .program = {}});
    }

    [[nodiscard]] Finished convert(const std::string& output,
                                   const std::vector<std::string>& options = {}) const {
        std::vector<std::string> arguments = {
            "convert", "TROOPER.alo", "TROOPER_IDLE_00.ala", "TROOPER_MOVE_01.ALA", "-o", output};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return rigkiln(arguments);
    }

    [[nodiscard]] Finished diff(const std::string& right,
                                const std::vector<std::string>& options = {}) const {
        std::vector<std::string> arguments = {"diff", "full.glb", right};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return rigkiln(arguments);
    }

    TemporaryFolder folder;
};

TEST_F(Diff, OfAFileWithItselfSaysWhatWasCompared) {
    const Finished finished = diff("full.glb");
    EXPECT_EQ(finished.exitCode, kSame) << finished.text();
    EXPECT_THAT(finished.output, StartsWith("the same: 20 joints, 2 meshes (408 vertices, 204 triangles), "));
    EXPECT_THAT(finished.output, HasSubstr("2 clips on 20 joints"));
}

TEST_F(Diff, FindsAModelWhoseImagesAloneDiffer) {
    ASSERT_EQ(convert("small.glb", {"--max-texture-size", "16"}).exitCode, cli::kDone);
    const Finished finished = diff("small.glb");
    EXPECT_EQ(finished.exitCode, kDifferent);
    EXPECT_THAT(finished.output,
                HasSubstr("images      image 'Armour.dds' (base colour of material 'Armour'): "
                          "32 x 32 pixels, 16 x 16 pixels\n"));
    EXPECT_THAT(finished.output, HasSubstr(" in images\n"));
    EXPECT_EQ(diff("small.glb", {"--only", "structure,meshes,poses"}).exitCode, kSame);
}

TEST_F(Diff, FindsColoursThatWerePaintedIntoATexture) {
    ASSERT_EQ(convert("tint.glb", {"--alo-team-mask", "tint"}).exitCode, cli::kDone);
    const Finished finished = diff("tint.glb");
    EXPECT_EQ(finished.exitCode, kDifferent);
    EXPECT_THAT(finished.output, HasSubstr("pixels differ, by up to "));
}

TEST_F(Diff, FailsAboveTheToleranceAndSaysWhereAndWhen) {
    ASSERT_EQ(convert("small.glb", {"--max-error", "5mm"}).exitCode, cli::kDone);
    const Finished finished = diff("small.glb");
    EXPECT_EQ(finished.exitCode, kDifferent);
    EXPECT_THAT(finished.output, HasSubstr("poses       clip 'TROOPER_IDLE_00': points up to "));
    EXPECT_THAT(finished.output, HasSubstr("(joint '"));
    const Finished within = diff("small.glb", {"--tolerance", "5mm"});
    EXPECT_EQ(within.exitCode, kSame) << within.text();
    EXPECT_THAT(within.output, HasSubstr("within the tolerance: clip 'TROOPER_IDLE_00': "));
    EXPECT_EQ(diff("small.glb", {"--max-error", "5mm"}).exitCode, kSame);
}

TEST_F(Diff, TakesTheToleranceUnderOneNameOnly) {
    const Finished finished = diff("full.glb", {"--max-error", "5mm", "--tolerance", "1mm"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors, HasSubstr("--max-error: is the older name of --tolerance"));
}

TEST_F(Diff, ComparesAModelWithTheFileMadeOfIt) {
    const Finished finished = rigkiln(
        {"diff", "TROOPER.alo", "full.glb", "--a-clips", "TROOPER_IDLE_00.ala", "TROOPER_MOVE_01.ALA"});
    EXPECT_EQ(finished.exitCode, kSame) << finished.text();
    const Finished back = rigkiln(
        {"diff", "full.glb", "TROOPER.alo", "--b-clips", "TROOPER_IDLE_00.ala", "TROOPER_MOVE_01.ALA"});
    EXPECT_EQ(back.exitCode, kSame) << back.text();
}

TEST_F(Diff, ComparesEveryModelWithTheFileMadeOfIt) {
    ASSERT_EQ(rigkiln({"convert", "../Swat3", "-o", "gsm", "--progress", "none"}).exitCode, cli::kDone);
    const Finished gsm =
        rigkiln({"diff", "../Swat3/Set_0000/Models/SWT_HIGH.GSM", "gsm/Set_0000/Models/SWT_HIGH.glb",
                 "--only", "structure,meshes,skins,materials,images,attachments,lights,extras"});
    EXPECT_EQ(gsm.exitCode, kSame) << gsm.text();
    for (const char* name : {"SHIP.ALO", "WALKER.ALO", "FORMATS.alo", "SHADERS.alo"}) {
        ASSERT_EQ(rigkiln({"convert", name, "-o", "one.glb"}).exitCode, cli::kDone);
        const Finished finished = rigkiln({"diff", name, "one.glb"});
        EXPECT_EQ(finished.exitCode, kSame) << finished.text();
    }
}

TEST_F(Diff, OfTwoFilesOfOneFormatComparesAllMeshes) {
    ASSERT_EQ(convert("all.glb", {"--keep", "collision,shadow,hidden,lods,alternatives"}).exitCode,
              cli::kDone);
    const Finished finished = diff("all.glb", {"--only", "meshes"});
    EXPECT_EQ(finished.exitCode, kDifferent);
    EXPECT_THAT(finished.output, HasSubstr(": only in B\n"));
    const Finished other = rigkiln({"diff", "TROOPER.alo", "all.glb", "--only", "meshes"});
    EXPECT_EQ(other.exitCode, kSame) << other.text();
    EXPECT_EQ(rigkiln({"diff", "TROOPER.alo", "all.glb", "--only", "meshes", "--keep",
                       "collision,shadow,hidden,lods,alternatives"})
                  .exitCode,
              kSame);
}

TEST_F(Diff, TellsClipsThatAreOnOneSideAlone) {
    ASSERT_EQ(rigkiln({"convert", "TROOPER.alo", "TROOPER_IDLE_00.ala", "-o", "one.glb"}).exitCode,
              cli::kDone);
    const Finished finished = diff("one.glb", {"--tolerance", "1m"});
    EXPECT_EQ(finished.exitCode, kDifferent);
    EXPECT_THAT(finished.output, HasSubstr("poses       clip 'TROOPER_MOVE_01': only in A\n"));
    EXPECT_THAT(finished.output, HasSubstr("1 difference: 1 in poses\n"));
}

TEST_F(Diff, FoldsManyDifferencesOfOnePart) {
    const Finished finished = rigkiln({"diff", "full.glb", "SHIP.ALO"});
    EXPECT_EQ(finished.exitCode, kDifferent);
    EXPECT_THAT(finished.output, HasSubstr("structure   ... and "));
    EXPECT_THAT(rigkiln({"diff", "full.glb", "SHIP.ALO", "--all"}).output, Not(HasSubstr("... and ")));
}

TEST_F(Diff, IsJsonWhenAsked) {
    ASSERT_EQ(convert("small.glb", {"--max-error", "5mm"}).exitCode, cli::kDone);
    const Finished finished = diff("small.glb", {"--tolerance", "5mm", "--json"});
    EXPECT_EQ(finished.exitCode, kSame);
    const json told = json::parse(finished.output);
    EXPECT_EQ(told.at("within"), true);
    EXPECT_EQ(told.at("tolerance"), 0.005);
    EXPECT_THAT(told.at("differences"), SizeIs(0));
    ASSERT_THAT(told.at("clips"), SizeIs(2));
    EXPECT_GT(told.at("clips").at(0).at("max_error"), 0);
    EXPECT_LE(told.at("clips").at(0).at("p99_error"), told.at("clips").at(0).at("max_error"));
    EXPECT_NE(told.at("clips").at(0).at("worst_joint"), "");
    const json other = json::parse(diff("small.glb", {"--json", "--only", "poses"}).output);
    EXPECT_EQ(other.at("within"), false);
    EXPECT_THAT(other.at("compared").at("parts"), ElementsAre("poses"));
    EXPECT_EQ(other.at("differences").at(0).at("part"), "poses");
    EXPECT_GT(other.at("differences").at(0).at("distance"), 0);
}

TEST_F(Diff, NamesAPartThatThereIsNot) {
    const Finished finished = diff("full.glb", {"--only", "mesh"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors, HasSubstr("only is 'mesh', expected structure, meshes, skins"));
}

TEST_F(Diff, OfFilesThatCannotBeReadIsNoDifference) {
    folder.write("Models/torn.glb", std::string_view("glTF"));
    EXPECT_EQ(diff("torn.glb").exitCode, cli::kBadUsage);
    EXPECT_EQ(diff("nowhere.glb").exitCode, cli::kEnvironmentFailed);
}

/// A white image of one block of BC1.
std::vector<std::byte> whiteDds() {
    ByteWriter writer;
    corpus::writeDdsHeader({.width = 4, .height = 4}, "DXT1", writer);
    writer.write(std::uint32_t{0xFFFF'FFFF});  // both colours
    writer.write(std::uint32_t{0});            // the first of them everywhere
    return std::move(writer).finish();
}

/// Images whose pixels are the same in other formats, and one with other pixels.
class DiffOfImages : public testing::Test {
protected:
    DiffOfImages() {
        Image image{.width = 4, .height = 4, .pixels = std::vector<std::uint8_t>(64, 255)};
        folder.write("a.png", allImageFormats().encodePng(image));
        image.pixels[4 * 6 + 1] = 250;
        image.pixels[4 * 9 + 3] = 252;
        folder.write("b.png", allImageFormats().encodePng(image));
        image = {.width = 2, .height = 4, .pixels = std::vector<std::uint8_t>(32, 255)};
        folder.write("small.png", allImageFormats().encodePng(image));
        folder.write("white.dds", whiteDds());
        folder.write("TROOPER.alo", artFile("Models/TROOPER.alo"));
    }

    [[nodiscard]] Finished diff(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "diff");
        return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}});
    }

    TemporaryFolder folder;
};

TEST_F(DiffOfImages, ComparesPixelsAndNotFormats) {
    const Finished finished = diff({"a.png", "white.dds"});
    EXPECT_EQ(finished.exitCode, kSame) << finished.text();
    EXPECT_THAT(finished.output, StartsWith("A: a.png: 4 x 4 pixels, "));
    EXPECT_THAT(finished.output, HasSubstr("\nB: white.dds: 4 x 4 pixels, DirectDraw surface, BC1"));
    EXPECT_THAT(finished.output, HasSubstr("\nthe same: 16 pixels\n"));
}

TEST_F(DiffOfImages, SaysWhereAndHowMuchPixelsDiffer) {
    const Finished finished = diff({"a.png", "b.png"});
    EXPECT_EQ(finished.exitCode, kDifferent) << finished.text();
    EXPECT_THAT(finished.output,
                HasSubstr("different: 2 of 16 pixels differ, by up to 5 of 255, first at (2, 1)\n"));
    const Finished sizes = diff({"a.png", "small.png", "--number-tolerance", "1"});
    EXPECT_EQ(sizes.exitCode, kDifferent);
    EXPECT_THAT(sizes.output, HasSubstr("different: 4 x 4 pixels, 2 x 4 pixels\n"));
}

TEST_F(DiffOfImages, TakesAToleranceOfChannels) {
    EXPECT_EQ(diff({"a.png", "b.png", "--number-tolerance", "0.019"}).exitCode, kDifferent);
    const Finished finished = diff({"a.png", "b.png", "--number-tolerance", "0.02"});
    EXPECT_EQ(finished.exitCode, kSame) << finished.text();
    EXPECT_THAT(finished.output,
                HasSubstr("the same: 16 pixels; within the tolerance: 2 of 16 pixels differ"));
}

TEST_F(DiffOfImages, NamesOptionsThatAreForModels) {
    const Finished finished = diff({"a.png", "b.png", "--tolerance", "1mm"});
    EXPECT_EQ(finished.exitCode, kDifferent);
    EXPECT_THAT(finished.errors, HasSubstr("warning: --tolerance does nothing here: A and B are images"));
    EXPECT_EQ(diff({"a.png", "a.png", "--only", "images"}).exitCode, kSame);
    const Finished poses = diff({"a.png", "a.png", "--only", "poses"});
    EXPECT_EQ(poses.exitCode, cli::kBadUsage);
    EXPECT_THAT(poses.errors, HasSubstr("--only: leaves images out, and A and B are images"));
}

TEST_F(DiffOfImages, IsJsonWhenAsked) {
    const json document = json::parse(diff({"a.png", "b.png", "--json"}).output);
    EXPECT_EQ(document.at("within"), false);
    EXPECT_EQ(document.at("left").at("width"), 4);
    EXPECT_EQ(document.at("right").at("image"), "png");
    EXPECT_EQ(document.at("difference").at("differing_pixels"), 2);
    EXPECT_EQ(document.at("difference").at("largest"), 5);
    EXPECT_EQ(document.at("difference").at("first"), json::array({2, 1}));
}

TEST_F(DiffOfImages, RefusesAnImageAndAModel) {
    const Finished finished = diff({"TROOPER.alo", "a.png"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors,
                HasSubstr("a.png: is an image and 'TROOPER.alo' is none; give two images, or two "
                          "models or clips"));
    EXPECT_EQ(diff({"a.png", "TROOPER.alo"}).exitCode, cli::kBadUsage);
}

TEST_F(DiffOfImages, TellsAnImageThatCannotBeRead) {
    std::vector<std::byte> cut = whiteDds();
    cut.pop_back();
    folder.write("cut.dds", cut);
    const Finished finished = diff({"a.png", "cut.dds"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors, HasSubstr("cut.dds: blocks at 0x80"));
    EXPECT_EQ(diff({"a.png", "nowhere.png"}).exitCode, cli::kEnvironmentFailed);
}

TEST_F(Diff, OfPosesNeedsACommonSkeleton) {
    const Finished finished =
        rigkiln({"diff", "full.glb", "../Swat3/Set_0000/Models/SWT_HIGH.GSM", "--only", "poses"});
    EXPECT_EQ(finished.exitCode, cli::kBadUsage);
    EXPECT_THAT(finished.errors, HasSubstr("expected the same skeleton"));
}

}  // namespace
}  // namespace rigkiln::test
