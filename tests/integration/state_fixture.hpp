#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace rigkiln::test {

/// Converts art that shares textures, with a state folder beside the outputs.
class State : public testing::Test {
protected:
    State() {
        writeArt(folder.path() / "art/empire", {.sets = 2, .damaged = true});
        writeArt(folder.path() / "art", {.sets = 1, .damaged = false});
    }

    Finished convert(const std::string& output, const std::vector<std::string>& options = {}) const {
        std::vector<std::string> arguments = {"convert", "art", "-o", output, "--report", "report.json"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}});
    }

    [[nodiscard]] nlohmann::json report() const {
        return nlohmann::json::parse(textOf(folder.path() / "report.json"));
    }

    /// Issues and counts of all units, from the report.
    [[nodiscard]] nlohmann::json issues() const {
        const nlohmann::json whole = report();
        nlohmann::json issues = nlohmann::json::array();
        for (const nlohmann::json& unit : whole.at("units"))
            issues.push_back({unit.at("issues"), unit.at("issue_counts"), unit.at("counts")});
        return issues;
    }

    TemporaryFolder folder;
};

}  // namespace rigkiln::test
