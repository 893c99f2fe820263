#include "formats/gltf/engine_rules/engine_rules.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/gltf/engine_rules/blender_bones.hpp"
#include "tests/support/gltf_validation/broken_files.hpp"
#include "tests/unit/formats/gltf/engine_rules/engine_findings.hpp"

namespace rigkiln::gltf_engine_rules::test {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Not;

/// Changes of the sound document: one that breaks a rule, and one near it that keeps it.
struct RuleCase {
    Engine engine = Engine::Blender;
    std::string_view finding;  ///< code and pointer
    std::string_view breaks;
    std::string_view keeps;
};

// NOLINTNEXTLINE(readability-identifier-naming): GoogleTest looks for this name
void PrintTo(const RuleCase& tested, std::ostream* stream) {
    *stream << tested.finding;
}

constexpr std::string_view kNoSpline = R"([{"op": "remove", "path": "/animations/0/channels/1"}])";
constexpr std::string_view kQuantized = R"([
    {"op": "add", "path": "/extensionsUsed/1", "value": "KHR_mesh_quantization"},
    {"op": "add", "path": "/extensionsRequired", "value": ["KHR_mesh_quantization"]}])";
constexpr std::string_view kTransformed = R"([
    {"op": "add", "path": "/extensionsUsed/1", "value": "KHR_texture_transform"},
    {"op": "add", "path": "/extensionsRequired", "value": ["KHR_texture_transform"]}])";
constexpr std::string_view kPacked = R"([
    {"op": "add", "path": "/extensionsUsed/1", "value": "EXT_meshopt_compression"},
    {"op": "add", "path": "/extensionsRequired", "value": ["EXT_meshopt_compression"]}])";
constexpr std::string_view kNeedsLevels = R"([
    {"op": "add", "path": "/extensionsUsed/1", "value": "MSFT_lod"},
    {"op": "add", "path": "/extensionsRequired", "value": ["MSFT_lod"]}])";
constexpr std::string_view kUnknown = R"([
    {"op": "add", "path": "/extensionsUsed/1", "value": "VENDOR_other"},
    {"op": "add", "path": "/extensionsRequired", "value": ["VENDOR_other"]}])";
constexpr std::string_view kLevels = R"([{"op": "add", "path": "/extensionsUsed/1", "value": "MSFT_lod"}])";
constexpr std::string_view kNothing = "[]";
constexpr std::string_view kEightInfluences = R"([
    {"op": "add", "path": "/meshes/0/primitives/0/attributes/JOINTS_1", "value": 2},
    {"op": "add", "path": "/meshes/0/primitives/0/attributes/WEIGHTS_1", "value": 3}])";
constexpr std::string_view kMovedMesh = R"([
    {"op": "add", "path": "/animations/0/channels/2", "value": {"sampler": 0, "target": {"node": 4, "path": "rotation"}}}])";
constexpr std::string_view kTwoMovedMeshes = R"([
    {"op": "add", "path": "/nodes/5", "value": {"mesh": 1}},
    {"op": "add", "path": "/scenes/0/nodes/3", "value": 5},
    {"op": "add", "path": "/animations/0/channels/2", "value": {"sampler": 0, "target": {"node": 4, "path": "rotation"}}},
    {"op": "add", "path": "/animations/0/channels/3", "value": {"sampler": 0, "target": {"node": 5, "path": "rotation"}}}])";
/// A second skin with a joint below another node.
constexpr std::string_view kOtherArmature = R"([
    {"op": "add", "path": "/nodes/5", "value": {"children": [6]}},
    {"op": "add", "path": "/nodes/6", "value": {}},
    {"op": "add", "path": "/scenes/0/nodes/3", "value": 5},
    {"op": "add", "path": "/skins/1", "value": {"joints": [6]}}])";

