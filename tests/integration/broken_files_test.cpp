#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "formats/containers/zip.hpp"
#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/corpus/art.hpp"
#include "tools/corpus/swat3/swat3_art.hpp"

/// A folder of many good files and a few broken ones: each of these is a failure, or a warning that names it.
namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

using Bytes = std::vector<std::byte>;

constexpr std::string_view kConfiguration = R"(rigkiln: 1
jobs:
  models: { uses: scan, root: art, include: ["**/*.{alo,gsm,glb,gltf,ctsa}"] }
  clips: { uses: scan, root: art, include: ["**/*.{ala,gsa}"] }
  rigs: { uses: bind, models: models, clips: clips }
  glb: { uses: export, from: rigs, path: "out/{folder}/{name}.glb" }
)";

/// Sets of art that have at least as many good files as the collection of mods this was first seen with.
constexpr std::size_t kSets = 58;
constexpr std::size_t kLeastGoodFiles = 2223;

enum class Told { AsFailure, AsWarning };

/// A broken file below art/Broken, and how a run has to tell of it.
struct BrokenFile {
    std::string_view way;  ///< how it is broken
    std::string path;
    Bytes bytes;
    Told told = Told::AsFailure;
    std::string_view id;  ///< code of the error, or id of the issue
    bool isLocked = false;
};

Bytes bytesOf(std::string_view text) {
    Bytes bytes(text.size());
    std::ranges::transform(text, bytes.begin(), [](char character) { return std::byte(character); });
    return bytes;
}

Bytes firstHalf(const Bytes& bytes) {
    return {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(bytes.size() / 2)};
}

Bytes withoutHeader(Bytes bytes) {
    constexpr std::ptrdiff_t kHeaderBytes = 64;
    std::fill(bytes.begin(), bytes.begin() + kHeaderBytes, std::byte{0xEE});
    return bytes;
}

/// Sets the number of bones, which follows two chunk headers, to more than the file can hold.
Bytes withManyBones(Bytes bytes) {
    constexpr std::ptrdiff_t kBoneCount = 16;
    std::fill(bytes.begin() + kBoneCount, bytes.begin() + kBoneCount + 4, std::byte{0xFF});
    return bytes;
}

/// Sound files to break.
struct Sound {
    Bytes model = artFile("Models/TROOPER.alo");
    Bytes clip = artFile("Models/TROOPER_MOVE_00.ala");
    Bytes swatModel = fileOf(corpus::makeSwat3Files(1, 0), "SWT_HIGH.GSM");
    Bytes swatClip = fileOf(corpus::makeSwat3Files(1, 0), "SWT_STEP.gsa");
    Bytes texture = fileOf(corpus::makeTextures(1), "ARMOUR.DDS");

    static Bytes fileOf(const std::vector<corpus::ArtFile>& files, std::string_view name) {
        const auto found = std::ranges::find_if(
            files, [&](const corpus::ArtFile& file) { return fs::path(file.path).filename() == name; });
        if (found == files.end()) throw std::runtime_error("no generated file " + std::string(name));
        return found->bytes;
    }
};

/// Models for the clips and textures that are broken.
std::vector<corpus::ArtFile> soundCompanions(const Sound& sound) {
    return {{"CutClip/TROOPER.alo", sound.model},
            {"CutClip/SWT_HIGH.GSM", sound.swatModel},
            {"HeaderClip/TROOPER.alo", sound.model},
            {"EmptyClip/TROOPER.alo", sound.model},
            {"EmptyClip/SWT_HIGH.GSM", sound.swatModel},
            {"Texture/TROOPER.alo", sound.model},
            {"Locked/OTHER.alo", sound.model}};
}

