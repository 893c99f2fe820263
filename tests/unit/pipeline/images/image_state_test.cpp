#include "pipeline/images/image_state.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/images/image_key.hpp"
#include "pipeline/images/image_store.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/test_errors.hpp"
#include "tests/unit/pipeline/images/toy_images.hpp"

namespace rigkiln {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

/// Toy images are words. The fourth letter selects the outcome: "d" an issue, "e" an error, "m" many issues.
/// A final "!" is an error too. A PNG signature is recognised as well.
bool recogniseToy(std::span<const std::byte> file, std::string_view /*extension*/) {
    return file.size() >= 4 && (file.front() == std::byte{'t'} || file.front() == std::byte{0x89});
}

Result<Image> readToy(std::span<const std::byte> file, Diagnostics& diagnostics) {
    ++reads;
    if (file[3] == std::byte{'e'} || file.back() == std::byte{'!'})
        return test::kInputError.at("size at 0x0", "4, which is bad");
    if (file[3] == std::byte{'d'}) diagnostics.add(kOdd, "file", "by 3\xFF");
    if (file[3] == std::byte{'m'}) {
        for (int i = 0; i < 40; ++i)
            diagnostics.add(kOdd, "file");
    }
    return Image{.width = 7, .height = 5, .pixels = {1, 2, 3, static_cast<std::uint8_t>(file.size())}};
}

Result<ImageSize> measureToy(std::span<const std::byte> /*file*/) {
    return ImageSize{7, 5};
}

PreparedImage prepareToy(Image image, const ImageRecipe& recipe) {
    PreparedImage prepared{.image = std::move(image), .isChanged = recipe.maximumSide > 0};
    prepared.traits = {.width = 7, .height = 5, .alpha = AlphaKind::Binary, .isKeyed = true};
    prepared.image.pixels[3] = static_cast<std::uint8_t>(100 + recipe.maximumSide);
    return prepared;
}

constexpr std::array<const IssueKind*, 1> kIssues = {&kOdd};
constexpr ImageModule kToy{.id = "toy",
                           .title = "Toy",
                           .issues = kIssues,
                           .recognise = recogniseToy,
                           .measure = measureToy,
                           .read = readToy};
constexpr ImageModule kNewerToy{.id = "toy",
                                .title = "Toy",
                                .revision = 2,
                                .issues = kIssues,
                                .recognise = recogniseToy,
                                .measure = measureToy,
                                .read = readToy};
constexpr std::array kReaders = {&kToy};
constexpr std::array kNewerReaders = {&kNewerToy};
constexpr ImageFormats kFormats{.readers = kReaders, .prepare = prepareToy, .encodePng = encodeToy};
constexpr ImageFormats kNewerFormats{.readers = kNewerReaders, .prepare = prepareToy, .encodePng = encodeToy};
constexpr ImageFormats kOtherFormats{
    .readers = kReaders, .revision = 2, .prepare = prepareToy, .encodePng = encodeToy};
constexpr std::string_view kPicture = "\x89PNG\r\n\x1A\nand more";

class ImageStateTest : public testing::Test {
protected:
    ImageStateTest() { reads = 0; }

    [[nodiscard]] StateSettings settings(std::size_t maximumBytes = 1U << 20U) const {
        return {.folder = folder_.path("state"), .maximumBytes = maximumBytes};
    }

    /// Loads one file as a separate run would.
    UsableImage load(const std::string& name, const ImageRecipe& recipe = {},
                     const ImageFormats& formats = kFormats) {
        ImageState state(settings(), formats);
        ImageStore store(formats, 1000, nullptr, &state);
        UsableImage image = *store.load(folder_.path(name), recipe);
        report_ = state.report();
        return image;
    }

    [[nodiscard]] std::string onlyFile() const { return "state/" + folder_.files("state").at(0); }

