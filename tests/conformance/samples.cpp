#include "tests/conformance/samples.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <stdexcept>

#include "exporters/gltf/gltf_exporter.hpp"
#include "formats/alamo/ala_file.hpp"
#include "formats/alamo/alo_file.hpp"
#include "formats/bfres/file/bfres_file.hpp"
#include "pipeline/base/text.hpp"
#include "tests/support/alamo/alamo_builders.hpp"
#include "tests/support/ctsa/ctsa_builders.hpp"
#include "tests/support/scene_builder.hpp"
#include "tests/support/swat3/swat3_builders.hpp"
#include "tools/corpus/art.hpp"
#include "tools/corpus/bfres.hpp"
#include "tools/corpus/swat3/swat3_art.hpp"

namespace rigkiln::test {
namespace {

std::vector<Sample> smallModels() {
    // The first chunk of a file identifies its format, so it must not be an unknown chunk.
    alamo::AloFile everything = alamo::modelWithEverything();
    everything.unknownChunks.erase(everything.unknownChunks.begin());
    return {{"rigid", encodeAlo(alamo::simpleRigidModel())},
            {"skinned", encodeAlo(alamo::skinnedModel())},
            {"everything", encodeAlo(everything)}};
}

std::vector<Sample> smallClips() {
    std::vector<Sample> samples;
    for (const alamo::AlaVersion version : {alamo::AlaVersion::V1, alamo::AlaVersion::V2}) {
        const std::string name = version == alamo::AlaVersion::V1 ? " v1" : " v2";
        samples.push_back({"two frames" + name, encodeAla(alamo::twoFrameClip(version))});
        samples.push_back({"everything" + name, encodeAla(alamo::clipWithEverything(version))});
    }
    return samples;
}

std::vector<Sample> smallSwat3Models() {
    return {{"weapon", *encodeGsm(swat3::weaponModel())},
            {"character", *encodeGsm(swat3::characterModel())},
            {"everything", *encodeGsm(swat3::modelWithEverything())}};
}

std::vector<Sample> smallSwat3Clips() {
    return {{"4.1", *encodeGsa(swat3::clip41())},
            {"4.2", *encodeGsa(swat3::clip42())},
            {"partial", *encodeGsa(swat3::partialClip())}};
}

std::vector<Sample> smallSprites() {
    return {{"walk", *encodeCtsa(ctsa::walkFile())},
            {"wave", *encodeCtsa(ctsa::waveFile())},
            {"rest", *encodeCtsa(ctsa::emptyFile())}};
}

/// Files in the oldest and the newest layout of each console. Damaging all layouts would take minutes under a
/// sanitizer; the tests of the format cover the others.
std::vector<Sample> smallBfres() {
    constexpr std::array<bfres::Layout, 4> kLayouts = {{{bfres::Console::WiiU, 0x02000000},
                                                        {bfres::Console::WiiU, 0x04050003},
                                                        {bfres::Console::Switch, 0x00050003},
                                                        {bfres::Console::Switch, 0x000A0000}}};
    std::vector<Sample> samples;
    for (const bfres::Layout& layout : kLayouts) {
        const std::string name = (layout.isSwitch() ? "Switch " : "Wii U ") + layout.versionText();
        samples.push_back({name, encodeBfres(corpus::makeBfresFile(layout))});
    }
    return samples;
}

/// A scene with something of every kind, written by our own exporter.
Scene sceneWithEverything() {
    Scene scene = smallScene();
    scene.joints[2].visible = false;
    corpus::Random random(1);
    scene.textures.push_back(
        {.sourceName = "cloth", .mimeType = "image/png", .encoded = corpus::makePng(2, random)});
    scene.materials[0].baseColorTexture = TextureUse{};
    for (Mesh& mesh : scene.meshes)
        mesh.primitives[0].texCoordSets = {{{0, 0}, {1, 0}, {0, 1}}};
    scene.meshes[1].primitives[0].attributes = {{.name = "_HEAT", .values = {1, 2, 3}}};
    scene.attachments.push_back(
        {.name = "grip", .kind = "grip", .joint = IndexOf<Joint>(2), .local = {}, .extras = {}});
    Light light{.name = "lamp", .joint = IndexOf<Joint>(1), .local = {}, .range = 3.0F, .extras = {}};
    light.kind = LightKind::Spot;
    scene.lights.push_back(light);
    scene.clips[0].events.push_back({.time = 0.5F, .name = "step", .extras = {}});
    return scene;
}

std::vector<std::byte> glbOf(const Scene& scene) {
    Diagnostics diagnostics;
    const OptionValues options(gltf_export::kGltfExporter.options);
    const auto set =
        gltf_export::kGltfExporter.write(scene, {.fileName = "sample.glb", .options = options}, diagnostics);
    if (!set) throw std::runtime_error(set.error().text());
    std::vector<std::byte> bytes;
    for (const SharedBytes& piece : set->back().pieces)
        bytes.insert(bytes.end(), piece.begin(), piece.end());
    return bytes;
}

}  // namespace

std::vector<Sample> smallSamples(std::string_view format) {
    if (format == "alo") return smallModels();
    if (format == "ala") return smallClips();
    if (format == "gsm") return smallSwat3Models();
    if (format == "gsa") return smallSwat3Clips();
    if (format == "ctsa") return smallSprites();
    if (format == "bfres") return smallBfres();
    if (format == "gltf") return {{"everything", glbOf(sceneWithEverything())}};
    return {};
}

std::vector<Sample> wholeSamples(const FormatModule& format) {
    std::vector<Sample> samples = smallSamples(format.id);
    std::vector<corpus::ArtFile> files = corpus::makeArtFiles(1, 0);
    std::ranges::move(corpus::makeSwat3Files(1, 0), std::back_inserter(files));
    for (corpus::ArtFile& file : files) {
        const std::string extension = std::filesystem::path(file.path).extension().string();
        const auto head = std::span(file.bytes).first(std::min(file.bytes.size(), kHeadSize));
        const auto recognition = format.recognise(head, extension);
        if (recognition && recognition->kind != AssetKind::Ignored)
            samples.push_back({file.path, std::move(file.bytes)});
    }
    return samples;
}

}  // namespace rigkiln::test
