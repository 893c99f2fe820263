#include "tools/corpus/archives.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "formats/containers/meg.hpp"
#include "formats/containers/sarc.hpp"
#include "formats/containers/yaz0.hpp"
#include "formats/containers/zip.hpp"
#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/corpus/art.hpp"
#include "tools/corpus/sprites.hpp"

namespace rigkiln::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;

class Archives : public testing::Test {
protected:
    Archives() {
        for (const corpus::ArtFile& file : corpus::makeArchiveFiles(1))
            folder.write("in/" + file.path, file.bytes);
    }

    Finished run(const std::vector<std::string>& arguments) const {
        return runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}});
    }
    /// Relative paths of the files below `below`, a folder of the test.
    std::vector<std::string> outputs(const std::string& below) const {
        return filesBelow(folder.path() / below);
    }

    TemporaryFolder folder;
};

/// Converts the art of the archives as loose files, and returns the outputs.
Tree looseArt(const TemporaryFolder& folder) {
    for (const std::vector<corpus::ArtFile>& files : {corpus::makeArtFiles(1, 0), corpus::makeTextures(1)}) {
        for (const corpus::ArtFile& file : files)
            folder.write("loose/DATA/ART/" + file.path, file.bytes);
    }
    static_cast<void>(runRigkiln({"convert", "loose", "-o", "loose-out"},
                                 {.folder = folder.path(), .environment = {}, .program = {}}));
    return treeBelow(folder.path() / "loose-out");
}

TEST_F(Archives, ConvertLikeTheFoldersTheyAre) {
    const Finished finished = run({"convert", "in/Archives/Art.meg", "-o", "out"});
    EXPECT_EQ(finished.exitCode, 0) << finished.text();
    const Tree loose = looseArt(folder);
    EXPECT_GT(loose.size(), 5U);
    EXPECT_THAT(differences(treeBelow(folder.path() / "out"), loose), ElementsAre());
}

TEST_F(Archives, AreFoundInAFolderAndNameTheFoldersOfOutputs) {
    const Finished finished = run({"convert", "in", "-o", "out"});
    EXPECT_EQ(finished.exitCode, 0) << finished.text();
    EXPECT_THAT(outputs("out"), IsSupersetOf({"Archives/Art.meg/DATA/ART/Models/TROOPER.glb",
                                              "Archives/Nested.szs/Model/WALKER.glb",
                                              "Archives/Nested.szs/Pack/Serpent.sarc/SERPENT.glb"}));
    EXPECT_THAT(brokenFilesBelow(folder.path() / "out"), ElementsAre());
}

TEST_F(Archives, FailWhenTheyAreNamedAndCannotBeOpened) {
    // The first bytes of a local file header, and no directory at the end.
    const std::string cut("PK\x03\x04\x14\0\0\0\0\0", 10);
    folder.write("cut.zip", std::string_view(cut));
    folder.write("cut", std::string_view(cut));
    folder.write("HERO.ALO", artFile("Models/WALKER.ALO"));
    for (const char* name : {"cut.zip", "cut"}) {
        const Finished toFolder = run({"convert", name, "HERO.ALO", "-o", "out/"});
        EXPECT_EQ(toFolder.exitCode, cli::kSomeFailed) << toFolder.text();
        EXPECT_THAT(toFolder.output, HasSubstr("1 other path could not be read"));
        EXPECT_THAT(toFolder.output, HasSubstr(std::string(name) + ": end record: "));
        EXPECT_THAT(toFolder.output, Not(HasSubstr("ignored")));
        EXPECT_THAT(outputs("out"), ElementsAre("HERO.glb"));
        const Finished toFile = run({"convert", name, "-o", "out.glb"});
        EXPECT_EQ(toFile.exitCode, cli::kSomeFailed) << toFile.text();
        EXPECT_THAT(toFile.errors, HasSubstr(std::string(name) + ": end record: "));
    }
}

/// Replaces a name of a member, in front of it and in the directory. Both names have the same length.
std::vector<std::byte> withName(std::vector<std::byte> zip, std::string_view name, std::string_view other) {
    const auto from = std::as_bytes(std::span(name));
    const auto to = std::as_bytes(std::span(other));
    for (auto at = std::search(zip.begin(), zip.end(), from.begin(), from.end()); at != zip.end();
         at = std::search(at, zip.end(), from.begin(), from.end()))
        std::copy(to.begin(), to.end(), at);
    return zip;
}

