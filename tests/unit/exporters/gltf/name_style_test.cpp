#include "exporters/gltf/name_style.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "exporters/gltf/unique_names.hpp"
#include "tests/unit/exporters/gltf/read_back.hpp"

namespace rigkiln::gltf_export::test {
namespace {

using Names = std::vector<std::string>;

std::string safe(std::string_view name) {
    return styledName(name, "joint", NameStyle::Safe);
}

std::string godot(std::string_view name, std::string_view kind = "joint") {
    return styledName(name, kind, NameStyle::Godot);
}

TEST(NameStyle, KeepsNamesOfTheSource) {
    EXPECT_EQ(styledName("a.b[0]:x /\\ ", "joint", NameStyle::Source), "a.b[0]:x /\\ ");
    EXPECT_EQ(styledName("", "joint", NameStyle::Source), "joint");
    EXPECT_EQ(styledImageName("Hull.DDS", NameStyle::Source), "Hull.DDS");
}

TEST(NameStyle, ReplacesWhatImportersEat) {
    EXPECT_EQ(safe("a.b[0]:x/y\\z"), "a_b_0__x_y_z");
    EXPECT_EQ(safe("\t Bip01\x01 L\tHand \t\x7F"), "Bip01 LHand");
    EXPECT_EQ(safe("Gr\xFC\xDF"), "Gr\xC3\xBC\xC3\x9F");
    EXPECT_EQ(safe("\t \n"), "joint");
    EXPECT_EQ(safe("X_COL"), "X_COL") << "only Godot obeys it";
}

TEST(NameStyle, EscapesHintsOfGodot) {
    EXPECT_EQ(godot("X_COL"), "X_COL_joint");
    EXPECT_EQ(godot("Tank_wheel"), "Tank_wheel_joint");
    EXPECT_EQ(godot("Glass_alpha", "material"), "Glass_alpha_material");
    EXPECT_EQ(godot("hull-col01"), "hull-col01_joint");
    EXPECT_EQ(godot("hull$NoImp_ 2"), "hull_NoImp_ 2_joint");
    EXPECT_EQ(godot("a$x$Colossus"), "a_x_Colossus") << "behind $ a hint counts anywhere";
    EXPECT_EQ(godot("price$"), "price$");
    EXPECT_EQ(godot("Wheel"), "Wheel");
    EXPECT_EQ(godot("pinwheel"), "pinwheel");
    EXPECT_EQ(godot("column"), "column");
    EXPECT_EQ(godot("50% \"@home\""), "50_ __home_");
}

TEST(NameStyle, EscapesClipsThatGodotWouldRepeat) {
    EXPECT_EQ(godot("idle_loop", kAnimationKind), "idle_loop_animation");
    EXPECT_EQ(godot("CycleWalk", kAnimationKind), "animation_CycleWalk");
    EXPECT_EQ(godot("idleloop", kAnimationKind), "idleloop_animation");
    EXPECT_EQ(godot("loop", kAnimationKind), "animation_loop_animation");
    EXPECT_EQ(godot("walk_loop_mode", kAnimationKind), "walk_loop_mode_animation");
    EXPECT_EQ(godot("walk", kAnimationKind), "walk");
    EXPECT_EQ(godot("CycleWalk"), "CycleWalk");
}

TEST(NameStyle, TakesTheExtensionOffImages) {
    EXPECT_EQ(styledImageName("Hull.DDS", NameStyle::Safe), "Hull");
    EXPECT_EQ(styledImageName("Hull.v2.tga", NameStyle::Safe), "Hull_v2");
    EXPECT_EQ(styledImageName(".png", NameStyle::Safe), "image");
    EXPECT_EQ(styledImageName("notes.txt", NameStyle::Godot), "notes_txt");
}

TEST(NameStyle, MakesNamesDifferThatThreeJsWritesAlike) {
    const std::vector<NameRequest> requests = {{"a b", ""}, {"a_b", ""}, {"a.b", ""}};
    EXPECT_EQ(uniqueNames(requests), (Names{"a b", "a_b", "a.b"}));
    EXPECT_EQ(uniqueNames(requests, NameStyle::Safe), (Names{"a b", "a_b_2", "a_b_3"}));
}

TEST(NameStyle, MakesNamesDifferByMoreThanCase) {
    const std::vector<NameRequest> requests = {{"RWing", ""}, {"Rwing", ""}, {"rwing_2", ""}};
    EXPECT_EQ(uniqueNames(requests), (Names{"RWing", "Rwing", "rwing_2"}));
    EXPECT_EQ(uniqueNames(requests, NameStyle::Safe), (Names{"RWing", "Rwing_3", "rwing_2"}));
}

/// A joint, a mesh, a material with a texture, and two clips, of which the first repeats.
Scene oddlyNamed() {
    Scene scene = chainOfJoints(1);
    scene.joints[0].name = "Turret\t_wheel ";
    addTriangle(scene, 0, "hull.col");
    Primitive& primitive = scene.meshes[0].primitives[0];
    primitive.texCoordSets = {{{0, 0}, {1, 0}, {0, 1}}};
    primitive.material = IndexOf<Material>(0);
    scene.textures.push_back({.sourceName = "Hull.DDS", .mimeType = "image/png", .encoded = tinyPng()});
    scene.materials.resize(1);
    scene.materials[0].name = "Glass_alpha";
    scene.materials[0].baseColorTexture = TextureUse{};
    scene.clips = {clipNamed("walk", 1.0F), clipNamed("walk", 1.0F), clipNamed("fall", 1.0F)};
    scene.clips[0].extras.set("loop", true);
    scene.clips[1].extras.set("loop", true);
    return scene;
}

TEST(NameStyle, IsThatOfEverythingInAFile) {
    const ReadGltf file = readBack(oddlyNamed(), {.names = "godot", .loopNames = true});
    EXPECT_EQ(file.nodes[0].name, "Turret_wheel_joint");
    EXPECT_EQ(file.nodes[1].name, "hull_col_mesh");
    EXPECT_EQ(file.meshes[0].name, "hull_col_mesh");
    EXPECT_EQ(file.json.at("materials").at(0).at("name"), "Glass_alpha_material");
    EXPECT_EQ(file.json.at("images").at(0).at("name"), "Hull");
    EXPECT_EQ(file.json.at("images").at(0).at("extras").at("rigkiln_name"), "Hull.DDS");
    EXPECT_EQ(file.json.at("nodes").at(0).at("extras").at("rigkiln_name"), "Turret\t_wheel ");
    EXPECT_EQ(file.animations[0].name, "walk-loop");
    EXPECT_EQ(file.animations[1].name, "walk-loop_2");
    EXPECT_EQ(file.animations[2].name, "fall");
}

TEST(NameStyle, WritesImagesWithoutExtrasUnderTheirOwnNames) {
    const ReadGltf file = readBack(oddlyNamed());
    EXPECT_EQ(file.json.at("images").at(0).at("name"), "Hull.DDS");
    EXPECT_FALSE(file.json.at("images").at(0).contains("extras"));
    EXPECT_EQ(file.animations[0].name, "walk");
}

}  // namespace
}  // namespace rigkiln::gltf_export::test
