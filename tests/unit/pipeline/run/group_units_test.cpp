#include "pipeline/run/group_units.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include <gmock/gmock.h>

#include "tests/support/batch_fixture.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;

class GroupUnits : public BatchFixture {
protected:
    /// Output names of each group.
    std::vector<std::vector<std::string>> groups(const std::string& jobs) {
        const Plan plan = planned("rigkiln: 1\njobs:\n" + jobs);
        std::vector<std::vector<std::string>> names;
        const UnitGroups groups(plan.units);
        for (const UnitGroup& group : groups.all()) {
            names.emplace_back();
            for (const std::size_t unit : group)
                names.back().push_back(relative(plan.units.output(unit)));
        }
        return names;
    }

    const std::string files_ = "  files: { uses: scan, root: in, include: ['**'] }\n";
    const std::string toA_ = ", to: text, path: 'a/{name}.txt' }\n";
    const std::string toB_ = ", to: text, path: 'b/{name}.txt' }\n";
};

TEST_F(GroupUnits, PutsTheExportsOfOneAssetTogether) {
    folder_.write("in/hero.smodel", "model 3");
    folder_.write("in/hero_walk.sclip", "clip 2");
    folder_.write("in/villain.smodel", "model 3");
    EXPECT_THAT(
        groups(files_ + "  rigs: { uses: bind, models: files, clips: files }\n" +
               "  one: { uses: export, from: rigs" + toA_ + "  two: { uses: export, from: rigs" + toB_),
        ElementsAre(ElementsAre("a/hero.txt", "b/hero.txt"), ElementsAre("a/villain.txt", "b/villain.txt")));
}

TEST_F(GroupUnits, PutsTheExportsOfOneFileTogether) {
    folder_.write("in/hero.smodel", "model 3");
    EXPECT_THAT(groups(files_ + "  one: { uses: export, from: files" + toA_ +
                       "  two: { uses: export, from: files" + toB_),
                ElementsAre(ElementsAre("a/hero.txt", "b/hero.txt")));
}

TEST_F(GroupUnits, KeepsApartWhatIsDecodedInAnotherWay) {
    folder_.write("in/hero.smodel", "model 3");
    EXPECT_THAT(
        groups(files_ + "  large: { uses: decode, from: files, scale: 10 }\n" +
               "  one: { uses: export, from: files" + toA_ + "  two: { uses: export, from: large" + toB_),
        ElementsAre(ElementsAre("a/hero.txt"), ElementsAre("b/hero.txt")));
}

TEST_F(GroupUnits, KeepsApartWhatIsResampledInAnotherWay) {
    folder_.write("in/hero.smodel", "model 3");
    EXPECT_THAT(
        groups(files_ + "  slow: { uses: resample, from: files, rate: 10fps }\n" +
               "  one: { uses: export, from: files" + toA_ + "  two: { uses: export, from: slow" + toB_),
        ElementsAre(ElementsAre("a/hero.txt"), ElementsAre("b/hero.txt")));
}

TEST_F(GroupUnits, KeepsApartWhatIsReducedToAnotherBoundAfterBinding) {
    folder_.write("in/hero.smodel", "model 3");
    folder_.write("in/hero_walk.sclip", "clip 2");
    EXPECT_THAT(
        groups(files_ + "  rigs: { uses: bind, models: files, clips: files }\n" +
               "  fine: { uses: resample, from: rigs, max_error: 0.1mm }\n" +
               "  coarse: { uses: resample, from: rigs, max_error: 5mm }\n" +
               "  one: { uses: export, from: fine" + toA_ + "  two: { uses: export, from: coarse" + toB_),
        ElementsAre(ElementsAre("a/hero.txt"), ElementsAre("b/hero.txt")));
}

TEST_F(GroupUnits, KeepsApartAModelWithItsClipsAndWithout) {
    folder_.write("in/hero.smodel", "model 3");
    folder_.write("in/hero_walk.sclip", "clip 2");
    EXPECT_THAT(
        groups(files_ + "  models: { uses: scan, root: in, include: ['**/*.smodel'] }\n" +
               "  rigs: { uses: bind, models: files, clips: files }\n" + "  one: { uses: export, from: rigs" +
               toA_ + "  two: { uses: export, from: models" + toB_),
        ElementsAre(ElementsAre("a/hero.txt"), ElementsAre("b/hero.txt")));
}

TEST_F(GroupUnits, LeavesOutWhatFailsWithoutRunning) {
    folder_.write("in/hero.smodel", "garbage");
    folder_.write("in/villain.smodel", "model 3");
    EXPECT_THAT(groups(files_ + "  one: { uses: export, from: files" + toA_),
                ElementsAre(ElementsAre("a/villain.txt")));
}

/// Deals `count` groups of one unit each to `parts` parts, and returns their order.
std::vector<std::size_t> dealt(std::size_t count, std::size_t parts) {
    std::vector<std::uint32_t> units(count);
    std::iota(units.begin(), units.end(), 0U);
    std::vector<UnitGroup> groups;
    groups.reserve(count);
    for (std::uint32_t& unit : units)
        groups.emplace_back(std::span(&unit, 1));
    dealParts(groups, parts);
    std::vector<std::size_t> numbers(count);
    std::ranges::transform(groups, numbers.begin(), [](const UnitGroup& group) { return group.front(); });
    return numbers;
}

TEST(DealParts, TakesOneOfEachPartInTurn) {
    EXPECT_THAT(dealt(6, 2), ElementsAre(0, 3, 1, 4, 2, 5));
    EXPECT_THAT(dealt(6, 3), ElementsAre(0, 2, 4, 1, 3, 5));
}

TEST(DealParts, LosesNoneOfPartsThatAreNotEqual) {
    EXPECT_THAT(dealt(7, 3), ElementsAre(0, 3, 6, 1, 4, 2, 5));
    EXPECT_THAT(dealt(2, 8), ElementsAre(0, 1));
    EXPECT_THAT(dealt(0, 4), testing::IsEmpty());
}

TEST(DealParts, OfOnePartIsTheRow) {
    EXPECT_THAT(dealt(3, 1), ElementsAre(0, 1, 2));
}

}  // namespace
}  // namespace rigkiln
