#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

#include "exporters/gltf/gltf_issues.hpp"
#include "tests/unit/exporters/gltf/read_back.hpp"

/// One library of clips for several models (`clips: shared`).
namespace rigkiln::gltf_export::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Clip swinging(const std::string& name, std::size_t joint, float distance) {
    Clip clip = clipNamed(name, 1);
    tracksOf(clip, joint).translation = {.times = {0, 1}, .values = {{0, 0, 0}, {distance, 0, 0}}};
    return clip;
}

/// A model with a skin over all joints, and meshes of a name of its own.
Scene model(const std::string& mesh) {
    Scene scene = chainOfJoints(3);
    addSkinnedTriangle(scene, mesh);
    scene.clips = {swinging("walk", 1, 1), swinging("run", 2, 2)};
    return scene;
}

SharedLibrary libraryOf(const Scene& scene, const ExportSettings& settings = {.clips = "shared"}) {
    Result<LibraryPrint> print = printOf(scene, settings);
    EXPECT_TRUE(print);
    return {.file = "../hero@library.glb",
            .owner = "hero",
            .print = std::make_shared<const LibraryPrint>(std::move(*print))};
}

struct WrittenShared {
    OutputSet files;
    Diagnostics diagnostics;
};

WrittenShared writtenShared(const Scene& scene, const SharedLibrary* library) {
    WrittenShared written;
    Result<OutputSet> files = exportScene(
        scene, {.fileName = "pal.glb", .clips = "shared", .library = library}, written.diagnostics);
    EXPECT_TRUE(files);
    if (files) written.files = std::move(*files);
    return written;
}

std::string libraryNamedIn(const OutputSet& files, const std::string& name) {
    return jsonOf(files, name).at("asset").at("extras").at("rigkiln").value("library", "");
}

TEST(SharedLibrary, IsBesideAModelThatHasNoneToShare) {
    const auto [files, diagnostics] = writtenShared(model("body"), nullptr);
    EXPECT_THAT(namesOf(files), ElementsAre("pal@library.glb", "pal.glb"));
    EXPECT_EQ(jsonOf(files, "pal@library.glb").at("animations").size(), 2U);
    EXPECT_FALSE(jsonOf(files, "pal@library.glb").contains("meshes"));
    EXPECT_FALSE(jsonOf(files, "pal.glb").contains("animations"));
    EXPECT_EQ(libraryNamedIn(files, "pal.glb"), "pal@library.glb");
    EXPECT_EQ(libraryNamedIn(files, "pal@library.glb"), "");
    EXPECT_TRUE(diagnostics.issues().empty());
}

TEST(SharedLibrary, HasWhatALibraryHas) {
    const OutputSet own = writtenShared(model("body"), nullptr).files;
    const OutputSet library = exported(model("body"), {.fileName = "pal@library.glb", .clips = "library"});
    EXPECT_EQ(jsonOf(own, "pal@library.glb"), jsonOf(library, "pal@library.glb"));
}

TEST(SharedLibrary, IsThatOfAnEqualModelWithOtherMeshes) {
    Scene pal = model("coat");
    addSkinnedTriangle(pal, "hat");
    const SharedLibrary library = libraryOf(model("body"));
    const auto [files, diagnostics] = writtenShared(pal, &library);
    EXPECT_THAT(namesOf(files), ElementsAre("pal.glb"));
    EXPECT_EQ(libraryNamedIn(files, "pal.glb"), "../hero@library.glb");
    EXPECT_FALSE(jsonOf(files, "pal.glb").contains("animations"));
    EXPECT_TRUE(diagnostics.issues().empty());
}

TEST(SharedLibrary, IsOwnWhereAJointRestsElsewhere) {
    Scene pal = model("coat");
    pal.joints[2].rest.translation.y += 0.25F;
    const SharedLibrary library = libraryOf(model("body"));
    const auto [files, diagnostics] = writtenShared(pal, &library);
    EXPECT_THAT(namesOf(files), ElementsAre("pal@library.glb", "pal.glb"));
    EXPECT_EQ(libraryNamedIn(files, "pal.glb"), "pal@library.glb");
    ASSERT_EQ(diagnostics.issues().size(), 1U);
    EXPECT_EQ(diagnostics.issues()[0].kind, &kLibraryNotShared);
    EXPECT_EQ(diagnostics.issues()[0].where, "library of 'hero'");
    EXPECT_THAT(diagnostics.issues()[0].details, HasSubstr("rests at"));
}

