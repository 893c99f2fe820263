#include <cstdlib>
#include <optional>
#include <span>

#include "exporters/swat3/gsa_exporter.hpp"
#include "exporters/swat3/gsm_exporter.hpp"
#include "formats/gltf/gltf_format.hpp"
#include "formats/swat3/swat3_format.hpp"
#include "pipeline/process/align_rotation_signs.hpp"
#include "pipeline/process/convert_coordinates.hpp"
#include "pipeline/scene/validate_scene.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/fuzz/mutators/gltf_json.hpp"

namespace {

using namespace rigkiln;

/// Reads a GSM, a GSA or a glTF into a scene in the state in which exporters get it. Nullopt when the bytes
/// are none of these or are refused.
std::optional<Scene> readAny(std::span<const std::byte> bytes) {
    const std::span<const std::byte> head = bytes.first(bytes.size() < kHeadSize ? bytes.size() : kHeadSize);
    for (const FormatModule* format : {&swat3::kGsmFormat, &swat3::kGsaFormat, &gltf::kGltfFormat}) {
        if (!format->recognise(head, format->extensions.front())) continue;
        NoFiles companions;
        const OptionValues options(format->options);
        Diagnostics diagnostics;
        Result<Scene> scene = format->read(
            {.path = "fuzz", .name = "fuzz", .bytes = bytes, .options = options, .companions = companions},
            diagnostics);
        if (!scene) return std::nullopt;
        convertCoordinates(*scene, 1.0);
        alignRotationSigns(*scene);
        if (!validateScene(*scene).empty()) return std::nullopt;
        return std::move(*scene);
    }
    return std::nullopt;
}

void writeSwat3(const ExporterModule& exporter, const Scene& scene, bool force) {
    OptionValues options(exporter.options);
    options.set("force", force);
    Diagnostics diagnostics;
    const Result<OutputSet> files =
        exporter.write(scene, {.fileName = "{clip}.x", .options = options}, diagnostics);
    // Internal: the exporter decoded its own file to another model than it had built.
    if (!files && files.error().kind() == ErrorKind::Internal) std::abort();
}

}  // namespace

/// Exporting any scene does not crash, and every written file decodes to the model that was built.
FUZZ_TARGET(fuzz_swat3_back, bytes) {
    std::optional<Scene> scene = readAny(bytes);
    if (!scene) return;
    for (const ExporterModule* exporter : {&swat3_export::kGsmExporter, &swat3_export::kGsaExporter})
        writeSwat3(*exporter, *scene, false);
    // Without the kept source files everything has to be built from the scene.
    scene->source.reset();
    for (Clip& clip : scene->clips)
        clip.source.reset();
    for (const ExporterModule* exporter : {&swat3_export::kGsmExporter, &swat3_export::kGsaExporter})
        writeSwat3(*exporter, *scene, true);
}

FUZZ_MUTATOR(rigkiln::mutateGltfJson);
