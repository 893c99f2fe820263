#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "library/conversion/conversion_request.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "pipeline/reading/asset_reader.hpp"
#include "pipeline/run/export_scene.hpp"
#include "pipeline/run/parallel_for.hpp"
#include "pipeline/settings/job_kind.hpp"
#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/real_files.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/commands.hpp"
#include "tools/corpus/archives.hpp"

namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::byte>;

/// Result of a unit, and its looks at the file system.
struct Outcome {
    std::string result;  ///< names and digests of the output files, or the failure
    std::vector<Look> looks;
};

/// Leaves out what putting a file back cannot restore: its number, and when it was changed.
std::vector<Look> comparable(std::vector<Look> looks) {
    for (Look& look : looks) {
        look.changedSeconds = 0;
        look.changedNanoseconds = 0;
        look.inode = 0;
    }
    return looks;
}

/// Plans a folder once and makes its units as often as wanted, without writing them.
class Journals : public testing::Test {
protected:
    void plan(const std::string& art, const std::vector<std::string>& textures = {}) {
        ConversionRequest request{.decode = OptionValues(jobKind(JobTask::Decode).options),
                                  .resample = OptionValues(jobKind(JobTask::Resample).options),
                                  .exported = {},
                                  .formats = {},
                                  .exporter = registries().exporters.front(),
                                  .textureRoots = textures};
        request.exported = OptionValues(request.exporter->options);
        for (const FormatModule* format : registries().formats)
            request.formats.emplace(format->id, OptionValues(format->options));
        const auto settings = folderConversion(request, {art}, (folder_.path() / "out").string());
        ASSERT_TRUE(settings) << settings.error().text();
        Result<Plan> made = makePlan({.settings = *settings, .registries = registries()});
        ASSERT_TRUE(made) << made.error().text();
        for (std::size_t i = 0; i < made->units.size(); ++i) {
            if (made->units.problem(i) == nullptr) recipes_.push_back(made->units.recipe(i));
        }
        ASSERT_FALSE(recipes_.empty());
        before_ = observe();
    }

    [[nodiscard]] std::vector<Outcome> observe() const {
        ArtFiles files({.registries = registries()});
        const AssetReader reader(registries(), files);
        std::vector<Outcome> outcomes(recipes_.size());
        forEachInParallel(recipes_.size(), [&](std::size_t i) {
            MadeScene made = reader.read(recipes_[i]);
            outcomes[i] = {made.failure ? made.failure->text() : exported(made.scene, recipes_[i]),
                           comparable(std::move(made.looks))};
        });
        return outcomes;
    }

    static std::string exported(Scene& scene, const Recipe& recipe) {
        const OptionFiles noFiles;
        WriteFigures figures;
        Diagnostics diagnostics;
        const auto outputs =
            exportScene({.scene = scene, .recipe = recipe, .registries = registries(), .files = noFiles},
                        figures, diagnostics);
        if (!outputs) return outputs.error().text();
        std::string text;
        for (const OutputFile& file : *outputs) {
            Bytes whole;
            for (const SharedBytes& piece : file.pieces)
                whole.insert(whole.end(), piece.begin(), piece.end());
            const ContentDigest digest = digestOf(whole);
            text += file.name + " " + std::to_string(digest.high) + std::to_string(digest.low) + "\n";
        }
        return text;
    }

    /// Makes all units again. Units whose looks at that place tell of the change must have other looks now;
    /// all others must have the same looks and the same result.
    void expectChanges(const std::string& what, const std::function<bool(const Look&)>& tells) {
        const std::vector<Outcome> after = observe();
        for (std::size_t i = 0; i < recipes_.size(); ++i) {
            const bool isTold = std::ranges::any_of(before_[i].looks, tells);
            if (isTold) {
                ++told_;
                EXPECT_NE(after[i].looks, before_[i].looks) << what << " for " << recipes_[i].output;
            } else {
                ++untold_;
                EXPECT_EQ(after[i].looks, before_[i].looks) << what << " for " << recipes_[i].output;
                EXPECT_EQ(after[i].result, before_[i].result) << what << " for " << recipes_[i].output;
            }
            if (after[i].result != before_[i].result) ++changedResults_;
        }
    }

