#include <set>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/formats/gltf/engine_rules/engine_findings.hpp"

namespace rigkiln::gltf_engine_rules::test {
namespace {

using testing::Contains;
using testing::IsEmpty;

/// Whether Godot finds an import hint in the name of an object.
bool isHint(std::string_view list, std::size_t index, std::string_view name) {
    SoundDocument document = soundDocument();
    document.json[std::string(list)][index]["name"] = name;
    return !findingsFor(Engine::Godot, document).empty();
}

TEST(GodotRules, FindHintsAsTheImporterDoes) {
    constexpr std::size_t kMeshNode = 4;
    for (const std::string_view name :
         {"hull-col", "hull_COL", "hull$col", "hull-col01", "hull-convcolonly_ 2", "hull.col.001",
          "$colossus", "_col", "hull-NavMesh", "hull-occ"})
        EXPECT_TRUE(isHint("nodes", kMeshNode, name)) << name;
    for (const std::string_view name : {"col", "hullcol", "hull col", "hull-colx", "hull-alpha", "hull-loop"})
        EXPECT_FALSE(isHint("nodes", kMeshNode, name)) << name;
}

TEST(GodotRules, LeaveNamesAloneThatMeanACollisionShape) {
    constexpr std::size_t kMeshNode = 4;
    for (const std::string_view name : {"hull-colonly", "hull-convcolonly", "hull_2-colonly"})
        EXPECT_FALSE(isHint("nodes", kMeshNode, name)) << name;
    for (const std::string_view name :
         {"hull_colonly", "hull-COLONLY", "hull-colonly2", "hull$colonly", "hull_convcolonly", "hull-col"})
        EXPECT_TRUE(isHint("nodes", kMeshNode, name)) << name;
}

TEST(GodotRules, LookForTheHintsOfEachKind) {
    constexpr std::size_t kJoint = 2;
    constexpr std::size_t kCamera = 3;
    EXPECT_TRUE(isHint("nodes", kCamera, "eye-noimp"));
    EXPECT_TRUE(isHint("nodes", kCamera, "eye-wheel"));
    EXPECT_FALSE(isHint("nodes", kCamera, "eye-col")) << "only of meshes";
    EXPECT_FALSE(isHint("nodes", kJoint, "knee-noimp")) << "a joint becomes a bone, not a node";
    EXPECT_TRUE(isHint("meshes", 0, "hull-col"));
    EXPECT_FALSE(isHint("meshes", 0, "hull-wheel"));
    EXPECT_TRUE(isHint("materials", 0, "Glass_alpha"));
    EXPECT_FALSE(isHint("materials", 0, "Glass_col"));
    EXPECT_TRUE(isHint("animations", 0, "walk-noimp"));
}

TEST(GodotRules, FindNamesThatRepeatClipsByAccident) {
    for (const std::string_view name :
         {"loop", "Loopwalk", "walkcycle", "walk_loop", "walk-loop_mode", "walk-loop2"})
        EXPECT_TRUE(isHint("animations", 0, name)) << name;
    for (const std::string_view name : {"walk", "walk-loop", "walk_loops", "recycled"})
        EXPECT_FALSE(isHint("animations", 0, name)) << name;
}

TEST(GodotRules, LookAtScalesOfAnimations) {
    SoundDocument document = soundDocument();
    addScales(document, 2, {1, 1, 1, 0, 0, 0, 1, 1, 1});
    EXPECT_THAT(findingsFor(Engine::Godot, document), testing::ElementsAre("GODOT_ZERO_SCALE /nodes/2"));
    SoundDocument small = soundDocument();
    addScales(small, 2, {1, 1, 1, 0.001F, 0.001F, 0.001F, 1, 1, 1});
    EXPECT_THAT(findingsFor(Engine::Godot, small), IsEmpty());
    SoundDocument uneven = soundDocument();
    addScales(uneven, 2, {1, 1, 1, 2, 1, 1, 1, 1, 1});
    EXPECT_THAT(findingsFor(Engine::Godot, uneven), testing::ElementsAre("GODOT_UNEVEN_SCALE /nodes/2"));
}

TEST(GodotRules, DoNotTakeTangentsOfSplinesForScales) {
    SoundDocument document = soundDocument();
    addScales(document, 2, {0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0});
    document.json["animations"][0]["samplers"].back()["interpolation"] = "CUBICSPLINE";
    EXPECT_THAT(findingsFor(Engine::Godot, document), IsEmpty());
}

TEST(GodotRules, TakeTheScaleOutOfAMatrix) {
    EXPECT_THAT(findingsFor(Engine::Godot, changedDocument(R"([
        {"op": "remove", "path": "/animations"},
        {"op": "add", "path": "/nodes/2/matrix", "value": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5, 5, 1]}])")),
                Contains("GODOT_ZERO_SCALE /nodes/2"));
}

}  // namespace
}  // namespace rigkiln::gltf_engine_rules::test
