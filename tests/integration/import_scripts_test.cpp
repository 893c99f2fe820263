#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/integration/art_folder.hpp"
#include "tests/integration/blender.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/corpus/bfres_art.hpp"
#include "tools/corpus/swat3/swat3_art.hpp"

/// Imports converted files with the add-on for Blender of tools/import.
namespace rigkiln::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr double kNearBone = 1e-4;    ///< metres between an empty and its bone
constexpr double kSameMatrix = 1e-3;  ///< in any element, metres for places

class BlenderAddOn : public testing::Test {
protected:
    void SetUp() override {
        if (blenderProgram().empty()) GTEST_SKIP() << kNoBlender;
        for (const char* name : {"SHIP.ALO", "SHIP_IDLE_00.ala", "SHIP_DEPLOY_00.ALA"})
            folder.write(name, artFile(std::string("Models/") + name));
        for (const corpus::ArtFile& file : corpus::makeSwat3Files(1, 0))
            folder.write(std::filesystem::path(file.path).filename().string(), file.bytes);
    }

    void convert(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "convert");
        const Finished finished =
            runRigkiln(arguments, {.folder = folder.path(), .environment = {}, .program = {}});
        ASSERT_EQ(finished.exitCode, cli::kDone) << finished.text();
    }

    [[nodiscard]] json import(const std::string& name) const {
        const Finished finished = importWithAddOn(folder.path(), name, name + ".json");
        EXPECT_EQ(finished.exitCode, 0) << finished.text();
        return json::parse(textOf(folder.path() / (name + ".json")));
    }

    /// Writes the GLB as glTF whose only extras are in a side-car of events.
    void writeWithSidecar(const std::string& glb, const std::string& stem, const json& sidecar) const {
        json document = jsonOfGlb(readBytes(folder.path() / glb));
        for (json& node : document.at("nodes"))
            node.erase("extras");
        for (json& animation : document.at("animations"))
            animation.erase("extras");
        const auto size = document.at("buffers").at(0).at("byteLength").get<std::size_t>();
        document.at("buffers").at(0)["uri"] = stem + ".bin";
        folder.write(stem + ".bin", binaryOf(glb, size));
        writeText(stem + ".gltf", document.dump());
        writeText(stem + ".gltf.events.json", sidecar.dump());
    }

    void writeText(const std::string& name, const std::string& text) const {
        const auto bytes = std::as_bytes(std::span(text));
        folder.write(name, {bytes.begin(), bytes.end()});
    }

    /// The binary chunk, which is the last one.
    [[nodiscard]] std::vector<std::byte> binaryOf(const std::string& glb, std::size_t size) const {
        const std::vector<std::byte> bytes = readBytes(folder.path() / glb);
        const std::size_t padded = (size + 3) / 4 * 4;
        const auto first = bytes.end() - static_cast<std::ptrdiff_t>(padded);
        return {first, first + static_cast<std::ptrdiff_t>(size)};
    }

    TemporaryFolder folder;
};

TEST_F(BlenderAddOn, MakesMarkersOfEvents) {
    convert({"SWT_HIGH.GSM", "SWT_STEP.gsa", "-o", "swt.glb", "--preset", "blender"});
    const json made = import("swt.glb");
    EXPECT_EQ(made.at("fps"), 24);
    const json markers = {{0, "sound=FOOTSTEP"}, {12, "itemsound=RATTLE"}, {12, "leftfoot"}};
    ASSERT_THAT(made.at("actions"), SizeIs(1)) << made;
    const json& action = made.at("actions").begin().value();
    EXPECT_EQ(action.at("markers"), markers);
    EXPECT_EQ(action.at("cyclic"), false);
    EXPECT_EQ(made.at("timeline"), markers);
}

TEST_F(BlenderAddOn, SetsTheFrameRateOfTheClipsSoThatEventsKeepTheirFrames) {
    convert({"SWT_HIGH.GSM", "SWT_STEP.gsa", "-o", "swt.glb", "--rigid", "skin"});
    const json record =
        jsonOfGlb(readBytes(folder.path() / "swt.glb")).at("animations").at(0).at("extras").at("rigkiln");
    const json made = import("swt.glb");
    EXPECT_EQ(made.at("fps"), record.at("frame_rate"));
    json markers = json::array();
    for (const json& event : record.at("events"))
        markers.push_back({event.at("frame"), event.at("name")});
    std::sort(markers.begin(), markers.end());
    EXPECT_THAT(markers, SizeIs(3));
    EXPECT_EQ(made.at("actions").begin().value().at("markers"), markers);
}

