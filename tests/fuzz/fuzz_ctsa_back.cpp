#include <algorithm>
#include <cstdlib>
#include <optional>
#include <span>

#include "exporters/ctsa/ctsa_exporter.hpp"
#include "formats/ctsa/ctsa_file.hpp"
#include "formats/ctsa/ctsa_format.hpp"
#include "formats/gltf/gltf_format.hpp"
#include "pipeline/process/convert_coordinates.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/fuzz/mutators/gltf_json.hpp"

namespace {

using namespace rigkiln;

constexpr std::size_t kLargestInput = std::size_t{64} << 10U;

std::optional<Scene> readAs(const FormatModule& format, std::span<const std::byte> bytes) {
    NoFiles companions;
    const OptionValues options(format.options);
    Diagnostics diagnostics;
    Result<Scene> scene = format.read(
        {.path = "fuzz", .name = "fuzz", .bytes = bytes, .options = options, .companions = companions},
        diagnostics);
    if (!scene) return std::nullopt;
    convertCoordinates(*scene, 1.0);
    if (!validateScene(*scene).empty()) return std::nullopt;
    return std::move(*scene);
}

/// Exports the scene. Aborts when a written file does not decode.
Result<OutputSet> writeCtsa(const Scene& scene) {
    const OptionValues options(ctsa_export::kCtsaExporter.options);
    Diagnostics diagnostics;
    Result<OutputSet> files =
        ctsa_export::kCtsaExporter.write(scene, {.fileName = "{clip}.x", .options = options}, diagnostics);
    if (!files) return files;
    for (const OutputFile& file : *files) {
        if (!ctsa::decodeCtsa(file.pieces.front())) std::abort();
    }
    return files;
}

}  // namespace

/// The exporter accepts any scene without crashing; an unedited animation comes back byte for byte.
FUZZ_TARGET(fuzz_ctsa_back, bytes) {
    if (bytes.size() > kLargestInput) return;
    const std::span<const std::byte> head = bytes.first(std::min(bytes.size(), kHeadSize));
    if (gltf::kGltfFormat.recognise(head, ".gltf")) {
        const auto scene = readAs(gltf::kGltfFormat, bytes);
        if (scene) (void)writeCtsa(*scene);
        return;
    }
    auto scene = readAs(ctsa::kCtsaFormat, bytes);
    if (!scene) return;
    const Result<OutputSet> files = writeCtsa(*scene);
    if (!files || !std::ranges::equal(files->front().pieces.front(), bytes)) std::abort();
    // Without its record the animation has to be built from the scene, which may fail.
    for (Joint& joint : scene->joints)
        joint.extras = {};
    for (Clip& clip : scene->clips)
        clip.extras = {};
    (void)writeCtsa(*scene);
}

FUZZ_MUTATOR(rigkiln::mutateGltfJson);
