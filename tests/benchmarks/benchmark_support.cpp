#include "tests/benchmarks/benchmark_support.hpp"

#include <cstdint>
#include <stdexcept>
#include <utility>

#include "exporters/gltf/gltf_exporter.hpp"
#include "pipeline/process/align_rotation_signs.hpp"
#include "pipeline/scene/validate_scene.hpp"

namespace rigkiln {

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

OutputSet checkedGlb(Scene& scene) {
    alignRotationSigns(scene);
    if (!validateScene(scene).empty()) throw std::runtime_error("the scene breaks a law");
    const OptionValues options(gltf_export::kGltfExporter.options);
    Diagnostics diagnostics;
    Result<OutputSet> set =
        gltf_export::kGltfExporter.write(scene, {.fileName = "x.glb", .options = options}, diagnostics);
    if (!set) throw std::runtime_error(set.error().text());
    return std::move(*set);
}

void setBytes(benchmark::State& state, std::size_t bytes) {
    state.SetBytesProcessed(static_cast<std::int64_t>(bytes) * static_cast<std::int64_t>(state.iterations()));
}

}  // namespace rigkiln
