#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "library/rigkiln/convert.hpp"
#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"

/// The library makes what the program makes.
namespace rigkiln::test {
namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;
using testing::Not;

Tree treeOf(const ConvertResult& result) {
    Tree tree;
    for (const ConvertFile& file : result.files)
        tree[file.name] = file.bytes;
    return tree;
}

/// Inputs and options of one conversion, as words of the command line.
struct Case {
    std::vector<std::string> inputs;
    std::string output;
    std::vector<std::pair<std::string, std::string>> options{};
};

std::vector<std::string> commandLineOf(const Case& test, const std::string& output) {
    std::vector<std::string> words = test.inputs;
    words.insert(words.end(), {"-o", output, "--progress", "none"});
    for (const auto& [name, value] : test.options) {
        words.push_back("--" + name);
        if (value != "true") words.push_back(value);
    }
    return words;
}

class Library : public testing::Test {
protected:
    Library() { writeArt(folder.path() / "art"); }

    /// Output of the program, by names relative to the folder of the output.
    [[nodiscard]] Tree madeByProgram(const Case& test) const {
        const std::string name = "out" + std::to_string(number_++);
        fs::create_directories(folder.path() / name);
        const Finished finished = convertIn(folder, commandLineOf(test, name + "/" + test.output));
        EXPECT_LE(finished.exitCode, 1) << finished.text();
        return treeBelow(folder.path() / name);
    }

    [[nodiscard]] std::string path(const std::string& name) const { return (folder.path() / name).string(); }

    void expectSame(const Case& test) const {
        SCOPED_TRACE(test.inputs.front() + " -o " + test.output);
        const Tree expected = madeByProgram(test);
        EXPECT_THAT(expected, Not(IsEmpty()));
        ConvertRequest request{.output = test.output, .options = test.options};
        for (const std::string& input : test.inputs)
            request.paths.push_back(path(input));
        EXPECT_THAT(differences(treeOf(convert(request)), expected), IsEmpty()) << "from paths";

        request.paths.clear();
        for (const auto& [name, bytes] : treeBelow(folder.path())) {
            if (name.starts_with("out")) continue;
            const bool isInput = std::ranges::find(test.inputs, name) != test.inputs.end();
            (isInput ? request.files : request.companions).push_back({name, bytes});
        }
        // Clips go to models in the order of the inputs.
        std::ranges::sort(request.files, {}, [&](const ConvertFile& file) {
            return std::ranges::find(test.inputs, file.name) - test.inputs.begin();
        });
        if (request.files.size() != test.inputs.size()) return;  // a folder or an archive
        EXPECT_THAT(differences(treeOf(convert(request)), expected), IsEmpty()) << "from memory";
    }

    TemporaryFolder folder;

private:
    mutable int number_ = 0;
};

TEST_F(Library, MakesTheBytesOfTheProgramOfEveryFormat) {
    expectSame({.inputs = {"art"}, .output = ""});
    expectSame(
        {.inputs = {"art/Models/WALKER.ALO", "art/Models/WALKER_MOVE_00.ala"}, .output = "walker.glb"});
    expectSame({.inputs = {"art/Models/SHIP.ALO", "art/Models/SHIP_IDLE_00.ala"},
                .output = "sub/ship.gltf",
                .options = {{"max-error", "0.5mm"}, {"max-texture-size", "16"}}});
    expectSame({.inputs = {"art/Swat3/Set_0000/Models/SWT_HIGH.GSM", "art/Swat3/Set_0000/Anims/SWT_STEP.gsa"},
                .output = "swat.glb"});
    expectSame({.inputs = {"art/Bfres/Switch/Worm.bfres.zs"}, .output = "worm.glb"});
    expectSame({.inputs = {"art/Sprites/Torch/Torch.ctsa"}, .output = "torch.glb"});
    expectSame({.inputs = {"art/Models/SHIP.ALO"}, .output = "ship.alo"});
}

TEST_F(Library, MakesTheBytesOfTheProgramOnTheWayBack) {
    const Tree made = madeByProgram(
        {.inputs = {"art/Swat3/Set_0000/Models/SWT_HIGH.GSM", "art/Swat3/Set_0000/Anims/SWT_STEP.gsa",
                    "art/Swat3/Set_0000/Anims/SWT_STAND.gsa"},
         .output = "swat.glb"});
    folder.write("glb/swat.glb", made.at("swat.glb"));
    expectSame({.inputs = {"glb/swat.glb"}, .output = "SWT_HIGH.gsm"});
    expectSame({.inputs = {"glb/swat.glb"}, .output = "", .options = {{"to", "gsa"}}});
    EXPECT_THAT(convert({.paths = {path("glb/swat.glb")}, .output = "SWT_HIGH.gsm"}).errors, IsEmpty());
}

TEST_F(Library, ReadsTheFilesThatAnInputNamesFromItsCompanions) {
    for (const auto& [name, bytes] :
         madeByProgram({.inputs = {"art/Models/SHIP.ALO"}, .output = "ship.gltf"}))
        folder.write("gltf/" + name, bytes);
    const Case again{.inputs = {"gltf/ship.gltf"}, .output = "ship.glb"};
    expectSame(again);
    ConvertRequest alone{.output = "ship.glb"};
    alone.files.push_back({"gltf/ship.gltf", readBytes(path("gltf/ship.gltf"))});
    EXPECT_FALSE(convert(alone).isWhole()) << "the buffer is missing";
}

}  // namespace
}  // namespace rigkiln::test
