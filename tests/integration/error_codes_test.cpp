#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"

/// Codes of errors in reports of the built program.
namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::ElementsAre;
using testing::Pair;

constexpr std::string_view kConfiguration = R"(rigkiln: 1
jobs:
  found: { uses: scan, root: art, include: ["**/*.alo", "**/*.gltf"] }
  assets: { uses: decode, from: found }
  outputs: { uses: export, from: assets, path: "out/{name}.glb" }
)";

class ErrorCodes : public testing::Test {
protected:
    ErrorCodes() {
        folder.write("art.yaml", kConfiguration);
        fs::create_directory(folder.path() / "art");
    }

    /// Runs a configuration and returns the code of each failed unit, by the name of its source.
    [[nodiscard]] std::map<std::string, std::string> codesOf(const std::string& configuration, int exitCode) {
        const Finished finished = runRigkiln({"run", configuration, "--report", "report.json"},
                                             {.folder = folder.path(), .environment = {}, .program = {}});
        EXPECT_EQ(finished.exitCode, exitCode) << finished.text();
        std::map<std::string, std::string> codes;
        const json report = json::parse(textOf(folder.path() / "report.json"));
        for (const json& unit : report.at("units")) {
            if (!unit.contains("error")) continue;
            const fs::path source = unit.at("inputs").at(0).at("path").get<std::string>();
            codes[source.filename().string()] = unit.at("error").at("code").get<std::string>();
        }
        return codes;
    }

    TemporaryFolder folder;
    std::vector<std::byte> model = artFile("Models/TROOPER.alo");
};

TEST_F(ErrorCodes, NameWhatIsWrongWithASource) {
    std::vector<std::byte> cut(model.begin(), model.begin() + static_cast<std::ptrdiff_t>(model.size() / 2));
    std::vector<std::byte> damaged = model;
    std::fill(damaged.begin() + 200, damaged.begin() + 260, std::byte{0xEE});
    folder.write("art/cut.alo", cut);
    folder.write("art/damaged.alo", damaged);
    folder.write("art/good.alo", model);
    folder.write("art/other.alo", std::string_view("this is a text"));
    folder.write("art/alone.gltf", std::string_view(R"({"asset": {"version": "2.0"},
        "buffers": [{"uri": "gone.bin", "byteLength": 4}]})"));
    folder.write("art/future.gltf", std::string_view(R"({"asset": {"version": "2.0"},
        "extensionsUsed": ["EXT_future"], "extensionsRequired": ["EXT_future"]})"));
    EXPECT_THAT(
        codesOf("art.yaml", cli::kSomeFailed),
        ElementsAre(Pair("alone.gltf", "companion.missing"), Pair("cut.alo", "format.damaged"),
                    Pair("damaged.alo", "format.damaged"), Pair("future.gltf", "format.extension-required"),
                    Pair("other.alo", "format.mismatched-name")));
}

TEST_F(ErrorCodes, NameWhatIsWrongWithAnOutput) {
    folder.write("art/blocked.alo", model);
    folder.write("out/blocked.glb/is a folder", std::string_view("x"));
    EXPECT_THAT(codesOf("art.yaml", cli::kEnvironmentFailed),
                ElementsAre(Pair("blocked.alo", "file.cannot-write")));
}

TEST_F(ErrorCodes, NameAnOutputFolderThatIsAFile) {
    folder.write("art/good.alo", model);
    folder.write("out", std::string_view("a file"));
    EXPECT_THAT(codesOf("art.yaml", cli::kEnvironmentFailed),
                ElementsAre(Pair("good.alo", "folder.cannot-read")));
}

TEST_F(ErrorCodes, NameASourceThatWouldBeOverwritten) {
    folder.write("art/model.alo", model);
    folder.write("art/model.gltf", std::string_view(R"({"asset": {"version": "2.0"}, "nodes": [{}],
        "scenes": [{"nodes": [0]}]})"));
    folder.write("over.yaml", std::string_view(R"(rigkiln: 1
jobs:
  found: { uses: scan, root: art, include: ["*.alo", "*.gltf"] }
  assets: { uses: decode, from: found }
  outputs: { uses: export, from: assets, path: "art/{name}.gltf", container: gltf }
)"));
    EXPECT_THAT(codesOf("over.yaml", cli::kSomeFailed),
                testing::Contains(Pair("model.alo", "output.is-source")));
}

TEST_F(ErrorCodes, NameAFileOfAnOptionThatIsNotThere) {
    folder.write("art/good.alo", model);
    folder.write("back.yaml", std::string_view(R"(rigkiln: 1
jobs:
  found: { uses: scan, root: art, include: ["*.alo"] }
  assets: { uses: decode, from: found }
  outputs: { uses: export, from: assets, to: gsm, path: "out/{name}.gsm", template: gone.gsm }
)"));
    EXPECT_THAT(codesOf("back.yaml", cli::kEnvironmentFailed),
                ElementsAre(Pair("good.alo", "file.not-found")));
}

}  // namespace
}  // namespace rigkiln::test
