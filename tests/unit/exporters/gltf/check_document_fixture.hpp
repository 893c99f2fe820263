#pragma once

#include <cstddef>
#include <cstring>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exporters/gltf/build_animations.hpp"
#include "exporters/gltf/build_materials.hpp"
#include "exporters/gltf/build_meshes.hpp"
#include "exporters/gltf/build_nodes.hpp"
#include "exporters/gltf/check_document.hpp"
#include "tests/unit/exporters/gltf/scene_builder.hpp"

namespace rigkiln::gltf_export {

/// Provides a document with one element of each kind, which each test breaks in one place: joints 0 and 1, a
/// skinned mesh, a clip that turns and moves joint 1, a spot light, a texture.
class CheckDocument : public testing::Test {
protected:
    CheckDocument() {
        Scene scene = test::chainOfJoints(2);
        test::addSkinnedTriangle(scene, "body");
        Primitive& primitive = scene.meshes[0].primitives[0];
        primitive.tangents.assign(3, {1, 0, 0, 1});
        primitive.colors.assign(3, {1, 1, 1, 1});
        primitive.texCoordSets = {{{0, 0}, {1, 0}, {0, 1}}};
        primitive.material = IndexOf<Material>(0);
        primitive.influenceSets[0].joints[0] = {0, 1, 0, 0};
        primitive.influenceSets[0].weights[0] = {0.25F, 0.75F, 0, 0};
        scene.textures.push_back({.sourceName = "t", .mimeType = "image/png", .encoded = test::tinyPng()});
        scene.materials.resize(1);
        scene.materials[0].baseColorTexture = TextureUse{};
        scene.lights.push_back(test::lightNamed("lamp", LightKind::Spot));
        Clip clip = test::clipNamed("clip", 1.0F);
        JointTracks& tracks = test::tracksOf(clip, 1);
        tracks.translation = {.times = {0, 0.5F, 1}, .values = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}};
        tracks.rotation = {.times = {0, 1}, .values = {glm::quat(1, 0, 0, 0), glm::quat(0.6F, 0.8F, 0, 0)}};
        scene.clips.push_back(clip);

        BufferPacker packer;
        Diagnostics diagnostics;
        const MaterialTable materials = buildMaterials(
            scene, buildImages(scene, std::nullopt, packer, document, diagnostics), document, diagnostics);
        const std::vector<SkinJoints> skinJoints = listSkinJoints(scene, false, diagnostics);
        const auto placed =
            buildMeshes(scene, materials, packer, document, diagnostics, {.skinJoints = skinJoints});
        std::vector<std::string> jointNames;
        for (const Joint& joint : scene.joints)
            jointNames.push_back(joint.name);
        const DetailLevels noLevels = withoutLevels(scene);
        const std::vector<bool> none;
        const auto leaves = buildNodes(scene, {},
                                       {.jointNames = jointNames,
                                        .placed = placed,
                                        .levels = noLevels,
                                        .isConvex = none,
                                        .isMoved = none,
                                        .isBlinking = none,
                                        .diagnostics = diagnostics},
                                       document);
        const std::function<void(std::size_t)> keepClips;
        ClipPlan plan(scene, {});
        buildAnimations(scene, {},
                        {.leaves = leaves,
                         .materials = &materials,
                         .plan = plan,
                         .clips = {.first = 0, .count = scene.clips.size()},
                         .dropClip = keepClips},
                        packer, document, diagnostics);
        packer.finish(document);
    }

    [[nodiscard]] std::string problem() const {
        const Status status = checkDocument(document);
        if (status) return {};
        EXPECT_EQ(status.error().kind(), ErrorKind::Internal);
        return status.error().problem;
    }

    DocumentPrimitive& primitive() { return document.meshes.at(0).primitives.at(0); }
    Node& bodyNode() { return document.nodes.at(2); }

    Index attribute(const std::string& name) {
        for (const Attribute& one : primitive().attributes) {
            if (one.name == name) return one.accessor;
        }
        ADD_FAILURE() << name;
        return 0;
    }

    /// Overwrites one component of an accessor in its buffer view.
    template <class Component>
    void write(Index accessor, std::size_t component, Component value) {
        const Accessor& place = document.accessors.at(accessor);
        ViewBytes& view = document.bufferViews.at(place.bufferView).bytes;
        const SharedBytes joined = view.joined();
        std::vector<std::byte> bytes(joined.begin(), joined.end());
        std::memcpy(bytes.data() + place.byteOffset + component * sizeof value, &value, sizeof value);
        view = std::move(bytes);
    }

    Sampler& samplerOf(Path path) {
        Animation& animation = document.animations.at(0);
        for (const Channel& channel : animation.channels) {
            if (channel.path == path) return animation.samplers.at(channel.sampler);
        }
        ADD_FAILURE();
        return animation.samplers.front();
    }

    Document document;
};

}  // namespace rigkiln::gltf_export