    ScratchFolder folder_;
    StateReport report_;
};

TEST_F(ImageStateTest, ConvertsAContentOnceForAllRuns) {
    folder_.write("a.toy", "toyx");
    const UsableImage first = load("a.toy");
    EXPECT_EQ(report_.imagesMade, 1U);
    EXPECT_EQ(report_.imagesFound, 0U);
    EXPECT_EQ(report_.folder, folder_.path("state"));
    const UsableImage second = load("a.toy");
    EXPECT_EQ(reads, 1);
    EXPECT_EQ(report_.imagesMade, 0U);
    EXPECT_EQ(report_.imagesFound, 1U);
    EXPECT_EQ(second.bytes, first.bytes);
    EXPECT_EQ(second.bytes, std::vector<std::byte>(100, std::byte{100}));
    EXPECT_EQ(second.traits, first.traits);
    ASSERT_TRUE(second.traits);
    EXPECT_EQ(*second.traits,
              (ImageTraits{.width = 7, .height = 5, .alpha = AlphaKind::Binary, .isKeyed = true}));
}

TEST_F(ImageStateTest, ConvertsAContentOnceForAllItsFiles) {
    folder_.write("a.toy", "toyx");
    folder_.write("b/a.toy", "toyx");
    ImageState state(settings(), kFormats);
    ImageStore store(kFormats, 1000, nullptr, &state);
    EXPECT_EQ(store.load(folder_.path("a.toy"))->bytes, store.load(folder_.path("b/a.toy"))->bytes);
    EXPECT_EQ(reads, 1);
    EXPECT_EQ(state.report().imagesMade, 1U);
    EXPECT_EQ(state.report().imagesFound, 0U) << "this run made it";
}

TEST_F(ImageStateTest, ConvertsAContentOnceForManyThreads) {
    for (int i = 0; i < 8; ++i)
        folder_.write(std::to_string(i) + ".toy", "toyx");
    ImageState state(settings(), kFormats);
    ImageStore store(kFormats, 1000, nullptr, &state);
    std::vector<std::thread> threads;
    threads.reserve(8);
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&, i] {
            EXPECT_THAT(store.load(folder_.path(std::to_string(i) + ".toy"))->bytes, SizeIs(100));
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(reads, 1);
    EXPECT_EQ(state.report().imagesMade, 1U);
}

/// Processes of one run have a state each, in the same folder; one of them adds up.
TEST_F(ImageStateTest, CountsAContentOnceForManyProcesses) {
    const auto image = [] { return UsableImage{.bytes = SharedBytes(std::string("image"))}; };
    ImageState first(settings(), kFormats);
    ImageState second(settings(), kFormats);
    ImageState all(settings(), kFormats);
    first.noteUses();
    second.noteUses();
    (void)first.find("made and found", image);
    (void)second.find("made and found", image);
    (void)second.find("made", image);
    (void)second.find("made", image);
    const std::vector<ImageUse> found = second.takeUses();
    ASSERT_EQ(found.size(), 2U);
    EXPECT_FALSE(found[0].isMade);
    EXPECT_TRUE(found[1].isMade);
    EXPECT_TRUE(second.takeUses().empty());
    all.addUses(found);
    EXPECT_EQ(all.report().imagesFound, 1U);
    all.addUses(first.takeUses());
    all.addUses(found);
    EXPECT_EQ(all.report().imagesMade, 2U);
    EXPECT_EQ(all.report().imagesFound, 0U);
    all.addProblem(test::kInputError.error("full"));
    EXPECT_EQ(all.report().problem, test::kInputError.error("full"));
}

/// A claim that a killed process left behind would be waited for.
TEST_F(ImageStateTest, AsksForNoClaimWhereNoWorkIsShared) {
    const auto image = [] { return UsableImage{.bytes = SharedBytes(std::string("image"))}; };
    std::string claim;
    {
        ImageState state(settings(), kFormats);
        (void)state.find("claimed", image);
        claim = std::filesystem::path(onlyFile()).replace_extension(".claim").string();
    }
    std::filesystem::remove_all(folder_.path("state"));
    folder_.write(claim, "");
    ImageState state(settings(), kFormats);
    (void)state.find("claimed", image);
    EXPECT_EQ(state.report().imagesMade, 1U);
    EXPECT_TRUE(std::filesystem::exists(folder_.path(claim))) << "taken over after ten seconds";
}

TEST_F(ImageStateTest, KeepsWhatWasOddAboutIt) {
    folder_.write("a.toy", "toyd");
    const UsableImage first = load("a.toy");
    const UsableImage second = load("a.toy");
    EXPECT_EQ(reads, 1);
    ASSERT_THAT(second.diagnostics.issues(), SizeIs(1));
    EXPECT_EQ(second.diagnostics.issues()[0].kind, &kOdd);
    EXPECT_EQ(second.diagnostics.issues()[0].where, "file");
    EXPECT_THAT(second.diagnostics.issues()[0].details, HasSubstr("by 3"));
    EXPECT_EQ(second.diagnostics.counts(), first.diagnostics.counts());
}

TEST_F(ImageStateTest, KeepsNothingOfWhichItCouldNotTellAll) {
    folder_.write("many.toy", "toym");
    folder_.write("bad.toy", "toye");
    load("many.toy");
    EXPECT_EQ(load("many.toy").diagnostics.counts().at("toy.odd"), 40U);
    EXPECT_EQ(reads, 2);
    EXPECT_THAT(load("bad.toy").problem, HasSubstr("which is bad"));
    EXPECT_THAT(load("bad.toy").problem, HasSubstr("which is bad"));
    EXPECT_EQ(reads, 4);
    EXPECT_FALSE(std::filesystem::exists(folder_.path("state")));
}

TEST_F(ImageStateTest, KeepsTheTraitsOfImagesThatStayAsTheyAre) {
    folder_.write("a.png", kPicture);
    for (int run = 0; run < 2; ++run) {
        ImageState state(settings(), kFormats);
        ImageStore store(kFormats, 1000, nullptr, &state);
        EXPECT_THAT(store.load(folder_.path("a.png"))->bytes, SizeIs(kPicture.size()));
        EXPECT_EQ(store.traits(folder_.path("a.png")).width, 7U);
        EXPECT_EQ(reads, 1);
    }
}

TEST_F(ImageStateTest, KeepsNoTraitsOfWhatCouldNotBeRead) {
    folder_.write("a.png", std::string(kPicture) + "!");
    for (int run = 1; run <= 2; ++run) {
        ImageState state(settings(), kFormats);
        ImageStore store(kFormats, 1000, nullptr, &state);
        EXPECT_EQ(store.traits(folder_.path("a.png")), ImageTraits{});
        EXPECT_EQ(reads, run) << "it may have failed for another reason than the file";
    }
}

TEST_F(ImageStateTest, KeepsNoImageThatIsItsSource) {
    folder_.write("a.png", kPicture);
    // The recipe needs the pixels, but does not change them.
    const ImageRecipe recipe{.alpha = ImageAlpha::Dropped};
    const UsableImage first = load("a.png", recipe);
    const UsableImage second = load("a.png", recipe);
    EXPECT_EQ(reads, 1);
    EXPECT_THAT(first.bytes, SizeIs(kPicture.size()));
    EXPECT_EQ(second.bytes, first.bytes);
    EXPECT_TRUE(second.isSource);
    EXPECT_THAT(folder_.read(onlyFile()), testing::Not(HasSubstr("and more")));
}

TEST_F(ImageStateTest, MakesAnewWhatIsMadeOfSomethingElse) {
    folder_.write("a.toy", "toyx");
    load("a.toy");
    EXPECT_EQ(load("a.toy", {.maximumSide = 9}).bytes, std::vector<std::byte>(100, std::byte{109}));
    load("a.toy", {}, kNewerFormats);
    load("a.toy", {}, kOtherFormats);
    EXPECT_EQ(reads, 4);
    folder_.write("a.toy", "toyy");
    load("a.toy");
    EXPECT_EQ(reads, 5);
    EXPECT_THAT(folder_.files("state"), SizeIs(5));
}

TEST_F(ImageStateTest, MakesAnewWhatIsDamaged) {
    folder_.write("a.toy", "toyd");
    const UsableImage first = load("a.toy");
    const std::string name = onlyFile();
    const std::string whole = folder_.read(name);
    for (std::size_t at = 0; at < whole.size(); at += 3) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
        folder_.write(name, damaged);
        EXPECT_EQ(load("a.toy").bytes, first.bytes) << at;
        EXPECT_EQ(folder_.read(name), whole) << at;
        folder_.write(name, whole.substr(0, at));
        EXPECT_EQ(load("a.toy").bytes, first.bytes) << at;
        EXPECT_EQ(report_.imagesMade, 1U) << at;
    }
}

