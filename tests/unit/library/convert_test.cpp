#include "library/rigkiln/convert.hpp"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/alamo/ala_file.hpp"
#include "formats/alamo/alo_file.hpp"
#include "tests/support/alamo/alamo_builders.hpp"
#include "tests/support/temporary_folder.hpp"

namespace rigkiln {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

ConvertFile heroModel(const std::string& name = "HERO.alo") {
    return {.name = name, .bytes = encodeAlo(alamo::simpleRigidModel())};
}

ConvertFile heroWalk(const std::string& name = "HERO_WALK_00.ala") {
    return {.name = name, .bytes = encodeAla(alamo::twoFrameClip(alamo::AlaVersion::V2))};
}

ConvertRequest heroRequest() {
    return {.files = {heroModel(), heroWalk()}, .output = "hero.glb"};
}

std::vector<std::string> namesOf(const ConvertResult& result) {
    std::vector<std::string> names;
    names.reserve(result.files.size());
    for (const ConvertFile& file : result.files)
        names.push_back(file.name);
    return names;
}

/// The texts of all errors of a request that makes no file.
std::vector<std::string> errorsOf(const ConvertRequest& request) {
    const ConvertResult result = convert(request);
    EXPECT_THAT(result.files, IsEmpty());
    EXPECT_FALSE(result.isWhole());
    std::vector<std::string> texts;
    texts.reserve(result.errors.size());
    for (const ConvertError& error : result.errors)
        texts.push_back(error.text());
    return texts;
}

TEST(Convert, MakesAFileOfAModelAndItsClipInMemory) {
    const ConvertResult result = convert(heroRequest());
    EXPECT_TRUE(result.isWhole());
    EXPECT_THAT(namesOf(result), ElementsAre("hero.glb"));
    ASSERT_NE(result.find("hero.glb"), nullptr);
    EXPECT_GT(result.find("hero.glb")->bytes.size(), 100U);
    EXPECT_EQ(result.find("other.glb"), nullptr);
}

TEST(Convert, GivesTheSameBytesForAnyNumberOfThreads) {
    ConvertRequest request = heroRequest();
    const ConvertResult many = convert(request);
    request.threads = 1;
    EXPECT_EQ(convert(request).files.front().bytes, many.files.front().bytes);
}

TEST(Convert, MakesAFileOfEachModelInAFolder) {
    const ConvertResult result =
        convert({.files = {heroModel(), heroModel("OTHER.alo")}, .output = "models/"});
    EXPECT_TRUE(result.isWhole());
    EXPECT_THAT(namesOf(result), ElementsAre("models/HERO.glb", "models/OTHER.glb"));
    EXPECT_THAT(namesOf(convert({.files = {heroModel()}})), ElementsAre("HERO.glb"));
}

TEST(Convert, TakesOptionsByTheirNamesOnTheCommandLineOrInConfigurations) {
    ConvertRequest request = heroRequest();
    const std::vector<std::byte> plain = convert(request).files.front().bytes;
    for (const auto& [name, value] : {std::pair("profile", "web"), std::pair("rate", "60fps")}) {
        request.options = {{name, value}};
        const ConvertResult other = convert(request);
        ASSERT_TRUE(other.isWhole()) << other.errors.front().text();
        EXPECT_NE(other.files.front().bytes, plain) << name;
    }
    for (const char* name : {"complete-clips", "complete_clips"}) {
        request.options = {{name, "true"}};
        EXPECT_TRUE(convert(request).isWhole()) << name;
        request.options = {{name, "perhaps"}};
        EXPECT_FALSE(convert(request).isWhole()) << name;
    }
    request.output = "";
    request.options = {{"container", "gltf"}};
    EXPECT_THAT(namesOf(convert(request)), testing::Contains("HERO.gltf"));
    request.options = {{"to", "gltf"}, {"merge", "true"}};
    EXPECT_TRUE(convert(request).isWhole());
}

TEST(Convert, MergesModels) {
    const ConvertResult result = convert({.files = {heroModel(), heroModel("OTHER.alo")},
                                          .output = "both.glb",
                                          .options = {{"merge", "true"}}});
    EXPECT_THAT(namesOf(result), ElementsAre("both.glb"));
}

TEST(Convert, KeepsTheBytesOfAFileThatKeepsItsFormat) {
    const ConvertResult result = convert({.files = {heroModel()}, .output = "copy.alo"});
    EXPECT_THAT(namesOf(result), ElementsAre("copy.alo"));
    EXPECT_EQ(result.files.front().bytes, heroModel().bytes);
}

TEST(Convert, ReadsPathsAndWritesNothing) {
    const test::TemporaryFolder folder;
    folder.write("art/HERO.alo", heroModel().bytes);
    folder.write("art/HERO_WALK_00.ala", heroWalk().bytes);
    const ConvertResult fromDisk = convert({.paths = {(folder.path() / "art/HERO.alo").string()},
                                            .output = "hero.glb",
                                            .options = {{"with-clips", "true"}}});
    EXPECT_TRUE(fromDisk.isWhole());
    ASSERT_THAT(namesOf(fromDisk), ElementsAre("hero.glb"));
    EXPECT_EQ(fromDisk.files.front().bytes, convert(heroRequest()).files.front().bytes);
    std::size_t entries = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::recursive_directory_iterator(folder.path()))
        ++entries;
    EXPECT_EQ(entries, 3U);
}

