#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/gltf/gltf_issues.hpp"
#include "pipeline/scene/compare_scenes.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/unit/exporters/gltf/scene_builder.hpp"
#include "tests/unit/formats/gltf/gltf_builder.hpp"
#include "tests/validator/random_scene.hpp"

/// Writes names in other styles to a GLB and reads them back: they must be those of the source again.
namespace rigkiln::gltf {
namespace {

test::ReadBack readInStyle(const Scene& scene, const std::string& names) {
    const Result<OutputSet> set =
        gltf_export::test::exportScene(scene, {.names = names, .loopNames = names == "godot"});
    EXPECT_TRUE(set) << (set ? "" : set.error().text());
    return test::readFile(set ? test::joined(set->back()) : std::vector<std::byte>());
}

std::vector<std::string> textureNames(const Scene& scene) {
    std::vector<std::string> names;
    for (const Texture& texture : scene.textures)
        names.push_back(texture.sourceName);
    return names;
}

TEST(NamesRoundTrip, GivesBackTheNamesOfTheSource) {
    for (std::uint32_t seed = 0; seed < (rigkiln::test::kHasSanitizer ? 6U : 40U); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Scene scene = gltf_export::test::randomScene(seed);
        for (Clip& clip : scene.clips)
            clip.extras.set("loop", true);
        const test::ReadBack usual = readInStyle(scene, "source");
        for (const char* style : {"safe", "godot"}) {
            const test::ReadBack styled = readInStyle(scene, style);
            ASSERT_EQ(styled.error, "");
            EXPECT_THAT(compareScenes(usual.scene, styled.scene, {}, 10), testing::IsEmpty()) << style;
            EXPECT_EQ(styled.diagnostics.counts(), usual.diagnostics.counts()) << style;
        }
    }
}

TEST(NamesRoundTrip, GivesBackCollisionMeshesThatEnginesKnowByTheirNames) {
    for (std::uint32_t seed = 0; seed < (rigkiln::test::kHasSanitizer ? 6U : 40U); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Scene scene = gltf_export::test::randomScene(seed);
        for (std::size_t i = 0; i < scene.instances.size(); i += 2)
            scene.instances[i].role = MeshRole::Collision;
        const auto readWith = [&](const std::string& collisionNames) {
            const Result<OutputSet> set =
                gltf_export::test::exportScene(scene, {.names = "safe", .collisionNames = collisionNames});
            EXPECT_TRUE(set) << (set ? "" : set.error().text());
            return test::readFile(set ? test::joined(set->back()) : std::vector<std::byte>());
        };
        const test::ReadBack usual = readWith("source");
        for (const char* names : {"godot", "unreal"}) {
            const test::ReadBack named = readWith(names);
            ASSERT_EQ(named.error, "");
            EXPECT_THAT(compareScenes(usual.scene, named.scene, {}, 10), testing::IsEmpty()) << names;
        }
    }
}

TEST(NamesRoundTrip, LeavesSocketsOut) {
    std::size_t sockets = 0;
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Scene scene = gltf_export::test::randomScene(seed);
        // Mesh and attachment on one joint, which is rare otherwise.
        for (std::size_t i = 0; i < scene.attachments.size() && !scene.instances.empty(); i += 2)
            scene.attachments[i].joint = scene.instances[i % scene.instances.size()].joint;
        const auto readWith = [&](const std::string& form) {
            const Result<OutputSet> set = gltf_export::test::exportScene(scene, {.sockets = form});
            EXPECT_TRUE(set) << (set ? "" : set.error().text());
            const std::vector<std::byte> bytes = set ? test::joined(set->back()) : std::vector<std::byte>();
            const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            if (text.find("SOCKET_") != std::string_view::npos) ++sockets;
            return test::readFile(bytes);
        };
        const test::ReadBack usual = readWith("nodes");
        const test::ReadBack back = readWith("unreal");
        ASSERT_EQ(back.error, "");
        EXPECT_THAT(compareScenes(usual.scene, back.scene, {}, 10), testing::IsEmpty());
    }
    EXPECT_GT(sockets, 2U);
}

TEST(NamesRoundTrip, GivesBackTheNamesOfImages) {
    Scene scene = gltf_export::test::chainOfJoints(1);
    gltf_export::test::addTriangle(scene, 0, "hull");
    scene.meshes[0].primitives[0].texCoordSets = {{{0, 0}, {1, 0}, {0, 1}}};
    scene.meshes[0].primitives[0].material = IndexOf<Material>(0);
    scene.textures.push_back(
        {.sourceName = "Gr\xFCn.DDS", .mimeType = "image/png", .encoded = gltf_export::test::tinyPng()});
    scene.materials.resize(1);
    scene.materials[0].baseColorTexture = TextureUse{};
    const test::ReadBack back = readInStyle(scene, "safe");
    EXPECT_EQ(textureNames(back.scene), std::vector<std::string>{"Gr\xFCn.DDS"});
    EXPECT_FALSE(back.diagnostics.has(kExtrasLost));
}

}  // namespace
}  // namespace rigkiln::gltf