TEST_F(BlenderAddOn, PutsEmptiesAtBonesThatAreAttachments) {
    convert({"SWT_HIGH.GSM", "SWT_STEP.gsa", "-o", "swt.glb", "--preset", "blender"});
    convert({"SHIP.ALO", "SHIP_IDLE_00.ala", "SHIP_DEPLOY_00.ALA", "-o", "ship.glb", "--preset", "blender"});
    for (const auto& [name, count] : {std::pair("swt.glb", 2U), std::pair("ship.glb", 5U)}) {
        const json made = import(name);
        EXPECT_THAT(made.at("empties"), SizeIs(count)) << made;
        for (const auto& [empty, place] : made.at("empties").items())
            EXPECT_LE(place.at("distance"), kNearBone) << empty << ": " << place;
    }
}

TEST_F(BlenderAddOn, ReadsTheFileBesideThatTheExporterWrites) {
    convert({"SWT_HIGH.GSM", "SWT_STEP.gsa", "-o", "swt.glb", "--preset", "blender", "--events-file"});
    const json whole = import("swt.glb");
    writeWithSidecar("swt.glb", "plain", json::parse(textOf(folder.path() / "swt.glb.events.json")));
    const json plain = import("plain.gltf");
    EXPECT_EQ(plain.at("fps"), whole.at("fps"));
    EXPECT_EQ(plain.at("actions"), whole.at("actions"));
    EXPECT_EQ(plain.at("empties").size(), whole.at("empties").size());
    EXPECT_FALSE(whole.at("actions").begin().value().at("markers").empty());
}

TEST_F(BlenderAddOn, ShowsTheRecordsOfBones) {
    convert({"SWT_HIGH.GSM", "-o", "swt.glb", "--preset", "blender"});
    const json made = import("swt.glb");
    EXPECT_THAT(made.at("empties").at("Grip1").at("shown").dump(),
                AllOf(HasSubstr("rigkiln_attachment"), HasSubstr("gripper")));
}

TEST_F(BlenderAddOn, TurnsEmptiesAsTheirNodes) {
    convert({"SHIP.ALO", "-o", "nodes.glb"});
    convert({"SHIP.ALO", "-o", "bones.glb", "--preset", "blender"});
    const json nodes = import("nodes.glb");
    const json bones = import("bones.glb");
    EXPECT_THAT(nodes.at("empties"), IsEmpty());
    ASSERT_THAT(bones.at("empties"), testing::Not(IsEmpty()));
    for (const auto& [name, empty] : bones.at("empties").items()) {
        const json& is = bones.at("places").at(name);
        const json& was = nodes.at("places").at(name);
        for (std::size_t i = 0; i < is.size(); ++i)
            EXPECT_NEAR(is.at(i).get<double>(), was.at(i).get<double>(), kSameMatrix) << name << ", " << i;
    }
}

TEST_F(BlenderAddOn, ReadsTheSidecarOfAFileWithoutExtras) {
    convert({"SWT_HIGH.GSM", "SWT_STEP.gsa", "-o", "swt.glb", "--rigid", "skin"});
    writeWithSidecar("swt.glb", "bare",
                     {{"rigkiln_events", 1},
                      {"file", "bare.gltf"},
                      {"clips",
                       {{"SWT_STEP",
                         {{"duration", 1},
                          {"frame_rate", 30},
                          {"loop", true},
                          {"events", {{{"frame", 15}, {"time", 0.5}, {"name", "shot"}}}}}}}},
                      {"attachments", {{{"node", "Grip1"}, {"kind", "grip"}}}}});
    const json made = import("bare.gltf");
    EXPECT_EQ(made.at("fps"), 30);
    const json& action = made.at("actions").begin().value();
    EXPECT_EQ(action.at("markers"), json({{15, "shot"}}));
    EXPECT_EQ(action.at("cyclic"), true);
    EXPECT_EQ(action.at("end"), 30);
    EXPECT_EQ(made.at("empties").at("Grip1").at("kind"), "grip") << made;
}

TEST_F(BlenderAddOn, MakesClipsCyclicThatTheSourceRepeats) {
    for (const corpus::ArtFile& file : corpus::makeBfresArt(1))
        folder.write(file.path, file.bytes);
    convert({"Bfres/Switch/Worm.bfres.zs", "-o", "worm.glb", "--preset", "blender"});
    const json made = import("worm.glb");
    EXPECT_THAT(made.at("actions"), SizeIs(2));
    for (const auto& [name, action] : made.at("actions").items())
        EXPECT_EQ(action.at("cyclic"), true) << name;
}

TEST_F(BlenderAddOn, NamesTheFileAndTheCauseOfAnError) {
    folder.write("broken.glb", std::vector<std::byte>(3));
    const Finished finished = importWithAddOn(folder.path(), "broken.glb", "broken.json");
    EXPECT_NE(finished.exitCode, 0);
    EXPECT_THAT(finished.text(), HasSubstr("broken.glb: not JSON"));
}

}  // namespace
}  // namespace rigkiln::test
