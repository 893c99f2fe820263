#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "exporters/gltf/gltf_exporter.hpp"
#include "formats/bfres/bfres_file.hpp"
#include "formats/bfres/bfres_format.hpp"
#include "pipeline/process/align_rotation_signs.hpp"
#include "pipeline/process/resolve_scale_compensation.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tools/corpus/bfres_art.hpp"

namespace rigkiln {
namespace {

using Bytes = std::vector<std::byte>;

constexpr std::size_t kClips = 111;
constexpr std::size_t kChains = 10;  // of the worm's bones: sixty in all

/// The worm's animations on so many bones as a large animal of the games has, and so many of them: 3 MB.
const Bytes& animations() {
    static const Bytes kAnimations = [] {
        bfres::BfresFile file = corpus::makeWormAnimations(0.3F);
        const std::vector<bfres::SkeletalAnimation> motions = std::move(file.skeletalAnimations);
        file.skeletalAnimations.clear();
        for (std::size_t clip = 0; clip < kClips; ++clip) {
            bfres::SkeletalAnimation motion = motions[clip % motions.size()];
            motion.name = fmt::format("Motion{}", clip);
            const std::vector<bfres::BoneAnimation> bones = std::move(motion.bones);
            motion.bones.clear();
            for (std::size_t chain = 0; chain < kChains; ++chain) {
                for (bfres::BoneAnimation bone : bones) {
                    if (chain > 0) bone.name += fmt::format("_{}", chain);
                    motion.bones.push_back(std::move(bone));
                }
            }
            file.skeletalAnimations.push_back(std::move(motion));
        }
        return encodeBfres(file);
    }();
    return kAnimations;
}

Scene readWith(const Bytes& bytes) {
    NoFiles companions;
    const OptionValues options(bfres::kBfresFormat.options);
    Diagnostics diagnostics;
    Result<Scene> scene = bfres::kBfresFormat.read(
        {.path = "x.bfres", .name = "x", .bytes = bytes, .options = options, .companions = companions},
        diagnostics);
    if (!scene) throw std::runtime_error(scene.error().text());
    return std::move(*scene);
}

void setBytes(benchmark::State& state, std::size_t bytes) {
    state.SetBytesProcessed(static_cast<std::int64_t>(bytes) * static_cast<std::int64_t>(state.iterations()));
}

void decodeBfresAnimations(benchmark::State& state) {
    for (auto _ : state)
        benchmark::DoNotOptimize(bfres::decodeBfres(animations()));
    setBytes(state, animations().size());
}
BENCHMARK(decodeBfresAnimations)->Unit(benchmark::kMillisecond);

void readBfresAnimationsToScene(benchmark::State& state) {
    for (auto _ : state)
        benchmark::DoNotOptimize(readWith(animations()));
    setBytes(state, animations().size());
}
BENCHMARK(readBfresAnimationsToScene)->Unit(benchmark::kMillisecond);

/// Bytes of the file to bytes of a GLB, all in one thread.
void convertBfresAnimations(benchmark::State& state) {
    for (auto _ : state) {
        Scene scene = readWith(animations());
        Diagnostics diagnostics;
        resolveScaleCompensation(scene);
        alignRotationSigns(scene);
        if (!validateScene(scene).empty()) throw std::runtime_error("the scene breaks a law");
        const OptionValues options(gltf::kGltfExporter.options);
        Result<OutputSet> set =
            gltf::kGltfExporter.write(scene, {.fileName = "x.glb", .options = options}, diagnostics);
        if (!set) throw std::runtime_error(set.error().text());
        benchmark::DoNotOptimize(set);
    }
    setBytes(state, animations().size());
}
BENCHMARK(convertBfresAnimations)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace rigkiln