std::vector<RuleCase> ruleCases() {
    static const std::string kLong =
        R"([{"op": "replace", "path": "/nodes/2/name", "value": ")" + std::string(64, 'n') + R"("}])";
    static const std::string kLongEnough =
        R"([{"op": "replace", "path": "/nodes/2/name", "value": ")" + std::string(63, 'n') + R"("}])";
    return {
        {Engine::Godot, "GODOT_EXTENSION_REQUIRED /extensionsRequired/0", kQuantized, kTransformed},
        {Engine::Godot, "GODOT_NAME_HINT /nodes/4/name",
         R"([{"op": "add", "path": "/nodes/4/name", "value": "X_COL"}])",
         R"([{"op": "add", "path": "/nodes/4/name", "value": "X_COLUMN"}])"},
        {Engine::Godot, "GODOT_LOOP_NAME /animations/0/name",
         R"([{"op": "add", "path": "/animations/0/name", "value": "CycleWalk"}])",
         R"([{"op": "add", "path": "/animations/0/name", "value": "walk-loop"}])"},
        {Engine::Godot, "GODOT_ZERO_SCALE /nodes/2",
         R"([{"op": "add", "path": "/nodes/2/scale", "value": [0, 0, 0]}])",
         R"([{"op": "add", "path": "/nodes/2/scale", "value": [0.001, 0.001, 0.001]}])"},
        {Engine::Godot, "GODOT_ZERO_SCALE_NODE /nodes/4",
         R"([{"op": "add", "path": "/nodes/4/scale", "value": [1, 0, 1]}])",
         R"([{"op": "add", "path": "/nodes/4/scale", "value": [1, 2, 1]}])"},
        {Engine::Godot, "GODOT_UNEVEN_SCALE /nodes/2",
         R"([{"op": "add", "path": "/nodes/2/scale", "value": [1, 2, 1]}])",
         R"([{"op": "add", "path": "/nodes/2/scale", "value": [2, 2, -2]}])"},
        {Engine::Godot, "GODOT_ANIMATED_MESHES /animations", kTwoMovedMeshes, kMovedMesh},
        {Engine::Godot, "GODOT_EXTENSION_IGNORED /extensionsUsed/1", kLevels, kTransformed},
        {Engine::Blender, "BLENDER_EXTENSION_REQUIRED /extensionsRequired/0", kPacked, kQuantized},
        {Engine::Blender, "BLENDER_SEVERAL_ARMATURES /skins", kOtherArmature,
         R"([{"op": "add", "path": "/skins/1", "value": {"joints": [1]}}])"},
        {Engine::Blender, "BLENDER_ACTION_PER_OBJECT /animations/0", kMovedMesh, kNothing},
        {Engine::Blender, "BLENDER_KEY_BETWEEN_FRAMES /animations/0/channels/0",
         R"([{"op": "add", "path": "/animations/0/extras", "value": {"rigkiln": {"fps_hint": 25}}}])",
         R"([{"op": "add", "path": "/animations/0/extras", "value": {"rigkiln": {"fps_hint": 30}}}])"},
        {Engine::Blender, "BLENDER_SPLINE /animations/0", kNothing, kNoSpline},
        {Engine::Blender, "BLENDER_LONG_NAME /nodes/2/name", kLong, kLongEnough},
        {Engine::Blender, "BLENDER_EXTENSION_IGNORED /extensionsUsed/1", kLevels, kTransformed},
        {Engine::Unreal, "UNREAL_EXTENSION_REQUIRED /extensionsRequired/0", kPacked, kQuantized},
        {Engine::Unreal, "UNREAL_SEVERAL_ROOTS /skins/0/joints",
         R"([{"op": "replace", "path": "/skins/0/joints", "value": [2, 3]}])",
         R"([{"op": "replace", "path": "/skins/0/joints", "value": [3, 1]}])"},
        {Engine::Unreal, "UNREAL_INFLUENCES /meshes/0", kEightInfluences, kNothing},
        {Engine::Unreal, "UNREAL_JOINT_NAMES /nodes/2/name",
         R"([{"op": "add", "path": "/nodes/1/name", "value": "Knee"}])",
         R"([{"op": "add", "path": "/nodes/1/name", "value": "knee_2"}])"},
        {Engine::Unreal, "UNREAL_NAME_CHARACTERS ",
         R"([{"op": "replace", "path": "/nodes/2/name", "value": "left knee"}])",
         R"([{"op": "replace", "path": "/nodes/2/name", "value": "left_knee"}])"},
        {Engine::Unreal, "UNREAL_EXTENSION_IGNORED /extensionsUsed/1", kLevels, kTransformed},
        {Engine::Unity, "UNITY_EXTENSION_REQUIRED /extensionsRequired/0", kNeedsLevels, kTransformed},
        {Engine::Unity, "UNITY_PACKAGE_REQUIRED /extensionsRequired/0", kPacked, kQuantized},
        {Engine::Unity, "UNITY_INFLUENCES /meshes/0", kEightInfluences, kNothing},
        {Engine::Unity, "UNITY_SAME_NAMES /nodes/3/name",
         R"([{"op": "add", "path": "/nodes/3/name", "value": "knee"}])",
         R"([{"op": "add", "path": "/nodes/1/name", "value": "knee"}])"},
        {Engine::Unity, "UNITY_EXTENSION_IGNORED /extensionsUsed/1", kLevels, kTransformed},
        {Engine::Web, "WEB_EXTENSION_REQUIRED /extensionsRequired/0", kUnknown, kPacked},
        {Engine::Web, "WEB_EXTENSION_OF_BABYLON /extensionsRequired/0", kNeedsLevels, kTransformed},
        {Engine::Web, "WEB_INFLUENCES /meshes/0", kEightInfluences, kNothing},
        {Engine::Web, "WEB_NAME_CHARACTERS /nodes/2/name",
         R"([{"op": "replace", "path": "/nodes/2/name", "value": "knee[0]"}])",
         R"([{"op": "replace", "path": "/nodes/2/name", "value": "knee 0"}])"},
        {Engine::Web, "WEB_SAME_NAMES /nodes/2/name",
         R"([{"op": "replace", "path": "/nodes/2/name", "value": "left knee"},
             {"op": "add", "path": "/nodes/1/name", "value": "left_kn.ee"}])",
         R"([{"op": "add", "path": "/nodes/1/name", "value": "Knee"}])"},
        {Engine::Web, "WEB_DECODER /extensionsRequired/0", kPacked, kTransformed},
        {Engine::Web, "WEB_EXTENSION_IGNORED /extensionsUsed/1", kLevels, kTransformed},
    };
}

