#include <algorithm>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/swat3/swat3_issues.hpp"
#include "tests/support/swat3/random_swat3.hpp"
#include "tests/support/swat3/swat3_builders.hpp"
#include "tests/unit/formats/swat3/codec_calls.hpp"

namespace rigkiln::swat3 {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> findings(const GsmFile& file) {
    return textsOf(checkGsm(file));
}

// Findings of a changed model.
template <class Change>
std::vector<std::string> findingsAfter(GsmFile file, const Change& change) {
    change(file);
    return findings(file);
}

TEST(GsmChecks, FindNothingInAWeaponAndInACharacter) {
    EXPECT_THAT(findings(weaponModel()), IsEmpty());
    EXPECT_THAT(findings(characterModel()), IsEmpty());
}

TEST(GsmChecks, AreThoseOfTheDecodedFile) {
    for (const GsmFile& file : {weaponModel(), characterModel(), modelWithEverything()}) {
        EXPECT_EQ(findings(decoded<GsmFile>(encoded(file))), findings(file));
    }
}

TEST(GsmChecks, NoteAnUnknownVersion) {
    EXPECT_THAT(findingsAfter(weaponModel(), [](GsmFile& file) { file.versionMinor = 6; }),
                ElementsAre("swat3.unknown-version versionMinor: 4.6, 4.5 is expected"));
}

TEST(GsmChecks, NoteARepeatedMagicTail) {
    EXPECT_THAT(findingsAfter(weaponModel(), [](GsmFile& file) { file.repeatsMagicTail = true; }),
                ElementsAre("swat3.repeated-magic-tail magic: "));
}

TEST(GsmChecks, NoteAnotherNumberOfSkeletonsThanOne) {
    EXPECT_THAT(
        findingsAfter(weaponModel(), [](GsmFile& file) { file.skeletons.push_back(file.skeletons[0]); }),
        ElementsAre("swat3.several-skeletons skeletonCount: 2, 1 is expected"));
}

TEST(GsmChecks, NoteFewerThanTwoBones) {
    EXPECT_THAT(findingsAfter(weaponModel(), [](GsmFile& file) { file.skeletons[0].bones.pop_back(); }),
                ElementsAre("swat3.few-bones skeletons: 1 bones, at least 2 are expected"));
}

TEST(GsmChecks, FindRotationsThatAreNoUnitQuaternions) {
    EXPECT_THAT(
        findingsAfter(weaponModel(),
                      [](GsmFile& file) {
                          file.skeletons[0].bones[0].rotation = {0, 0, 0, 1.0009F};
                          file.skeletons[0].bones[1].rotation = {0, 0, 0, 1.002F};
                      }),
        ElementsAre("* swat3.rotation-length skeleton[0].bone[1].rotation: (0, 0, 0, 1.002), a length "
                    "of 1 +- 0.001 is expected"));
}

TEST(GsmChecks, NoteNumbersThatAreNotFiniteOncePerFile) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    GsmFile file = weaponModel();
    file.positions[2] = {0, kInfinity, 0};
    file.texCoords[1] = {kNan, 0};
    file.skeletons[0].bones[1].rotation[0] = kNan;
    const auto found = checkGsm(file);
    EXPECT_THAT(textsOf(found), ElementsAre("swat3.not-finite skeleton[0].bone[1].rotation: nan, a finite "
                                            "number is expected"));
    EXPECT_EQ(found[0].occurrences, 3U);
}

// Pointers to one float of each kind in a character.
std::vector<float*> numbersOf(GsmFile& file) {
    GsmMaterial& material = file.materials[0];
    return {&file.skeletons[0].bones[0].position[0],
            &file.positions[0][2],
            &file.texCoords[0][1],
            &file.blends[0][1].weight,
            &material.diffuse[0],
            &material.ambient[1],
            &material.specular[2],
            &material.opacityFalloff,
            &material.transparency,
            &material.selfIllumination,
            &material.shininess,
            &material.shineStrength,
            &file.grippers[0].rows[8],
            &file.grippers[0].position[0]};
}

