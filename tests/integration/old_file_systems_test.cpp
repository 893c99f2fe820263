#include <algorithm>
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

namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;

/// A run with state on a real file system whose times are whole seconds: ext2 with the inodes of its first
/// years. A source that changes within the second of a run, and keeps its size, looks the same there. The
/// parameter says how many seconds the clock of the program is ahead of that of the file system.
class OldFileSystem : public testing::TestWithParam<int> {
protected:
    OldFileSystem() {
        const std::vector<std::byte> model = artFile("Models/TROOPER.alo");
        write("first/TROOPER.alo", model);
        write("second/TROOPER.alo", renamed(model, "R_Hand", "R_Fist"));
        fs::create_directories(folder.path() / "disk");
        std::ofstream(folder.path() / "art.yaml") << R"(rigkiln: 1
state: state
jobs:
  models: {uses: scan, root: art, include: ["*.alo"]}
  glb: {uses: export, from: models, to: gltf, path: "out/{name}.glb"}
)";
    }

    void write(const std::string& name, const std::vector<std::byte>& bytes) const {
        fs::create_directories((folder.path() / name).parent_path());
        std::ofstream file(folder.path() / name, std::ios::binary);
        file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }

    /// Replaces a name by another of the same length wherever it stands.
    static std::vector<std::byte> renamed(std::vector<std::byte> bytes, std::string_view from,
                                          std::string_view to) {
        const auto same = [](std::byte byte, char letter) { return static_cast<char>(byte) == letter; };
        for (auto at = bytes.begin(); to.size() == from.size();) {
            at = std::search(at, bytes.end(), from.begin(), from.end(), same);
            if (at == bytes.end()) break;
            at = std::ranges::transform(to, at, [](char letter) {
                     return static_cast<std::byte>(letter);
                 }).out;
        }
        return bytes;
    }

    /// Runs commands of the shell where "disk" is the old file system.
    [[nodiscard]] Finished runOnDisk(const std::string& commands) const {
        return runRigkiln({"--mount", "sh", "-c", "mount -o loop disk.img disk && " + commands},
                          {.folder = folder.path(), .environment = {}, .program = "/usr/bin/unshare"});
    }

    TemporaryFolder folder;
};

TEST_P(OldFileSystem, ChangesWithinASecondAreSeen) {
    const Finished made =
        runRigkiln({"-c", "truncate -s 16M disk.img && /usr/sbin/mke2fs -q -t ext2 -I 128 disk.img"},
                   {.folder = folder.path(), .environment = {}, .program = "/bin/sh"});
    ASSERT_EQ(made.exitCode, 0) << made.text();
    if (runOnDisk("true").exitCode != 0) GTEST_SKIP() << "this process may not mount anything";
    for (const std::string name : {"first", "second"}) {
        const Finished finished = runRigkiln({"convert", name + "/TROOPER.alo", "-o", name + ".glb"},
                                             {.folder = folder.path(), .environment = {}, .program = {}});
        ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    }
    ASSERT_TRUE(textOf(folder.path() / "first.glb") != textOf(folder.path() / "second.glb"));
    const Finished runs = runOnDisk(fmt::format(R"(
set -e
cp art.yaml disk
mkdir disk/art
cp first/TROOPER.alo disk/art
stat -c %y disk/art/TROOPER.alo
for round in 1 2 3; do
  for name in first second; do
    cat $name/TROOPER.alo > disk/art/TROOPER.alo
    LD_PRELOAD={} RIGKILN_CLOCK={} {} run disk/art.yaml --progress none > output
    cmp disk/out/TROOPER.glb $name.glb
  done
done
)",
                                                RIGKILN_CLOCK_SHIM, GetParam(), RIGKILN_PROGRAM));
    EXPECT_EQ(runs.exitCode, 0) << runs.text();
    EXPECT_THAT(runs.output, testing::HasSubstr(".000000000")) << "the times of this file system are finer";
}

INSTANTIATE_TEST_SUITE_P(Clocks, OldFileSystem, testing::Values(0, -300, 300));

}  // namespace
}  // namespace rigkiln::test
