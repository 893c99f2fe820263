#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "formats/registry.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/conformance/samples.hpp"
#include "tools/corpus/art.hpp"
#include "tools/corpus/random.hpp"

namespace rigkiln::test {
namespace {

/// Finds the same picture under every name.
class OnePicture final : public FileSource {
public:
    std::optional<Found> loadImage(std::string_view name, const ImageRecipe& /*recipe*/) override {
        corpus::Random random(1);
        return Found{std::string(name), corpus::makePng(2, random)};
    }
    std::vector<std::string> imagesBeside() override { return {"sample.png"}; }
};

constexpr std::array<std::pair<Feature, std::string_view>, 10> kFeatures = {
    {{Feature::Skeleton, "skeleton"},
     {Feature::Mesh, "mesh"},
     {Feature::Skin, "skin"},
     {Feature::Material, "material"},
     {Feature::Texture, "texture"},
     {Feature::Clip, "clip"},
     {Feature::Visibility, "visibility"},
     {Feature::Light, "light"},
     {Feature::Attachment, "attachment"},
     {Feature::ClipEvent, "clip event"}}};

bool hasVisibility(const Scene& scene) {
    bool found = false;
    for (const Joint& joint : scene.joints)
        found = found || !joint.visible;
    for (const Clip& clip : scene.clips) {
        for (const JointTracks& tracks : clip.joints)
            found = found || !tracks.visibility.empty();
    }
    return found;
}

bool hasEvents(const Scene& scene) {
    bool found = false;
    for (const Clip& clip : scene.clips)
        found = found || !clip.events.empty();
    return found;
}

Feature featuresOf(const Scene& scene) {
    Feature features = Feature::None;
    const auto add = [&](bool isThere, Feature feature) {
        if (isThere) features = features | feature;
    };
    add(!scene.joints.empty(), Feature::Skeleton);
    add(!scene.meshes.empty(), Feature::Mesh);
    add(!scene.skins.empty(), Feature::Skin);
    add(!scene.materials.empty(), Feature::Material);
    add(!scene.textures.empty(), Feature::Texture);
    add(!scene.clips.empty(), Feature::Clip);
    add(hasVisibility(scene), Feature::Visibility);
    add(!scene.lights.empty(), Feature::Light);
    add(!scene.attachments.empty(), Feature::Attachment);
    add(hasEvents(scene), Feature::ClipEvent);
    return features;
}

/// Reads a well-formed sample. Throws std::runtime_error when the reader refuses it.
Scene readSample(const FormatModule& format, const Sample& sample) {
    const OptionValues options(format.options);
    OnePicture companions;
    Diagnostics diagnostics;
    Result<Scene> scene = format.read({.path = sample.name,
                                       .name = "sample",
                                       .bytes = sample.bytes,
                                       .options = options,
                                       .companions = companions},
                                      diagnostics);
    if (!scene) throw std::runtime_error(sample.name + ": " + scene.error().text());
    return std::move(*scene);
}

TEST(Promise, WhatAFormatSaysItReadsOccursAndNothingElseDoes) {
    for (const FormatModule* format : allFormats()) {
        Feature found = Feature::None;
        for (const Sample& sample : wholeSamples(*format))
            found = found | featuresOf(readSample(*format, sample));
        for (const auto& [feature, name] : kFeatures)
            EXPECT_EQ(has(found, feature), has(format->reads, feature)) << format->id << ": " << name;
    }
}

TEST(Promise, ScenesOfWellFormedFilesKeepAllLaws) {
    for (const FormatModule* format : allFormats()) {
        for (const Sample& sample : wholeSamples(*format)) {
            const std::vector<SceneProblem> problems = validateScene(readSample(*format, sample));
            EXPECT_TRUE(problems.empty()) << format->id << " " << sample.name << ": "
                                          << problems.front().where << ": " << problems.front().problem;
        }
    }
}

TEST(Promise, ScenesNameTheirFormat) {
    for (const FormatModule* format : allFormats()) {
        for (const Sample& sample : smallSamples(format->id))
            EXPECT_EQ(readSample(*format, sample).sourceFormat, format->id) << sample.name;
    }
}

TEST(Promise, ReadingTwiceGivesTheSameScene) {
    for (const FormatModule* format : allFormats()) {
        for (const Sample& sample : smallSamples(format->id))
            EXPECT_EQ(readSample(*format, sample), readSample(*format, sample))
                << format->id << " " << sample.name;
    }
}

TEST(Promise, WellFormedFilesReencodeToTheSameBytes) {
    for (const FormatModule* format : allFormats()) {
        if (format->reencode == nullptr) continue;
        for (const Sample& sample : wholeSamples(*format)) {
            const auto again = format->reencode(sample.bytes);
            ASSERT_TRUE(again) << format->id << " " << sample.name << ": " << again.error().text();
            EXPECT_EQ(*again, sample.bytes) << format->id << " " << sample.name;
        }
    }
}

TEST(Promise, ProbesAgreeWithScenes) {
    for (const FormatModule* format : allFormats()) {
        for (const Sample& sample : wholeSamples(*format)) {
            const auto probe = format->probe(sample.bytes, {});
            ASSERT_TRUE(probe) << format->id << " " << sample.name << ": " << probe.error().text();
            const Scene scene = readSample(*format, sample);
            if (scene.clips.empty()) {
                EXPECT_EQ(probe->jointCount, scene.joints.size()) << sample.name;
            }
        }
    }
}

TEST(Promise, DumpsSayWhereEveryFieldIs) {
    for (const FormatModule* format : allFormats()) {
        for (const Sample& sample : smallSamples(format->id)) {
            const auto text = format->dump(sample.bytes);
            ASSERT_TRUE(text) << format->id << " " << sample.name << ": " << text.error().text();
            EXPECT_NE(text->find("0x"), std::string::npos) << format->id << " " << sample.name;
        }
    }
}

}  // namespace
}  // namespace rigkiln::test
