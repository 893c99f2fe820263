#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "exporters/gltf/gltf_exporter.hpp"
#include "formats/swat3/gsa_file.hpp"
#include "formats/swat3/gsm_file.hpp"
#include "formats/swat3/swat3_format.hpp"
#include "pipeline/process/align_rotation_signs.hpp"
#include "pipeline/process/bind_clips.hpp"
#include "pipeline/process/convert_coordinates.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tools/corpus/swat3/gsm_builder.hpp"
#include "tools/corpus/swat3/swat3_art.hpp"

namespace rigkiln {
namespace {

using Bytes = std::vector<std::byte>;

constexpr corpus::Convention kConvention{.space = swat3::Space::Bone,
                                         .sense = swat3::QuaternionSense::Conjugated};
constexpr std::size_t kClips = 100;
constexpr std::size_t kFrames = 21;

/// 52 bones and 5,000 triangles: shells of boxes around every bone.
const Bytes& soldier() {
    static const Bytes kSoldier = [] {
        constexpr std::size_t kTriangles = 5'000;
        const corpus::RigPlan rig = corpus::planSwt();
        corpus::GsmBuilder builder(rig, "SwatGuy", kConvention);
        for (double thickness = 1; builder.file().triangles.size() < kTriangles; ++thickness) {
            for (std::size_t bone = 0; bone < rig.size(); ++bone)
                builder.addLimb(bone, thickness, rig[bone].parent, 0);
        }
        builder.finishMaterial({.id = 0, .name = "BODY"});
        return *encodeGsm(std::move(builder).build());
    }();
    return kSoldier;
}

const Bytes& walk() {
    static const Bytes kWalk = *encodeGsa(
        corpus::makeGsa(corpus::planSwt(), kConvention.sense, {.versionMinor = 2, .frames = kFrames}));
    return kWalk;
}

Scene readWith(const FormatModule& format, const Bytes& bytes, const std::string& name) {
    NoFiles companions;
    const OptionValues options(format.options);
    Diagnostics diagnostics;
    Result<Scene> scene = format.read(
        {.path = name, .name = name, .bytes = bytes, .options = options, .companions = companions},
        diagnostics);
    if (!scene) throw std::runtime_error(scene.error().text());
    return std::move(*scene);
}

void setBytes(benchmark::State& state, std::size_t bytes) {
    state.SetBytesProcessed(static_cast<std::int64_t>(bytes) * static_cast<std::int64_t>(state.iterations()));
}

void decodeGsm(benchmark::State& state) {
    for (auto _ : state) {
        Diagnostics diagnostics;
        benchmark::DoNotOptimize(swat3::decodeGsm(soldier(), diagnostics));
    }
    setBytes(state, soldier().size());
}
BENCHMARK(decodeGsm);

void decodeGsa(benchmark::State& state) {
    for (auto _ : state) {
        Diagnostics diagnostics;
        benchmark::DoNotOptimize(swat3::decodeGsa(walk(), diagnostics));
    }
    setBytes(state, walk().size());
}
BENCHMARK(decodeGsa);

void readGsmToScene(benchmark::State& state) {
    for (auto _ : state)
        benchmark::DoNotOptimize(readWith(swat3::kGsmFormat, soldier(), "soldier"));
    setBytes(state, soldier().size());
}
BENCHMARK(readGsmToScene);

/// Bytes of the files to bytes of a GLB, all in one thread.
void convertSoldierWith100Clips(benchmark::State& state) {
    for (auto _ : state) {
        Scene scene = readWith(swat3::kGsmFormat, soldier(), "soldier");
        Diagnostics diagnostics;
        ClipBinder binder(scene);
        for (std::size_t i = 0; i < kClips; ++i) {
            Scene clip = readWith(swat3::kGsaFormat, walk(), "walk" + std::to_string(i));
            swat3::kGsaFormat.adaptClips(scene, clip, diagnostics);
            if (!binder.bind(std::move(clip), diagnostics)) throw std::runtime_error("a clip does not bind");
        }
        convertCoordinates(scene, 1.0);
        alignRotationSigns(scene);
        if (!validateScene(scene).empty()) throw std::runtime_error("the scene breaks a law");
        const OptionValues options(gltf::kGltfExporter.options);
        Result<OutputSet> set =
            gltf::kGltfExporter.write(scene, {.fileName = "x.glb", .options = options}, diagnostics);
        if (!set) throw std::runtime_error(set.error().text());
        benchmark::DoNotOptimize(set);
    }
    setBytes(state, soldier().size() + kClips * walk().size());
}
BENCHMARK(convertSoldierWith100Clips)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace rigkiln
