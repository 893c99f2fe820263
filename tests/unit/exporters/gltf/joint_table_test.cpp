#include "exporters/gltf/joint_table.hpp"

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

#include "exporters/gltf/gltf_issues.hpp"
#include "tests/unit/exporters/gltf/read_back.hpp"

namespace rigkiln::gltf_export::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

NameTable tableOf(std::initializer_list<std::pair<const char*, const char*>> rules) {
    NameTable table;
    for (const auto& [pattern, name] : rules) {
        const auto problem = table.add(pattern, name);
        EXPECT_EQ(problem, std::nullopt);
    }
    return table;
}

struct Renamed {
    std::vector<std::string> names;
    std::string details;
};

/// Names a scene of `sources` that would get the names `before`.
Renamed renamed(const std::vector<std::string>& sources, const NameTable& table,
                std::vector<std::string> before) {
    Scene scene;
    for (const std::string& name : sources)
        scene.joints.emplace_back().name = name;
    Diagnostics diagnostics;
    nameByTable(scene, table, before, diagnostics);
    EXPECT_EQ(diagnostics.issues().size(), 1U);
    EXPECT_EQ(diagnostics.issues()[0].kind, &kJointsNamed);
    return {.names = before, .details = diagnostics.issues()[0].details};
}

Renamed renamed(const std::vector<std::string>& sources, const NameTable& table) {
    return renamed(sources, table, sources);
}

TEST(JointTable, NamesJointsAndLeavesOthers) {
    const Renamed found =
        renamed({"root", "B_Arm_L", "B_Arm_R"}, tableOf({{"B_*_L", "*_left"}, {"B_Arm_R", "right arm"}}));
    EXPECT_THAT(found.names, ElementsAre("root", "Arm_left", "right arm"));
    EXPECT_EQ(found.details, "2 of 3 joints named");
}

TEST(JointTable, ComesBeforeOtherNames) {
    const Renamed found = renamed({"a", "b"}, tableOf({{"a", "mine"}}), {"Hips", "Spine"});
    EXPECT_THAT(found.names, ElementsAre("mine", "Spine"));
}

TEST(JointTable, ReadsNamesOfTheSourceAsUtf8) {
    // Windows-1252: "Füße".
    EXPECT_THAT(renamed({"F\xfc\xdf"
                         "e"},
                        tableOf({{"F\xc3\xbc\xc3\x9f"
                                  "e",
                                  "feet"}}))
                    .names,
                ElementsAre("feet"));
}

TEST(JointTable, TellsWhatDidNotMatchAndWhatIsMissing) {
    NameTable table = tableOf({{"a", "x"}, {"b", "y"}, {"c*", "z"}});
    table.require("x");
    table.require("Hips");
    EXPECT_EQ(renamed({"a"}, table).details,
              "1 of 1 joints named; required and missing: 'Hips'; entries that match no joint, or only "
              "joints that an earlier entry names: 'b', 'c*'");
}

TEST(JointTable, ListsFewOfManyEntries) {
    NameTable table;
    for (int i = 0; i < 30; ++i)
        EXPECT_EQ(table.add("name" + std::to_string(i), "x"), std::nullopt);
    const std::string details = renamed({"a"}, table).details;
    EXPECT_THAT(details, HasSubstr("'name9' and 20 more"));
    EXPECT_THAT(details, Not(HasSubstr("name10")));
}

TEST(JointTable, TellsNamesThatSeveralJointsWant) {
    const Renamed found = renamed({"a1", "a2", "b", "c"}, tableOf({{"a*", "x"}, {"b", "c"}}));
    EXPECT_THAT(found.details,
                HasSubstr("wanted by several joints, of which the later ones got numbers: 'c', 'x'"));
}

TEST(JointTable, WritesUniqueNamesThatReadingTakesBack) {
    Scene scene = chainOfJoints(4);
    addTriangle(scene, 1, "body");
    const ReadGltf back = readBack(scene, {.jointTable = tableOf({{"joint2", "tip"}, {"joint3", "tip"}})});
    const nlohmann::json& nodes = back.json.at("nodes");
    EXPECT_EQ(nodes.at(1).at("name"), "joint1");
    EXPECT_EQ(nodes.at(2).at("name"), "tip");
    EXPECT_EQ(nodes.at(3).at("name"), "tip_2");
    EXPECT_EQ(nodes.at(3).at("extras").at("rigkiln_name"), "joint3");
}

}  // namespace
}  // namespace rigkiln::gltf_export::test
