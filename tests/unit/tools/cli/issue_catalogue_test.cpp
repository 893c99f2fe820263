#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exporters/registry.hpp"
#include "formats/registry.hpp"
#include "pipeline/report/error_advice.hpp"
#include "pipeline/report/issue_advice.hpp"
#include "pipeline/settings/job_kind.hpp"
#include "pipeline/settings/texture_options.hpp"
#include "tools/cli/catalogue.hpp"
#include "tools/cli/troubleshooting.hpp"

namespace rigkiln::cli {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> namesOf(std::span<const OptionSpec> specs, const std::string& prefix) {
    std::vector<std::string> names;
    names.reserve(specs.size());
    for (const OptionSpec& spec : specs)
        names.push_back(prefix + std::string(spec.name));
    return names;
}

/// Names of all options that an advice may give, as it writes them.
std::vector<std::string> allOptionNames() {
    std::vector<std::string> names = {"textures"};
    const auto add = [&](const std::vector<std::string>& more) {
        names.insert(names.end(), more.begin(), more.end());
    };
    for (const JobKind& kind : allJobKinds())
        add(namesOf(kind.options, ""));
    for (const FormatModule* format : allFormats())
        add(namesOf(format->options, std::string(format->id) + "."));
    for (const ExporterModule* exporter : allExporters())
        add(namesOf(exporter->options, ""));
    return names;
}

TEST(IssueAdvice, IsThereForEveryKindOfIssueAndNoOther) {
    std::vector<std::string> kinds;
    for (const IssueKind* kind : allIssueKinds())
        kinds.emplace_back(kind->id);
    std::vector<std::string> advised;
    for (const IssueAdvice& entry : allIssueAdvice())
        advised.emplace_back(entry.id);
    EXPECT_EQ(advised, kinds);
}

TEST(ErrorAdvice, IsThereForEveryErrorAndNoOther) {
    std::vector<std::string> codes;
    for (const ErrorCode* code : allErrorCodes())
        codes.emplace_back(code->id);
    std::vector<std::string> advised;
    for (const ErrorAdvice& entry : allErrorAdvice()) {
        advised.emplace_back(entry.code);
        EXPECT_FALSE(entry.advice.empty() || entry.advice.ends_with('.')) << entry.code;
        EXPECT_EQ(findErrorAdvice(entry.code), &entry);
    }
    EXPECT_EQ(advised, codes);
    EXPECT_EQ(findErrorAdvice("no.such-error"), nullptr);
}

TEST(Troubleshooting, HasASubjectForEveryCode) {
    EXPECT_THAT(idsWithoutSubject(), IsEmpty());
}

TEST(Troubleshooting, ShowsMessagesOfIssuesThatThereAre) {
    const std::vector<std::string_view> shown = idsWithExample();
    EXPECT_TRUE(std::ranges::is_sorted(shown));
    for (const std::string_view id : shown) {
        const std::vector<const IssueKind*> kinds = allIssueKinds();
        EXPECT_TRUE(std::ranges::any_of(kinds, [&](const IssueKind* kind) { return kind->id == id; })) << id;
    }
}

TEST(Troubleshooting, SaysWhatToDoAboutEachCodeOnce) {
    const std::string text = troubleshootingReference();
    const auto rowsOf = [&](std::string_view id) {
        const std::string begin = "\n| `" + std::string(id) + "` | ";
        std::size_t count = 0;
        for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at + 1))
            ++count;
        return count;
    };
    for (const IssueKind* kind : allIssueKinds())
        EXPECT_EQ(rowsOf(kind->id), 1U) << kind->id;
    for (const ErrorCode* code : allErrorCodes())
        EXPECT_EQ(rowsOf(code->id), 1U) << code->id;
    EXPECT_EQ(text.find('{' + std::string("keep}")), std::string::npos);
}

TEST(IssueAdvice, SaysWhatToDoAboutEveryWarning) {
    std::vector<std::string> without;
    for (const IssueKind* kind : allIssueKinds()) {
        if (kind->severity != Severity::Information && adviceFor(kind->id).empty())
            without.emplace_back(kind->id);
    }
    EXPECT_THAT(without, IsEmpty());
}

TEST(IssueAdvice, NamesOptionsOfThisProgram) {
    const std::vector<std::string> known = allOptionNames();
    for (const IssueAdvice& entry : allIssueAdvice()) {
        for (const std::string_view option : optionsIn(entry.advice)) {
            const std::string name(option.substr(0, option.find(':')));
            EXPECT_NE(std::ranges::find(known, name), known.end()) << entry.id << ": " << name;
        }
    }
}

}  // namespace
}  // namespace rigkiln::cli