TEST_F(ImageStateTest, KnowsNothingOfIssuesThatNoFormatHas) {
    folder_.write("a.toy", "toyd");
    load("a.toy");
    const std::string name = onlyFile();
    const std::string key = std::filesystem::path(name).stem().string();
    const auto file = readFile(folder_.path(name));
    ASSERT_TRUE(file);
    EXPECT_TRUE(decodeKeptImage(key, *file, kIssues));
    EXPECT_FALSE(decodeKeptImage(key, *file, {}));
    EXPECT_FALSE(decodeKeptImage(std::string(64, '0'), *file, kIssues)) << "put in another's place";
}

TEST_F(ImageStateTest, IsNeverInTheWay) {
    folder_.write("a.toy", "toyx");
    folder_.write("b.toy", "toyxx");
    folder_.write("state", "a file, and no folder");
    ImageState state(settings(), kFormats);
    ImageStore store(kFormats, 1000, nullptr, &state);
    EXPECT_THAT(store.load(folder_.path("a.toy"))->bytes, SizeIs(100));
    EXPECT_THAT(store.load(folder_.path("b.toy"))->bytes, SizeIs(100));
    state.trim();
    ASSERT_TRUE(state.report().problem);
    EXPECT_THAT(state.report().problem->file, HasSubstr(folder_.path("state")));
    EXPECT_EQ(state.report().imagesMade, 2U);
}

TEST_F(ImageStateTest, TakesNoLinkForAFile) {
    folder_.write("a.toy", "toyx");
    load("a.toy");
    const std::string name = onlyFile();
    folder_.write("elsewhere", folder_.read(name));
    std::filesystem::remove(folder_.path(name));
    std::filesystem::create_symlink(folder_.path("elsewhere"), folder_.path(name));
    load("a.toy");
    EXPECT_EQ(reads, 2);
    EXPECT_FALSE(std::filesystem::is_symlink(folder_.path(name))) << "replaced by a file";
}

