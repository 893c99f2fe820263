#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exporters/swat3/build_gsa.hpp"
#include "exporters/swat3/target_skeleton.hpp"
#include "tests/support/scene_builder.hpp"

/// Builds GSA files from small scenes with a clip.
namespace rigkiln::swat3_export {

inline constexpr glm::vec3 kAxis(0, 1, 0);

/// Root, arm and hand, and a clip of one second without tracks.
inline Scene model() {
    Scene scene;
    scene.name = "model";
    scene.joints = {test::joint("root", std::nullopt, {0, 10, 0}), test::joint("arm", 0, {2, 0, 0}),
                    test::joint("hand", 1, {2, 0, 0})};
    Clip clip;
    clip.name = "wave";
    clip.duration = 1.0F;
    scene.clips.push_back(clip);
    return scene;
}

inline JointTracks& addTracks(Scene& scene, std::size_t joint) {
    JointTracks& tracks = scene.clips.at(0).joints.emplace_back();
    tracks.joint = IndexOf<Joint>(joint);
    return tracks;
}

/// Rotates a joint by 90 degrees over the clip.
inline void addTurn(Scene& scene, std::size_t joint) {
    addTracks(scene, joint).rotation = {.times = {0.0F, 1.0F},
                                        .values = {test::turn(0, kAxis), test::turn(90, kAxis)}};
}

inline void setRecord(Scene& scene, std::string_view name, Value value) {
    Properties gsa;
    if (const Value* found = scene.clips.at(0).extras.find("gsa"))
        gsa = std::get<Properties>(found->content());
    gsa.set(name, std::move(value));
    scene.clips[0].extras.set("gsa", std::move(gsa));
}

inline ValueList listOf(std::initializer_list<int> ids) {
    return ValueList(ids.begin(), ids.end());
}

/// Builds clips and collects the issues.
struct Building {
    GsaVersion version = GsaVersion::V42;
    bool force = false;
    FileSpace space{UpAxis::ZUp, 1.0};
    Diagnostics diagnostics{};

    Result<swat3::GsaFile> build(const Scene& scene) {
        const auto skeleton = makeTargetSkeleton(scene, {.space = space}, diagnostics);
        if (!skeleton) return skeleton.error();
        return buildGsa(scene, scene.clips.at(0),
                        {.skeleton = *skeleton, .space = space, .version = version, .force = force},
                        diagnostics);
    }
    swat3::GsaFile built(const Scene& scene) {
        Result<swat3::GsaFile> file = build(scene);
        EXPECT_TRUE(file) << (file ? "" : file.error().text());
        if (!file) return {};
        EXPECT_TRUE(swat3::encodeGsa(*file)) << "it keeps the laws";
        EXPECT_THAT(swat3::checkGsa(*file), testing::SizeIs(file->frameRate == 10 ? 0 : 1));
        return std::move(*file);
    }
    std::string errorOf(const Scene& scene) {
        const Result<swat3::GsaFile> file = build(scene);
        return file ? "built" : file.error().text();
    }
};

}  // namespace rigkiln::swat3_export
