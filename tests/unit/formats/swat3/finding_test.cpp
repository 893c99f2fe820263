#include "formats/swat3/finding.hpp"

#include <limits>
#include <set>
#include <stdexcept>
#include <string_view>

#include <gtest/gtest.h>

#include "formats/swat3/file_checks.hpp"
#include "formats/swat3/finding_list.hpp"
#include "formats/swat3/swat3_issues.hpp"

namespace rigkiln::swat3 {
namespace {

std::vector<Finding> someFindings() {
    return {
        {.kind = &kPad, .where = "run[0].pad", .details = "0x0001", .occurrences = 1, .breaksRule = false},
        {.kind = &kRunBone, .where = "run[2].bone", .details = "9", .occurrences = 3, .breaksRule = true},
        {.kind = &kWeightSum, .where = "blend[0]", .details = "2", .occurrences = 1, .breaksRule = true}};
}

TEST(Finding, CountsTheRulesThatAreBroken) {
    EXPECT_EQ(countBrokenRules({}), 0U);
    EXPECT_EQ(countBrokenRules(someFindings()), 2U);
}

TEST(Finding, MakesTheFirstBrokenRuleAnError) {
    EXPECT_EQ(findBrokenRule({}), std::nullopt);
    EXPECT_EQ(findBrokenRule(someFindings()),
              kRuleBrokenInFile.at("run[2].bone", "9 (runs name a bone that the skeleton has not)"));
}

TEST(Finding, BecomesAnIssueThatCountsItsOccurrences) {
    Diagnostics diagnostics;
    report(someFindings(), diagnostics);
    ASSERT_EQ(diagnostics.issues().size(), 3U);
    EXPECT_EQ(diagnostics.issues()[0].kind, &kPad);
    EXPECT_EQ(diagnostics.issues()[0].details, "0x0001");
    EXPECT_EQ(diagnostics.issues()[1].where, "run[2].bone");
    EXPECT_EQ(diagnostics.issues()[1].details, "9; and 2 more like it");
}

TEST(FindingList, KeepsTheFirstPlaceOfAKindAndCountsTheOthers) {
    FindingList list;
    list.hint(kPad, [] { return Place{"first", "1"}; });
    list.rule(kRunBone, [] { return Place{"other", "2"}; });
    list.hint(kPad, []() -> Place { throw std::logic_error("a place that nobody asks for is not made"); });
    const std::vector<Finding> findings = std::move(list).finish();
    ASSERT_EQ(findings.size(), 2U);
    EXPECT_EQ(findings[0].where, "first");
    EXPECT_EQ(findings[0].occurrences, 2U);
    EXPECT_FALSE(findings[0].breaksRule);
    EXPECT_TRUE(findings[1].breaksRule);
}

TEST(IsUnitLength, AllowsATolerance) {
    EXPECT_TRUE(isUnitLength({0, 0, 0, 1.0009F}));
    EXPECT_TRUE(isUnitLength({0.5F, -0.5F, 0.5F, -0.5F}));
    EXPECT_FALSE(isUnitLength({0, 0, 0, 1.002F}));
    EXPECT_FALSE(isUnitLength({0, 0, 0, 0}));
}

TEST(IsUnitLength, IsFalseForWhatIsNoNumber) {
    EXPECT_FALSE(isUnitLength({std::numeric_limits<float>::quiet_NaN(), 0, 0, 1}));
    EXPECT_FALSE(isUnitLength({0, std::numeric_limits<float>::infinity(), 0, 1}));
}

TEST(FindGap, SaysNothingOfAPartitionInAnyOrder) {
    EXPECT_EQ(findGap({}, 0), "");
    EXPECT_EQ(findGap({{.first = 3, .count = 2}, {.first = 0, .count = 3}, {.first = 1, .count = 0}}, 5), "");
}

TEST(FindGap, NamesTheFirstPlaceThatIsNotCoveredOnce) {
    EXPECT_EQ(findGap({}, 2), "0 to 1 are in none");
    EXPECT_EQ(findGap({{.first = 0, .count = 2}, {.first = 3, .count = 1}}, 4), "2 is in none");
    EXPECT_EQ(findGap({{.first = 0, .count = 3}, {.first = 1, .count = 1}}, 3), "1 is in more than one");
    EXPECT_EQ(findGap({{.first = 0, .count = 2}, {.first = 2, .count = 3}}, 4),
              "4 is in a range, and there are 4");
}

TEST(Swat3Issues, HaveDistinctIdsThatBeginWithTheNameOfTheFormat) {
    const auto expectDistinct = [](std::span<const IssueKind* const> kinds) {
        std::set<std::string_view> ids;
        for (const IssueKind* kind : kinds) {
            EXPECT_TRUE(ids.insert(kind->id).second) << kind->id;
            EXPECT_TRUE(kind->id.starts_with("swat3.")) << kind->id;
        }
    };
    expectDistinct(kGsmFileIssues);
    expectDistinct(kGsaFileIssues);
}

}  // namespace
}  // namespace rigkiln::swat3
