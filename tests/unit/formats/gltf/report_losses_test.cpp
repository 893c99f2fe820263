#include <cstddef>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/gltf/gltf_issues.hpp"
#include "tests/unit/formats/gltf/gltf_builder.hpp"

namespace rigkiln::gltf::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Texts "place: details" of the issues about unused objects.
std::vector<std::string> unusedIn(const GltfBuilder& builder) {
    const ReadBack back = readFile(builder);
    std::vector<std::string> texts;
    for (const Issue& issue : back.diagnostics.issues()) {
        if (issue.kind == &kObjectUnused) texts.push_back(issue.where + ": " + issue.details);
    }
    return texts;
}

Json perspective() {
    return {{"type", "perspective"}, {"perspective", {{"yfov", 1}, {"znear", 0.1}}}};
}

Json skinOf(const std::vector<int>& joints) {
    Json skin;
    skin["joints"] = joints;
    return skin;
}

/// A file in which each mesh, skin, camera and light is used.
GltfBuilder withEverything() {
    GltfBuilder builder;
    builder.addSkinnedTriangle();
    builder.json["cameras"].push_back(perspective());
    builder.json["extensionsUsed"].push_back("KHR_lights_punctual");
    const Json spot = {{"type", "spot"}, {"spot", Json::object()}};
    builder.json["extensions"]["KHR_lights_punctual"]["lights"].push_back(spot);
    builder.addRoot({{"name", "camera"}, {"camera", 0}});
    builder.addRoot({{"name", "light"}, {"extensions", {{"KHR_lights_punctual", {{"light", 0}}}}}});
    return builder;
}

TEST(UnusedObjects, AreNotReportedWhereAllAreUsed) {
    EXPECT_THAT(unusedIn(withEverything()), IsEmpty());
}

TEST(UnusedObjects, AreReportedOnceForEachKind) {
    GltfBuilder builder = withEverything();
    for (int i = 0; i < 2; ++i) {
        const Json mesh = builder.json["meshes"][0];
        builder.json["meshes"].push_back(mesh);
    }
    builder.json["meshes"][1]["name"] = "spare";
    const Json skin = builder.json["skins"][0];
    builder.json["skins"].push_back(skin);
    builder.json["cameras"].push_back(perspective());
    Json& lights = builder.json["extensions"]["KHR_lights_punctual"]["lights"];
    const Json sun = {{"type", "point"}, {"name", "sun"}};
    lights.push_back(sun);
    EXPECT_THAT(unusedIn(builder),
                ElementsAre("meshes: 2 of 3, the first is number 1 'spare'",
                            "skins: 1 of 2, the first is number 1", "cameras: 1 of 2, the first is number 1",
                            "extensions.KHR_lights_punctual.lights: 1 of 2, the first is number 1 'sun'"));
}

TEST(UnusedObjects, AreAlsoThoseOfNodesOutsideTheScene) {
    GltfBuilder builder;
    builder.addRoot({{"name", "root"}});
    builder.addNode({{"name", "elsewhere"}, {"mesh", builder.addTriangle()}});
    EXPECT_THAT(unusedIn(builder), ElementsAre("meshes: 1 of 1, the first is number 0"));
}

TEST(UnusedObjects, AreNoBrokenSkinsWhichHaveAnIssueAlready) {
    GltfBuilder builder = withEverything();
    builder.json["skins"].push_back(skinOf({0, 0}));
    EXPECT_THAT(unusedIn(builder), IsEmpty());
    EXPECT_TRUE(readFile(builder).diagnostics.has(kSkinLeftOut));
}

TEST(UnusedObjects, AreNoSkinsOfALibraryOfClips) {
    GltfBuilder builder;
    builder.addRoot({{"name", "root"}});
    builder.json["skins"].push_back(skinOf({0}));
    EXPECT_THAT(unusedIn(builder), ElementsAre("skins: 1 of 1, the first is number 0"));
    builder.json["asset"]["extras"]["rigkiln"]["extras_version"] = 1;
    EXPECT_THAT(unusedIn(builder), IsEmpty());
}

TEST(LostExtras, AreReportedWhereverASceneHasNoPlaceForThem) {
    GltfBuilder builder = withEverything();
    const std::size_t times = builder.addFloats({0, 1}, "SCALAR");
    const std::size_t moves = builder.addFloats({0, 0, 0, 1, 0, 0}, "VEC3");
    Json extras;
    extras["who"] = "x";
    const Json sampler = {{"input", times}, {"output", moves}, {"extras", extras}};
    const Json target = {{"node", 0}, {"path", "translation"}, {"extras", extras}};
    const Json channel = {{"sampler", 0}, {"target", target}, {"extras", extras}};
    Json animation;
    animation["samplers"].push_back(sampler);
    animation["channels"].push_back(channel);
    animation["extras"] = extras;
    builder.json["animations"].push_back(animation);
    builder.json["cameras"][0]["perspective"]["extras"] = extras;
    builder.json["extensions"]["KHR_lights_punctual"]["lights"][0]["extras"] = extras;
    builder.json["extensions"]["KHR_lights_punctual"]["lights"][0]["spot"]["extras"] = extras;
    builder.json["images"][0]["uri"] = "a.png";
    builder.json["images"][0]["extras"]["rigkiln_name"] = "A";
    builder.json["samplers"][0]["extras"] = extras;
    builder.json["textures"].push_back(Json({{"source", 0}, {"sampler", 0}, {"extras", extras}}));
    const Json texture = {{"index", 0}, {"extras", extras}};
    Json& material = builder.json["materials"][0];
    material["pbrMetallicRoughness"] = {{"baseColorTexture", texture}, {"extras", extras}};
    material["normalTexture"] = texture;
    material["emissiveTexture"] = texture;
    material["extras"] = extras;
    builder.json["meshes"][0]["primitives"][0]["extras"] = extras;
    builder.json["meshes"][0]["extras"] = extras;
    EXPECT_THAT(readFile(builder).placesOf(kExtrasLost),
                ElementsAre("animations[0].channels[0].extras", "animations[0].channels[0].target.extras",
                            "animations[0].samplers[0].extras", "cameras[0].perspective.extras",
                            "extensions.KHR_lights_punctual.lights[0].extras",
                            "extensions.KHR_lights_punctual.lights[0].spot.extras",
                            "materials[0].emissiveTexture.extras", "materials[0].normalTexture.extras",
                            "materials[0].pbrMetallicRoughness.extras",
                            "materials[0].pbrMetallicRoughness.baseColorTexture.extras",
                            "meshes[0].primitives[0].extras", "samplers[0].extras", "textures[0].extras"));
}

}  // namespace
}  // namespace rigkiln::gltf::test