TEST_F(Archives, TakeTheFirstOfTwoMembersOfOneNameAndTellOfTheOther) {
    const std::vector<std::byte> zip =
        withName(containers::encodeZip({{.name = "A.ALO", .bytes = artFile("Models/WALKER.ALO")},
                                        {.name = "B.ALO", .bytes = artFile("Models/TROOPER.alo")}}),
                 "B.ALO", "A.ALO");
    folder.write("twice.zip", zip);
    folder.write("one.zip",
                 containers::encodeZip({{.name = "A.ALO", .bytes = artFile("Models/WALKER.ALO")}}));
    const Finished finished = run({"convert", "twice.zip", "-o", "out/"});
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(
        finished.output,
        HasSubstr("\n1 file left out unread, for instance twice.zip/'A.ALO': member that is left alone: "
                  "has the name of a member before it, which counts\n"));
    EXPECT_EQ(run({"convert", "one.zip", "-o", "alone/"}).exitCode, cli::kDone);
    EXPECT_THAT(differences(treeBelow(folder.path() / "out"), treeBelow(folder.path() / "alone")),
                ElementsAre());
}

TEST_F(Archives, BringNoControlCharactersIntoNamesOfFiles) {
    const std::vector<std::byte> model = artFile("Models/WALKER.ALO");
    // libzip writes no such names.
    const std::vector<std::byte> zip = containers::encodeZip(
        {{.name = "m_[2J/HERO_.ALO", .bytes = model}, {.name = "m/HERO.ALO", .bytes = model}});
    folder.write("a.zip", withName(zip, "m_[2J/HERO_.ALO", "m\x1B[2J/HERO\n.ALO"));
    const Finished finished = run({"convert", "a.zip", "-o", "out", "--keep", "collision"});
    EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
    EXPECT_THAT(outputs("out"), ElementsAre("m%1B[2J/HERO%0A.glb", "m/HERO.glb"));
    EXPECT_THAT(finished.output, HasSubstr("output.name-replaced"));
    EXPECT_THAT(finished.text(), Not(HasSubstr("\x1B[2J")));
}

TEST_F(Archives, GiveTheSameForAnyNumberOfJobs) {
    for (const char* jobs : {"1", "2", "8"}) {
        const Finished finished =
            run({"convert", "in", "-o", std::string("out") + jobs, "--jobs", jobs, "--memory", "8MiB"});
        EXPECT_EQ(finished.exitCode, 0) << finished.text();
    }
    const Tree reference = treeBelow(folder.path() / "out1");
    EXPECT_THAT(differences(treeBelow(folder.path() / "out2"), reference), ElementsAre());
    EXPECT_THAT(differences(treeBelow(folder.path() / "out8"), reference), ElementsAre());
}

TEST_F(Archives, GiveUpOneMember) {
    const Finished finished =
        run({"convert", "in/Archives/Art.meg/DATA/ART/Models/TROOPER.alo", "-o", "x.glb"});
    EXPECT_EQ(finished.exitCode, 0) << finished.text();
    EXPECT_EQ(jsonOfGlb(readBytes(folder.path() / "x.glb")).at("skins").size(), 1U);
    const Finished nested =
        run({"convert", "in/Archives/Nested.szs/Pack/Serpent.sarc/SERPENT.alo", "-o", "y.glb"});
    EXPECT_EQ(nested.exitCode, 0) << nested.text();
}

TEST_F(Archives, ConvertAFolderInside) {
    const Finished finished = run({"convert", "in/Archives/Nested.szs/Model", "-o", "out"});
    EXPECT_EQ(finished.exitCode, 0) << finished.text();
    EXPECT_THAT(outputs("out"), ElementsAre("WALKER.glb"));
}

TEST_F(Archives, AreFoundThroughALinkThatAPersonNames) {
    std::filesystem::create_symlink("in/Archives/Nested.szs", folder.path() / "link.szs");
    EXPECT_EQ(run({"convert", "link.szs/Model/WALKER.ALO", "-o", "x.glb"}).exitCode, 0);
    EXPECT_EQ(run({"convert", "link.szs", "-o", "out"}).exitCode, 0);
    EXPECT_THAT(outputs("out"), Contains("Model/WALKER.glb"));
}

TEST_F(Archives, StayClosedWhenTheScanSaysSo) {
    folder.write("in/LOOSE.ALO", artFile("Models/WALKER.ALO"));
    folder.write("run.yaml",
                 std::string_view("rigkiln: 1\n"
                                  "jobs:\n"
                                  "  files: { uses: scan, root: in, archives: false }\n"
                                  "  glb: { uses: export, from: files, path: 'out/{folder}/{name}.glb' }\n"));
    const Finished finished = run({"run", "run.yaml", "--report", "report.json"});
    EXPECT_EQ(finished.exitCode, 0) << finished.text();
    EXPECT_THAT(textOf(folder.path() / "report.json"), HasSubstr("MEG archive that stays closed"));
    EXPECT_THAT(outputs("out"), ElementsAre("LOOSE.glb"));
}

TEST_F(Archives, AreReadByPatternsOfMembers) {
    folder.write("run.yaml", std::string_view(
                                 "rigkiln: 1\n"
                                 "jobs:\n"
                                 "  files: { uses: scan, root: in, include: ['**/art/models/trooper.alo'] }\n"
                                 "  glb: { uses: export, from: files, path: 'out/{folder}/{name}.glb' }\n"));
    const Finished finished = run({"run", "run.yaml"});
    EXPECT_EQ(finished.exitCode, 0) << finished.text();
    EXPECT_THAT(outputs("out"), ElementsAre("Archives/Art.meg/DATA/ART/Models/TROOPER.glb"));
}

