#include "formats/alamo/alamo_format.hpp"

#include <algorithm>
#include <span>
#include <string>

#include <gtest/gtest.h>

#include "formats/alamo/alo_file.hpp"
#include "formats/alamo/chunk_reader.hpp"
#include "pipeline/base/error_codes.hpp"
#include "pipeline/conversion/conversion_errors.hpp"
#include "tests/support/alamo/alamo_builders.hpp"
#include "tests/support/alamo/chunk_bytes.hpp"

namespace rigkiln::alamo {
namespace {

std::string recognised(const FormatModule& module, std::span<const std::byte> bytes,
                       std::string_view extension) {
    const auto recognition = module.recognise(bytes.first(std::min(bytes.size(), kHeadSize)), extension);
    if (!recognition) return "not recognised";
    return (recognition->kind == AssetKind::Ignored ? "ignored: " : "") + recognition->description;
}

TEST(AlamoFormat, RecognisesModelsAndClipsByTheirFirstChunk) {
    const Bytes model = encodeAlo(simpleRigidModel());
    const Bytes clip = encodeAla(twoFrameClip(AlaVersion::V2));
    EXPECT_EQ(recognised(kAloFormat, model, ".dat"), "Alamo model");
    EXPECT_EQ(recognised(kAlaFormat, clip, ".dat"), "Alamo animation");
    EXPECT_EQ(recognised(kAlaFormat, model, ".ala"), "not recognised");
    EXPECT_EQ(recognised(kAloFormat, clip, ".alo"), "not recognised");
}

TEST(AlamoFormat, IgnoresParticleSystems) {
    EXPECT_EQ(recognised(kAloFormat, containerChunk(0x900, {}), ".alo"),
              "ignored: Alamo particle system (version 1)");
    EXPECT_EQ(recognised(kAloFormat, containerChunk(0x1500, {}), ".alo"),
              "ignored: Alamo particle system (version 2)");
}

/// Returns a model of a container with `count` - 1 empty chunks.
Bytes modelOfEmptyChunks(std::size_t count) {
    constexpr std::size_t kHeaderSize = 8;
    return containerChunk(0x200, Bytes((count - 1) * kHeaderSize));
}

TEST(AlamoFormat, RefusesMoreThanAMillionChunksBeforeItDecodesAny) {
    const std::size_t most = ReadLimits().chunks;
    const auto read = [](std::size_t count) {
        return kAloFormat.reencode(modelOfEmptyChunks(count)).error();
    };
    EXPECT_EQ(read(most).text(), "skeleton.header at 0x8: chunk 0x201 is missing");
    const Error error = read(most + 1);
    EXPECT_EQ(error.text(), "chunks: 1000001, at most 1000000 are read");
    EXPECT_EQ(error.code().id, kBeyondLimit.id);
    EXPECT_EQ(kAloFormat.probe(modelOfEmptyChunks(most + 1), {}).error(), error);
    EXPECT_EQ(kAloFormat.probe(modelOfEmptyChunks(most + 1), {.chunks = most + 1}).error(), read(most));
    EXPECT_EQ(kAlaFormat.dump(modelOfEmptyChunks(most + 1)).error(), error);
}

TEST(AlamoFormat, RecognisesNoEmptyFile) {
    EXPECT_EQ(recognised(kAloFormat, {}, ".ALO"), "not recognised");
    EXPECT_EQ(recognised(kAlaFormat, {}, ".ala"), "not recognised");
}

TEST(AlamoFormat, DoesNotRecogniseAnIdWithoutTheContainerFlag) {
    EXPECT_EQ(recognised(kAloFormat, dataChunk(0x200, {}), ".alo"), "not recognised");
    EXPECT_EQ(recognised(kAlaFormat, dataChunk(0x1000, {}), ".ala"), "not recognised");
    EXPECT_EQ(recognised(kAloFormat, dataChunk(0x900, {}), ".alo"), "not recognised");
}

TEST(AlamoFormat, RecognisesAFileCutOffInItsFirstHeaderSoThatReadingCanSayWhatIsWrong) {
    const Bytes model = encodeAlo(simpleRigidModel());
    const auto head = std::span(model).first(6);
    EXPECT_EQ(recognised(kAloFormat, head, ".alo"), "Alamo model");
    EXPECT_EQ(recognised(kAloFormat, head.first(3), ".alo"), "not recognised");
    const auto probe = kAloFormat.probe(head, {});
    ASSERT_FALSE(probe);
    EXPECT_EQ(probe.error().text(), "chunk size at 0x4: needs 4 bytes, 2 are left in file");
}

TEST(AlamoFormat, ProbesWhatBindingNeeds) {
    const auto model = kAloFormat.probe(encodeAlo(skinnedModel()), {});
    ASSERT_TRUE(model);
    EXPECT_EQ(model->jointCount, 3U);
    EXPECT_FALSE(model->highestJoint);
    const auto clip = kAlaFormat.probe(encodeAla(clipWithEverything(AlaVersion::V1)), {});
    ASSERT_TRUE(clip);
    EXPECT_EQ(clip->highestJoint, 3U);
}

TEST(AlamoFormat, ReencodesToTheSameBytes) {
    const Bytes model = encodeAlo(modelWithEverything());
    const auto modelAgain = kAloFormat.reencode(model);
    ASSERT_TRUE(modelAgain);
    EXPECT_EQ(*modelAgain, model);
    const Bytes clip = encodeAla(clipWithEverything(AlaVersion::V2));
    const auto clipAgain = kAlaFormat.reencode(clip);
    ASSERT_TRUE(clipAgain);
    EXPECT_EQ(*clipAgain, clip);
}

TEST(AlamoFormat, ReportsBadInputAsAnErrorAndDoesNotThrow) {
    const Bytes bytes = encodeAlo(AloFile{});
    NoFiles companions;
    const OptionValues options(kAloFormat.options);
    Diagnostics diagnostics;
    const ReadRequest request{
        .path = "a.alo", .name = "a", .bytes = bytes, .options = options, .companions = companions};
    const auto scene = kAloFormat.read(request, diagnostics);
    ASSERT_FALSE(scene);
    EXPECT_EQ(scene.error(), kDamaged.at("skeleton.boneCount at 0x10", "0, at least 1 is expected"));
    EXPECT_FALSE(kAloFormat.reencode(bytes));
    EXPECT_FALSE(kAlaFormat.reencode(bytes));
    EXPECT_FALSE(kAlaFormat.probe(bytes, {}));
    EXPECT_FALSE(kAloFormat.dump(std::span(bytes).first(9)));
}

TEST(AlamoFormat, DumpsBothKindsOfFile) {
    const auto model = kAloFormat.dump(encodeAlo(simpleRigidModel()));
    ASSERT_TRUE(model);
    EXPECT_NE(model->find("0x00000000  200 skeleton"), std::string::npos);
    const auto clip = kAlaFormat.dump(encodeAla(twoFrameClip(AlaVersion::V2)));
    ASSERT_TRUE(clip);
    EXPECT_NE(clip->find("0x00000000  1000 animation"), std::string::npos);
}

TEST(AlamoFormat, PairsClipsByTheLongestStem) {
    EXPECT_EQ(kAlaFormat.pairing, ClipPairing::LongestStem);
    EXPECT_EQ(kAloFormat.pairing, ClipPairing::None);
}

}  // namespace
}  // namespace rigkiln::alamo
