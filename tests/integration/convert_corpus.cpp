#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"

/// Converts the generated art with several sets of options into a folder that the Khronos validator reads
/// afterwards.
namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;

struct OptionSet {
    std::string name;
    std::vector<std::string> options;
    std::string extension = ".glb";
};

// NOLINTNEXTLINE(readability-identifier-naming): GoogleTest looks for this name
void PrintTo(const OptionSet& set, std::ostream* stream) {
    *stream << set.name;
}

std::vector<OptionSet> optionSets() {
    const std::string everything = "collision,shadow,hidden,lods,alternatives";
    return {{"defaults", {}},
            {"keep", {"--keep", everything}},
            {"full", {"--profile", "full", "--keep", everything}},
            {"pointer", {"--profile", "full", "--ctsa-mode", "pointer"}},
            {"extension", {"--profile", "full", "--visibility", "extension"}},
            {"merged", {"--merge", "--keep", everything}},
            {"sampled", {"--rate", "15fps"}},
            {"reduced", {"--max-error", "5mm"}},
            {"gltf", {"--container", "gltf"}, ".gltf"},
            {"shared", {"--clips", "shared"}},
            {"scaled", {"--scale", "0.1", "--keep", everything}},
            {"skin", {"--rigid", "skin", "--keep", everything}},
            {"skin_web", {"--rigid", "auto", "--visibility-floor", "0.001", "--profile", "web", "--merge"}},
            {"godot", {"--preset", "godot", "--keep", everything}},
            {"bare", {"--lights", "false", "--complete-clips", "false"}}};
}

fs::path outputFolder() {
    const char* folder =
        std::getenv("RIGKILN_INTEGRATION_OUTPUT");  // NOLINT(concurrency-mt-unsafe): one thread, no setenv
    if (folder == nullptr) throw std::runtime_error("RIGKILN_INTEGRATION_OUTPUT names no folder");
    return folder;
}

class CorpusConversion : public testing::TestWithParam<OptionSet> {};

TEST_P(CorpusConversion, ConvertsAllThatIsNotDamaged) {
    const TemporaryFolder folder;
    writeArt(folder.path() / "art", {.sets = 2, .damaged = true});
    const fs::path output = outputFolder() / GetParam().name;
    fs::remove_all(output);
    const std::string report = (folder.path() / "report.json").string();
    std::vector<std::string> arguments = {
        "convert", (folder.path() / "art").string(), "-o", output.string() + "/", "--report", report};
    const std::vector<std::string>& options = GetParam().options;
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Finished finished = runRigkiln(arguments);
    ASSERT_EQ(finished.exitCode, cli::kSomeFailed) << finished.text();
    const nlohmann::json told = nlohmann::json::parse(textOf(report));
    for (const nlohmann::json& unit : told.at("units")) {
        const std::string path = unit.at("output");
        const bool isDamaged = path.find("/Damaged/") != std::string::npos;
        EXPECT_EQ(unit.at("status"), isDamaged ? "failed" : "written")
            << path << unit.value("error", nlohmann::json());
        EXPECT_EQ(fs::exists(path), !isDamaged) << path;
        EXPECT_EQ(fs::path(path).extension(), GetParam().extension);
    }
}

INSTANTIATE_TEST_SUITE_P(Options, CorpusConversion, testing::ValuesIn(optionSets()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace rigkiln::test
