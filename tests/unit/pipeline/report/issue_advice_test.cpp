#include "pipeline/report/issue_advice.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rigkiln {
namespace {

using testing::ElementsAre;

TEST(IssueAdvice, IsSortedById) {
    EXPECT_TRUE(std::ranges::is_sorted(allIssueAdvice(), {}, &IssueAdvice::id));
}

TEST(IssueAdvice, IsFoundById) {
    for (const IssueAdvice& entry : allIssueAdvice())
        EXPECT_EQ(adviceFor(entry.id), entry.advice);
    EXPECT_EQ(adviceFor("no.such-issue"), "");
    EXPECT_EQ(adviceFor("zzz"), "");
}

TEST(IssueAdvice, NamesOptionsBetweenBackquotes) {
    EXPECT_THAT(optionsIn("give `max_error: 1mm` or `rigkiln inspect`, or `textures`"),
                ElementsAre("max_error: 1mm", "textures"));
}

TEST(IssueAdvice, WritesOptionsForAConfiguration) {
    EXPECT_EQ(adviceText("use `bfres.frame_rate: 30` and `keep: [a, b]`", OptionPlace::Configuration),
              "use `bfres: { frame_rate: 30 }` and `keep: [a, b]`");
}

TEST(IssueAdvice, WritesOptionsForTheCommandLine) {
    EXPECT_EQ(
        adviceText("`bfres.frame_rate: 30`, `keep: [a, b]`, `force: true`, `textures`; `rigkiln inspect`",
                   OptionPlace::CommandLine),
        "`--bfres-frame-rate 30`, `--keep a,b`, `--force`, `--textures`; `rigkiln inspect`");
}

}  // namespace
}  // namespace rigkiln
