#include "pipeline/base/diagnostics.hpp"

#include <string>

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

constexpr IssueKind kZeroNormal = {"toy.zero-normal", Severity::Warning, "A normal has no length."};
constexpr IssueKind kNoName = {"toy.no-name", Severity::Information, "A joint has no name."};

TEST(Diagnostics, KeepIssuesInOrder) {
    Diagnostics diagnostics;
    diagnostics.add(kNoName, "joint[0]");
    diagnostics.add(kZeroNormal, "mesh[1]", "vertex 3");
    ASSERT_EQ(diagnostics.issues().size(), 2U);
    EXPECT_EQ(diagnostics.issues()[0].kind, &kNoName);
    EXPECT_EQ(diagnostics.issues()[1].where, "mesh[1]");
    EXPECT_EQ(diagnostics.issues()[1].details, "vertex 3");
}

TEST(Diagnostics, CountWhatTheyDoNotKeep) {
    Diagnostics diagnostics;
    for (std::size_t i = 0; i < 1000; ++i) {
        diagnostics.add(kZeroNormal, "mesh[0]");
    }
    diagnostics.add(kNoName, "joint[0]");
    EXPECT_EQ(diagnostics.issues().size(), Diagnostics::kKeptPerKind + 1);
    EXPECT_EQ(diagnostics.counts().at("toy.zero-normal"), 1000U);
    EXPECT_EQ(diagnostics.counts().at("toy.no-name"), 1U);
}

TEST(Diagnostics, AppendAddsIssuesAndCounts) {
    Diagnostics first;
    first.add(kZeroNormal, "mesh[0]");
    Diagnostics second;
    for (std::size_t i = 0; i < 50; ++i) {
        second.add(kZeroNormal, "mesh[" + std::to_string(i + 1) + "]");
    }
    first.append(second);
    EXPECT_EQ(first.counts().at("toy.zero-normal"), 51U);
    ASSERT_EQ(first.issues().size(), Diagnostics::kKeptPerKind);
    EXPECT_EQ(first.issues()[1].where, "mesh[1]");
}

TEST(Diagnostics, KnowWhichKindsTheyHave) {
    Diagnostics diagnostics;
    diagnostics.add(kNoName, "joint[0]");
    EXPECT_TRUE(diagnostics.has(kNoName));
    EXPECT_FALSE(diagnostics.has(kZeroNormal));
}

TEST(Severity, HasANameForScripts) {
    EXPECT_EQ(toString(Severity::Information), "information");
    EXPECT_EQ(toString(Severity::Warning), "warning");
    EXPECT_EQ(toString(Severity::Error), "error");
}

}  // namespace
}  // namespace rigkiln
