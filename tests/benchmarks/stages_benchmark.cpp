#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

#include "exporters/registry.hpp"
#include "formats/alamo/ala_file.hpp"
#include "formats/alamo/alo_file.hpp"
#include "formats/registry.hpp"
#include "pipeline/base/text.hpp"
#include "pipeline/process/align_rotation_signs.hpp"
#include "pipeline/process/bind_clips.hpp"
#include "pipeline/process/convert_coordinates.hpp"
#include "pipeline/process/select_meshes.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tools/corpus/art.hpp"

namespace rigkiln {
namespace {

using Bytes = std::vector<std::byte>;

/// Files of a small skinned person and of its clips.
struct Character {
    Bytes model;
    std::vector<Bytes> clips;
};

const Character& character() {
    static const Character kCharacter = [] {
        corpus::ArtSet set = corpus::makeArtSet(1, 0);
        const corpus::Model& model = set.models.front();
        Character made{.model = encodeAlo(model.file), .clips = {}};
        for (const corpus::Clip& clip : set.clips) {
            const bool fits = std::ranges::all_of(clip.file.bones, [&](const alamo::AlaBone& bone) {
                return bone.index < model.file.bones.size();
            });
            if (fits && startsWithIgnoringCase(clip.name, model.name + "_"))
                made.clips.push_back(encodeAla(clip.file));
        }
        return made;
    }();
    return kCharacter;
}

Scene readWith(const FormatModule& format, const Bytes& bytes, Diagnostics& diagnostics) {
    NoFiles companions;
    const OptionValues options(format.options);
    Result<Scene> scene =
        format.read({.path = "x", .name = "x", .bytes = bytes, .options = options, .companions = companions},
                    diagnostics);
    if (!scene) throw std::runtime_error(scene.error().text());
    return std::move(*scene);
}

Scene readModel() {
    Diagnostics diagnostics;
    return readWith(*allFormats()[0], character().model, diagnostics);
}

Scene boundScene() {
    Diagnostics diagnostics;
    Scene scene = readModel();
    selectMeshes(scene, {}, diagnostics);
    for (const Bytes& clip : character().clips) {
        if (!bindClips(scene, readWith(*allFormats()[1], clip, diagnostics), diagnostics))
            throw std::runtime_error("a clip does not bind");
    }
    return scene;
}

Scene canonicalScene() {
    Scene scene = boundScene();
    convertCoordinates(scene, 1.0);
    alignRotationSigns(scene);
    return scene;
}

OutputSet exported(const Scene& scene) {
    const ExporterModule& exporter = *allExporters().front();
    const OptionValues options(exporter.options);
    Diagnostics diagnostics;
    Result<OutputSet> set = exporter.write(scene, {.fileName = "x.glb", .options = options}, diagnostics);
    if (!set) throw std::runtime_error(set.error().text());
    return std::move(*set);
}

void setBytes(benchmark::State& state, std::size_t bytes) {
    state.SetBytesProcessed(static_cast<std::int64_t>(bytes) * static_cast<std::int64_t>(state.iterations()));
}

void decodeModel(benchmark::State& state) {
    for (auto _ : state)
        benchmark::DoNotOptimize(alamo::decodeAlo(character().model));
    setBytes(state, character().model.size());
}
BENCHMARK(decodeModel);

void decodeClips(benchmark::State& state) {
    std::size_t bytes = 0;
    for (const Bytes& clip : character().clips)
        bytes += clip.size();
    for (auto _ : state) {
        for (const Bytes& clip : character().clips)
            benchmark::DoNotOptimize(alamo::decodeAla(clip));
    }
    setBytes(state, bytes);
}
BENCHMARK(decodeClips);

void readModelToScene(benchmark::State& state) {
    for (auto _ : state)
        benchmark::DoNotOptimize(readModel());
    setBytes(state, character().model.size());
}
BENCHMARK(readModelToScene);

void validateCanonicalScene(benchmark::State& state) {
    const Scene scene = canonicalScene();
    for (auto _ : state)
        benchmark::DoNotOptimize(validateScene(scene));
}
BENCHMARK(validateCanonicalScene);

void exportScene(benchmark::State& state) {
    const Scene scene = canonicalScene();
    const std::size_t bytes = exported(scene).front().sizeBytes();
    for (auto _ : state)
        benchmark::DoNotOptimize(exported(scene));
    setBytes(state, bytes);
}
BENCHMARK(exportScene);

/// Converts a model completely, without the disk. This must stay under a millisecond.
void convertSkinnedModel(benchmark::State& state) {
    for (auto _ : state) {
        Scene scene = readModel();
        Diagnostics diagnostics;
        selectMeshes(scene, {}, diagnostics);
        convertCoordinates(scene, 1.0);
        if (!validateScene(scene).empty()) throw std::runtime_error("the scene breaks a law");
        benchmark::DoNotOptimize(exported(scene));
    }
    setBytes(state, character().model.size());
}
BENCHMARK(convertSkinnedModel);

/// Validates and exports the model with all its clips.
void convertSkinnedModelWithClips(benchmark::State& state) {
    for (auto _ : state) {
        const Scene scene = canonicalScene();
        if (!validateScene(scene).empty()) throw std::runtime_error("the scene breaks a law");
        benchmark::DoNotOptimize(exported(scene));
    }
    state.counters["clips"] = static_cast<double>(character().clips.size());
}
BENCHMARK(convertSkinnedModelWithClips);

}  // namespace
}  // namespace rigkiln
