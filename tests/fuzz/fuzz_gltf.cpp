#include <cstdint>
#include <cstdlib>
#include <span>

#include "formats/gltf/gltf_format.hpp"
#include "pipeline/scene/validate_scene.hpp"

/// Any bytes: nothing crashes, a scene that is read keeps all laws, and the probe counts the same joints.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace rigkiln;
    const FormatModule& module = gltf::kGltfFormat;
    const std::span<const std::byte> bytes = std::as_bytes(std::span(data, size));
    (void)module.recognise(bytes.first(size < kHeadSize ? size : kHeadSize), module.extensions.back());
    (void)module.dump(bytes);
    const auto probe = module.probe(bytes);
    NoFiles companions;
    const OptionValues options(module.options);
    Diagnostics diagnostics;
    const ReadRequest request{
        .path = "fuzz", .name = "fuzz", .bytes = bytes, .options = options, .companions = companions};
    const auto scene = module.read(request, diagnostics);
    if (!scene) return 0;
    if (!validateScene(*scene).empty()) std::abort();
    if (!probe || probe->jointCount != scene->joints.size()) std::abort();
    return 0;
}