TEST(Convert, TellsOfIssuesWithTheirCodes) {
    // Without the textures that the model names.
    const ConvertResult result =
        convert({.files = {{.name = "a.alo", .bytes = encodeAlo(alamo::skinnedModel())}}, .output = "a.glb"});
    EXPECT_TRUE(result.isWhole());
    ASSERT_THAT(result.issues, testing::Not(IsEmpty()));
    for (const ConvertIssue& issue : result.issues) {
        EXPECT_EQ(issue.output, "a.glb");
        EXPECT_THAT(issue.text(), AllOf(HasSubstr("a.glb: "), HasSubstr("(" + issue.code + ")")));
    }
}

TEST(Convert, NamesTheFileThatIsAtFault) {
    ConvertFile cut = heroModel("models/HERO.alo");
    cut.bytes.resize(cut.bytes.size() - 3);
    const ConvertResult result = convert({.files = {cut}, .output = "hero.glb"});
    EXPECT_THAT(result.files, IsEmpty());
    ASSERT_THAT(result.errors, SizeIs(1));
    EXPECT_EQ(result.errors.front().file, "models/HERO.alo");
    EXPECT_EQ(result.errors.front().code, "format.damaged");
    EXPECT_THAT(result.errors.front().text(), testing::Not(HasSubstr("rigkiln.memory")));
}

TEST(Convert, KeepsTheOutputsOfOtherModelsWhenOneFails) {
    ConvertFile cut = heroModel("CUT.alo");
    cut.bytes.resize(cut.bytes.size() - 3);
    const ConvertResult result = convert({.files = {heroModel(), cut}, .output = ""});
    EXPECT_THAT(namesOf(result), ElementsAre("HERO.glb"));
    EXPECT_THAT(result.errors, ElementsAre(Field(&ConvertError::file, "CUT.alo")));
}

TEST(Convert, TellsOfAClipThatFailedBesideTheModel) {
    ConvertRequest request = heroRequest();
    request.files[1].bytes.resize(request.files[1].bytes.size() - 1);
    const ConvertResult result = convert(request);
    EXPECT_THAT(namesOf(result), ElementsAre("hero.glb"));
    EXPECT_THAT(result.errors, ElementsAre(Field(&ConvertError::file, "HERO_WALK_00.ala")));
}

TEST(Convert, RefusesWrongRequestsAndSaysWhatWouldBeRight) {
    EXPECT_THAT(errorsOf({.output = "a.glb"}), ElementsAre(HasSubstr("one of the two names the inputs")));
    EXPECT_THAT(errorsOf({.paths = {"/a.alo"}, .files = {heroModel()}, .output = "a.glb"}),
                ElementsAre(HasSubstr("all on the disk or all in memory")));
    EXPECT_THAT(errorsOf({.paths = {"/a.alo"}, .companions = {heroModel()}, .output = "a.glb"}),
                ElementsAre(HasSubstr("companions")));
    EXPECT_THAT(errorsOf({.files = {heroModel("../a.alo")}, .output = "a.glb"}),
                ElementsAre(HasSubstr("'../a.alo'")));
    EXPECT_THAT(errorsOf({.files = {heroModel("")}, .output = "a.glb"}),
                ElementsAre(HasSubstr("names no file in memory")));
    EXPECT_THAT(errorsOf({.files = {heroModel(), heroModel("./HERO.alo")}, .output = "a.glb"}),
                ElementsAre(HasSubstr("two files in memory")));
    EXPECT_THAT(errorsOf({.files = {heroModel()}, .output = "/tmp/a.glb"}),
                ElementsAre(HasSubstr("expected a relative name")));
    EXPECT_THAT(errorsOf({.files = {heroModel()}, .output = "../a.glb"}),
                ElementsAre(HasSubstr("expected a relative name")));
    EXPECT_THAT(errorsOf({.files = {heroModel()}, .output = "a.png"}), ElementsAre(HasSubstr("'.png'")));
    EXPECT_THAT(errorsOf({.paths = {"/nowhere/a.alo"}, .output = "a.glb"}),
                ElementsAre(HasSubstr("/nowhere/a.alo")));
    EXPECT_THAT(errorsOf({.files = {{.name = "a.txt"}}, .output = "a.glb"}),
                ElementsAre(HasSubstr("no format this program reads")));
    EXPECT_THAT(errorsOf({.files = {{.name = "a.txt"}}, .output = ""}),
                ElementsAre(HasSubstr("no format this program reads")));
}

TEST(Convert, RefusesWrongOptionsAndSaysWhatWouldBeRight) {
    ConvertRequest request = heroRequest();
    request.options = {{"max-eror", "1mm"}};
    EXPECT_THAT(errorsOf(request), ElementsAre(AllOf(HasSubstr("'max-eror'"), HasSubstr("max-error"))));
    request.options = {{"max-error", "1"}};
    EXPECT_THAT(errorsOf(request), ElementsAre(HasSubstr("--max-error")));
    request.options = {{"merge", "perhaps"}};
    EXPECT_THAT(errorsOf(request), ElementsAre(HasSubstr("--merge")));
    request.options = {{"to", "fbx"}};
    EXPECT_THAT(errorsOf(request), ElementsAre(HasSubstr("--to")));
    // Options that would write files.
    request.options = {{"state", "/tmp/state"}};
    EXPECT_THAT(errorsOf(request), ElementsAre(HasSubstr("is no option")));
}

TEST(Convert, KnowsItsVersion) {
    EXPECT_THAT(std::string(convertVersion()), testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+"));
}

}  // namespace
}  // namespace rigkiln
