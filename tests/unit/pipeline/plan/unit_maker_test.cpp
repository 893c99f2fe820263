#include "pipeline/plan/unit_maker.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pipeline/process/extract_root_motion.hpp"
#include "tests/support/batch_fixture.hpp"

namespace rigkiln {
namespace {

constexpr std::array<std::string_view, 3> kModes = {kRootMotionKeep, kRootMotionExtract, kRootMotionRemove};

/// Plans for an exporter that has the option.
class RootMotionOfUnits : public BatchFixture {
protected:
    /// Returns the step of the only unit; nothing when it has none.
    std::optional<RootMotionStep> stepOf(std::string_view mode) {
        std::vector<OptionSpec> options(scripted::kExporter.options.begin(),
                                        scripted::kExporter.options.end());
        options.push_back({.name = kRootMotionOption,
                           .type = OptionType::Choice,
                           .help = "Where clips travel.",
                           .defaultText = kRootMotionKeep,
                           .choices = kModes});
        ExporterModule exporter = scripted::kExporter;
        exporter.options = options;
        const std::array<const ExporterModule*, 1> exporters = {&exporter};
        const Registries registries{scripted::kFormats, exporters};
        folder_.write("in/hero.smodel", "model 3");
        const std::string text = fmt::format(
            "rigkiln: 1\n"
            "jobs:\n"
            "  files: {{ uses: scan, root: in, include: ['**'] }}\n"
            "  texts: {{ uses: export, from: files, to: text, path: 'out/{{name}}.txt', root_motion: {} }}\n",
            mode);
        const LoadedSettings loaded =
            loadSettings({.file = folder_.path("rigkiln.yaml"), .text = text, .definitions = {}}, registries);
        if (!loaded.settings) {
            ADD_FAILURE() << toText(loaded.problems, "rigkiln.yaml");
            return std::nullopt;
        }
        const Result<Plan> plan = makePlan({.settings = *loaded.settings, .registries = registries});
        if (!plan || plan->units.size() != 1) {
            ADD_FAILURE() << (plan ? "not one unit" : plan.error().text());
            return std::nullopt;
        }
        const Recipe recipe = plan->units.recipe(0);
        const auto isIt = [](const Step& step) { return std::holds_alternative<RootMotionStep>(step); };
        const auto found = std::ranges::find_if(*recipe.steps, isIt);
        if (found == recipe.steps->end()) return std::nullopt;
        return std::get<RootMotionStep>(*found);
    }
};

TEST_F(RootMotionOfUnits, IsNoStepWhereItIsKept) {
    EXPECT_FALSE(stepOf(kRootMotionKeep));
}

TEST_F(RootMotionOfUnits, IsAStepThatKnowsWhetherItIsRemoved) {
    const auto extracted = stepOf(kRootMotionExtract);
    ASSERT_TRUE(extracted);
    EXPECT_FALSE(extracted->options.isRemoved);
    const auto removed = stepOf(kRootMotionRemove);
    ASSERT_TRUE(removed);
    EXPECT_TRUE(removed->options.isRemoved);
}

}  // namespace
}  // namespace rigkiln
