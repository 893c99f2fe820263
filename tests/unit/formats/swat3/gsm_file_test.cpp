#include "formats/swat3/gsm_file.hpp"

#include <algorithm>
#include <bit>

#include <gtest/gtest.h>

#include "formats/swat3/swat3_issues.hpp"
#include "tests/support/swat3/random_swat3.hpp"
#include "tests/support/swat3/swat3_builders.hpp"
#include "tests/unit/formats/swat3/codec_calls.hpp"

namespace rigkiln::swat3 {
namespace {

// Expects that the model and its bytes survive a round trip.
void expectRoundTrip(const GsmFile& file) {
    const Bytes bytes = encoded(file);
    const GsmFile again = decoded<GsmFile>(bytes);
    EXPECT_EQ(again, file);
    EXPECT_EQ(encoded(again), bytes);
}

TEST(GsmFile, RoundTripsAWeapon) {
    expectRoundTrip(weaponModel());
}

TEST(GsmFile, RoundTripsACharacterWithBlends) {
    expectRoundTrip(characterModel());
}

TEST(GsmFile, RoundTripsPadsUnusedTexturesAndParentsBehindTheirChildren) {
    expectRoundTrip(modelWithEverything());
}

TEST(GsmFile, RoundTripsAModelWithoutAnything) {
    expectRoundTrip(GsmFile{});
}

TEST(GsmFile, RoundTripsWithAMarkerBehindTheSkeletons) {
    for (GsmFile file : {weaponModel(), modelWithEverything()}) {
        const std::size_t size = encoded(file).size();
        file.variant.hasMarker = true;
        EXPECT_EQ(encoded(file).size(), size + 2);
        expectRoundTrip(file);
    }
}

TEST(GsmFile, RoundTripsMaterialsWithoutMapsThatLackTheUnknownNumber) {
    for (const bool hasMarker : {false, true}) {
        GsmFile file = weaponModel();
        const std::size_t size = encoded(file).size() + (hasMarker ? 2 : 0);
        file.variant = {.hasMarker = hasMarker, .hasUnknownWithoutMaps = false};
        file.materials[1].unknown = 0;
        EXPECT_EQ(encoded(file).size(), size - 2);
        expectRoundTrip(file);
    }
}

TEST(GsmFile, RoundTripsARepeatedMagicTail) {
    GsmFile file = characterModel();
    file.repeatsMagicTail = true;
    EXPECT_EQ(encoded(file).size(), encoded(characterModel()).size() + 6);
    expectRoundTrip(file);
}

TEST(GsmFile, RoundTripsTextureNamesHoweverManyNulsTheirLengthCounts) {
    const std::size_t size = encoded(weaponModel()).size();
    for (std::uint8_t counted = 0; counted <= 2; ++counted) {
        GsmFile file = weaponModel();
        file.textures[0].countedNuls = counted;
        EXPECT_EQ(encoded(file).size(), size) << "two NULs stand there whatever the length says";
        expectRoundTrip(file);
    }
}

TEST(GsmFile, RoundTripsATextureNameThatEndsInANulOfItsOwn) {
    GsmFile file = weaponModel();
    file.textures[0] = {.name = std::string("A\0", 2), .countedNuls = 2};
    expectRoundTrip(file);
}

TEST(GsmFile, RoundTripsBothUnitsOfTheBlendLength) {
    GsmFile file = characterModel();
    EXPECT_EQ(blendUnit(file), GsmBlendUnit::Octets);
    expectRoundTrip(file);
    file.blendStreamLength = static_cast<std::uint16_t>(file.blendStreamLength / 2);
    EXPECT_EQ(blendUnit(file), GsmBlendUnit::Shorts);
    EXPECT_EQ(textsOf(checkGsm(file)), std::vector<std::string>{});
    expectRoundTrip(file);
}

TEST(GsmFile, TellsNoUnitFromALengthThatFitsNoneOrNoBlends) {
    EXPECT_EQ(blendUnit(weaponModel()), GsmBlendUnit::Either);
    GsmFile file = characterModel();
    ++file.blendStreamLength;
    EXPECT_EQ(blendUnit(file), GsmBlendUnit::Neither);
    expectRoundTrip(file);
}

TEST(GsmFile, RoundTripsOtherMinorVersions) {
    GsmFile file = characterModel();
    file.versionMinor = 6;
    expectRoundTrip(file);
}

TEST(GsmFile, KeepsNotANumberBitForBit) {
    constexpr std::uint32_t kSignalling = 0x7FAA'BEEF;
    GsmFile file = weaponModel();
    file.positions[0][1] = std::bit_cast<float>(kSignalling);
    const Bytes bytes = encoded(file);
    const GsmFile again = decoded<GsmFile>(bytes);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(again.positions[0][1]), kSignalling);
    EXPECT_EQ(encoded(again), bytes);
}

// A material without maps is followed by one whose id is the length of its own name plus two. A decoder that
// expects no unknown number takes the id for the length, and reads everything after that correctly.
GsmFile modelOfTwoReadings() {
    GsmFile file = weaponModel();
    std::ranges::swap(file.materials[0], file.materials[1]);
    file.materials[1].id = static_cast<std::uint16_t>(2 + file.materials[1].name.size());
    file.groups[0].material = file.materials[1].id;
    return file;
}

TEST(GsmFile, IsReadAsTheUsualVariantWhenAnotherReachesTheEndToo) {
    EXPECT_EQ(decoded<GsmFile>(encoded(modelOfTwoReadings())), modelOfTwoReadings());
}

TEST(GsmFile, IsReadAsTheVariantThatBreaksTheFewestRules) {
    GsmFile file = modelOfTwoReadings();
    file.materials[0].twoSided = 2;  // the other reading takes this for a part of a number
    const Bytes bytes = encoded(file);
    const GsmFile again = decoded<GsmFile>(bytes);
    EXPECT_FALSE(again.variant.hasUnknownWithoutMaps);
    EXPECT_EQ(encoded(again), bytes);
}

TEST(GsmFile, MakesIssuesOfWhatItFinds) {
    GsmFile file = weaponModel();
    file.groups[0].material = 99;
    Diagnostics diagnostics;
    ASSERT_TRUE(decodeGsm(encoded(file), diagnostics));
    ASSERT_EQ(diagnostics.issues().size(), 1U);
    EXPECT_TRUE(diagnostics.has(kGroupMaterial));
    EXPECT_EQ(diagnostics.issues()[0].where, "group[0].material");
}

TEST(GsmFile, IsRefusedForABrokenRuleWhenStrict) {
    GsmFile file = weaponModel();
    file.runs[0].count = 5;
    EXPECT_EQ(problemOf(decode<GsmFile>(encoded(file), Strictness::Strict)),
              "runs: of the positions, 5 to 6 are in none (the runs do not give each position to exactly one "
              "bone)");
    EXPECT_EQ(problemOf(decode<GsmFile>(encoded(file), Strictness::Lenient)), "no error");
}

TEST(GsmFile, IsNotRefusedForWhatIsOnlyOddWhenStrict) {
    EXPECT_FALSE(checkGsm(modelWithEverything()).empty());
    EXPECT_EQ(problemOf(decode<GsmFile>(encoded(modelWithEverything()), Strictness::Strict)), "no error");
}

TEST(GsmFile, ProbesItsSkeletonsWithoutTheRest) {
    Bytes bytes = encoded(characterModel());
    bytes.resize(0x120);  // ends within the mesh
    const auto skeletons = probeGsmSkeletons(bytes);
    ASSERT_TRUE(skeletons);
    EXPECT_EQ(*skeletons, characterModel().skeletons);
    EXPECT_FALSE(probeGsmSkeletons(std::span(bytes).first(0x40)));
}

TEST(GsmFile, RoundTripsWhateverChanceMakes) {
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        const GsmFile file = randomGsm(seed);
        const Bytes bytes = encoded(file);
        const auto again = decode<GsmFile>(bytes);
        ASSERT_TRUE(again) << "seed " << seed << ": " << again.error().text();
        ASSERT_EQ(*again, file) << "seed " << seed;
        ASSERT_EQ(encoded(*again), bytes) << "seed " << seed;
    }
}

}  // namespace
}  // namespace rigkiln::swat3
