#include "exporters/swat3/gsm_rules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/swat3/rest_positions.hpp"
#include "tests/support/swat3/swat3_builders.hpp"
#include "tools/corpus/swat3/swat3_art.hpp"

namespace rigkiln::swat3_export {
namespace {

using swat3::GsmFile;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> broken(const GsmFile& file) {
    std::vector<std::string> texts;
    for (const RuleProblem& problem : brokenGsmRules(file))
        texts.push_back(std::string(problem.rule) + ": " + problem.message);
    return texts;
}

GsmFile character() {
    return corpus::makeCharacter(corpus::planSwt(), {});
}

TEST(GsmRules, HoldForWeaponsAndCharactersOfBothClasses) {
    EXPECT_THAT(broken(swat3::weaponModel()), IsEmpty());
    EXPECT_THAT(broken(corpus::makeWeapon({})), IsEmpty());
    EXPECT_THAT(broken(character()), IsEmpty());
    EXPECT_THAT(broken(corpus::makeCharacter(corpus::planTac(), {})), IsEmpty());
}

TEST(GsmRules, AskForOneSkeletonOfAtLeastTwoBones) {
    EXPECT_THAT(
        broken(GsmFile{}),
        ElementsAre("one-skeleton: 0 skeletons, 1 is expected", "two-bones: 0 bones, at least 2 are expected",
                    "bone-count: 0 bones, 52 (or 37) are expected for a character, 2 for a weapon"));
}

TEST(GsmRules, AskForABoneForEveryPosition) {
    GsmFile file = swat3::weaponModel();
    file.runs[0].count = 5;
    EXPECT_THAT(broken(file),
                ElementsAre("assigned-positions: 2 of 7 positions follow no bone, 0 are expected"));
}

TEST(GsmRules, AskForTheRootOfAWeaponAtTheOrigin) {
    GsmFile file = swat3::weaponModel();
    file.skeletons[0].bones[0].position = {0, 0.5F, 0};
    EXPECT_THAT(broken(file),
                ElementsAre("weapon-root: root 'Rifle_Root' stands at (0, 0.5, 0), (0, 0, 0) is expected"));
}

TEST(GsmRules, AskForAllOfAWeaponOnItsFirstBone) {
    GsmFile file = swat3::weaponModel();
    file.runs = {{.bone = 0, .first = 0, .count = 4}, {.bone = 1, .first = 4, .count = 3}};
    EXPECT_THAT(broken(file), ElementsAre("weapon-first-bone: 3 of 7 positions follow bone 'Rifle_Muzzle', "
                                          "all are expected on bone 'Rifle_Root'"));
}

TEST(GsmRules, AskForGripsOfWeapons) {
    GsmFile file = swat3::weaponModel();
    file.grips.clear();
    EXPECT_THAT(broken(file), ElementsAre("weapon-grips: 0 grips, at least 1 is expected for a weapon"));
}

TEST(GsmRules, AskForGrippersOfCharacters) {
    GsmFile file = character();
    file.grippers.clear();
    EXPECT_THAT(broken(file),
                ElementsAre("character-grippers: 0 grippers, at least 1 is expected for a character"));
}

TEST(GsmRules, AskForAKnownNumberOfBones) {
    EXPECT_THAT(
        broken(swat3::characterModel()),
        testing::Contains("bone-count: 5 bones, 52 (or 37) are expected for a character, 2 for a weapon"));
}

TEST(GsmRules, AskForATextureOnAllFacesButThoseThatAreNeverDrawn) {
    GsmFile file = swat3::weaponModel();
    file.materials[1].name = "FLASHLIGHT";
    EXPECT_THAT(broken(file), IsEmpty());
    file.materials[1].name = "Glass";
    EXPECT_THAT(broken(file), ElementsAre("textured-faces: material 'Glass' of 1 triangles has no texture; "
                                          "only MUZZLE and FLASHLIGHT may have none"));
}

TEST(GsmRules, AskForFacesOfEveryMaterial) {
    GsmFile file = swat3::weaponModel();
    file.materials.push_back(file.materials[0]);
    file.materials.back().id = 9;
    file.materials.back().name = "Spare";
    EXPECT_THAT(
        broken(file),
        ElementsAre("used-materials: material 'Spare' is worn by 0 triangles, at least 1 is expected"));
}

}  // namespace
}  // namespace rigkiln::swat3_export