class StateTrimTest : public ImageStateTest {
protected:
    /// Performs a run that uses the named toys. Returns the number of files that trimming leaves in the
    /// state.
    std::size_t runWith(const std::vector<std::string>& toys, std::size_t maximumBytes) {
        ImageState state(settings(maximumBytes), kFormats);
        ImageStore store(kFormats, 1000, nullptr, &state);
        for (const std::string& toy : toys) {
            folder_.write(toy, "toy " + toy);
            EXPECT_THAT(store.load(folder_.path(toy))->bytes, SizeIs(100));
        }
        state.trim();
        report_ = state.report();
        return folder_.files("state").size();
    }

    /// Makes all files of the state a day older.
    void age() const {
        for (const std::string& file : folder_.files("state")) {
            const auto path = std::filesystem::path(folder_.path("state/" + file));
            std::filesystem::last_write_time(path,
                                             std::filesystem::last_write_time(path) - std::chrono::hours(24));
        }
    }
};

TEST_F(StateTrimTest, RemovesWhatWasNotUsedForLongest) {
    EXPECT_EQ(runWith({"a", "b", "c"}, 1U << 20U), 3U);
    EXPECT_EQ(report_.imagesRemoved, 0U);
    const std::size_t one = folder_.read(onlyFile()).size();
    age();
    EXPECT_EQ(runWith({"b"}, one), 3U) << "a run that adds nothing removes nothing";
    EXPECT_EQ(report_.imagesFound, 1U);
    EXPECT_EQ(runWith({"d"}, 2 * one), 2U);
    EXPECT_EQ(report_.imagesRemoved, 2U);
    reads = 0;
    runWith({"b", "d"}, 1U << 20U);
    EXPECT_EQ(reads, 0) << "used a day later than the others";
}

TEST_F(StateTrimTest, LeavesFilesOfOthersAlone) {
    folder_.write("state/images/ab/mine.txt", "text");
    folder_.write("state/images/other/x.kept", "text");
    EXPECT_EQ(runWith({"a"}, 0), 2U);
    EXPECT_EQ(report_.imagesRemoved, 1U);
}

TEST(ImageKey, IsADigestOfEverythingThatDecides) {
    const std::vector<std::byte> file(3, std::byte{7});
    const std::string key = imageKey(kFormats, kToy, {}, file);
    EXPECT_THAT(key, testing::MatchesRegex("[0-9a-f]{64}"));
    EXPECT_EQ(imageKey(kFormats, kToy, {}, file), key);
    std::vector<std::string> others = {
        imageKey(kFormats, kNewerToy, {}, file),
        imageKey(kOtherFormats, kToy, {}, file),
        imageKey(kFormats, kToy, {}, std::span(file).first(2)),
        imageKey(kFormats, kToy, {.content = ImageContent::Normal}, file),
        imageKey(kFormats, kToy, {.alpha = ImageAlpha::Mask}, file),
        imageKey(kFormats, kToy, {.tint = {1, 0, 0}}, file),
        imageKey(kFormats, kToy, {.tint = {0, 1, 0}}, file),
        imageKey(kFormats, kToy, {.tint = {0, 0, 1}}, file),
        imageKey(kFormats, kToy, {.colorKey = Rgb{}}, file),
        imageKey(kFormats, kToy, {.colorKey = Rgb{1, 0, 0}}, file),
        imageKey(kFormats, kToy, {.colorKey = Rgb{0, 1, 0}}, file),
        imageKey(kFormats, kToy, {.colorKey = Rgb{0, 0, 1}}, file),
        imageKey(kFormats, kToy, {.flipGreen = true}, file),
        imageKey(kFormats, kToy, {.maximumSide = 1}, file),
        imageKey(kFormats, kToy, {.powersOfTwo = true}, file),
        imageKey(kFormats, kToy, {.encoding = ImageEncoding::Webp}, file),
        imageKey(kFormats, kToy, {.encoding = ImageEncoding::Png}, file),
        imageKey(kFormats, kToy, {.encoding = ImageEncoding::Webp, .quality = 80}, file),
        imageKey(kFormats, kToy, {.encoding = ImageEncoding::Webp, .quality = 81}, file),
        imageKey(kFormats, kToy, {.needsTraits = true}, file),
        key,
    };
    const std::size_t count = others.size();
    std::ranges::sort(others);
    others.erase(std::unique(others.begin(), others.end()), others.end());
    EXPECT_THAT(others, SizeIs(count)) << "each member decides";
}

}  // namespace
}  // namespace rigkiln
