#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"

/// The scripts of docs/examples/scripting.
namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Scripts : public testing::Test {
protected:
    Scripts() {
        folder.write("art/sound.alo", artFile("Models/OLD_TROOPER.alo"));
        folder.write("art.yaml",
                     "rigkiln: 1\n"
                     "jobs:\n"
                     "  files: { uses: scan, root: art, include: [\"*.alo\"] }\n"
                     "  glb: { uses: export, from: files, to: gltf, path: \"out/{name}.glb\" }\n");
        fs::create_directories(folder.path() / "bin");
        fs::create_symlink(RIGKILN_PROGRAM, folder.path() / "bin/rigkiln");
    }

    [[nodiscard]] Finished run(const char* interpreter, const std::string& script,
                               const std::string& configuration = "art.yaml") const {
        const char* path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): nothing sets variables
        return runRigkiln({RIGKILN_EXAMPLES_FOLDER "/scripting/" + script, configuration},
                          {.folder = folder.path(),
                           .environment = {{"PATH", (folder.path() / "bin").string() + ":" + path}},
                           .program = interpreter});
    }

    TemporaryFolder folder;
};

TEST_F(Scripts, ReadTheReport) {
    const Finished sound = run("python3", "missing_textures.py");
    EXPECT_EQ(sound.exitCode, 0) << sound.text();
    EXPECT_THAT(sound.output, HasSubstr("missing: armour.dds, for 1 models\n"));
    folder.write("art/empty.alo", "");
    const Finished failed = run("python3", "missing_textures.py");
    EXPECT_EQ(failed.exitCode, 1) << failed.text();
    EXPECT_THAT(failed.output, HasSubstr("/out/empty.glb: format.empty-file\n"));
    const Finished wrong = run("python3", "missing_textures.py", "none.yaml");
    EXPECT_EQ(wrong.exitCode, 2) << wrong.text();
    EXPECT_THAT(wrong.errors, HasSubstr("none.yaml"));
}

TEST_F(Scripts, FollowARun) {
    folder.write("art/empty.alo", "");
    const Finished failed = run("node", "follow.mjs");
    EXPECT_EQ(failed.exitCode, 1) << failed.text();
    EXPECT_THAT(failed.output,
                testing::ContainsRegex("[12]/2 failed: .*/out/empty.glb: format.empty-file\n"));
    EXPECT_THAT(failed.output, HasSubstr("written 1, unchanged 0, failed 1\n"));
    fs::remove(folder.path() / "art/empty.alo");
    const Finished sound = run("node", "follow.mjs");
    EXPECT_EQ(sound.exitCode, 0) << sound.text();
    EXPECT_THAT(sound.output, HasSubstr("written 0, unchanged 1, failed 0\n"));
}

}  // namespace
}  // namespace rigkiln::test