TEST(GsmChecks, NoteWhicheverNumberIsNotFinite) {
    GsmFile file = characterModel();
    for (std::size_t i = 0; i < numbersOf(file).size(); ++i) {
        file = characterModel();
        *numbersOf(file)[i] = std::numeric_limits<float>::quiet_NaN();
        const auto found = checkGsm(file);
        EXPECT_TRUE(std::ranges::any_of(found, [](const Finding& one) { return one.kind == &kNotFinite; }))
            << "number " << i;
    }
}

TEST(GsmChecks, NoteCountsThatASignedNumberDoesNotHold) {
    EXPECT_THAT(findingsAfter(weaponModel(), [](GsmFile& file) { file.texCoords.resize(32767); }), IsEmpty());
    EXPECT_THAT(findingsAfter(weaponModel(), [](GsmFile& file) { file.texCoords.resize(32768); }),
                ElementsAre("swat3.large-count texCoords: 32768, at most 32767 are safe"));
}

TEST(GsmChecks, FindPositionsInNoRun) {
    EXPECT_THAT(findingsAfter(weaponModel(),
                              [](GsmFile& file) { file.runs[0] = {.bone = 0, .first = 1, .count = 6}; }),
                ElementsAre("* swat3.run-partition runs: of the positions, 0 is in none"));
    EXPECT_THAT(findingsAfter(weaponModel(), [](GsmFile& file) { file.runs[0].count = 4; }),
                ElementsAre("* swat3.run-partition runs: of the positions, 4 to 6 are in none"));
}

TEST(GsmChecks, FindPositionsInTwoRuns) {
    EXPECT_THAT(
        findingsAfter(weaponModel(),
                      [](GsmFile& file) { file.runs.push_back({.bone = 1, .first = 3, .count = 2}); }),
        ElementsAre("* swat3.run-partition runs: of the positions, 3 to 4 are in more than one"));
}

TEST(GsmChecks, FindRunsBehindTheLastPosition) {
    EXPECT_THAT(findingsAfter(weaponModel(), [](GsmFile& file) { file.runs[0].count = 9; }),
                ElementsAre("* swat3.run-partition runs: of the positions, 7 to 8 are in a range, and there "
                            "are 7"));
}

TEST(GsmChecks, FindRunsOfUnknownBones) {
    EXPECT_THAT(findingsAfter(characterModel(), [](GsmFile& file) { file.runs[2].bone = 77; }),
                ElementsAre("* swat3.run-bone run[2].bone: 77 is the id of no bone"));
}

TEST(GsmChecks, FindAMissingRecordOfTheBlends) {
    EXPECT_THAT(findingsAfter(characterModel(), [](GsmFile& file) { file.runs.pop_back(); }),
                ElementsAre("* swat3.blend-run runs: 0 records of bone 0xEEEE, 1 are expected for 3 blends"));
}

TEST(GsmChecks, FindARecordOfTheBlendsWithoutBlends) {
    EXPECT_THAT(findingsAfter(
                    weaponModel(),
                    [](GsmFile& file) { file.runs.push_back({.bone = kBlendRun, .first = 7, .count = 0}); }),
                ElementsAre("* swat3.blend-run runs: 1 records of bone 0xEEEE, 0 are expected for 0 blends"));
}

TEST(GsmChecks, FindARecordOfTheBlendsWithOtherNumbers) {
    EXPECT_THAT(findingsAfter(characterModel(), [](GsmFile& file) { file.runs.back().first = 6; }),
                ElementsAre("* swat3.blend-run run[5]: first 6 and count 3, 7 and 3 are expected"));
    EXPECT_THAT(findingsAfter(characterModel(), [](GsmFile& file) { file.runs.back().count = 2; }),
                ElementsAre("* swat3.blend-run run[5]: first 7 and count 2, 7 and 3 are expected"));
}

