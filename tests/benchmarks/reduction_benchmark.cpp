#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "formats/gltf/gltf_format.hpp"
#include "pipeline/animation/pose_error.hpp"
#include "pipeline/files/read_file.hpp"
#include "pipeline/process/align_rotation_signs.hpp"
#include "pipeline/reduction/reduce_clip.hpp"
#include "tests/unit/pipeline/reduction/random_rig.hpp"

namespace rigkiln {
namespace {

/// Counts the bytes that keys take in a file, where equal arrays of times or values are stored once.
class KeyBytes {
public:
    void add(const Clip& clip) {
        for (const JointTracks& tracks : clip.joints) {
            addTrack(tracks.translation, "vector", sizeof(glm::vec3));
            addTrack(tracks.scale, "vector", sizeof(glm::vec3));
            const bool isShort = fitSixteenBits(tracks.rotation.values);
            addTrack(tracks.rotation, isShort ? "shorts" : "floats", isShort ? 8 : sizeof(glm::quat));
        }
    }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

private:
    template <class Value>
    void addTrack(const Track<Value>& track, const char* kind, std::size_t bytesPerValue) {
        if (track.empty()) return;
        addArray(fmt::format("times{}", fmt::join(track.times, " ")), track.times.size() * sizeof(float));
        std::string values = kind;
        for (const Value& value : track.values) {
            for (int i = 0; i < value.length(); ++i)
                values += fmt::format(" {}", value[i]);
        }
        addArray(values, track.values.size() * bytesPerValue);
    }

    void addArray(const std::string& content, std::size_t bytes) {
        if (arrays_.insert(content).second) bytes_ += bytes;
    }

    std::set<std::string> arrays_;
    std::size_t bytes_ = 0;
};

/// Size of the clips when every joint stores translation, rotation and scale as float32 at each time that has
/// a key. Other programs state their speed in such bytes.
std::size_t plainBytes(const Scene& scene) {
    constexpr std::size_t kBytes = 40;
    std::size_t bytes = 0;
    for (const Clip& clip : scene.clips) {
        std::set<float> times;
        for (const JointTracks& tracks : clip.joints) {
            for (const std::vector<float>* of :
                 {&tracks.translation.times, &tracks.rotation.times, &tracks.scale.times})
                times.insert(of->begin(), of->end());
        }
        bytes += kBytes * scene.joints.size() * times.size();
    }
    return bytes;
}

Scene readSample(const std::string& path) {
    const Result<std::vector<std::byte>> bytes = readFile(path);
    if (!bytes) throw std::runtime_error(bytes.error().text());
    NoFiles companions;
    Diagnostics diagnostics;
    const OptionValues options(gltf::kGltfFormat.options);
    Result<Scene> scene = gltf::kGltfFormat.read(
        {.path = path, .name = path, .bytes = *bytes, .options = options, .companions = companions},
        diagnostics);
    if (!scene) throw std::runtime_error(scene.error().text());
    alignRotationSigns(*scene);
    return std::move(*scene);
}

/// Reduces the clips of one file below RIGKILN_SAMPLES_FOLDER. The argument of the benchmark is the bound in
/// hundredths of a millimetre, for a skeleton scaled to 1.8 m, measured at three points 3 cm from every
/// joint. Counters report the bytes and the error in millimetres.
void reduceSample(benchmark::State& state, const std::string& file, bool fitsSplines) {
    const char* folder = std::getenv("RIGKILN_SAMPLES_FOLDER");  // NOLINT(concurrency-mt-unsafe): one thread
    if (folder == nullptr) {
        state.SkipWithError("RIGKILN_SAMPLES_FOLDER names no folder");
        return;
    }
    constexpr double kHeight = 1.8;
    constexpr double kShell = 0.03;
    const Scene scene = readSample(std::string(folder) + "/" + file);
    const double scale = skeletonExtent(scene) / kHeight;
    const std::vector<JointProbes> probes = probePoints(scene, {.shell = kShell * scale, .shellOnly = true});
    const double bound = static_cast<double>(state.range(0)) * 1e-5;
    Diagnostics diagnostics;
    std::vector<Clip> reduced;
    std::size_t before = 0;
    for (const auto _ : state) {
        state.PauseTiming();
        reduced = scene.clips;
        before = 0;
        state.ResumeTiming();
        for (Clip& clip : reduced)
            before += reduceClip(scene, clip, probes, bound * scale, diagnostics,
                                 {.fitsSplines = fitsSplines, .unit = scale})
                          .bytesBefore;
    }
    KeyBytes keys;
    double worst = 0;
    for (std::size_t clip = 0; clip < reduced.size(); ++clip) {
        keys.add(reduced[clip]);
        worst = std::max(worst, measurePoseError(scene, scene.clips[clip], reduced[clip], probes).maximum);
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(before));
    state.counters["as_40_bytes"] = benchmark::Counter(static_cast<double>(plainBytes(scene)),
                                                       benchmark::Counter::kIsIterationInvariantRate);
    state.counters["bytes"] = static_cast<double>(keys.bytes());
    state.counters["source"] = static_cast<double>(before);
    state.counters["error_mm"] = worst / scale * 1000;
}

BENCHMARK_CAPTURE(reduceSample, CesiumMan, "CesiumMan/glTF-Binary/CesiumMan.glb", false)
    ->Arg(50)
    ->Arg(17)
    ->Arg(10);
BENCHMARK_CAPTURE(reduceSample, CesiumMan_cubic, "CesiumMan/glTF-Binary/CesiumMan.glb", true)
    ->Arg(50)
    ->Arg(17)
    ->Arg(10);
BENCHMARK_CAPTURE(reduceSample, Fox, "Fox/Fox.glb", false)->Arg(50)->Arg(17)->Arg(10);
BENCHMARK_CAPTURE(reduceSample, Fox_cubic, "Fox/Fox.glb", true)->Arg(50)->Arg(17)->Arg(10);
BENCHMARK_CAPTURE(reduceSample, greenman, "raylib/greenman.glb", false)->Arg(50)->Arg(17)->Arg(10);
BENCHMARK_CAPTURE(reduceSample, greenman_cubic, "raylib/greenman.glb", true)->Arg(50)->Arg(17)->Arg(10);
BENCHMARK_CAPTURE(reduceSample, robot, "raylib/robot.glb", false)->Arg(50)->Arg(17)->Arg(10);
BENCHMARK_CAPTURE(reduceSample, robot_cubic, "raylib/robot.glb", true)->Arg(50)->Arg(17)->Arg(10);

/// Reduces twenty generated rigs with noise, jumps, steps and scales, which are harder than real animations.
void reduceRigs(benchmark::State& state) {
    constexpr std::uint32_t kRigs = 20;
    std::int64_t bytes = 0;
    Diagnostics diagnostics;
    for (const auto _ : state) {
        for (std::uint32_t number = 0; number < kRigs; ++number) {
            state.PauseTiming();
            Scene scene = randomRig(number);
            const std::vector<JointProbes> probes = probePoints(scene, {});
            state.ResumeTiming();
            const ClipReduction reduction =
                reduceClip(scene, scene.clips.front(), probes, 0.0005, diagnostics);
            bytes += static_cast<std::int64_t>(reduction.bytesBefore);
        }
    }
    state.SetBytesProcessed(bytes);
}

BENCHMARK(reduceRigs)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace rigkiln
