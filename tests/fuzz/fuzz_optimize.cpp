#include <span>
#include <string>
#include <vector>

#include "formats/gltf/glb.hpp"
#include "formats/gltf/gltf_format.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/fuzz/mutators/gltf_json.hpp"
#include "tools/optimize/optimize_gltf.hpp"

namespace rigkiln {
namespace {

using Bytes = std::vector<std::byte>;

Result<Scene> sceneOf(std::span<const std::byte> file) {
    NoFiles companions;
    const OptionValues options(gltf::kGltfFormat.options);
    Diagnostics diagnostics;
    return gltf::kGltfFormat.read(
        {.path = "fuzz", .name = "fuzz", .bytes = file, .options = options, .companions = companions},
        diagnostics);
}

/// Optimises the file to a GLB. Empty when the file is refused.
Bytes optimized(std::span<const std::byte> file) {
    NoFiles companions;
    const OptionValues options(gltf::kGltfFormat.options);
    Diagnostics diagnostics;
    const ReadRequest request{
        .path = "fuzz", .name = "fuzz", .bytes = file, .options = options, .companions = companions};
    const auto result = optimize::optimizeGltf(
        request, {.maxError = 0.01}, {.fileName = "fuzz.glb", .companions = companions}, diagnostics);
    Bytes bytes;
    if (!result) return bytes;
    for (const SharedBytes& piece : result->files.set.back().pieces)
        bytes.insert(bytes.end(), piece.begin(), piece.end());
    return bytes;
}

std::string keptJson(std::span<const std::byte> file) {
    optimize::Json json = optimize::Json::parse(gltf::splitContainer(file).json);
    // Optimising may change these; most refer to accessors or buffer views by index.
    for (const char* name :
         {"animations", "accessors", "asset", "buffers", "bufferViews", "images", "meshes", "skins"})
        json.erase(name);
    return json.dump();
}

}  // namespace
}  // namespace rigkiln

/// Any bytes: nothing crashes. An optimised file reads as the same scene with clips of the same names and
/// durations, keeps the rest of its JSON, and a second pass changes no byte.
FUZZ_TARGET(fuzz_optimize, file) {
    using namespace rigkiln;
    const Bytes once = optimized(file);
    if (once.empty()) return;
    auto before = sceneOf(file);
    auto after = sceneOf(once);
    require(before.hasValue() && after.hasValue());
    require(validateScene(*after).empty());
    require(before->clips.size() == after->clips.size());
    for (std::size_t clip = 0; clip < before->clips.size(); ++clip) {
        require(before->clips[clip].name == after->clips[clip].name);
        require(before->clips[clip].duration == after->clips[clip].duration);
    }
    before->clips.clear();
    after->clips.clear();
    require(*before == *after);
    require(keptJson(file) == keptJson(once));
    require(optimized(once) == once);
}

FUZZ_MUTATOR(rigkiln::mutateGltfJson);
