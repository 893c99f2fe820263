#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/swat3/gsm_file.hpp"
#include "pipeline/base/text.hpp"
#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/corpus/swat3/swat3_art.hpp"

/// Converts SWAT 3 files to glTF and back through files on the disk, in separate runs.
namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::size_t kConventions = 4;

std::string extensionOf(const std::string& path) {
    return foldCase(fs::path(path).extension().string());
}

bool isModel(const std::string& path) {
    return extensionOf(path) == ".gsm";
}

/// Folds the case of paths, because the game compares them without case.
Tree withoutCase(const Tree& tree) {
    Tree folded;
    for (const auto& [path, bytes] : tree)
        folded.emplace(foldCase(path), bytes);
    return folded;
}

class Swat3Back : public testing::Test {
protected:
    Swat3Back() {
        for (std::size_t number = 0; number < kConventions; ++number) {
            for (const corpus::ArtFile& file : corpus::makeSwat3Files(1, number))
                folder.write("art/" + file.path, file.bytes);
        }
    }

    [[nodiscard]] Finished run(const std::vector<std::string>& arguments) const {
        return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}});
    }

    [[nodiscard]] Finished runConfig(const std::string& config, const std::string& input,
                                     const std::string& output, const std::string& jobs = "2") const {
        return run({"run", std::string(RIGKILN_CONFIGS_FOLDER "/") + config, "-D", "input=" + at(input), "-D",
                    "output=" + at(output), "--jobs", jobs});
    }

    [[nodiscard]] std::string at(const std::string& relative) const {
        return (folder.path() / relative).string();
    }

    [[nodiscard]] std::string anyModel() const {
        for (const auto& [path, bytes] : treeBelow(folder.path() / "art")) {
            if (isModel(path)) return "art/" + path;
        }
        return {};
    }

    TemporaryFolder folder;
};

TEST_F(Swat3Back, WhatNobodyEditedComesBackToTheByte) {
    ASSERT_EQ(runConfig("swat3.yaml", "art", "glb").exitCode, cli::kDone);
    const Finished back = runConfig("swat3-back.yaml", "glb", "game");
    ASSERT_EQ(back.exitCode, cli::kDone) << back.text();
    // Outputs are named after models; an animation is written below each model that it fits.
    std::size_t models = 0;
    std::size_t clips = 0;
    const Tree art = withoutCase(treeBelow(folder.path() / "art"));
    for (const auto& file : withoutCase(treeBelow(folder.path() / "game"))) {
        const std::string& path = file.first;
        const std::vector<std::byte>& bytes = file.second;
        if (isModel(path)) {
            ++models;
            ASSERT_TRUE(art.contains(path)) << path;
            EXPECT_TRUE(art.at(path) == bytes) << path;
            continue;
        }
        ++clips;
        const std::string name = fs::path(path).filename().string();
        const std::string set = path.substr(0, path.find('/', path.find("set_")));
        const bool isThere = std::ranges::any_of(art, [&](const auto& source) {
            return source.first.starts_with(set) && fs::path(source.first).filename() == name &&
                   source.second == bytes;
        });
        EXPECT_TRUE(isThere) << path;
    }
    EXPECT_EQ(models, std::ranges::count_if(art, [](const auto& file) { return isModel(file.first); }));
    EXPECT_GE(clips, 4 * kConventions);
}

TEST_F(Swat3Back, GivesTheSameBytesForAnyNumberOfJobs) {
    ASSERT_EQ(runConfig("swat3.yaml", "art", "glb").exitCode, cli::kDone);
    ASSERT_EQ(runConfig("swat3-back.yaml", "glb", "one", "1").exitCode, cli::kDone);
    ASSERT_EQ(runConfig("swat3-back.yaml", "glb", "eight", "8").exitCode, cli::kDone);
    EXPECT_THAT(differences(treeBelow(folder.path() / "one"), treeBelow(folder.path() / "eight")), IsEmpty());
}