TEST(GsmChecks, FindARecordOfTheBlendsThatIsNotTheLast) {
    EXPECT_THAT(
        findingsAfter(characterModel(), [](GsmFile& file) { std::swap(file.runs[1], file.runs.back()); }),
        ElementsAre("* swat3.blend-run run[1]: is the record of the blends, which is expected last of 6"));
}

TEST(GsmChecks, TakeWeightsThatSumTo1Or0) {
    EXPECT_THAT(findingsAfter(characterModel(), [](GsmFile& file) { file.blends[0][0].weight = 0.5009F; }),
                IsEmpty());
    EXPECT_THAT(
        findingsAfter(characterModel(), [](GsmFile& file) { file.blends[0][0].weight = 0.25F; }),
        ElementsAre("* swat3.weight-sum blend[0]: weights sum to 0.75, 1 or 0 (+- 0.001) is expected"));
}

TEST(GsmChecks, FindBlendsOfNoPosition) {
    EXPECT_THAT(findingsAfter(characterModel(),
                              [](GsmFile& file) {
                                  file.blends[1].clear();
                                  settle(file);
                              }),
                ElementsAre("* swat3.empty-blend blend[1].influenceCount: 0, at least 1 is expected"));
}

TEST(GsmChecks, FindALengthOfTheBlendsThatIsNeitherOctetsNorShorts) {
    EXPECT_THAT(
        findingsAfter(characterModel(), [](GsmFile& file) { file.blendStreamLength = 47; }),
        ElementsAre("* swat3.blend-length blendStreamLength: 47, 48 octets or 24 shorts are expected"));
    EXPECT_THAT(findingsAfter(weaponModel(), [](GsmFile& file) { file.blendStreamLength = 2; }),
                ElementsAre("* swat3.blend-length blendStreamLength: 2, 0 octets or 0 shorts are expected"));
}

TEST(GsmChecks, FindTrianglesInNoGroup) {
    EXPECT_THAT(findingsAfter(weaponModel(), [](GsmFile& file) { file.groups[0].count = 1; }),
                ElementsAre("* swat3.group-coverage groups: of the triangles, 1 is in none"));
}

TEST(GsmChecks, NoteGroupsOfUnknownMaterials) {
    EXPECT_THAT(findingsAfter(weaponModel(), [](GsmFile& file) { file.groups[1].material = 1; }),
                ElementsAre("swat3.group-material group[1].material: 1 is the id of no material"));
}

TEST(GsmChecks, NoteMaterialsOfTheSameId) {
    EXPECT_THAT(findingsAfter(weaponModel(),
                              [](GsmFile& file) {
                                  file.materials[1].id = 0;
                                  file.groups[1].material = 0;
                              }),
                ElementsAre("swat3.material-id material[1].id: 0 is taken"));
}

TEST(GsmChecks, FindALengthOfTheSharedListsThatIsNotTheirs) {
    EXPECT_THAT(findingsAfter(weaponModel(), [](GsmFile& file) { file.sharedStreamShorts *= 2; }),
                ElementsAre("* swat3.shared-length sharedStreamShorts: 32, 16 is expected"));
}

TEST(GsmChecks, NoteListsOfTrianglesThatDoNotTouchTheVertex) {
    EXPECT_THAT(findingsAfter(weaponModel(), [](GsmFile& file) { file.effectiveVertices[1].sharedList = 3; }),
                ElementsAre("swat3.shared-list effectiveVertex[1].sharedList: not all triangles of list 3 "
                            "touch position 1"));
}

TEST(GsmChecks, TakeListsWithoutTriangles) {
    EXPECT_THAT(findingsAfter(weaponModel(),
                              [](GsmFile& file) {
                                  file.sharedLists[1].clear();
                                  settle(file);
                              }),
                IsEmpty());
}

