#include <stdexcept>
#include <utility>

#include <benchmark/benchmark.h>

#include "formats/bfres/bfres_format.hpp"
#include "formats/bfres/file/bfres_file.hpp"
#include "pipeline/process/bind_clips.hpp"
#include "pipeline/process/resolve_scale_compensation.hpp"
#include "tests/benchmarks/benchmark_support.hpp"
#include "tests/support/bfres/worms.hpp"

namespace rigkiln {
namespace {

const Bytes& model() {
    static const Bytes kModel = test::makeWormsModel();
    return kModel;
}

/// The animations file, about 3 MB.
const Bytes& animations() {
    static const Bytes kAnimations = test::makeWormsAnimations();
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

/// Converts the bytes of the file to the bytes of a GLB, in one thread.
void convertBfresAnimations(benchmark::State& state) {
    for (auto _ : state) {
        Scene scene = readWith(bfres::kBfresFormat, animations(), "worm");
        resolveScaleCompensation(scene);
        benchmark::DoNotOptimize(checkedGlb(scene));
    }
    setBytes(state, animations().size());
}
BENCHMARK(convertBfresAnimations)->Unit(benchmark::kMillisecond);

/// Converts the animations together with their skinned model, which is in another file, to one GLB.
void convertBfresModelWithAnimations(benchmark::State& state) {
    for (auto _ : state) {
        Scene scene = readWith(bfres::kBfresFormat, model(), "worm");
        Scene clips = readWith(bfres::kBfresFormat, animations(), "worm_Animation");
        Diagnostics diagnostics;
        bfres::kBfresFormat.adaptClips(scene, clips, diagnostics);
        if (!bindClips(scene, std::move(clips), diagnostics))
            throw std::runtime_error("a clip does not fit its model");
        resolveScaleCompensation(scene);
        benchmark::DoNotOptimize(checkedGlb(scene));
    }
    setBytes(state, animations().size() + model().size());
}
BENCHMARK(convertBfresModelWithAnimations)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace rigkiln
