#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "formats/bfres/file/bfres_file.hpp"
#include "tests/integration/art_folder.hpp"
#include "tests/integration/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tools/cli/exit_code.hpp"
#include "tools/corpus/bfres.hpp"

namespace rigkiln::test {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::IsSupersetOf;

/// Converts a box whose clip "Blink" swaps its textures for three others in turn.
class BfresLooks : public testing::Test {
protected:
    json convert(std::vector<std::string> options) {
        const std::string input =
            folder_
                .write("box.bfres",
                       bfres::encodeBfres(corpus::makeBfresFile({bfres::Console::WiiU, 0x04050003})))
                .string();
        const std::string output = (folder_.path() / "box.glb").string();
        options.insert(options.begin(), {"convert", input, "-o", output, "--force"});
        const Finished finished = runRigkiln(options);
        EXPECT_EQ(finished.exitCode, cli::kDone) << finished.text();
        return jsonOfGlb(readBytes(output));
    }

    TemporaryFolder folder_;
};

TEST_F(BfresLooks, TakeTurnsByAnimationPointers) {
    const json gltf = convert({"--profile", "full", "--bfres-texture-patterns", "shapes"});
    EXPECT_THAT(gltf.at("extensionsUsed"), IsSupersetOf({"KHR_animation_pointer", "KHR_node_visibility"}));
    EXPECT_FALSE(gltf.contains("extensionsRequired"));
    std::vector<bool> shownAtRest;
    std::set<std::string> pointers;
    std::set<std::size_t> materials;
    for (std::size_t i = 0; i < gltf.at("nodes").size(); ++i) {
        const json& node = gltf.at("nodes").at(i);
        if (!node.contains("mesh")) continue;
        shownAtRest.push_back(node.at("extensions").at("KHR_node_visibility").at("visible"));
        pointers.insert("/nodes/" + std::to_string(i) + "/extensions/KHR_node_visibility/visible");
        const json& mesh = gltf.at("meshes").at(node.at("mesh").get<std::size_t>());
        materials.insert(mesh.at("primitives").at(0).at("material").get<std::size_t>());
    }
    EXPECT_THAT(shownAtRest, ElementsAre(true, false, false, false));
    EXPECT_EQ(materials.size(), 4U);
    for (const json& animation : gltf.at("animations")) {
        if (animation.at("name") != "Blink") continue;
        std::set<std::string> moved;
        for (const json& channel : animation.at("channels")) {
            const json& target = channel.at("target");
            if (target.at("path") != "pointer") continue;
            moved.insert(target.at("extensions").at("KHR_animation_pointer").at("pointer"));
            const json& sampler = animation.at("samplers").at(channel.at("sampler").get<std::size_t>());
            EXPECT_EQ(sampler.value("interpolation", "LINEAR"), "STEP");
        }
        EXPECT_EQ(moved, pointers);
        return;
    }
    FAIL() << "there is no clip Blink";
}

TEST_F(BfresLooks, AreOneUnlessTheyAreAskedFor) {
    const json gltf = convert({"--profile", "full"});
    EXPECT_EQ(gltf.at("meshes").size(), 1U);
    EXPECT_EQ(gltf.at("materials").size(), 1U);
}

}  // namespace
}  // namespace rigkiln::test