TEST_F(Swat3Back, AModelComesBackThroughGltfInOneFileEach) {
    const std::string model = anyModel();
    ASSERT_EQ(run({"convert", model, "-o", "a.gltf"}).exitCode, cli::kDone);
    ASSERT_EQ(run({"convert", "a.gltf", "-o", "back.gsm"}).exitCode, cli::kDone);
    EXPECT_TRUE(readBytes(at(model)) == readBytes(at("back.gsm")));
}

TEST_F(Swat3Back, ConventionsThatSomebodyStatedAreRemembered) {
    const std::string model = anyModel();
    ASSERT_EQ(run({"convert", model, "-o", "a.glb", "--gsm-quat", "raw", "--gsm-space", "bone",
                   "--gsm-handed", "left", "--gsm-winding", "cw", "--scale", "0.5"})
                  .exitCode,
              cli::kDone);
    ASSERT_EQ(run({"convert", "a.glb", "-o", "back.gsm"}).exitCode, cli::kDone);
    EXPECT_TRUE(readBytes(at(model)) == readBytes(at("back.gsm")));
}

/// The model with other materials and groups than the game's tools make.
std::vector<std::byte> changed(const std::vector<std::byte>& model, void (*change)(swat3::GsmFile&)) {
    Diagnostics diagnostics;
    swat3::GsmFile file = *swat3::decodeGsm(model, diagnostics);
    change(file);
    return *swat3::encodeGsm(file);
}

swat3::GsmMaterial spareMaterial(const swat3::GsmFile& file) {
    swat3::GsmMaterial spare = file.materials.front();
    spare.id = 900;
    spare.name = "Spare";
    return spare;
}

/// glTF does not get the materials that no triangle wears.
TEST_F(Swat3Back, AModelComesBackWithTheMaterialsThatNoTriangleWears) {
    const std::vector<std::byte> model = readBytes(at(anyModel()));
    folder.write("spare.gsm", changed(model, [](swat3::GsmFile& file) {
                     file.materials.insert(file.materials.begin(), spareMaterial(file));
                 }));
    folder.write("empty_group.gsm", changed(model, [](swat3::GsmFile& file) {
                     file.materials.push_back(spareMaterial(file));
                     file.groups.push_back({.material = 900, .first = 0, .count = 0});
                 }));
    folder.write("missing_id.gsm",
                 changed(model, [](swat3::GsmFile& file) { file.groups.front().material = 900; }));
    folder.write("one_id.gsm", changed(model, [](swat3::GsmFile& file) {
                     file.materials.insert(file.materials.begin(), spareMaterial(file));
                     file.materials.front().id = file.materials.back().id;
                 }));
    folder.write("no_triangle.gsm", changed(model, [](swat3::GsmFile& file) {
                     file.triangles.clear();
                     file.groups.clear();
                     file.sharedLists.clear();
                     file.sharedStreamShorts = 0;
                     file.effectiveVertices.clear();
                 }));
    for (const std::string name : {"spare", "empty_group", "missing_id", "one_id", "no_triangle"}) {
        ASSERT_EQ(run({"convert", name + ".gsm", "-o", name + ".glb"}).exitCode, cli::kDone) << name;
        ASSERT_EQ(run({"convert", name + ".glb", "-o", "back/" + name + ".gsm"}).exitCode, cli::kDone)
            << name;
        EXPECT_TRUE(readBytes(at(name + ".gsm")) == readBytes(at("back/" + name + ".gsm"))) << name;
    }
}

TEST_F(Swat3Back, AModelBuiltAnewTakesTheMaterialsThatNoTriangleWearsFromTheTemplate) {
    folder.write("spare.gsm", changed(readBytes(at(anyModel())), [](swat3::GsmFile& file) {
                     file.materials.insert(file.materials.begin(), spareMaterial(file));
                 }));
    ASSERT_EQ(run({"convert", "spare.gsm", "-o", "a.glb", "--keep-source", "false"}).exitCode, cli::kDone);
    const Finished back = run({"convert", "a.glb", "-o", "back.gsm", "--template", "spare.gsm"});
    ASSERT_EQ(back.exitCode, cli::kDone) << back.text();
    EXPECT_THAT(back.text(), HasSubstr("gsm.unused-material"));
    Diagnostics diagnostics;
    const auto was = swat3::decodeGsm(readBytes(at("spare.gsm")), diagnostics);
    const auto is = swat3::decodeGsm(readBytes(at("back.gsm")), diagnostics);
    ASSERT_TRUE(was && is);
    EXPECT_EQ(is->materials.size(), was->materials.size());
    EXPECT_EQ(is->materials.back(), was->materials.front());
}

