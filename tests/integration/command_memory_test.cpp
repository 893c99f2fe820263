#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"

/// Commands that read files without a run keep to --memory too: what they hold stays below it, 10 % and 64
/// MB.
namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

constexpr std::size_t kLittle = std::size_t{32} << 20U;
constexpr std::size_t kPromisedOfLittle = kLittle + kLittle / 10 + 64'000'000;

class MemoryOfCommands : public testing::Test {
protected:
    /// Writes a glTF of 16 MB that takes some hundred megabytes to read, a piece at a time: the peak of a
    /// program is not below that of the process that starts it.
    void writeLarge(const std::string& name) const {
        std::ofstream file(folder_.path() / name, std::ios::binary);
        file << R"({"asset":{"version":"2.0"},"extras":[{})";
        constexpr int kElements = 1'500'000;
        for (int i = 0; i < kElements; ++i)
            file << ",[],{}";
        file << "]}";
        ASSERT_TRUE(file.good());
    }

    static void writeSmall(const fs::path& path) {
        std::ofstream(path)
            << R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"a"}]})";
    }

    [[nodiscard]] Finished run(const std::vector<std::string>& arguments) const {
        return runRigkiln(arguments, {.folder = folder_.path(), .environment = {}, .program = {}});
    }

    static void expectRefusal(const Finished& finished, int exitCode, std::string_view words) {
#ifdef RIGKILN_CHARGES_MEMORY
        EXPECT_EQ(finished.exitCode, exitCode) << finished.text();
        EXPECT_THAT(finished.text(), HasSubstr(std::string(words)));
        EXPECT_THAT(finished.text(), HasSubstr("of memory, --memory is 32.0 MiB; give more"));
        EXPECT_LE(finished.peakBytes, kPromisedOfLittle) << finished.text();
#else
        EXPECT_NE(finished.exitCode, cli::kInternalError) << finished.text() << exitCode << words;
#endif
    }

    TemporaryFolder folder_;
};

TEST_F(MemoryOfCommands, IsLimitedInInspect) {
    writeLarge("in.gltf");
    writeSmall(folder_.path() / "small.gltf");
    for (const std::vector<std::string>& more :
         std::vector<std::vector<std::string>>{{}, {"--json"}, {"--dump"}, {"--at", "0"}}) {
        std::vector<std::string> words = {"inspect", "in.gltf", "--memory", "32MiB"};
        words.insert(words.end(), more.begin(), more.end());
        expectRefusal(run(words), cli::kSomeFailed, "in.gltf: needs at least");
    }
    const Finished both = run({"inspect", "in.gltf", "small.gltf", "--memory", "32MiB"});
    expectRefusal(both, cli::kSomeFailed, "in.gltf: needs at least");
    EXPECT_THAT(both.output, HasSubstr("small.gltf")) << "the others are shown";
}

TEST_F(MemoryOfCommands, IsLimitedInDiff) {
    writeLarge("a.gltf");
    writeSmall(folder_.path() / "b.gltf");
    expectRefusal(run({"diff", "a.gltf", "b.gltf", "--memory", "32MiB"}), cli::kBadUsage,
                  "a.gltf: and 'b.gltf' need together at least");
    EXPECT_EQ(run({"diff", "b.gltf", "b.gltf", "--memory", "32MiB"}).exitCode, cli::kDone);
}

TEST_F(MemoryOfCommands, IsLimitedInOptimize) {
    writeLarge("in.gltf");
    expectRefusal(run({"optimize", "in.gltf", "-o", "out.gltf", "--max-error", "1mm", "--memory", "32MiB"}),
                  cli::kSomeFailed, "in.gltf: needs at least");
#ifdef RIGKILN_CHARGES_MEMORY
    EXPECT_FALSE(fs::exists(folder_.path() / "out.gltf"));
#endif
}

// Two large files at a time hold more than one may, and each is tried again alone.
TEST_F(MemoryOfCommands, IsLimitedInValidate) {
    fs::create_directory(folder_.path() / "art");
    for (const char* name : {"art/a.gltf", "art/b.gltf"})
        writeLarge(name);
    writeSmall(folder_.path() / "art/c.gltf");
    const Finished finished = run({"validate", "art", "--jobs", "2", "--memory", "32MiB"});
    expectRefusal(finished, cli::kEnvironmentFailed, "art/a.gltf: cannot be read: ");
#ifdef RIGKILN_CHARGES_MEMORY
    EXPECT_THAT(finished.output, HasSubstr("3 files: 0 errors, 0 warnings, 2 cannot be read"));
#endif
    const Finished large = run({"validate", "art", "--jobs", "2", "--memory", "4GiB"});
    EXPECT_THAT(large.output, Not(HasSubstr("cannot be read"))) << large.text();
}

TEST_F(MemoryOfCommands, IsASize) {
    writeSmall(folder_.path() / "a.gltf");
    for (const char* command : {"inspect", "validate"}) {
        const Finished finished = run({command, "a.gltf", "--memory", "much"});
        EXPECT_EQ(finished.exitCode, cli::kBadUsage);
        EXPECT_THAT(finished.errors, HasSubstr("--memory"));
    }
}

}  // namespace
}  // namespace rigkiln::test
