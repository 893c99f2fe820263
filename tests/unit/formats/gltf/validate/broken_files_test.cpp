#include "tests/support/gltf_validation/broken_files.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/gltf/validate/validate_gltf.hpp"

namespace rigkiln::gltf_validation::test {
namespace {

/// Findings of a file as "CODE pointer", each once.
using Lines = std::set<std::string>;

Lines findingsIn(const BrokenFile& file) {
    NoFiles companions;
    const Validation validation =
        validateGltf({.bytes = file.bytes, .isGlb = file.name.ends_with(".glb"), .companions = companions});
    Lines lines;
    for (const Finding& finding : validation.findings) {
        lines.insert(fmt::format("{} {}", finding.rule->code,
                                 finding.offset ? fmt::format("@{}", *finding.offset) : finding.pointer));
    }
    return lines;
}

/// Returns the recorded findings of the Khronos validator, by name of the file.
std::map<std::string, Lines> recordedFindings() {
    std::map<std::string, Lines> recorded;
    std::ifstream stream(RIGKILN_RECORDED_FINDINGS);
    for (std::string line; std::getline(stream, line);) {
        const std::size_t first = line.find('\t');
        const std::size_t second = line.find('\t', first + 1);
        Lines& lines = recorded[line.substr(0, first)];
        if (second != std::string::npos)
            lines.insert(line.substr(first + 1, second - first - 1) + " " + line.substr(second + 1));
    }
    return recorded;
}

// The comparison with the Khronos validator itself reads the files that this writes.
TEST(BrokenFiles, AreWrittenForTheKhronosValidator) {
    const char* folder = std::getenv("RIGKILN_BROKEN_FILES");  // NOLINT(concurrency-mt-unsafe): one thread
    if (folder == nullptr) return;
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    for (const BrokenFile& file : brokenFiles()) {
        std::ofstream stream(std::filesystem::path(folder) / file.name, std::ios::binary);
        stream.write(reinterpret_cast<const char*>(file.bytes.data()),
                     static_cast<std::streamsize>(file.bytes.size()));
        ASSERT_TRUE(stream) << file.name;
    }
}

TEST(BrokenFiles, HaveDistinctNames) {
    std::set<std::string> names;
    for (const BrokenFile& file : brokenFiles())
        EXPECT_TRUE(names.insert(file.name).second) << file.name;
}

TEST(BrokenFiles, BreakNoRuleBeforeTheyAreChanged) {
    EXPECT_THAT(findingsIn({"sound.gltf", asGltf(soundDocument())}), testing::IsEmpty());
    EXPECT_THAT(findingsIn({"sound.glb", asGlb(soundDocument())}), testing::IsEmpty());
}

TEST(BrokenFiles, BreakEachRule) {
    std::set<std::string_view> broken;
    NoFiles companions;
    for (const BrokenFile& file : brokenFiles()) {
        const Validation validation = validateGltf(
            {.bytes = file.bytes, .isGlb = file.name.ends_with(".glb"), .companions = companions});
        for (const Finding& finding : validation.findings)
            broken.insert(finding.rule->code);
    }
    for (const Rule* rule : kRules) {
        if (rule == &kRigkilnDataNotChecked)
            continue;  // takes long in the Khronos validator; see ValidateGltf
        EXPECT_TRUE(broken.contains(rule->code)) << rule->code << " is broken by no file";
    }
}

TEST(BrokenFiles, HaveTheFindingsOfTheKhronosValidator) {
    const std::map<std::string, Lines> recorded = recordedFindings();
    ASSERT_FALSE(recorded.empty());
    for (const BrokenFile& file : brokenFiles()) {
        const auto lines = recorded.find(file.name);
        ASSERT_NE(lines, recorded.end()) << file.name << " is not in " << RIGKILN_RECORDED_FINDINGS;
        EXPECT_EQ(findingsIn(file), lines->second) << file.name;
    }
}

}  // namespace
}  // namespace rigkiln::gltf_validation::test