TEST_F(Swat3Back, AModelWhoseSourceWasNotKeptIsBuiltAnew) {
    const std::string model = anyModel();
    ASSERT_EQ(run({"convert", model, "-o", "a.glb", "--keep-source", "false"}).exitCode, cli::kDone);
    const Finished back = run({"convert", "a.glb", "-o", "back.gsm"});
    ASSERT_EQ(back.exitCode, cli::kDone) << back.text();
    Diagnostics diagnostics;
    const auto was = swat3::decodeGsm(readBytes(at(model)), diagnostics);
    const auto is = swat3::decodeGsm(readBytes(at("back.gsm")), diagnostics);
    ASSERT_TRUE(was);
    ASSERT_TRUE(is);
    EXPECT_EQ(is->skeletons, was->skeletons);
    EXPECT_EQ(is->triangles.size(), was->triangles.size());
    EXPECT_EQ(is->grips, was->grips);
    EXPECT_EQ(is->grippers, was->grippers);
}

TEST_F(Swat3Back, AFolderTakesAFileForEachAnimation) {
    const Tree art = treeBelow(folder.path() / "art");
    std::vector<std::string> arguments = {"convert"};
    for (const auto& [path, bytes] : art) {
        const std::string name = fs::path(path).filename().string();
        if (path.find("Set_0001") != std::string::npos && name.starts_with("SWT_") &&
            name.find("LOW") == std::string::npos && (isModel(path) || extensionOf(path) == ".gsa"))
            arguments.push_back("art/" + path);
    }
    arguments.insert(arguments.end(), {"-o", "guy.glb"});
    const Finished there = run(arguments);
    ASSERT_EQ(there.exitCode, cli::kDone) << there.text();
    const Finished back = run({"convert", "guy.glb", "-o", "clips", "--to", "gsa"});
    ASSERT_EQ(back.exitCode, cli::kDone) << back.text();
    const Tree clips = treeBelow(folder.path() / "clips");
    EXPECT_EQ(clips.size(), arguments.size() - 4);
    for (const auto& [path, bytes] : clips)
        EXPECT_EQ(fs::path(path).extension(), ".gsa") << path;
}

TEST_F(Swat3Back, ATemplateThatIsNoneFailsTheFilesThatNeedIt) {
    const std::string model = anyModel();
    ASSERT_EQ(run({"convert", model, "-o", "a.glb", "--keep-source", "false"}).exitCode, cli::kDone);
    const Finished missing = run({"convert", "a.glb", "-o", "b.gsm", "--template", "none.gsm"});
    EXPECT_EQ(missing.exitCode, cli::kEnvironmentFailed) << missing.text();
    EXPECT_THAT(missing.errors + missing.output, HasSubstr("none.gsm"));
    const Finished wrong = run({"convert", "a.glb", "-o", "b.gsm", "--template", "a.glb"});
    EXPECT_EQ(wrong.exitCode, cli::kSomeFailed) << wrong.text();
    EXPECT_THAT(wrong.errors + wrong.output, HasSubstr("template"));
    EXPECT_FALSE(fs::exists(folder.path() / "b.gsm"));
}

TEST_F(Swat3Back, SeveralAnimationsDoNotFitOneFile) {
    ASSERT_EQ(runConfig("swat3.yaml", "art", "glb").exitCode, cli::kDone);
    for (const auto& [path, bytes] : treeBelow(folder.path() / "glb")) {
        if (path.find("SWT_HIGH") == std::string::npos) continue;
        const Finished finished = run({"convert", "glb/" + path, "-o", "one.gsa"});
        EXPECT_EQ(finished.exitCode, cli::kSomeFailed);
        EXPECT_THAT(finished.errors + finished.output, HasSubstr("a GSA holds one"));
        return;
    }
    FAIL() << "no model with animations";
}

}  // namespace
}  // namespace rigkiln::test