TEST(GsmChecks, FindMapsOfUnknownTextures) {
    EXPECT_THAT(findingsAfter(weaponModel(), [](GsmFile& file) { file.materials[0].maps[0].texture = 1; }),
                ElementsAre("* swat3.map-texture material[0] 'Body'.map: 1, below 1 is expected: there are 1 "
                            "textures"));
}

TEST(GsmChecks, NoteTextureNamesThatCountTheirNulsDifferently) {
    EXPECT_THAT(
        findingsAfter(characterModel(), [](GsmFile& file) { file.textures[1].countedNuls = 0; }),
        ElementsAre("swat3.texture-length texture[1].name: counts 0 of its NULs, texture[0] counts 1"));
}

TEST(GsmChecks, FindATwoSidedMarkThatIsNoTruthValue) {
    EXPECT_THAT(findingsAfter(weaponModel(), [](GsmFile& file) { file.materials[1].twoSided = 2; }),
                ElementsAre("* swat3.two-sided material[1] 'MUZZLE'.twoSided: 2, 0 or 1 is expected"));
}

TEST(GsmChecks, FindGripsAndGrippersOnUnknownBones) {
    EXPECT_THAT(findingsAfter(weaponModel(), [](GsmFile& file) { file.grips[1].bone = 2; }),
                ElementsAre("* swat3.grip-bone grip[1] 'Grip2'.bone: 2 is the id of no bone"));
    EXPECT_THAT(findingsAfter(characterModel(), [](GsmFile& file) { file.grippers[0].bone = 9; }),
                ElementsAre("* swat3.grip-bone gripper[0] 'Grip1'.bone: 9 is the id of no bone"));
}

TEST(GsmChecks, NotePadsOncePerFile) {
    const auto found = checkGsm(modelWithEverything());
    EXPECT_THAT(textsOf(found), ElementsAre("swat3.pad run[0].pad: 0xCDCD"));
    EXPECT_EQ(found[0].occurrences, 3U);
}

TEST(GsmChecks, NoteAWeaponWithoutGrips) {
    EXPECT_THAT(findingsAfter(weaponModel(), [](GsmFile& file) { file.grips.clear(); }),
                ElementsAre("swat3.no-grips grips: 0, at least 1 is expected"));
}

TEST(GsmChecks, DoNotTakeAModelForAWeaponWhoseRootIsNotAtTheOrigin) {
    EXPECT_THAT(findingsAfter(weaponModel(),
                              [](GsmFile& file) {
                                  file.grips.clear();
                                  file.skeletons[0].bones[0].position = {0, 0, 1};
                              }),
                IsEmpty());
}

TEST(GsmChecks, NoteACharacterOfAGameWithoutGrippersAndFace) {
    GsmFile file = characterModel();
    while (file.skeletons[0].bones.size() < 37) {
        Bone bone = file.skeletons[0].bones.back();
        bone.id = static_cast<std::uint16_t>(file.skeletons[0].bones.size());
        file.skeletons[0].bones.push_back(bone);
    }
    EXPECT_THAT(findings(file), IsEmpty());
    file.grippers.clear();
    file.materials[1].name = "Head";
    EXPECT_THAT(findings(file), ElementsAre("swat3.no-grippers grippers: 0, at least 1 is expected",
                                            "swat3.no-face materials: none is called FACE"));
}

TEST(GsmChecks, TakeAnyNumberOfFindingsInNoMoreThanOneOfAKind) {
    GsmFile file = weaponModel();
    for (int i = 0; i < 60000; ++i)
        file.runs.push_back({.bone = 500, .first = 0, .count = 7, .pad = 1});
    const auto found = checkGsm(file);
    EXPECT_EQ(found.size(), 4U);  // the number of runs, their bone, the partition, the pads
}

TEST(GsmChecks, FindOnlyWhatTheCatalogueNames) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        for (const Finding& finding : checkGsm(randomGsm(seed)))
            EXPECT_THAT(kGsmFileIssues, testing::Contains(finding.kind)) << finding.kind->id;
    }
}

}  // namespace
}  // namespace rigkiln::swat3
