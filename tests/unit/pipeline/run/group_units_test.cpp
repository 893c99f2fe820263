#include "pipeline/run/group_units.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "pipeline/files/paged_rows.hpp"
#include "tests/support/batch_fixture.hpp"
#include "tests/support/peak_memory.hpp"
#include "tests/support/sanitizers.hpp"

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

/// Orders groups of one unit each, which weigh so much. Returns their numbers.
std::vector<std::size_t> ordered(const std::vector<std::size_t>& weights, std::size_t parts) {
    std::vector<std::uint32_t> units(weights.size());
    std::iota(units.begin(), units.end(), 0U);
    PagedRows<UnitGroup> groups;
    for (std::uint32_t& unit : units)
        groups.push_back(UnitGroup(std::span(&unit, 1)));
    orderGroups(
        groups, [&](const UnitGroup& group) { return weights[group.front()]; }, parts);
    std::vector<std::size_t> numbers(groups.size());
    std::ranges::transform(groups, numbers.begin(), [](const UnitGroup& group) { return group.front(); });
    return numbers;
}

/// Orders `count` light groups.
std::vector<std::size_t> dealt(std::size_t count, std::size_t parts) {
    return ordered(std::vector<std::size_t>(count, kHeavyGroup), parts);
}

TEST(OrderGroups, TakesOneOfEachPartInTurn) {
    EXPECT_THAT(dealt(6, 2), ElementsAre(0, 3, 1, 4, 2, 5));
    EXPECT_THAT(dealt(6, 3), ElementsAre(0, 2, 4, 1, 3, 5));
}

TEST(OrderGroups, LosesNoneOfPartsThatAreNotEqual) {
    EXPECT_THAT(dealt(7, 3), ElementsAre(0, 3, 6, 1, 4, 2, 5));
    EXPECT_THAT(dealt(2, 8), ElementsAre(0, 1));
    EXPECT_THAT(dealt(0, 4), testing::IsEmpty());
}

TEST(OrderGroups, OfOnePartIsTheRow) {
    EXPECT_THAT(dealt(3, 1), ElementsAre(0, 1, 2));
}

TEST(OrderGroups, PutsTheHeaviestFirst) {
    constexpr std::size_t kHeavy = kHeavyGroup + 1;
    // 3 and 6 have the same number of bits.
    EXPECT_THAT(ordered({0, kHeavy, 0, 4 * kHeavy, 0, 0, 5 * kHeavy}, 2), ElementsAre(3, 6, 1, 0, 4, 2, 5));
}

// Sanitizers keep more memory for each byte that was ever touched.
#ifndef RIGKILN_HAS_SANITIZER
TEST(OrderGroups, OfAMillionTakesNoMemoryForEach) {
    constexpr std::size_t kCount = 1'000'000;
    // The rows of a thread that were looked at lately, and some.
    constexpr std::size_t kFewBytes = std::size_t{6} << 20U;
    std::vector<std::uint32_t> units(kCount);
    PagedRows<UnitGroup> groups;
    for (std::uint32_t& unit : units)
        groups.push_back(UnitGroup(std::span(&unit, 1)));
    const bool hasFiles = PagedBlock(PagedBlock::kFileBytes).isOfFile();
    restPagedRows();
    const test::PeakMemory peak;
    orderGroups(
        groups, [](const UnitGroup& /*group*/) { return std::size_t{0}; }, 2);
    const std::size_t most = peak.bytes();
    if (hasFiles) {
        EXPECT_LT(most, kFewBytes);
    }
}
#endif

}  // namespace
}  // namespace rigkiln