std::vector<BrokenFile> brokenFiles(const Sound& sound) {
    const Bytes zip = containers::encodeZip({{.name = "A.ALO", .bytes = sound.model}});
    const Bytes page = bytesOf("<html><body>404 not found</body></html>\n");
    constexpr auto kFailure = Told::AsFailure;
    constexpr auto kWarning = Told::AsWarning;
    return {
        {"cut short", "Cut/HALF.alo", firstHalf(sound.model), kFailure, "format.damaged"},
        {"cut short", "Cut/SWAT_HALF.gsm", firstHalf(sound.swatModel), kFailure, "format.damaged"},
        {"cut short", "Cut/HEADER.alo", Bytes(sound.model.begin(), sound.model.begin() + 6), kFailure,
         "format.damaged"},
        {"header destroyed", "Header/FIRST.alo", withoutHeader(sound.model), kFailure,
         "format.mismatched-name"},
        {"header destroyed", "Header/SWAT_FIRST.gsm", withoutHeader(sound.swatModel), kFailure,
         "format.mismatched-name"},
        {"header of a clip destroyed", "HeaderClip/TROOPER_MOVE_00.ala", withoutHeader(sound.clip), kFailure,
         "format.mismatched-name"},
        {"empty", "Empty/NOTHING.alo", {}, kFailure, "format.empty-file"},
        {"empty", "EmptyClip/TROOPER_MOVE_00.ala", {}, kFailure, "format.empty-file"},
        {"empty", "EmptyClip/SWT_STEP.gsa", {}, kFailure, "format.empty-file"},
        {"content of another kind", "Wrong/PICTURE.alo", sound.texture, kFailure, "format.mismatched-name"},
        {"content of another kind", "Wrong/PAGE.gsm", page, kFailure, "format.mismatched-name"},
        {"content of another kind", "Wrong/PAGE_ALSO.glb", page, kFailure, "format.mismatched-name"},
        {"texture cut short", "Texture/ARMOUR.DDS", firstHalf(sound.texture), kWarning, "texture.unreadable"},
        {"texture cut short", "Texture/HELMET.DDS", {}, kWarning, "texture.unreadable"},
        {"clip cut short", "CutClip/TROOPER_MOVE_00.ala", firstHalf(sound.clip), kFailure, "format.damaged"},
        {"clip cut short", "CutClip/SWT_STEP.gsa", firstHalf(sound.swatClip), kFailure, "format.damaged"},
        {"archive broken", "Archive/CUT.zip", firstHalf(zip), kFailure, "archive.damaged"},
        {"count beyond the file", "Count/BONES.alo", withManyBones(sound.model), kFailure, "format.damaged"},
        {"companion missing", "Companion/ALONE.gltf",
         bytesOf(R"({"asset": {"version": "2.0"}, "buffers": [{"uri": "gone.bin", "byteLength": 4}]})"),
         kFailure, "companion.missing"},
        {"not readable", "Locked/MODEL.alo", sound.model, kFailure, "file.cannot-open", true},
        {"not readable", "Locked/OTHER_MOVE_00.ala", sound.clip, kFailure, "file.cannot-open", true},
    };
}

class BrokenFiles : public testing::Test {
protected:
    BrokenFiles() {
        folder.write("art.yaml", kConfiguration);
        fs::create_directory(folder.path() / "out");
    }

    ~BrokenFiles() override {
        for (const fs::path& path : locked_)
            fs::permissions(path, fs::perms::owner_all);
    }

    void write(const BrokenFile& file) {
        const fs::path path = folder.write("art/Broken/" + file.path, file.bytes);
        if (!file.isLocked) return;
        fs::permissions(path, fs::perms::none);
        locked_.push_back(path);
    }

    /// Runs the configuration. Root reads every file: then it is run as another user, from a copy, because
    /// the program may lie where only root goes.
    [[nodiscard]] Finished run() const {
        const std::vector<std::string> arguments = {"run", "art.yaml", "--report", "out/run.json"};
        if (geteuid() != 0)
            return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}});
        const std::string nobody = "65534";
        const fs::path program = folder.path() / "rigkiln";
        fs::copy_file(RIGKILN_PROGRAM, program, fs::copy_options::overwrite_existing);
        fs::permissions(folder.path(), fs::perms::others_exec | fs::perms::others_read,
                        fs::perm_options::add);
        fs::permissions(folder.path() / "out", fs::perms::all);
        std::vector<std::string> all = {"--reuid", nobody,           "--regid",
                                        nobody,    "--clear-groups", program.string()};
        all.insert(all.end(), arguments.begin(), arguments.end());
        return runRigkiln(all, {.folder = folder.path(), .environment = {}, .program = "setpriv"});
    }

    [[nodiscard]] json report() const { return json::parse(textOf(folder.path() / "out/run.json")); }

    TemporaryFolder folder;

private:
    std::vector<fs::path> locked_;
};

/// The code or ids by which a report tells of each file below art/Broken.
std::map<std::string, std::set<std::string>> toldOf(const json& report) {
    std::map<std::string, std::set<std::string>> told;
    const auto tell = [&](const std::string& text, const std::string& id) {
        constexpr std::string_view kBroken = "/art/Broken/";
        const std::size_t begin = text.find(kBroken);
        if (begin == std::string::npos) return;
        const std::size_t name = begin + kBroken.size();
        told[text.substr(name, text.find(':', name) - name)].insert(id);
    };
    for (const json& error : report.at("environment"))
        tell(error.at("where"), error.at("code"));
    for (const json& unit : report.at("units")) {
        for (const json& input : unit.at("inputs")) {
            if (input.contains("error")) tell(input.at("path"), input.at("error").at("code"));
        }
        for (const json& issue : unit.at("issues")) {
            if (issue.at("severity") == "information") continue;
            // Paths of files that do not exist are left out.
            if (issue.at("id") != "texture.not-found") tell(issue.at("details"), issue.at("id"));
        }
    }
    return told;
}

