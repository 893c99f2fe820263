#include "tests/support/real_files.hpp"

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"

namespace rigkiln::test {
namespace {

// Real files are not part of the project. RIGKILN_REAL_FILES names a folder of them, searched with all its
// subfolders.

std::map<std::string, std::size_t> inputsByStatus(const nlohmann::json& report) {
    std::map<std::string, std::size_t> counts;
    for (const nlohmann::json& unit : report.at("units")) {
        for (const nlohmann::json& input : unit.at("inputs"))
            ++counts[fmt::format("{} {}", input.at("format").get<std::string>(),
                                 input.at("status").get<std::string>())];
    }
    for (const nlohmann::json& file : report.at("ignored"))
        ++counts["ignored: " + file.at("description").get<std::string>()];
    return counts;
}

/// Failed inputs whose error is not about the input or has no text: users could do nothing about them.
std::vector<std::string> unexplainedFailures(const nlohmann::json& report) {
    std::vector<std::string> unexplained;
    for (const nlohmann::json& unit : report.at("units")) {
        for (const nlohmann::json& input : unit.at("inputs")) {
            if (input.at("status") != "failed") continue;
            const nlohmann::json& error = input.at("error");
            std::cout << fmt::format("failed: {}: {}\n", error.at("where").get<std::string>(),
                                     error.at("problem").get<std::string>());
            if (error.at("kind") != "input" || error.at("problem").get<std::string>().empty())
                unexplained.push_back(input.at("path"));
        }
    }
    return unexplained;
}

TEST(RealFiles, ConvertToFilesTheValidatorAccepts) {
    const char* art = realFilesFolder();
    if (art == nullptr) GTEST_SKIP() << kNoRealFiles;
    const TemporaryFolder folder;
    const std::string output = (folder.path() / "gltf").string();
    const Finished finished =
        runRigkiln({"convert", art, "-o", output, "--keep", "collision,shadow,hidden,lods,alternatives",
                    "--report", output + ".json"});
    EXPECT_THAT(finished.exitCode, testing::AnyOf(cli::kDone, cli::kSomeFailed)) << finished.errors;
    const nlohmann::json report = nlohmann::json::parse(textOf(output + ".json"));
    for (const auto& [status, count] : inputsByStatus(report))
        std::cout << fmt::format("{:6} {}\n", count, status);
    EXPECT_THAT(unexplainedFailures(report), testing::ElementsAre());
    EXPECT_EQ(finished.exitCode, report.at("exit_code"));
    EXPECT_THAT(brokenFilesBelow(output), testing::ElementsAre());

    const Finished validated = Program({"tests/validator/validate.mjs", output},
                                       {.folder = {}, .environment = {}, .program = "node"})
                                   .wait();
    EXPECT_EQ(validated.exitCode, 0) << validated.output.substr(0, 4000);
    std::cout << validated.output.substr(validated.output.rfind('\n', validated.output.size() - 2) + 1);
}

}  // namespace
}  // namespace rigkiln::test