    /// Changes the content of a file, removes it, and puts it back as it was.
    void changeAndRemove(const fs::path& file) {
        const Bytes content = readBytes(file);
        const fs::file_time_type time = fs::last_write_time(file);
        const std::string path = file.string();
        if (!content.empty()) {
            Bytes changed = content;
            changed[changed.size() / 2] ^= std::byte{0x55};
            write(file, changed);
            expectChanges("changed " + path, [&](const Look& look) {
                const bool isContent = look.kind == LookKind::Read || look.kind == LookKind::Archive;
                return isContent && (look.path == path || look.path.starts_with(path + "/"));
            });
        }
        fs::remove(file);
        expectChanges("removed " + path, [&](const Look& look) {
            if (look.path == path || look.path.starts_with(path + "/")) return true;
            return std::ranges::any_of(look.found, [&](const std::string& name) {
                const std::string found = look.path + "/" + name;
                return found == path || found.starts_with(path + "/");
            });
        });
        write(file, content);
        fs::last_write_time(file, time);
    }

    /// Puts files where names were looked for in vain.
    void addMissing() {
        std::set<std::pair<std::string, std::string>> missing;
        for (const Outcome& outcome : before_) {
            for (const Look& look : outcome.looks) {
                const bool isSearch = look.kind == LookKind::Search && fs::is_directory(look.path);
                if (isSearch && look.found.empty()) missing.emplace(look.path, look.names.front());
                const fs::path path(look.path);
                if (look.kind == LookKind::Missing && fs::is_directory(path.parent_path()))
                    missing.emplace(path.parent_path().string(), path.filename().string());
            }
        }
        EXPECT_FALSE(missing.empty());
        for (const std::pair<std::string, std::string>& place : missing) {
            const std::string& folder = place.first;
            const std::string& name = place.second;
            const bool isFolder = name == "textures";
            const std::string path = folder + "/" + name;
            // No other file of this name, as on a disk that ignores case.
            if (isFolder) {
                fs::create_directory(path);
            } else {
                write(path, picture_);
            }
            expectChanges("added " + path, [&](const Look& look) {
                if (look.kind == LookKind::Missing) return look.path == path;
                if (look.kind == LookKind::Listing) return look.path == folder && !isFolder;
                return look.kind == LookKind::Search && look.path == folder &&
                       std::ranges::count(look.names, name) > 0;
            });
            fs::remove(path);
        }
    }

    static void write(const fs::path& path, const Bytes& bytes) {
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    }

    TemporaryFolder folder_;
    std::vector<Recipe> recipes_;
    std::vector<Outcome> before_;
    Bytes picture_;  ///< a PNG file
    std::size_t told_ = 0;
    std::size_t untold_ = 0;
    std::size_t changedResults_ = 0;
};

TEST_F(Journals, NameEverythingThatMattersAndNothingElse) {
    const fs::path art = folder_.path() / "art";
    writeArt(art);
    for (const corpus::ArtFile& file : corpus::makeArchiveFiles(1))
        folder_.write("art/Archives/" + file.path, file.bytes);
    // A .gltf with a buffer and pictures of its own, and pictures that it shares.
    const Finished linked =
        runRigkiln({"convert", "art/Models/TROOPER.alo", "-o", "art/Gltf/", "--container", "gltf"},
                   {.folder = folder_.path(), .environment = {}, .program = {}});
    ASSERT_EQ(linked.exitCode, 0) << linked.text();
    folder_.write("art/Models/unrelated.txt", "nothing");
    picture_ = readBytes(art / "Textures/Ship.png");
    ASSERT_NO_FATAL_FAILURE(plan(art.string(), {(art / "Textures").string(), (art / "Archives").string()}));
    ASSERT_NO_FATAL_FAILURE(expectChanges("nothing", [](const Look&) { return false; }));
    // Each file takes two conversions of all; a sanitizer makes them eight times as slow.
    constexpr std::size_t kStep = kHasSanitizer ? 5 : 1;
    const std::vector<std::string> files = filesBelow(art);
    for (std::size_t i = 0; i < files.size(); i += kStep)
        changeAndRemove(art / files[i]);
    addMissing();
    EXPECT_GT(told_, 100U / kStep);
    EXPECT_GT(untold_, 1000U / kStep);
    EXPECT_GT(changedResults_, 100U / kStep);
    expectChanges("everything put back", [](const Look&) { return false; });
}

TEST_F(Journals, OfRealFilesNameWhatMatters) {
    const char* real = realFilesFolder();
    if (real == nullptr) GTEST_SKIP() << kNoRealFiles;
    const fs::path art = folder_.path() / "real";
    fs::copy(real, art, fs::copy_options::recursive);
    ASSERT_NO_FATAL_FAILURE(plan(art.string()));
    const std::vector<std::string> files = filesBelow(art);
    // Each file takes a conversion of all others.
    constexpr std::size_t kStep = 12;
    for (std::size_t i = 0; i < files.size(); i += kStep)
        changeAndRemove(art / files[i]);
    EXPECT_GT(changedResults_, 0U);
}

}  // namespace
}  // namespace rigkiln::test
