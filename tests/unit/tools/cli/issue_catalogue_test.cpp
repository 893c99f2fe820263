#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exporters/registry.hpp"
#include "formats/registry.hpp"
#include "pipeline/report/issue_advice.hpp"
#include "pipeline/settings/job_kind.hpp"
#include "pipeline/settings/texture_options.hpp"
#include "tools/cli/catalogue.hpp"

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
