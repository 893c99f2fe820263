#include "pipeline/plan/recognise_file.hpp"

#include <array>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/scripted_format/scripted_format.hpp"
#include "tests/support/temporary_folder.hpp"

namespace rigkiln {
namespace {

RecognisedFile recogniseText(const std::string& path, std::string_view text) {
    return recognise(scripted::kFormats, path, std::as_bytes(std::span(text)));
}

TEST(AssetName, LeavesOutTheExtensionsOfTheFormatAndOfWhatPacksIt) {
    EXPECT_EQ(assetName("/a/hero.smodel", scripted::kModelFormat), "hero");
    EXPECT_EQ(assetName("/a/hero.SMODEL.zs", scripted::kModelFormat), "hero");
    EXPECT_EQ(assetName("/a/hero.v2.smodel", scripted::kModelFormat), "hero.v2");
    EXPECT_EQ(assetName("/a/hero", scripted::kModelFormat), "hero");
}

TEST(Recognise, ContentDecidesWhateverTheName) {
    EXPECT_EQ(recogniseText("/x.sclip", "model 1").format, &scripted::kModelFormat);
    EXPECT_EQ(recogniseText("/x", "clip 1").recognition.kind, AssetKind::Clip);
}

TEST(Recognise, KnowsWhatIsToBeIgnored) {
    const RecognisedFile file = recogniseText("/x.smodel", "nothing");
    EXPECT_EQ(file.recognition.kind, AssetKind::Ignored);
    EXPECT_EQ(file.recognition.description, "scripted nothing");
    EXPECT_FALSE(file.problem);
}

TEST(Recognise, AKnownExtensionWithOtherContentIsAProblem) {
    const RecognisedFile file = recogniseText("/x.SMODEL", "MZ");
    EXPECT_EQ(file.format, &scripted::kModelFormat);
    ASSERT_TRUE(file.problem);
    EXPECT_EQ(file.problem->text(),
              "/x.SMODEL: is named like 'Scripted model' (.smodel) but begins with bytes 4D 5A, which it "
              "never does");
}

TEST(Recognise, TheNameOfADamagedFileTellsItsKindWhereItCan) {
    constexpr std::array<std::string_view, 1> kEndings = {"_animation"};
    constexpr std::array<std::string_view, 1> kExtensions = {".both"};
    FormatModule both = scripted::kModelFormat;
    both.extensions = kExtensions;
    both.pairing = ClipPairing::LongestStemThenNames;
    both.clipEndings = kEndings;
    const std::array<const FormatModule*, 3> formats = {&both, &scripted::kModelFormat,
                                                        &scripted::kClipFormat};
    const auto kindOf = [&](const std::string& path) {
        const std::string_view bytes = "MZ";
        return recognise(formats, path, std::as_bytes(std::span(bytes))).recognition.kind;
    };
    EXPECT_EQ(kindOf("/hero.smodel"), AssetKind::Model);
    EXPECT_EQ(kindOf("/hero_walk.sclip"), AssetKind::Clip);
    EXPECT_EQ(kindOf("/hero_Animation.both"), AssetKind::Clip);
    EXPECT_EQ(kindOf("/hero_head.both"), AssetKind::Unclear);
}

TEST(Recognise, OtherFilesAreUnknown) {
    const RecognisedFile file = recogniseText("/readme.txt", "hello");
    EXPECT_EQ(file.format, nullptr);
    EXPECT_FALSE(file.problem);
}

/// Asks for 200 bytes before it recognises a file, and describes it by the last of them.
std::optional<Recognition> recogniseSlowly(std::span<const std::byte> head, std::string_view /*extension*/) {
    constexpr std::size_t kWanted = 200;
    if (head.size() < kWanted) return Recognition{.description = "not known yet", .wants = kWanted};
    return Recognition{.kind = AssetKind::Clip,
                       .description = std::to_string(std::to_integer<int>(head[kWanted - 1]))};
}

const FormatModule kSlowFormat{.id = "slow", .recognise = recogniseSlowly};
constexpr std::array<const FormatModule*, 1> kSlowFormats = {&kSlowFormat};

TEST(Recognise, GivesFormatsAsMuchAsTheyWant) {
    std::vector<std::byte> bytes(300, std::byte{7});
    EXPECT_EQ(recogniseWhole(kSlowFormats, "/x", bytes).recognition.description, "7");
    const test::TemporaryFolder folder;
    FileTree files;
    const auto found = recogniseFile(kSlowFormats, files, folder.write("x", bytes).string());
    ASSERT_TRUE(found) << found.error().text();
    EXPECT_EQ(found->recognition.kind, AssetKind::Clip);
    EXPECT_EQ(found->recognition.description, "7");
}

TEST(Recognise, GivesNoMoreThanThereIs) {
    std::vector<std::byte> bytes(150, std::byte{7});
    EXPECT_EQ(recogniseWhole(kSlowFormats, "/x", bytes).recognition.description, "not known yet");
    const test::TemporaryFolder folder;
    FileTree files;
    const auto found = recogniseFile(kSlowFormats, files, folder.write("x", bytes).string());
    ASSERT_TRUE(found) << found.error().text();
    EXPECT_EQ(found->recognition.kind, AssetKind::Model);
}

}  // namespace
}  // namespace rigkiln