class EngineRuleCase : public testing::TestWithParam<RuleCase> {};

TEST_P(EngineRuleCase, TellsTheFilesThatBreakIt) {
    EXPECT_THAT(findingsFor(GetParam().engine, changedDocument(GetParam().breaks)),
                Contains(std::string(GetParam().finding)));
}

TEST_P(EngineRuleCase, IsSilentAboutFilesThatKeepIt) {
    const std::string code(GetParam().finding.substr(0, GetParam().finding.find(' ')));
    EXPECT_THAT(findingsFor(GetParam().engine, changedDocument(GetParam().keeps)),
                Not(Contains(testing::StartsWith(code + " "))));
}

INSTANTIATE_TEST_SUITE_P(Rules, EngineRuleCase, testing::ValuesIn(ruleCases()), [](const auto& tested) {
    return std::string(tested.param.finding.substr(0, tested.param.finding.find(' ')));
});

TEST(EngineRules, HaveACaseEach) {
    std::set<std::string> tested;
    for (const RuleCase& ruleCase : ruleCases())
        tested.emplace(ruleCase.finding.substr(0, ruleCase.finding.find(' ')));
    std::set<std::string> rules;
    for (const std::string_view name : kEngineNames) {
        for (const EngineRule* rule : rulesOf(*engineNamed(name)))
            EXPECT_TRUE(rules.emplace(rule->rule.code).second) << rule->rule.code << " is there twice";
    }
    EXPECT_EQ(tested, rules);
}

TEST(EngineRules, HaveARemedyAndASource) {
    for (const std::string_view name : kEngineNames) {
        for (const EngineRule* rule : rulesOf(*engineNamed(name))) {
            EXPECT_NE(rule->remedy, "") << rule->rule.code;
            EXPECT_NE(rule->source, "") << rule->rule.code;
        }
    }
    EXPECT_FALSE(engineNamed("none"));
}