TEST(SharedLibrary, IsOwnWhereKeysOrEventsDiffer) {
    const SharedLibrary library = libraryOf(model("body"));
    Scene faster = model("coat");
    tracksOf(faster.clips[1], 2).translation.values[1].x = 2.5F;
    EXPECT_THAT(namesOf(writtenShared(faster, &library).files), ElementsAre("pal@library.glb", "pal.glb"));
    Scene stepping = model("coat");
    stepping.clips[0].events.push_back({.time = 0.5F, .name = "step", .extras = {}});
    EXPECT_THAT(namesOf(writtenShared(stepping, &library).files), ElementsAre("pal@library.glb", "pal.glb"));
    Scene longer = model("coat");
    longer.clips[0].duration = 2;
    EXPECT_THAT(namesOf(writtenShared(longer, &library).files), ElementsAre("pal@library.glb", "pal.glb"));
}

TEST(SharedLibrary, IsOwnWhereAJointOfTheNameIsAnother) {
    Scene hero = model("body");
    Scene pal = model("body");
    hero.joints[2].name = pal.joints[2].name = "hand";
    pal.joints[1].name = "hand";
    hero.joints[1].name = "arm";
    const SharedLibrary library = libraryOf(hero);
    const auto [files, diagnostics] = writtenShared(pal, &library);
    EXPECT_EQ(files.size(), 2U);
    ASSERT_EQ(diagnostics.issues().size(), 1U);
    EXPECT_THAT(diagnostics.issues()[0].details, HasSubstr("joint 'hand'"));
}

TEST(SharedLibrary, IsOwnWhereClipsHideMeshesThatTheOtherModelLacks) {
    const auto hiding = [](const std::string& mesh) {
        Scene scene = model("body");
        addTriangle(scene, 1, mesh);
        tracksOf(scene.clips[0], 1).visibility = {
            .interpolation = Interpolation::Step, .times = {0, 0.5F}, .values = {1, 0}};
        return scene;
    };
    const SharedLibrary library = libraryOf(hiding("hat"));
    EXPECT_THAT(namesOf(writtenShared(hiding("hat"), &library).files), ElementsAre("pal.glb"));
    const auto [files, diagnostics] = writtenShared(hiding("cap"), &library);
    EXPECT_EQ(files.size(), 2U);
    ASSERT_EQ(diagnostics.issues().size(), 1U);
    EXPECT_THAT(diagnostics.issues()[0].details, HasSubstr("shows and hides 'cap', and in 'hero' 'hat'"));
}

TEST(SharedLibrary, IsOwnWhereTheOtherModelCannotBeRead) {
    const SharedLibrary library{.file = "hero@library.glb", .owner = "hero", .print = Error{}};
    const auto [files, diagnostics] = writtenShared(model("coat"), &library);
    EXPECT_EQ(files.size(), 2U);
    ASSERT_EQ(diagnostics.issues().size(), 1U);
    EXPECT_THAT(diagnostics.issues()[0].details, HasSubstr("'hero' could not be read for it"));
}

TEST(SharedLibrary, IsNoneForAModelWithoutClips) {
    Scene scene = model("body");
    scene.clips.clear();
    EXPECT_THAT(namesOf(writtenShared(scene, nullptr).files), ElementsAre("pal.glb"));
    EXPECT_EQ(libraryNamedIn(writtenShared(scene, nullptr).files, "pal.glb"), "");
}

TEST(SharedLibrary, FreesClipsThatItDoesNotWrite) {
    Scene pal = model("coat");
    const SharedLibrary library = libraryOf(model("body"));
    std::vector<std::size_t> dropped;
    const OutputSet files = exported(pal, {.fileName = "pal.glb",
                                           .clips = "shared",
                                           .dropClip = [&](std::size_t clip) { dropped.push_back(clip); },
                                           .library = &library});
    EXPECT_THAT(dropped, ElementsAre(0, 1));
}

}  // namespace
}  // namespace rigkiln::gltf_export::test
