#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exporters/gltf/gltf_exporter.hpp"
#include "exporters/swat3/back_issues.hpp"
#include "exporters/swat3/gsa_exporter.hpp"
#include "exporters/swat3/gsm_exporter.hpp"
#include "exporters/swat3/unchanged.hpp"
#include "formats/gltf/gltf_format.hpp"
#include "formats/swat3/gsm_file.hpp"
#include "formats/swat3/swat3_format.hpp"
#include "pipeline/process/align_rotation_signs.hpp"
#include "pipeline/process/bind_clips.hpp"
#include "pipeline/process/convert_coordinates.hpp"
#include "pipeline/process/select_meshes.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/support/swat3/random_swat3.hpp"
#include "tools/corpus/files.hpp"
#include "tools/corpus/swat3/swat3_art.hpp"

/// Converts files of SWAT 3 to a GLB and back, using only the bytes of the GLB.
namespace rigkiln::swat3_export {
namespace {

using Bytes = std::vector<std::byte>;

Result<Scene> read(const FormatModule& format, const Bytes& bytes, FileSource& companions) {
    Diagnostics diagnostics;
    const OptionValues options(format.options);
    return format.read(
        {.path = "a", .name = "a", .bytes = bytes, .options = options, .companions = companions},
        diagnostics);
}

Result<Scene> read(const FormatModule& format, const Bytes& bytes) {
    NoFiles noFiles;
    return read(format, bytes, noFiles);
}

/// Finds a different picture for every name, always with pixels of the colour key.
class KeyedPictures final : public FileSource {
    std::optional<Found> loadImage(std::string_view name, const ImageRecipe& /*recipe*/) override {
        corpus::Random random(std::accumulate(name.begin(), name.end(), std::uint64_t{0}));
        return Found{.path = std::string(name),
                     .bytes = corpus::makePng(2, random),
                     .traits = {.alpha = AlphaKind::Binary, .isKeyed = true}};
    }
};

Scene throughGlb(Scene scene, double metresPerUnit = 1.0) {
    convertCoordinates(scene, metresPerUnit);
    alignRotationSigns(scene);
    Diagnostics diagnostics;
    const OptionValues options(gltf_export::kGltfExporter.options);
    const Result<OutputSet> files =
        gltf_export::kGltfExporter.write(scene, {.fileName = "a.glb", .options = options}, diagnostics);
    EXPECT_TRUE(files) << files.error().text();
    Bytes glb;
    for (const SharedBytes& piece : files->front().pieces)
        glb.insert(glb.end(), piece.begin(), piece.end());
    Result<Scene> back = read(gltf::kGltfFormat, glb);
    EXPECT_TRUE(back) << back.error().text();
    return std::move(*back);
}

struct Written {
    Bytes bytes{};
    std::string error{};
    bool isKept = false;  ///< the kept source file, not a newly built one
};

Written write(const ExporterModule& exporter, const Scene& scene) {
    Diagnostics diagnostics;
    OptionValues options(exporter.options);
    const Result<OutputSet> files = exporter.write(scene, {.fileName = "a", .options = options}, diagnostics);
    if (!files) return {.error = files.error().text()};
    const SharedBytes& file = files->front().pieces.front();
    return {.bytes = {file.begin(), file.end()}, .isKept = diagnostics.counts().contains(kUnchanged.id)};
}

/// Whether the program would convert the scene; it refuses scenes that break a law.
bool isConvertible(const Result<Scene>& scene) {
    return scene && validateScene(*scene).empty();
}

constexpr std::uint64_t kRandomFiles = 1000;

TEST(WayBack, OfRandomModelsGivesTheirBytes) {
    std::size_t converted = 0;
    for (std::uint64_t seed = 1; seed <= kRandomFiles; ++seed) {
        const Result<Bytes> file = swat3::encodeGsm(swat3::randomGsm(seed));
        ASSERT_TRUE(file);
        Result<Scene> scene = read(swat3::kGsmFormat, *file);
        if (!isConvertible(scene)) continue;
        ++converted;
        const Written back = write(kGsmExporter, throughGlb(std::move(*scene), seed % 2 == 0 ? 1.0 : 0.0254));
        EXPECT_TRUE(back.isKept) << "seed " << seed << " " << back.error;
        EXPECT_TRUE(back.bytes == *file) << "seed " << seed;
    }
    EXPECT_EQ(converted, kRandomFiles);
}

/// Removes, as the program does whenever it reads a file, the materials that no triangle wears.
Scene selected(Scene scene) {
    Diagnostics diagnostics;
    selectMeshes(scene, {}, diagnostics);
    return scene;
}

void removeTriangles(swat3::GsmFile& file) {
    file.triangles.clear();
    file.groups.clear();
    file.sharedLists.clear();
    file.effectiveVertices.clear();
}

TEST(WayBack, OfRandomModelsWithoutTheMaterialsThatNoTriangleWearsGivesTheirBytes) {
    std::size_t withUnused = 0;
    std::size_t withoutTriangles = 0;
    for (std::uint64_t seed = 1; seed <= kRandomFiles; ++seed) {
        swat3::GsmFile model = swat3::randomGsm(seed);
        if (seed % 8 == 0) removeTriangles(model);
        const Result<Bytes> file = swat3::encodeGsm(model);
        ASSERT_TRUE(file);
        const Result<Scene> scene = read(swat3::kGsmFormat, *file);
        if (!isConvertible(scene)) continue;
        const Scene there = selected(*scene);
        withUnused += there.materials.size() < scene->materials.size() ? 1U : 0U;
        withoutTriangles += there.meshes.empty() ? 1U : 0U;
        const Written back = write(kGsmExporter, selected(throughGlb(there)));
        EXPECT_TRUE(back.isKept) << "seed " << seed << " " << back.error;
        EXPECT_TRUE(back.bytes == *file) << "seed " << seed;
    }
    EXPECT_GT(withUnused, kRandomFiles / 4);
    EXPECT_GT(withoutTriangles, 0U);
}

TEST(WayBack, OfRandomClipsGivesTheirBytes) {
    std::size_t converted = 0;
    for (std::uint64_t seed = 1; seed <= kRandomFiles; ++seed) {
        const Result<Bytes> file = swat3::encodeGsa(swat3::randomGsa(seed));
        ASSERT_TRUE(file);
        Result<Scene> scene = read(swat3::kGsaFormat, *file);
        if (!isConvertible(scene)) continue;
        ++converted;
        const Written back = write(kGsaExporter, throughGlb(std::move(*scene), seed % 2 == 0 ? 1.0 : 0.0254));
        EXPECT_TRUE(back.isKept) << "seed " << seed << " " << back.error;
        EXPECT_TRUE(back.bytes == *file) << "seed " << seed;
    }
    EXPECT_EQ(converted, kRandomFiles);
}

/// A model and a clip of its class, in one convention.
struct Pair {
    Bytes model;
    Bytes clip;
    Scene scene;
};

std::string nameOf(const std::string& path) {
    return path.substr(path.rfind('/') + 1);
}

Pair pairOf(std::size_t convention) {
    Pair pair;
    for (const corpus::ArtFile& file : corpus::makeSwat3Files(1, convention)) {
        if (nameOf(file.path) == "SWT_HIGH.GSM") pair.model = file.bytes;
        if (nameOf(file.path) == "SWT_STEP.gsa") pair.clip = file.bytes;
    }
    pair.scene = *read(swat3::kGsmFormat, pair.model);
    Scene clip = *read(swat3::kGsaFormat, pair.clip);
    Diagnostics diagnostics;
    swat3::kGsaFormat.adaptClips(pair.scene, clip, diagnostics);
    EXPECT_TRUE(bindClips(pair.scene, std::move(clip), diagnostics));
    return pair;
}

class WayBackOf : public testing::TestWithParam<std::size_t> {};

TEST_P(WayBackOf, AModelWithItsClipGivesBoth) {
    const Pair pair = pairOf(GetParam());
    const Scene back = throughGlb(pair.scene);
    EXPECT_TRUE(write(kGsmExporter, back).bytes == pair.model);
    EXPECT_TRUE(write(kGsaExporter, back).bytes == pair.clip);
}

/// Textures of this model were cut out by the colour key.
TEST_P(WayBackOf, AModelWithCutOutTexturesGivesIt) {
    const Pair pair = pairOf(GetParam());
    KeyedPictures pictures;
    Result<Scene> scene = read(swat3::kGsmFormat, pair.model, pictures);
    ASSERT_TRUE(scene);
    const auto isCutOut = [](const Material& material) { return material.alphaMode == AlphaMode::Mask; };
    ASSERT_TRUE(std::ranges::any_of(scene->materials, isCutOut));
    Scene back = throughGlb(std::move(*scene));
    ASSERT_TRUE(std::ranges::any_of(back.materials, isCutOut));
    EXPECT_TRUE(write(kGsmExporter, back).bytes == pair.model);

    std::ranges::find_if(back.materials, isCutOut)->alphaMode = AlphaMode::Opaque;
    EXPECT_FALSE(write(kGsmExporter, back).isKept) << "somebody has changed it";
}

/// The edited model is built anew, but its clip is not.
TEST_P(WayBackOf, AnEditOfTheModelLeavesItsClipAlone) {
    const Pair pair = pairOf(GetParam());
    Scene back = throughGlb(pair.scene);
    back.meshes.front().primitives.front().positions.front().x += 0.5F;
    const Written model = write(kGsmExporter, back);
    EXPECT_EQ(model.error, "");
    EXPECT_FALSE(model.isKept);
    EXPECT_FALSE(model.bytes == pair.model);
    EXPECT_TRUE(write(kGsaExporter, back).isKept);
}

TEST_P(WayBackOf, AnEditOfAKeyLeavesTheModelAlone) {
    const Pair pair = pairOf(GetParam());
    Scene back = throughGlb(pair.scene);
    Track<glm::quat>* moving = nullptr;
    for (JointTracks& tracks : back.clips.front().joints) {
        if (tracks.rotation.values.size() > 1) moving = &tracks.rotation;
    }
    ASSERT_NE(moving, nullptr);
    moving->values[1] = glm::angleAxis(0.4F, glm::vec3(1.0F, 0.0F, 0.0F)) * moving->values[1];
    const Written clip = write(kGsaExporter, back);
    EXPECT_EQ(clip.error, "");
    EXPECT_FALSE(clip.isKept);
    EXPECT_TRUE(write(kGsmExporter, back).isKept);
}

INSTANTIATE_TEST_SUITE_P(Convention, WayBackOf, testing::Range(std::size_t{0}, std::size_t{4}));

std::vector<std::string> fileNames(const Scene& scene, const std::string& pattern) {
    Diagnostics diagnostics;
    const OptionValues options(kGsaExporter.options);
    const Result<OutputSet> files =
        kGsaExporter.write(scene, {.fileName = pattern, .options = options}, diagnostics);
    if (!files) return {files.error().text()};
    std::vector<std::string> names;
    for (const OutputFile& file : *files)
        names.push_back(file.name);
    return names;
}

TEST(GsaExporter, MakesFileNamesOfClipNamesThatLeadNowhere) {
    Scene scene = pairOf(0).scene;
    convertCoordinates(scene, 1.0);
    scene.clips.resize(7, scene.clips.front());
    const std::vector<std::string> names = {"Walk", "WALK", "../up", "C:\\x\ty", "..", "", "W\xE4lk"};
    for (std::size_t i = 0; i < names.size(); ++i)
        scene.clips[i].name = names[i];
    EXPECT_THAT(fileNames(scene, "{clip}.gsa"),
                testing::ElementsAre("Walk.gsa", "WALK_2.gsa", ".._up.gsa", "C__x\xEF\xBF\xBDy.gsa",
                                     "clip4.gsa", "clip5.gsa", "W\xC3\xA4lk.gsa"));
}

TEST(GsaExporter, WritesNothingForAModelWithoutClips) {
    Scene scene = pairOf(0).scene;
    convertCoordinates(scene, 1.0);
    scene.clips.clear();
    EXPECT_THAT(fileNames(scene, "{clip}.gsa"), testing::IsEmpty());
    EXPECT_THAT(fileNames(scene, "a.gsa"), testing::ElementsAre("has no animation to make a GSA from"));
}

/// Detects every edit that a game file can represent.
TEST(IsModelUnchanged, SeesEveryEdit) {
    const Scene back = throughGlb(pairOf(0).scene);
    ASSERT_TRUE(isModelUnchanged(back));
    const auto changes = [&](const auto& edit) {
        Scene edited = back;
        edit(edited);
        return !isModelUnchanged(edited);
    };
    EXPECT_TRUE(changes([](Scene& scene) { scene.source.reset(); }));
    EXPECT_TRUE(changes([](Scene& scene) { scene.joints[3].rest.translation.y += 0.01F; }));
    EXPECT_TRUE(changes([](Scene& scene) { scene.joints[3].name += "x"; }));
    EXPECT_TRUE(changes([](Scene& scene) { scene.materials[0].doubleSided = true; }));
    EXPECT_TRUE(changes([](Scene& scene) { scene.materials[0].name += "x"; }));
    EXPECT_TRUE(changes([](Scene& scene) { scene.attachments[0].local.translation.x += 0.01F; }));
    EXPECT_TRUE(changes([](Scene& scene) { scene.attachments.pop_back(); }));
    const auto changesPrimitive = [&](const auto& edit) {
        return changes([&](Scene& scene) { edit(scene.meshes.front().primitives.front()); });
    };
    EXPECT_TRUE(changesPrimitive([](Primitive& primitive) { primitive.normals[0] = -primitive.normals[0]; }));
    EXPECT_TRUE(changesPrimitive([](Primitive& primitive) { primitive.texCoordSets[0][0].x += 0.25F; }));
    EXPECT_TRUE(changesPrimitive([](Primitive& primitive) { primitive.indices.resize(3); }));
    EXPECT_TRUE(changesPrimitive([](Primitive& primitive) { primitive.attributes[0].values[0] += 1.0F; }));
    EXPECT_TRUE(changes([](Scene& scene) {
        Properties extras;
        extras.set("id", 7);
        scene.materials[0].extras = std::move(extras);
    }));
}

/// A scene whose kept file has the materials "Body" (worn), "Spare" (not worn), "Face" (worn), of which
/// selecting meshes has removed the spare one. "Spare" is "Body" with another name and id.
Scene sceneWithoutItsSpareMaterial() {
    Diagnostics diagnostics;
    swat3::GsmFile file = *swat3::decodeGsm(pairOf(0).model, diagnostics);
    EXPECT_GE(file.groups.size(), 2U);
    swat3::GsmMaterial body = file.materials.front();
    body.id = 1;
    body.name = "Body";
    swat3::GsmMaterial spare = body;
    spare.id = 9;
    spare.name = "Spare";
    swat3::GsmMaterial face = body;
    face.id = 2;
    face.name = "Face";
    file.materials = {body, spare, face};
    for (std::size_t i = 0; i < file.groups.size(); ++i)
        file.groups[i].material = i == 0 ? body.id : face.id;
    return selected(throughGlb(selected(*read(swat3::kGsmFormat, *swat3::encodeGsm(file)))));
}

TEST(IsModelUnchanged, SeesEveryEditBesideAMaterialThatNoTriangleWears) {
    const Scene back = sceneWithoutItsSpareMaterial();
    ASSERT_EQ(back.materials.size(), 2U);
    ASSERT_TRUE(isModelUnchanged(back));
    const auto changes = [&](const auto& edit) {
        Scene edited = back;
        edit(edited);
        return !isModelUnchanged(edited) && !isModelUnchanged(selected(edited));
    };
    EXPECT_TRUE(changes([](Scene& scene) { scene.materials[0].name = "Spare"; }));
    EXPECT_TRUE(changes([](Scene& scene) { std::swap(scene.materials[0], scene.materials[1]); }));
    EXPECT_TRUE(changes([](Scene& scene) { scene.meshes[0].primitives.pop_back(); }))
        << "a material lost its last triangle";
    EXPECT_TRUE(changes([](Scene& scene) { scene.meshes[0].primitives[0].material.reset(); }));
    EXPECT_TRUE(changes([](Scene& scene) {
        scene.meshes[0].primitives[0].material = IndexOf<Material>(scene.materials.size());
        scene.materials.push_back(scene.materials[0]);
        scene.materials.back().name = "New";
    }));
    Scene withUnworn = back;
    withUnworn.materials.push_back(back.materials[0]);
    withUnworn.materials.back().name = "New";
    EXPECT_FALSE(isModelUnchanged(withUnworn)) << "the exporter has to say that it leaves it out";
}

TEST(WayBack, OfAnEditedModelKeepsTheMaterialThatNoTriangleWears) {
    Scene edited = sceneWithoutItsSpareMaterial();
    edited.meshes.front().primitives.front().positions.front().x += 0.5F;
    const Written back = write(kGsmExporter, edited);
    EXPECT_EQ(back.error, "");
    EXPECT_FALSE(back.isKept);
    Diagnostics diagnostics;
    const auto was = swat3::decodeGsm(edited.source->bytes, diagnostics);
    const auto is = swat3::decodeGsm(back.bytes, diagnostics);
    ASSERT_TRUE(was && is);
    EXPECT_THAT(is->materials, testing::ElementsAre(was->materials[0], was->materials[2], was->materials[1]));
}

TEST(IsClipUnchanged, SeesEveryEdit) {
    const Scene back = throughGlb(pairOf(0).scene);
    ASSERT_TRUE(isClipUnchanged(back, back.clips.front()));
    const auto changes = [&](const auto& edit) {
        Clip edited = back.clips.front();
        edit(edited);
        return !isClipUnchanged(back, edited);
    };
    EXPECT_TRUE(changes([](Clip& clip) { clip.source.reset(); }));
    EXPECT_TRUE(changes([](Clip& clip) { clip.duration += 0.1F; }));
    EXPECT_TRUE(changes([](Clip& clip) { clip.joints.pop_back(); }));
    EXPECT_TRUE(changes([](Clip& clip) { clip.events.pop_back(); }));
    EXPECT_TRUE(changes([](Clip& clip) { clip.events[0].name = "sound=OTHER"; }));
    EXPECT_TRUE(changes([](Clip& clip) { clip.events[0].time += 0.1F; }));
    EXPECT_TRUE(changes([](Clip& clip) { clip.extras = {}; }));
    EXPECT_TRUE(
        changes([](Clip& clip) { clip.joints[0].scale = {.times = {0.0F}, .values = {glm::vec3(2.0F)}}; }));
}

}  // namespace
}  // namespace rigkiln::swat3_export
