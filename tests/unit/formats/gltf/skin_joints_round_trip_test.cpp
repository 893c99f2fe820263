#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pipeline/scene/compare_scenes.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/unit/exporters/gltf/scene_builder.hpp"
#include "tests/unit/formats/gltf/gltf_builder.hpp"
#include "tests/validator/random_scene.hpp"

/// Writes skins whose joints form one tree, and reads them back: they must have the joints of the source.
namespace rigkiln::gltf {
namespace {

constexpr std::uint32_t kTreeSeeds = rigkiln::test::kHasSanitizer ? 12 : 80;

std::vector<std::byte> glbWith(const Scene& scene, const std::string& skinJoints,
                               const std::string& profile = "core") {
    const Result<OutputSet> set =
        gltf_export::test::exportScene(scene, {.profile = profile, .skinJoints = skinJoints});
    EXPECT_TRUE(set) << (set ? "" : set.error().text());
    return set ? test::joined(set->back()) : std::vector<std::byte>();
}

TEST(GltfSkinJoints, OfATreeAreReadAsThoseOfTheSource) {
    std::size_t changed = 0;
    for (std::uint32_t seed = 0; seed < kTreeSeeds; ++seed) {
        const Scene scene = gltf_export::test::randomScene(seed);
        for (const char* profile : {"core", "web"}) {
            SCOPED_TRACE(std::to_string(seed) + " " + profile);
            const std::vector<std::byte> source = glbWith(scene, "source", profile);
            const std::vector<std::byte> tree = glbWith(scene, "tree", profile);
            if (tree != source) ++changed;
            const test::ReadBack expected = test::readFile(source);
            const test::ReadBack found = test::readFile(tree);
            ASSERT_EQ(found.error, "");
            EXPECT_EQ(compareScenes(expected.scene, found.scene, {}), std::vector<std::string>());
        }
    }
    EXPECT_GT(changed, kTreeSeeds);
}

TEST(GltfSkinJoints, StayWhereAnotherProgramMakesAMeshFollowThem) {
    Scene scene = gltf_export::test::chainOfJoints(3);
    gltf_export::test::addSkinnedTriangle(scene, "cloth");
    // The record says that the last joint was added, and the triangle follows all three.
    const Result<OutputSet> set = gltf_export::test::exportScene(scene, {.fileName = "a.gltf"});
    ASSERT_TRUE(set);
    std::vector<std::byte> text = test::joined(set->back());
    std::string document(reinterpret_cast<const char*>(text.data()), text.size());
    const std::string name = R"("name":"cloth skin")";
    const std::size_t at = document.find(name);
    ASSERT_NE(at, std::string::npos);
    document.insert(at, R"("extras":{"rigkiln_skin":"{\"added_joints\":1}"},)");
    test::FilesBeside beside;
    beside.files[set->front().name] = test::joined(set->front());
    const test::ReadBack back =
        test::readFile(std::as_bytes(std::span(document.data(), document.size())), beside);
    ASSERT_EQ(back.error, "");
    EXPECT_EQ(back.scene.skins[0].joints.size(), 3U);
}

}  // namespace
}  // namespace rigkiln::gltf