TEST_F(BrokenFiles, AreToldOfAmongManyGoodOnes) {
    writeArt(folder.path() / "art", {.sets = kSets, .damaged = false});
    const std::size_t good = filesBelow(folder.path() / "art").size();
    ASSERT_GE(good, kLeastGoodFiles);
    const Sound sound;
    for (const corpus::ArtFile& file : soundCompanions(sound))
        folder.write("art/Broken/" + file.path, file.bytes);
    const std::vector<BrokenFile> broken = brokenFiles(sound);
    for (const BrokenFile& file : broken)
        write(file);

    const Finished finished = run();
    EXPECT_EQ(finished.exitCode, cli::kEnvironmentFailed) << finished.text();

    const json told = report();
    const auto byFile = toldOf(told);
    std::size_t failures = 0;
    std::set<std::string_view> ways;
    for (const BrokenFile& file : broken) {
        const auto found = byFile.find(file.path);
        if (found == byFile.end()) {
            ADD_FAILURE() << file.path << " (" << file.way << ") is green";
            continue;
        }
        EXPECT_THAT(found->second, testing::Contains(file.id)) << file.path;
        ways.insert(file.way);
        if (file.told == Told::AsFailure) {
            ++failures;
        } else {  // by name on the console too, where failures are folded by cause
            EXPECT_THAT(finished.output, HasSubstr(file.path));
        }
    }
    for (const auto& [path, ids] : byFile)
        EXPECT_TRUE(std::ranges::count(broken, path, &BrokenFile::path) == 1) << path << " is not broken";
    EXPECT_EQ(broken.size(), 21U);
    EXPECT_EQ(ways.size(), 11U);
    std::size_t folded = 0;
    for (const json& group : told.at("failures"))
        folded += group.at("count").get<std::size_t>();
    EXPECT_EQ(folded, failures);
}

TEST_F(BrokenFiles, ClipsAreMissedByTheirModels) {
    const Sound sound;
    folder.write("art/Broken/HeaderClip/TROOPER.alo", sound.model);
    folder.write("art/Broken/HeaderClip/TROOPER_MOVE_00.ala", withoutHeader(sound.clip));
    const Finished finished = run();
    EXPECT_EQ(finished.exitCode, cli::kSomeFailed) << finished.text();
    const json told = report();
    ASSERT_EQ(told.at("units").size(), 1U);
    const json& unit = told.at("units").at(0);
    EXPECT_EQ(unit.at("status"), "written");
    EXPECT_EQ(unit.at("inputs").at(1).at("role"), "clip");
    EXPECT_EQ(unit.at("inputs").at(1).at("status"), "failed");
    EXPECT_EQ(unit.at("issue_counts").at("convert.clip-failed"), 1);
}

TEST_F(BrokenFiles, SourcesOfOneOutputStopTheRunBeforeItBegins) {
    const Sound sound;
    folder.write("art/SOLDIER.alo", sound.model);
    folder.write("art/SOLDIER.gsm", sound.swatModel);
    folder.write("art/OTHER.alo", sound.model);
    for (const char* command : {"plan", "run"}) {
        const Finished finished =
            runRigkiln({command, "art.yaml"}, {.folder = folder.path(), .environment = {}, .program = {}});
        EXPECT_EQ(finished.exitCode, cli::kBadUsage) << finished.text();
        EXPECT_THAT(finished.errors, testing::AllOf(HasSubstr("SOLDIER.alo"), HasSubstr("SOLDIER.gsm")));
    }
    EXPECT_THAT(filesBelow(folder.path() / "out"), testing::IsEmpty());
}

TEST_F(BrokenFiles, LinksToArtThatIsGoneAreToldOf) {
    const Sound sound;
    folder.write("art/SOUND.alo", sound.model);
    folder.write("art/SOUND_MOVE_00.ala", sound.clip);
    fs::create_symlink("gone.alo", folder.path() / "art/LINK.alo");
    fs::create_symlink("LOOP.alo", folder.path() / "art/LOOP.alo");
    const Finished finished = run();
    EXPECT_EQ(finished.exitCode, cli::kEnvironmentFailed) << finished.text();
    EXPECT_THAT(finished.output, HasSubstr("LINK.alo: is a symbolic link that leads nowhere"));
    const json told = report();
    ASSERT_EQ(told.at("environment").size(), 2U);
    EXPECT_EQ(told.at("environment").at(0).at("code"), "file.not-found");
    EXPECT_TRUE(fs::exists(folder.path() / "out/SOUND.glb"));
}

TEST_F(BrokenFiles, LinksOfOtherProgramsAreNoArt) {
    const Sound sound;
    folder.write("art/SOUND.alo", sound.model);
    fs::create_symlink("nobody@nowhere:1", folder.path() / "art/.#SOUND.alo");
    const Finished finished = runRigkiln({"convert", "art", "-o", "out"},
                                         {.folder = folder.path(), .environment = {}, .program = {}});
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
}

}  // namespace
}  // namespace rigkiln::test