TEST(EngineRules, FindNothingElseInASoundFile) {
    for (const std::string_view name : kEngineNames)
        EXPECT_THAT(findingsFor(*engineNamed(name), changedDocument(kNoSpline)), IsEmpty()) << name;
}

TEST(EngineRules, StandFilesThatBreakGltf) {
    for (const auto& file : gltf_validation::test::brokenFiles()) {
        if (!file.name.ends_with(".gltf")) continue;
        for (const std::string_view name : kEngineNames)
            (void)findingsFor(*engineNamed(name), file.bytes);
    }
}

TEST(EngineRules, TakeTimeInProportionToChains) {
    constexpr std::size_t kNodes = 80'000;
    std::string json = R"({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [)";
    for (std::size_t i = 0; i + 1 < kNodes; ++i)
        json += fmt::format(R"({{"name": "n{}", "children": [{}]}},)", i % 7, i + 1);
    json += R"({"name": "end"}], "skins": [)";
    for (std::size_t i = 0; i < 1000; ++i)
        json += fmt::format(R"({}{{"joints": [{}, {}]}})", i == 0 ? "" : ",", i + 1, kNodes - 1 - i);
    json += "]}";
    for (const std::string_view name : kEngineNames)
        (void)findingsFor(*engineNamed(name), gltf_validation::test::bytesOfText(json));
}

TEST(BlenderRules, FindKeysThatAreOnNoFrame) {
    SoundDocument document = soundDocument();
    gltf_validation::test::setFloat(document.buffer, gltf_validation::test::kTimesAt + 4, 1.0F / 30);
    EXPECT_THAT(findingsFor(Engine::Blender, document),
                Contains("BLENDER_KEY_BETWEEN_FRAMES /animations/0/channels/0"));
    gltf_validation::test::setFloat(document.buffer, gltf_validation::test::kTimesAt + 4, 5.0F / 24);
    EXPECT_THAT(findingsFor(Engine::Blender, document),
                Not(Contains(testing::StartsWith("BLENDER_KEY_BETWEEN_FRAMES"))));
}

TEST(BlenderRules, CountOneActionForBonesOfOneArmature) {
    // Node 5 is between the armature and a joint, so that it is a bone, too.
    EXPECT_THAT(findingsFor(Engine::Blender, changedDocument(R"([
        {"op": "replace", "path": "/nodes/1/children", "value": [2, 3, 5]},
        {"op": "add", "path": "/nodes/5", "value": {"children": [6]}},
        {"op": "add", "path": "/nodes/6", "value": {}},
        {"op": "replace", "path": "/skins/0/joints", "value": [1, 6]},
        {"op": "add", "path": "/animations/0/channels/2", "value": {"sampler": 0, "target": {"node": 5, "path": "rotation"}}},
        {"op": "remove", "path": "/animations/0/channels/0"}])")),
                Not(Contains(testing::StartsWith("BLENDER_ACTION_PER_OBJECT"))));
}

TEST(UnrealRules, CompareNamesOfJointsWithTheCharactersThatUnrealReplaces) {
    constexpr std::string_view kSame = "UNREAL_JOINT_NAMES /nodes/2/name";
    const auto findings = [](std::string_view first, std::string_view second) {
        SoundDocument document = soundDocument();
        document.json["nodes"][1]["name"] = first;
        document.json["nodes"][2]["name"] = second;
        return findingsFor(Engine::Unreal, document);
    };
    for (const char* name : {"knee+1", "knee.1", "knee/1", "knee$1", "KNEE_1"})
        EXPECT_THAT(findings(name, "knee_1"), Contains(kSame)) << name;
    EXPECT_THAT(findings("knee 1", "knee-1"), Contains(kSame));
    EXPECT_THAT(findings("knee 1", "knee_1"), Not(Contains(kSame)));
    EXPECT_THAT(findings("knee*1", "knee_1"), Not(Contains(kSame)));
}

}  // namespace
}  // namespace rigkiln::gltf_engine_rules::test
