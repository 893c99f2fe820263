#include <cstddef>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "formats/bfres/bfres_file.hpp"
#include "formats/bfres/bfres_format.hpp"
#include "pipeline/process/resolve_scale_compensation.hpp"
#include "tests/benchmarks/benchmark_support.hpp"
#include "tools/corpus/bfres_art.hpp"

namespace rigkiln {
namespace {

constexpr std::size_t kClips = 111;
constexpr std::size_t kChains = 17;  // of the worm's bones: 102 in all

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

void decodeBfresAnimations(benchmark::State& state) {
    for (auto _ : state)
        benchmark::DoNotOptimize(bfres::decodeBfres(animations()));
    setBytes(state, animations().size());
}
BENCHMARK(decodeBfresAnimations)->Unit(benchmark::kMillisecond);

void readBfresAnimationsToScene(benchmark::State& state) {
    for (auto _ : state)
        benchmark::DoNotOptimize(readWith(bfres::kBfresFormat, animations(), "worm"));
    setBytes(state, animations().size());
}
BENCHMARK(readBfresAnimationsToScene)->Unit(benchmark::kMillisecond);

/// Bytes of the file to bytes of a GLB, all in one thread.
void convertBfresAnimations(benchmark::State& state) {
    for (auto _ : state) {
        Scene scene = readWith(bfres::kBfresFormat, animations(), "worm");
        resolveScaleCompensation(scene);
        benchmark::DoNotOptimize(checkedGlb(scene));
    }
    setBytes(state, animations().size());
}
BENCHMARK(convertBfresAnimations)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace rigkiln
