#include "pipeline/settings/job_kind.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

TEST(JobKinds, AreFoundByTheirId) {
    ASSERT_NE(findJobKind("scan"), nullptr);
    EXPECT_EQ(findJobKind("scan")->gives, Flow::Files);
    EXPECT_EQ(findJobKind("scann"), nullptr);
}

TEST(JobKinds, AreFoundByTheirTask) {
    for (const JobKind& kind : allJobKinds())
        EXPECT_EQ(&jobKind(kind.task), &kind) << kind.id;
    EXPECT_EQ(allJobKinds().size(), kJobTaskCount);
}

TEST(JobKinds, HaveNoTwoSettingsOfTheSameName) {
    for (const JobKind& kind : allJobKinds()) {
        std::set<std::string_view> names = {"uses"};
        for (const InputSpec& input : kind.inputs) {
            EXPECT_TRUE(names.insert(input.name).second) << kind.id << "." << input.name;
        }
        for (const OptionSpec& option : kind.options) {
            EXPECT_TRUE(names.insert(option.name).second) << kind.id << "." << option.name;
        }
    }
}

TEST(JobKinds, HaveDefaultsThatTheirOptionsAccept) {
    for (const JobKind& kind : allJobKinds()) {
        for (const OptionSpec& option : kind.options) {
            if (option.defaultText.empty()) continue;
            const std::string text(option.defaultText);
            EXPECT_TRUE(parseOption(option, std::span(&text, 1))) << kind.id << "." << option.name;
        }
    }
}

TEST(JobKinds, ExplainEverySetting) {
    for (const JobKind& kind : allJobKinds()) {
        EXPECT_FALSE(kind.help.empty()) << kind.id;
        for (const InputSpec& input : kind.inputs) {
            EXPECT_FALSE(input.help.empty()) << kind.id << "." << input.name;
            EXPECT_FALSE(input.accepts.empty()) << kind.id << "." << input.name;
        }
        for (const OptionSpec& option : kind.options) {
            EXPECT_FALSE(option.help.empty()) << kind.id << "." << option.name;
        }
    }
}

TEST(Flow, HasANameForMessages) {
    EXPECT_EQ(toString(Flow::Files), "files");
    EXPECT_EQ(toString(Flow::Assets), "assets");
    EXPECT_EQ(toString(Flow::Outputs), "outputs");
}

}  // namespace
}  // namespace rigkiln
