#include "formats/bfres/bfres_format.hpp"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "formats/bfres/file/bfres_file.hpp"
#include "pipeline/binary/format_error.hpp"
#include "tests/unit/formats/bfres/bytes.hpp"
#include "tests/unit/formats/bfres/layouts.hpp"
#include "tools/corpus/bfres.hpp"
#include "tools/corpus/bfres_art.hpp"

namespace rigkiln::bfres {
namespace {

std::optional<Recognition> recognise(std::span<const std::byte> file, std::string_view extension = ".bfres") {
    return kBfresFormat.recognise(file.first(std::min(file.size(), kHeadSize)), extension);
}

/// Repeats recognition with as many bytes as the format asks for.
Recognition recogniseAll(std::span<const std::byte> file) {
    std::size_t head = std::min(file.size(), kHeadSize);
    Recognition found = *kBfresFormat.recognise(file.first(head), ".bfres");
    while (found.wants > head) {
        head = std::min(file.size(), found.wants);
        found = *kBfresFormat.recognise(file.first(head), ".bfres");
    }
    return found;
}

TEST(BfresFormat, RecognisesModelsWhateverTheirExtension) {
    for (const Layout& layout : corpus::bfresLayouts()) {
        const auto recognition = recognise(encodeBfres(corpus::makeBfresFile(layout)), ".szs");
        ASSERT_TRUE(recognition.has_value()) << layout.versionText();
        EXPECT_EQ(recognition->kind, AssetKind::Model);
    }
    EXPECT_EQ(recognise(encodeBfres(corpus::makeBfresFile(kWiiU)))->description,
              "BFRES 4.5.0.3 of the Wii U");
    EXPECT_EQ(recognise(encodeBfres(corpus::makeBfresFile(kSwitch)))->description,
              "BFRES 0.10.0.0 of the Switch");
}

/// Counts all requested images, and those requested before the model's bytes were dropped.
class LateFiles final : public FileSource {
public:
    std::size_t early = 0;
    std::size_t all = 0;
    bool areDropped = false;

private:
    std::optional<Found> loadImage(std::string_view /*name*/, const ImageRecipe& /*recipe*/) override {
        ++all;
        if (!areDropped) ++early;
        return std::nullopt;
    }
};

// Images may lie in the same file, which is then opened a second time.
TEST(BfresFormat, DropsItsBytesBeforeItAsksForImages) {
    Bytes bytes = encodeBfres(corpus::makeBfresFile(kWiiU));
    LateFiles companions;
    const OptionValues options(kBfresFormat.options);
    Diagnostics diagnostics;
    const Result<Scene> scene = kBfresFormat.read({.path = "a.bfres",
                                                   .name = "a",
                                                   .bytes = bytes,
                                                   .options = options,
                                                   .companions = companions,
                                                   .dropBytes =
                                                       [&] {
                                                           std::ranges::fill(bytes, std::byte{0xFF});
                                                           companions.areDropped = true;
                                                       }},
                                                  diagnostics);
    ASSERT_TRUE(scene) << scene.error().text();
    EXPECT_GT(companions.all, 0U);
    EXPECT_EQ(companions.early, 0U);
}

// Without shapes, the reader decodes each animation just before it makes its clip, and drops the bytes
// afterwards.
TEST(BfresFormat, MakesTheSameClipsOfAnimationsWhoseBytesAreDroppedMeanwhile) {
    for (const std::size_t count : {0U, 1U, 2U, 5U}) {
        BfresFile file = corpus::makeWormAnimations(0.3F);
        const std::vector<SkeletalAnimation> motions = std::exchange(file.skeletalAnimations, {});
        for (std::size_t i = 0; i < count; ++i) {
            file.skeletalAnimations.push_back(motions[i % motions.size()]);
            file.skeletalAnimations.back().name = fmt::format("Motion{}", i);
        }
        const Bytes bytes = encodeBfres(file);
        Bytes dropped = bytes;
        std::size_t drops = 0;
        LateFiles companions;
        const OptionValues options(kBfresFormat.options);
        Diagnostics diagnostics;
        const auto readFrom = [&](const Bytes& from, std::function<void()> dropBytes) {
            return kBfresFormat.read({.path = "a.bfres",
                                      .name = "a",
                                      .bytes = from,
                                      .options = options,
                                      .companions = companions,
                                      .dropBytes = std::move(dropBytes)},
                                     diagnostics);
        };
        const Result<Scene> scene = readFrom(dropped, [&] {
            std::ranges::fill(dropped, std::byte{0xFF});
            ++drops;
        });
        ASSERT_TRUE(scene) << scene.error().text();
        EXPECT_EQ(drops, 1U);
        EXPECT_EQ(scene->clips.size(), count + 1);  // plus one of visibility
        EXPECT_EQ(scene->clips, readFrom(bytes, nullptr).value().clips);
    }
}

TEST(BfresFormat, TakesFilesWithoutModelsForClips) {
    for (const Layout& layout : corpus::bfresLayouts()) {
        BfresFile file = corpus::makeBfresFile(layout);
        file.models.clear();
        EXPECT_EQ(recogniseAll(encodeBfres(file)).kind, AssetKind::Clip) << layout.versionText();
    }
}

TEST(BfresFormat, TakesAnimationsWithASkeletonAloneForClips) {
    for (const Layout& layout : corpus::bfresLayouts()) {
        BfresFile file = corpus::makeBfresFile(layout);
        EXPECT_EQ(recogniseAll(encodeBfres(file)).kind, AssetKind::Model) << layout.versionText();
        file.models.front().shapes.clear();
        EXPECT_EQ(recogniseAll(encodeBfres(file)).kind, AssetKind::Clip) << layout.versionText();
        file.skeletalAnimations.clear();
        file.patternAnimations.clear();
        file.boneVisibility.clear();
        file.materialVisibility.clear();
        EXPECT_EQ(recogniseAll(encodeBfres(file)).kind, AssetKind::Model) << layout.versionText();
    }
}

TEST(BfresFormat, IgnoresFilesWithNeitherModelsNorAnimations) {
    for (const Layout& layout : corpus::bfresLayouts()) {
        BfresFile file;
        file.layout = layout;
        file.name = "empty";
        file.embeddedFiles = {{.name = "note.txt", .bytes = {}}};
        EXPECT_EQ(recogniseAll(encodeBfres(file)).kind, AssetKind::Ignored) << layout.versionText();
    }
}

TEST(BfresFormat, ProbesTheNamesThatAnAnimationFileMoves) {
    for (const Layout& layout : corpus::bfresLayouts()) {
        BfresFile file = corpus::makeBfresFile(layout);
        file.models.clear();
        const auto probe = kBfresFormat.probe(encodeBfres(file), {});
        ASSERT_TRUE(probe.hasValue()) << probe.error().text();
        EXPECT_EQ(probe->jointNames, (std::vector<std::string>{"Root", "Still", "Tip"}))
            << layout.versionText();
    }
}

TEST(BfresFormat, RecognisesNothingElse) {
    EXPECT_FALSE(recognise(fromHex("59617a30 00000000")).has_value()) << "packed";
    EXPECT_FALSE(recognise(fromHex("465245")).has_value());
    EXPECT_FALSE(recognise({}, ".bfres").has_value());
    EXPECT_FALSE(recognise({}, ".bin").has_value());
    EXPECT_EQ(recognise(fromHex("46524553 09000000 feff"))->description, "BFRES of an unknown version");
}

TEST(BfresFormat, ProbesTheBonesOfItsModels) {
    for (const Layout& layout : corpus::bfresLayouts()) {
        const auto probe = kBfresFormat.probe(encodeBfres(corpus::makeBfresFile(layout)), {});
        ASSERT_TRUE(probe.hasValue()) << probe.error().text();
        EXPECT_EQ(probe->jointCount, 3U) << layout.versionText();
    }
}

TEST(BfresFormat, SaysWhyItCannotDump) {
    const auto text = kBfresFormat.dump(fromHex("46524553 09000000 feff"));
    ASSERT_FALSE(text.hasValue());
    EXPECT_EQ(text.error().text(), "version at 0x4: 9.0.0.0, 2.0 to 4.5 of the Wii U is expected");
}

TEST(BfresFormat, ReadsModelsWhoseTexturesAreDamaged) {
    std::vector<std::byte> bytes = encodeBfres(corpus::makeBfresFile(kWiiU));
    const std::vector<std::byte> magic = fromHex("46544558");
    const auto texture = std::search(bytes.begin(), bytes.end(), magic.begin(), magic.end());
    ASSERT_NE(texture, bytes.end());
    constexpr std::ptrdiff_t kWidth = 8;
    *(texture + kWidth) = std::byte{0xFF};
    EXPECT_THROW((void)decodeBfres(bytes), FormatError);
    NoFiles companions;
    const OptionValues options(kBfresFormat.options);
    Diagnostics diagnostics;
    const Result<Scene> scene = kBfresFormat.read(
        {.path = "x", .name = "x", .bytes = bytes, .options = options, .companions = companions},
        diagnostics);
    ASSERT_TRUE(scene.hasValue()) << scene.error().text();
    EXPECT_EQ(scene->meshes.size(), 1U);
}

}  // namespace
}  // namespace rigkiln::bfres