TEST_F(Archives, FailAloneWhenTheyAreDamaged) {
    std::vector<std::byte> cut = readBytes(folder.path() / "in/Archives/Nested.szs");
    cut.resize(cut.size() / 2);
    folder.write("in/Archives/Cut.szs", cut);
    const Finished finished = run({"convert", "in", "-o", "out", "--report", "report.json"});
    EXPECT_EQ(finished.exitCode, 1) << finished.text();
    EXPECT_THAT(finished.text(), HasSubstr("Cut.szs"));
    EXPECT_THAT(finished.text(), HasSubstr("the stream ends after"));
    EXPECT_THAT(outputs("out"), Contains("Archives/Nested.szs/Model/WALKER.glb"));
}

TEST_F(Archives, KeepToTheLimitsOfTheCommandLine) {
    const Finished finished = run({"convert", "in/Archives", "-o", "out", "--archive-max-file", "2KiB"});
    EXPECT_EQ(finished.exitCode, 1) << finished.text();
    EXPECT_THAT(finished.text(), HasSubstr("bytes when unpacked, at most 2048 (2.0 KiB) are taken"));
}

TEST_F(Archives, TextureFoldersMayBeArchives) {
    std::vector<containers::MegMember> textures;
    for (const corpus::ArtFile& file : corpus::makeTextures(1))
        textures.push_back(
            {.name = "DATA/ART/TEXTURES/" + file.path.substr(file.path.rfind('/') + 1), .bytes = file.bytes});
    folder.write("textures.meg", containers::encodeMeg(textures, containers::MegVersion::Three));
    folder.write("one/TROOPER.alo", artFile("Models/TROOPER.alo"));
    const auto imagesWith = [&](const std::vector<std::string>& more) {
        std::vector<std::string> arguments = {"convert", "one/TROOPER.alo", "-o", "x.glb"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Finished finished = run(arguments);
        EXPECT_EQ(finished.exitCode, 0) << finished.text();
        const nlohmann::json gltf = jsonOfGlb(readBytes(folder.path() / "x.glb"));
        return gltf.contains("images") ? gltf.at("images").size() : std::size_t{0};
    };
    EXPECT_EQ(imagesWith({}), 0U);
    const std::size_t all = imagesWith({"--textures", "textures.meg"});
    EXPECT_GT(all, 0U);
    EXPECT_EQ(imagesWith({"--textures", "."}), all);
}

TEST_F(Archives, ShowTheirMembers) {
    const Finished finished = run({"inspect", "in/Archives/Nested.szs"});
    EXPECT_EQ(finished.exitCode, 0) << finished.text();
    EXPECT_THAT(finished.output, HasSubstr("in/Archives/Nested.szs: SARC archive, "));
    EXPECT_THAT(finished.output, HasSubstr("  Model/\n    WALKER.ALO  "));
    EXPECT_THAT(finished.output, HasSubstr("    Serpent.sarc  "));
    EXPECT_THAT(finished.output, HasSubstr("      SERPENT.alo  "));
    EXPECT_THAT(finished.output, HasSubstr("Alamo model"));
    const Finished table = run({"inspect", "in/Archives/Nested.szs", "in/Archives/Art.meg"});
    EXPECT_THAT(table.output,
                testing::ContainsRegex("in/Archives/Nested.szs +SARC archive +[0-9]+ members\n"));
    const Finished asJson = run({"inspect", "--json", "in/Archives/Nested.szs"});
    const nlohmann::json shown = nlohmann::json::parse(asJson.output);
    EXPECT_EQ(shown.at("container"), "sarc");
    EXPECT_EQ(shown.at("members").front().at("path"), "Model/WALKER.ALO");
}

TEST_F(Archives, ShowAMemberLikeAFile) {
    const Finished finished = run({"inspect", "in/Archives/Nested.szs/Model/WALKER.ALO"});
    EXPECT_EQ(finished.exitCode, 0) << finished.text();
    EXPECT_THAT(finished.output, HasSubstr("Alamo model"));
}

TEST_F(Archives, SpritesOfAZipFindTheirSheets) {
    const Finished finished = run({"convert", "in/Archives/Sprites.res", "-o", "out"});
    EXPECT_EQ(finished.exitCode, 0) << finished.text();
    const Tree packed = treeBelow(folder.path() / "out");
    for (const corpus::ArtFile& file : corpus::makeSpriteFiles(1))
        folder.write("loose/" + file.path, file.bytes);
    EXPECT_EQ(run({"convert", "loose", "-o", "loose-out"}).exitCode, 0);
    EXPECT_GT(packed.size(), 1U);
    EXPECT_THAT(differences(packed, treeBelow(folder.path() / "loose-out")), ElementsAre());
}

}  // namespace
}  // namespace rigkiln::test
