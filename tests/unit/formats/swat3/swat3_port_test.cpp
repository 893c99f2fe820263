#include "formats/swat3/swat3_port.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "formats/swat3/swat3_format.hpp"
#include "tests/support/swat3/swat3_builders.hpp"
#include "tests/unit/formats/swat3/codec_calls.hpp"

namespace rigkiln::swat3 {
namespace {

template <class Recognise>
std::string recognised(const Recognise& recognise, std::span<const std::byte> bytes,
                       std::string_view extension) {
    const auto recognition = recognise(bytes.first(std::min(bytes.size(), kHeadSize)), extension);
    if (!recognition) return "not recognised";
    return (recognition->kind == AssetKind::Ignored ? "ignored: " : "") + recognition->description;
}

TEST(Swat3Port, RecognisesModelsAndClipsByTheirMagic) {
    const Bytes model = encoded(weaponModel());
    const Bytes clip = encoded(clip41());
    EXPECT_EQ(recognised(recogniseGsm, model, ".dat"), "SWAT 3 model");
    EXPECT_EQ(recognised(recogniseGsa, clip, ".dat"), "SWAT 3 animation");
    EXPECT_EQ(recognised(recogniseGsm, clip, ".gsm"), "not recognised");
    EXPECT_EQ(recognised(recogniseGsa, model, ".gsa"), "not recognised");
    EXPECT_EQ(recogniseGsm(model, ".gsm")->kind, AssetKind::Model);
    EXPECT_EQ(recogniseGsa(clip, ".gsa")->kind, AssetKind::Clip);
}

TEST(Swat3Port, RecognisesNoEmptyFile) {
    EXPECT_EQ(recognised(recogniseGsm, {}, ".GSM"), "not recognised");
    EXPECT_EQ(recognised(recogniseGsa, {}, ".gsa"), "not recognised");
}

TEST(Swat3Port, RecognisesAFileCutOffInItsMagicByItsName) {
    const Bytes model = encoded(weaponModel());
    EXPECT_EQ(recognised(recogniseGsm, std::span(model).first(9), ".gsm"), "SWAT 3 model");
    EXPECT_EQ(recognised(recogniseGsm, std::span(model).first(9), ".dat"), "not recognised");
}

TEST(Swat3Port, ProbesTheBonesOfAModel) {
    const auto probe = probeGsm(encoded(characterModel()));
    ASSERT_TRUE(probe);
    EXPECT_EQ(probe->jointCount, 5U);
    EXPECT_FALSE(probe->highestJoint);
}

TEST(Swat3Port, ProbesTheLastBoneThatAClipMoves) {
    EXPECT_EQ(probeGsa(encoded(clip42()))->highestJoint, 4U);
    GsaFile file = partialClip();
    file.animatedBones = {3, 1};
    EXPECT_EQ(probeGsa(encoded(file))->highestJoint, 3U);
    file.animatedBones = {99, 1};
    EXPECT_EQ(probeGsa(encoded(file))->highestJoint, 1U) << "no bone has the id 99";
    file.animatedBones = {99, 98};
    EXPECT_FALSE(probeGsa(encoded(file))->highestJoint);
}

TEST(Swat3Port, ProbesOrdinalsAndNotIds) {
    GsaFile file = clip41();
    file.skeletons[0].bones.resize(1);
    file.skeletons[0].bones[0].id = 40;
    file.rotations.resize(3);
    EXPECT_EQ(probeGsa(encoded(file))->highestJoint, 0U);
    file.animatedBones = {40};
    EXPECT_EQ(probeGsa(encoded(file))->highestJoint, 0U);
    file.animatedBones.clear();
    file.skeletons.clear();
    file.rotations.clear();
    EXPECT_FALSE(probeGsa(encoded(file))->highestJoint);
}

TEST(Swat3Port, ReencodesToTheSameBytes) {
    const Bytes model = encoded(modelWithEverything());
    EXPECT_EQ(valueOf(reencodeGsm(model)), model);
    const Bytes clip = encoded(clip42());
    EXPECT_EQ(valueOf(reencodeGsa(clip)), clip);
}

TEST(Swat3Port, ReportsBadInputAsAnErrorAndDoesNotThrow) {
    const Bytes bytes = encoded(clip42());
    const std::string problem =
        "magic at 0x0: this is a SWAT 3 animation (GSA), a SWAT 3 model (GSM) is expected";
    EXPECT_EQ(problemOf(reencodeGsm(bytes)), problem);
    EXPECT_EQ(problemOf(probeGsm(bytes)), problem);
    EXPECT_EQ(problemOf(dumpGsmText(bytes)), problem);
    const Bytes model = encoded(weaponModel());
    EXPECT_FALSE(reencodeGsa(model));
    EXPECT_FALSE(probeGsa(model));
    EXPECT_FALSE(dumpGsaText(model));
}

TEST(Swat3Port, DumpsBothKindsOfFile) {
    EXPECT_NE(valueOf(dumpGsmText(encoded(weaponModel()))).find("positionCount: 7"), std::string::npos);
    EXPECT_NE(valueOf(dumpGsaText(encoded(clip41()))).find("frameCount: 3"), std::string::npos);
}

TEST(Swat3Format, RefusesMoreBonesThanASkinCanCount) {
    GsmFile file = weaponModel();
    Skeleton crowd{.id = 7, .name = "Crowd"};
    for (std::uint16_t id = 0; id < 0x8000; ++id)
        crowd.bones.push_back({.id = id, .name = "b"});
    file.skeletons.push_back(crowd);
    file.skeletons.push_back(crowd);
    const Bytes bytes = encoded(file);
    const OptionValues options(kGsmFormat.options);
    NoFiles companions;
    Diagnostics diagnostics;
    EXPECT_EQ(problemOf(kGsmFormat.read(
                  {.path = "x", .name = "x", .bytes = bytes, .options = options, .companions = companions},
                  diagnostics)),
              "skeletons: have 65538 bones together, at most 65535 are read");
}

}  // namespace
}  // namespace rigkiln::swat3
