#pragma once

#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "pipeline/batch/make_plan.hpp"
#include "pipeline/batch/run_plan.hpp"
#include "pipeline/settings/settings.hpp"
#include "tests/support/scripted_format/scripted_format.hpp"
#include "tests/unit/pipeline/batch/scratch_folder.hpp"

namespace rigkiln {

/// A scratch folder with sources under in/, a configuration, and what comes of them under out/.
class BatchFixture : public testing::Test {
protected:
    static Registries registries() { return {scripted::kFormats, scripted::kExporters}; }

    /// Everything below in/, bound, to out/{folder}/{name}.txt.
    static std::string boundConfiguration() {
        return "rigkiln: 1\n"
               "jobs:\n"
               "  files: { uses: scan, root: in, include: ['**'] }\n"
               "  rigs: { uses: bind, models: files, clips: files }\n"
               "  texts: { uses: export, from: rigs, to: text, path: 'out/{folder}/{name}.txt' }\n";
    }

    Result<Plan> plan(const std::string& configuration = boundConfiguration(), unsigned jobs = 2) {
        LoadedSettings loaded = loadSettings(
            {.file = folder_.path("rigkiln.yaml"), .text = configuration, .definitions = {}}, registries());
        EXPECT_TRUE(loaded.settings) << toText(loaded.problems, "rigkiln.yaml");
        if (!loaded.settings) return Error{"rigkiln.yaml", "does not load"};
        settings_ = std::move(loaded.settings);
        return makePlan({.settings = *settings_, .registries = registries(), .jobs = jobs});
    }

    Plan planned(const std::string& configuration = boundConfiguration()) {
        Result<Plan> result = plan(configuration);
        EXPECT_TRUE(result) << (result ? "" : result.error().text());
        return result ? std::move(*result) : Plan{};
    }

    /// Of a path below the scratch folder.
    std::string relative(const std::string& path) const { return path.substr(folder_.path().size() + 1); }

    ScratchFolder folder_;
    std::optional<Settings> settings_;  ///< plans point into it
};

}  // namespace rigkiln
