#include <algorithm>
#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "exporters/registry.hpp"
#include "formats/registry.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/plan/bind.hpp"
#include "pipeline/process/bind_clips.hpp"
#include "pipeline/process/resample_clips.hpp"
#include "pipeline/process/select_meshes.hpp"
#include "pipeline/reading/asset_reader.hpp"
#include "pipeline/settings/job_kind.hpp"

/// Tests every row of the tables of formats, exporters and kinds of jobs.
namespace rigkiln::test {
namespace {

bool isPlainWord(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char character) {
        return (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9') ||
               character == '_';
    });
}

struct OptionTable {
    std::string owner;
    std::span<const OptionSpec> options;
};

std::vector<OptionTable> allOptionTables() {
    std::vector<OptionTable> tables;
    for (const FormatModule* format : allFormats())
        tables.push_back({std::string(format->id), format->options});
    for (const ExporterModule* exporter : allExporters())
        tables.push_back({std::string(exporter->id), exporter->options});
    for (const JobKind& kind : allJobKinds())
        tables.push_back({std::string(kind.id), kind.options});
    return tables;
}

TEST(Tables, ClipsOfAClassHaveModelsInTheirFamily) {
    for (const FormatModule* clips : allFormats()) {
        if (clips->pairing != ClipPairing::JointCount) continue;
        EXPECT_NE(clips->probe, nullptr) << clips->id << " cannot count joints";
        EXPECT_TRUE(std::ranges::any_of(allFormats(), [&](const FormatModule* format) {
            return format->family == clips->family && has(format->reads, Feature::Mesh);
        })) << clips->id;
    }
}

TEST(Tables, FormatsAndExportersHaveIdsOfTheirOwn) {
    std::set<std::string_view> ids;
    for (const FormatModule* format : allFormats()) {
        EXPECT_TRUE(isPlainWord(format->id)) << format->id;
        EXPECT_TRUE(ids.insert(format->id).second) << format->id << " is there twice";
    }
    ids.clear();
    for (const ExporterModule* exporter : allExporters()) {
        EXPECT_TRUE(isPlainWord(exporter->id)) << exporter->id;
        EXPECT_TRUE(ids.insert(exporter->id).second) << exporter->id << " is there twice";
    }
}

TEST(Tables, ExtensionsBelongToOneRowEach) {
    std::set<std::string_view> extensions;
    const auto check = [&](std::span<const std::string_view> own) {
        EXPECT_FALSE(own.empty());
        for (const std::string_view extension : own) {
            EXPECT_TRUE(extension.starts_with('.') && isPlainWord(extension.substr(1))) << extension;
            EXPECT_TRUE(extensions.insert(extension).second) << extension << " is there twice";
        }
    };
    for (const FormatModule* format : allFormats())
        check(format->extensions);
    // An extension may belong to one format and one exporter.
    extensions.clear();
    for (const ExporterModule* exporter : allExporters())
        check(exporter->extensions);
}

TEST(Tables, FormatsAreComplete) {
    for (const FormatModule* format : allFormats()) {
        EXPECT_FALSE(format->title.empty()) << format->id;
        EXPECT_FALSE(format->versions.empty()) << format->id;
        EXPECT_NE(format->reads, Feature::None) << format->id;
        EXPECT_NE(format->recognise, nullptr) << format->id;
        EXPECT_NE(format->probe, nullptr) << format->id;
        EXPECT_NE(format->read, nullptr) << format->id;
        EXPECT_NE(format->dump, nullptr) << format->id;
    }
}

TEST(Tables, DefaultsOfOptionsAreValuesOfTheirOwnType) {
    for (const OptionTable& table : allOptionTables()) {
        const OptionValues defaults(table.options);
        for (const OptionSpec& spec : table.options) {
            if (spec.defaultText.empty()) continue;
            const std::vector<std::string> texts = {std::string(spec.defaultText)};
            const Result<OptionValue> value = parseOption(spec, texts);
            ASSERT_TRUE(value) << table.owner << "." << spec.name << ": " << value.error().text();
            EXPECT_EQ(defaults.all().find(spec.name)->second, *value) << table.owner << "." << spec.name;
        }
    }
}

TEST(Tables, OptionsHaveNamesOfTheirOwnAndHelp) {
    for (const OptionTable& table : allOptionTables()) {
        std::set<std::string_view> names;
        for (const OptionSpec& spec : table.options) {
            EXPECT_TRUE(isPlainWord(spec.name)) << table.owner << "." << spec.name;
            EXPECT_TRUE(names.insert(spec.name).second) << table.owner << "." << spec.name;
            EXPECT_FALSE(spec.help.empty()) << table.owner << "." << spec.name;
        }
    }
}

TEST(Tables, OptionsNeedOtherOptionsOfTheirTableAndValuesOfTheirs) {
    std::size_t needs = 0;
    for (const OptionTable& table : allOptionTables()) {
        for (const OptionSpec& spec : table.options) {
            if (spec.needs.option.empty()) continue;
            ++needs;
            const OptionSpec* other = findOption(table.options, spec.needs.option);
            ASSERT_NE(other, nullptr) << table.owner << "." << spec.name;
            EXPECT_NE(other->name, spec.name) << table.owner << "." << spec.name;
            for (const std::string_view value : spec.needs.values) {
                const std::vector<std::string> texts = {std::string(value)};
                EXPECT_TRUE(parseOption(*other, texts)) << table.owner << "." << spec.name << ": " << value;
            }
        }
    }
    EXPECT_GE(needs, 6U);
}

TEST(Tables, ChoicesComeWithTheOptionsThatHaveThem) {
    for (const OptionTable& table : allOptionTables()) {
        for (const OptionSpec& spec : table.options) {
            const bool choosesOne = spec.type == OptionType::Choice || spec.type == OptionType::ChoiceList;
            EXPECT_EQ(choosesOne, !spec.choices.empty()) << table.owner << "." << spec.name;
        }
    }
}

}  // namespace
}  // namespace rigkiln::test
