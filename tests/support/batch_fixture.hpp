#pragma once

#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pipeline/plan/make_plan.hpp"
#include "pipeline/run/run_plan.hpp"
#include "pipeline/settings/settings.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/scripted_format/scripted_format.hpp"
#include "tests/support/test_errors.hpp"

namespace rigkiln {

/// Provides a scratch folder with sources below in/, a configuration, and outputs below out/.
class BatchFixture : public testing::Test {
protected:
    static Registries registries() { return {scripted::kFormats, scripted::kExporters}; }

    /// Configuration that binds everything below in/ and exports it to out/{folder}/{name}.txt.
    static std::string boundConfiguration() {
        return "rigkiln: 1\n"
               "jobs:\n"
               "  files: { uses: scan, root: in, include: ['**'] }\n"
               "  rigs: { uses: bind, models: files, clips: files }\n"
               "  texts: { uses: export, from: rigs, to: text, path: 'out/{folder}/{name}.txt' }\n";
    }

    Result<Plan> plan(const std::string& configuration = boundConfiguration()) {
        LoadedSettings loaded = loadSettings(
            {.file = folder_.path("rigkiln.yaml"), .text = configuration, .definitions = {}}, registries());
        EXPECT_TRUE(loaded.settings) << toText(loaded.problems, "rigkiln.yaml");
        if (!loaded.settings) return test::kInputError.in("rigkiln.yaml", "does not load");
        settings_ = std::move(loaded.settings);
        return makePlan({.settings = *settings_, .registries = registries()});
    }

    Plan planned(const std::string& configuration = boundConfiguration()) {
        Result<Plan> result = plan(configuration);
        EXPECT_TRUE(result) << (result ? "" : result.error().text());
        return result ? std::move(*result) : Plan{};
    }

    static RunReport runPlan(const Plan& plan, const RunOptions& options) {
        return rigkiln::runPlan(plan, registries(), options);
    }

    /// Units of a plan, each as "OUTPUT <- MODEL + CLIP | MODEL", with "!" in front when the unit fails.
    std::vector<std::string> described(const Plan& plan) const {
        std::vector<std::string> lines;
        for (const PlannedUnit& unit : plan.units) {
            std::string line = (unit.problem ? "!" : "") + relative(unit.recipe.output) + " <-";
            auto facts = unit.facts.begin();
            for (const Part& part : unit.recipe.parts) {
                if (!line.ends_with("<-")) line += " |";
                if (part.model) line += " " + (facts++)->relative;
                for (std::size_t clip = 0; clip < part.clips.size(); ++clip)
                    line += " + " + (facts++)->relative;
            }
            lines.push_back(line);
        }
        return lines;
    }

    /// Path relative to the scratch folder. Precondition: the path lies below it.
    std::string relative(const std::string& path) const { return path.substr(folder_.path().size() + 1); }

    ScratchFolder folder_;
    std::optional<Settings> settings_;
};

}  // namespace rigkiln
