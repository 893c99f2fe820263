#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "formats/swat3/gsa_file.hpp"
#include "formats/swat3/gsm_file.hpp"
#include "formats/swat3/swat3_format.hpp"
#include "pipeline/process/bind_clips.hpp"
#include "pipeline/process/convert_coordinates.hpp"
#include "tests/benchmarks/benchmark_support.hpp"
#include "tools/corpus/swat3/gsm_builder.hpp"
#include "tools/corpus/swat3/swat3_art.hpp"

namespace rigkiln {
namespace {

constexpr corpus::Convention kConvention{.space = swat3::Space::Bone,
                                         .sense = swat3::QuaternionSense::Conjugated};
constexpr std::size_t kClips = 100;
constexpr std::size_t kFrames = 21;

/// A model of 52 bones and 5,000 triangles: shells of boxes around every bone.
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

/// Converts the bytes of the files to the bytes of a GLB, in one thread.
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
        benchmark::DoNotOptimize(checkedGlb(scene));
    }
    setBytes(state, soldier().size() + kClips * walk().size());
}
BENCHMARK(convertSoldierWith100Clips)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace rigkiln
