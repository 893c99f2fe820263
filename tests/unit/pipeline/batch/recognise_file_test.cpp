#include "pipeline/batch/recognise_file.hpp"

#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/scripted_format/scripted_format.hpp"

namespace rigkiln {
namespace {

RecognisedFile recogniseText(const std::string& path, std::string_view text) {
    return recognise(scripted::kFormats, path, std::as_bytes(std::span(text)));
}

TEST(SplitName, PartsNameAndExtension) {
    EXPECT_EQ(splitName("/a.b/hero.v2.ALO").name, "hero.v2");
    EXPECT_EQ(splitName("/a.b/hero.v2.ALO").extension, ".ALO");
    EXPECT_EQ(splitName("/a.b/hero").extension, "");
    EXPECT_EQ(splitName("/a/.hidden").name, ".hidden");
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

TEST(Recognise, OtherFilesAreUnknown) {
    const RecognisedFile file = recogniseText("/readme.txt", "hello");
    EXPECT_EQ(file.format, nullptr);
    EXPECT_FALSE(file.problem);
}

}  // namespace
}  // namespace rigkiln
